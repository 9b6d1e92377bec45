"""The new-challenge page and its form."""

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import dealing, races, visibility
from games.api.deals import typed
from games.engine import BadCode, Code
from games.models import Race
from games.refusals import Refusal
from games.views.errors import page as error_page
from games.views.page import acting, viewer
from games.views.races import SeeOther
from games.wishes import DAY_S, HOUR_S, MINUTE_S

DEFAULTS: dict[str, Any] = {
    "game": "spider",
    "suits": "1",
    "build": "classic",
    "mode": "open",
    "seats": "2",
    "undo": "",
    "window_days": "7",
    "time_limit_h": "24",
    "time_limit_min": "60",
    "time_limit_d": "30",
}
# Spans of time, each in the unit that people think of it in, and the most of it.
SPANS = {
    "window_days": (DAY_S, 30),
    "time_limit_h": (HOUR_S, 30 * 24),
    "time_limit_min": (MINUTE_S, 24 * 60),
    "time_limit_d": (DAY_S, 30),
}
# Each way to play has a time limit of its own, so that changing one's mind changes no value.
TIME_LIMITS = {Race.LIVE: "time_limit_min", Race.SOLO: "time_limit_d"}
# Where a mistake is marked; what is about none of these is told at the head of the form.
MARKED = {"build", "code", "game", "mode", "registered_only", "seats", "suits", "undo", *SPANS}

# What buttons on other pages send: there is no place on the form to tell what is wrong with it.
BUTTONS = ("again", "attempt")


@require_http_methods(["GET", "POST"])
@never_cache
def page(request: HttpRequest) -> HttpResponse:
    """The form (GET; ``?code=`` and the other values preset it), or a new race (POST).

    Alone the cards lie open at once, so whoever knows those of a code is told first that it
    will be practice, on the deal's page.
    """
    if request.method == "GET":
        return _form(request, DEFAULTS | request.GET.dict(), {})
    try:
        wish = _wish(request.POST)
        if known := _known(request, wish):
            return SeeOther(reverse("deal", args=[str(known)]))
        race = races.create(acting(request), wish)
    except Refusal as refusal:
        if refusal.field in BUTTONS:
            return error_page(request, refusal)
        return _form(request, request.POST.dict(), _mistake(refusal), refusal.status)
    return SeeOther(reverse("race", args=[race.pk]))


def _form(
    request: HttpRequest, values: dict[str, Any], errors: dict[str, str], status: int = 200
) -> HttpResponse:
    return render(request, "new.html", {"values": values, "errors": errors}, status=status)


def _mistake(refusal: Refusal) -> dict[str, str]:
    """The sentence by the field that it stands at."""
    field = refusal.field or refusal.code
    return {field if field in MARKED else "form": refusal.message}


def _known(request: HttpRequest, wish: races.Wish) -> Code | None:
    """The code of a game alone whose cards are known to its player, who has not been told so."""
    player = viewer(request)
    if player is None or wish.mode != Race.SOLO or not wish.code or "told" in request.POST:
        return None
    try:
        code = Code.parse(wish.code)
    except BadCode:
        return None
    deal = dealing.find(code)
    return code if deal and visibility.knows(player, deal) else None


def _wish(form: QueryDict) -> races.Wish:
    """What the form asks for. Raises ``Refusal`` for what is no number, or too large a one."""
    if form.get("attempt"):  # a button, not the page's own form: all else is that game's
        return races.Wish(attempt=_number(form, "attempt"))
    mode = form.get("mode", "")
    alone = mode == Race.SOLO
    code = typed(form.get("code", "")) or None
    # A code fixes game, level and build; the form's choices are then but its presets.
    game, suits = (None, None) if code else (form.get("game"), _number(form, "suits"))
    return races.Wish(
        mode=mode,
        game=game,
        suits=suits,
        build=None if code else _build(form, suits),
        undo=form.get("undo") or None,
        hints="no_hints" not in form if alone else "hints" in form,
        seats=None if alone else _number(form, "seats"),
        code=code,
        again=_number(form, "again"),
        time_limit_s=_span(form, TIME_LIMITS.get(mode, "time_limit_h")),
        window_s=_span(form, "window_days") if mode == Race.OPEN else None,
        hide_progress=not alone and "hide_progress" in form,
        registered_only=not alone and "registered_only" in form,
    )


def _build(form: QueryDict, suits: int | None) -> str | None:
    """The choice is not shown where there is none; what it then holds is not meant."""
    no_choice = form.get("game") == "spiderette" or suits == 1
    return None if no_choice else form.get("build")


def _span(form: QueryDict, name: str) -> int | None:
    """Seconds; None, which is the usual, where the field is empty."""
    unit, most = SPANS[name]
    if not form.get(name, "").strip():
        return None
    message = _("A whole number from 1 to %(most)s.") % {"most": most}
    count = _number(form, name, message)
    if count is None or not 1 <= count <= most:
        raise Refusal("bad_value", name, message)
    return count * unit


def _number(form: QueryDict, name: str, message: str | None = None) -> int | None:
    text = form.get(name, "").strip()
    if not text:
        return None
    try:
        return int(text)
    except ValueError:
        raise Refusal("bad_value", name, message or _("That is not a number.")) from None
