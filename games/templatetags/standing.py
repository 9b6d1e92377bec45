"""How the players of a race stand, in a word or two, and in which order they are shown."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.translation import pgettext

from games.words import Row

register = template.Library()

# How far from the top of the list; strip order in static/js/order.js is the same.
GROUPS = {"won": 0, "playing": 1, "waiting": 2}
LAST = 3


@register.filter
def in_order(rows: Sequence[Row], you: Row | None) -> list[Row]:
    """The reader first, then who leads; those who gave up or ran out of time last."""
    seat = you.get("seat") if you else None
    return sorted(rows, key=lambda row: (row["seat"] != seat, *_standing(row)))


@register.simple_tag(takes_context=True)
def beside_board(context: template.Context) -> list[Row]:
    """The rows beside a board in order: in a quiet race, while it is played, the own one alone."""
    race: dict[str, Any] = context["race"]
    own, rows = context["you"], in_order(race["players"], context["you"])
    quiet = context["preferences"]["quiet"] == "on" and context["board"]["state"] == "playing"
    return [row for row in rows if row["seat"] == own["seat"]] if quiet else rows


def _standing(row: Row) -> tuple[int, ...]:
    """Ended games by moves and time, the others by sequences and then by moves."""
    group = GROUPS.get(str(row.get("state") or "playing"), LAST)
    moves, done = int(row.get("moves") or 0), int(row.get("sequences") or 0)
    seconds = int(row.get("seconds") or 0)
    by = (int(row.get("place") or 0), moves, seconds) if group == 0 else (-done, moves, 0)
    return group, *by, int(row["seat"])


@register.filter
def state_name(row: Row) -> str:
    """How a player's attempt stands, in one or two words; where it is hidden, that it is one."""
    names = {
        "waiting": pgettext("attempt", "Not started"),
        "playing": pgettext("attempt", "Playing"),
        "won": pgettext("attempt", "Finished"),
        "resigned": pgettext("attempt", "Gave up"),
        "timed_out": pgettext("attempt", "Out of time"),
        "void": pgettext("attempt", "Set aside"),
    }
    absent = {
        "away": pgettext("attempt", "Away"),
        "gone": pgettext("attempt", "Left, may return"),
    }
    playing = row.get("state") == "playing"
    name = absent.get(str(row.get("presence"))) if playing else None
    return name or names.get(str(row.get("state")), pgettext("attempt", "Begun"))


@register.filter
def strip_state(row: Row, you: Row | None) -> str:
    """The same for the row beside a board; nothing of who is playing, as a reader is."""
    if "state" not in row:
        return ""
    own = you is not None and row.get("seat") == you.get("seat")
    here = own or row.get("presence") == "here"
    return "" if row.get("state") == "playing" and here else state_name(row)


@register.filter
def readiness(row: Row, race: Row) -> str:
    """Before a live race's go: is the player ready? Who was not, when it was started, watches."""
    if row.get("ready"):
        return pgettext("before a race", "Ready")
    if race.get("state") == "countdown":
        return pgettext("before a race", "Watches")
    return pgettext("before a race", "Not ready")


@register.filter
def presence_name(row: Row) -> str:
    """That somebody in the lobby is not there; nothing of who is."""
    names = {
        "away": pgettext("before a race", "Away"),
        "gone": pgettext("before a race", "Not connected"),
    }
    return names.get(str(row.get("presence")), "")
