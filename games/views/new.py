"""The new-challenge page and its form."""

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import races
from games.refusals import Refusal
from games.views.errors import page as error_page
from games.views.page import acting
from games.views.races import SeeOther
from games.wishes import DAY_S, HOUR_S, MINUTE_S

MOST_LIVE_MIN = 24 * 60
DEFAULTS: dict[str, Any] = {
    "game": "spider",
    "suits": "1",
    "build": "classic",
    "mode": "open",
    "seats": "2",
    "undo": "sealed",
    "window_days": "7",
    "time_limit_h": "24",
    "time_limit_min": "60",
}
# The form's name of a value where it is not the protocol's; a live race has its own limit.
FIELDS = {"window_s": "window_days", "time_limit_s": "time_limit_h"}

# What buttons on other pages send: there is no place on the form to tell what is wrong with it.
BUTTONS = ("again", "attempt")


@require_http_methods(["GET", "POST"])
@never_cache
def page(request: HttpRequest) -> HttpResponse:
    """The form (GET; ``?code=`` and the other values preset it), or a new race (POST)."""
    if request.method == "GET":
        return _form(request, DEFAULTS | request.GET.dict(), {})
    try:
        wish = _wish(request.POST)
        race = races.create(acting(request), wish)
    except Refusal as refusal:
        if refusal.field in BUTTONS:
            return error_page(request, refusal)
        field = FIELDS.get(refusal.field or "", refusal.field or "game")
        return _form(request, request.POST.dict(), {field: refusal.message}, refusal.status)
    return SeeOther(reverse("race", args=[race.pk]))


def _form(
    request: HttpRequest, values: dict[str, Any], errors: dict[str, str], status: int = 200
) -> HttpResponse:
    return render(request, "new.html", {"values": values, "errors": errors}, status=status)


def _wish(form: QueryDict) -> races.Wish:
    """What the form asks for. Raises ``Refusal`` for what is no number."""
    if form.get("attempt"):  # a button, not the page's own form: all else is that game's
        return races.Wish(attempt=_number(form, "attempt"))
    alone, live = form.get("mode") == "solo", form.get("mode") == "live"
    code = form.get("code", "").strip() or None
    # A code fixes game, level and build; the form's choices are then but its presets.
    game, suits = (None, None) if code else (form.get("game"), _number(form, "suits"))
    return races.Wish(
        mode=form.get("mode", ""),
        game=game,
        suits=suits,
        build=None if code else _build(form, suits),
        undo=_undo(form, alone),
        hints=None if alone and "same" not in form else "hints" in form,
        seats=None if alone else _number(form, "seats"),
        code=code,
        again=_number(form, "again"),
        time_limit_s=None if alone else _time_limit(form, live),
        window_s=None if alone or live else _number(form, "window_days", DAY_S),
        hide_progress=not alone and "hide_progress" in form,
        registered_only=not alone and "registered_only" in form,
    )


def _build(form: QueryDict, suits: int | None) -> str | None:
    """The choice is not shown where there is none; what it then holds is not meant."""
    no_choice = form.get("game") == "spiderette" or suits == 1
    return None if no_choice else form.get("build")


def _undo(form: QueryDict, alone: bool) -> str | None:
    """Alone, the preset stands for the rules' default, which is freer.

    Where somebody wants the same once more it is meant as it stands.
    """
    undo = form.get("undo")
    return None if alone and undo == DEFAULTS["undo"] and "same" not in form else undo


def _time_limit(form: QueryDict, live: bool) -> int | None:
    """Minutes of a live race, within a day; hours of others. Each kind has its own field."""
    if not live:
        return _number(form, "time_limit_h", HOUR_S)
    limit = _number(form, "time_limit_min", MINUTE_S)
    if limit is not None and not MINUTE_S <= limit <= MOST_LIVE_MIN * MINUTE_S:
        message = _("A live race lasts 1 to %(most)s minutes.") % {"most": MOST_LIVE_MIN}
        raise Refusal("bad_value", "time_limit_min", message)
    return limit


def _number(form: QueryDict, name: str, unit: int = 1) -> int | None:
    text = form.get(name, "").strip()
    if not text:
        return None
    try:
        return int(text) * unit
    except ValueError:
        raise Refusal("bad_value", name, _("That is not a number.")) from None
