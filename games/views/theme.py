"""Light, dark, or as the system has it: kept by the device."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from games.views.page import THEMES

YEAR_S = 365 * 24 * 3600


@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Keep the choice and go back to where it was made."""
    theme, back = request.POST.get("theme", ""), request.POST.get("next", "/")
    if not url_has_allowed_host_and_scheme(back, None):
        back = "/"
    response = redirect(back)
    if theme in THEMES:
        response.set_cookie(
            "theme", theme, max_age=YEAR_S, samesite="Lax", secure=request.is_secure()
        )
    return response
