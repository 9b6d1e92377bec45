"""The settings page, and the choice of light or dark on every page."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games import preferences
from games.views.page import PREFERENCES_COOKIE, preferences_of, viewer

YEAR_S = 365 * 24 * 3600
SWITCHES = tuple(name for name, of in preferences.CHOICES.items() if set(of) == {"on", "off"})


@require_http_methods(["GET", "POST"])
@never_cache
def page(request: HttpRequest) -> HttpResponse:
    """The choices there are (GET; ``?next=`` leads back), or keep what was chosen (POST)."""
    back = _back(request.POST.get("next") or request.GET.get("next") or "")
    if request.method == "GET":
        return render(request, "settings.html", {"next": back})
    switched = {name: "on" if name in request.POST else "off" for name in SWITCHES}
    chosen = preferences.known(request.POST.dict()) | switched
    if not back:
        messages.success(request, _("Your settings are kept."))
    return _keep(request, chosen, back or reverse("settings"))


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Keep light, dark or the system's choice, and go back to where it was made."""
    chosen = preferences.known({"theme": request.POST.get("theme", "")})
    return _keep(request, chosen, _back(request.POST.get("next", "")) or "/")


def _keep(request: HttpRequest, chosen: dict[str, str], then: str) -> HttpResponse:
    values = preferences_of(request) | chosen
    response = HttpResponseRedirect(then)
    response.set_cookie(
        PREFERENCES_COOKIE,
        preferences.write(values),
        max_age=YEAR_S,
        samesite="Lax",
        httponly=True,
        secure=request.is_secure(),
    )
    player = viewer(request)
    if player and not player.guest:
        player.preferences = preferences.unusual(values)
        player.save(update_fields=["preferences"])
    return response


def _back(address: str) -> str:
    """The address, where it is a path of this site: a bare word would be taken for a view."""
    ours = address.startswith("/") and url_has_allowed_host_and_scheme(address, None)
    return address if ours else ""
