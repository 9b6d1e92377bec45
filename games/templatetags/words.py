"""The words in which templates name levels, rules, times, places and people."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime

from django import template
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_naive, make_aware
from django.utils.translation import gettext, ngettext, pgettext

from games.wishes import DAY_S, HOUR_S, MINUTE_S
from games.words import NOTHING, Row, clock, need, who

register = template.Library()
register.filter("clock", clock)
register.filter("who", who)

GUEST = re.compile(r"guest-\d+")


# --- Games and rules ----------------------------------------------------------------------


@register.filter
def level(suits: object) -> str:
    """The level's name by its number of suits."""
    names = {
        "1": pgettext("level", "Easy"),
        "2": pgettext("level", "Medium"),
        "4": pgettext("level", "Hard"),
    }
    return names.get(str(suits), "")


@register.filter
def suits_count(suits: object) -> str:
    """How many suits: "2 suits"."""
    try:
        number = int(str(suits))
    except ValueError:
        return ""
    return ngettext("%(number)s suit", "%(number)s suits", number) % {"number": number}


@register.filter
def game_name(game: object) -> str:
    names = {"spider": gettext("Spider"), "spiderette": gettext("Spiderette")}
    return names.get(str(game), str(game or ""))


@register.filter
def game_and_level(race: Row) -> str:
    """Both in one, "Spider, Medium": of anything with `game` and `suits`."""
    return gettext("%(game)s, %(level)s") % {
        "game": game_name(race.get("game")),
        "level": level(race.get("suits")),
    }


@register.filter
def build_name(build: object) -> str:
    names = {"classic": gettext("Classic rule"), "relaxed": gettext("Relaxed rule")}
    return names.get(str(build), str(build or ""))


@register.filter
def undo_name(undo: object) -> str:
    names = {
        "sealed": gettext("Undo back to the last dealt row"),
        "last100": gettext("The last 100 actions can be undone"),
        "none": gettext("No undo"),
    }
    return names.get(str(undo), str(undo or ""))


@register.filter
def undo_short(undo: object) -> str:
    """The undo rule in a word or two, for tabs."""
    names = {
        "sealed": gettext("Undo within a row"),
        "last100": gettext("Undo of the last 100"),
        "none": gettext("No undo"),
    }
    return names.get(str(undo), str(undo or ""))


@register.filter
def board_name(board: Row) -> str:
    """A board of a deal by its rule and undo, for tabs."""
    names = {
        ("classic", "sealed"): gettext("Classic, undo within a row"),
        ("classic", "last100"): gettext("Classic, undo of the last 100"),
        ("classic", "none"): gettext("Classic, no undo"),
        ("relaxed", "sealed"): gettext("Relaxed, undo within a row"),
        ("relaxed", "last100"): gettext("Relaxed, undo of the last 100"),
        ("relaxed", "none"): gettext("Relaxed, no undo"),
    }
    return names.get((str(board.get("build")), str(board.get("undo"))), "")


# --- Numbers and times --------------------------------------------------------------------


@register.filter
def shown(value: object) -> object:
    """The value; a dash where it is absent, so that 0 stays 0."""
    return NOTHING if value is None or value == "" else value


@register.filter
def span(seconds: object) -> str:
    """A span of time in its largest whole unit: "7 days", "24 hours", "90 minutes"."""
    try:
        left = int(str(seconds))
    except ValueError:
        return ""
    if left >= 2 * DAY_S and left % DAY_S == 0:
        return ngettext("%(number)s day", "%(number)s days", left // DAY_S) % {
            "number": left // DAY_S
        }
    if left % HOUR_S == 0:
        return ngettext("%(number)s hour", "%(number)s hours", left // HOUR_S) % {
            "number": left // HOUR_S
        }
    if left % MINUTE_S == 0:
        return ngettext("%(number)s minute", "%(number)s minutes", left // MINUTE_S) % {
            "number": left // MINUTE_S
        }
    return ngettext("%(number)s second", "%(number)s seconds", left) % {"number": left}


@register.filter
def moment(value: object) -> datetime | None:
    """A time in milliseconds, as a datetime or in ISO 8601, for the `date` filter."""
    if isinstance(value, int):
        return datetime.fromtimestamp(value / 1000, UTC)
    when = value if isinstance(value, datetime) else parse_datetime(str(value or ""))
    if when is None:
        return None
    return make_aware(when) if is_naive(when) else when


@register.filter
def numbers(count: object) -> range:
    """1 to count, to draw so many marks."""
    try:
        return range(1, int(str(count)) + 1)
    except ValueError:
        return range(0)


@register.filter
def fingerprint(commitment: object) -> str:
    """The first twelve digits, in groups of four."""
    digits = str(commitment or "")[:12]
    return " ".join(digits[at : at + 4] for at in range(0, len(digits), 4))


# --- People and places --------------------------------------------------------------------


@register.filter
def host_name(race: Row) -> str:
    """The host's name to show; the seat knows whether it is a guest's."""
    host = race.get("host")
    for row in race.get("players") or ():
        if row.get("name") == host:
            return who(row)
    name = str(host or "")
    return who({"name": name, "guest": GUEST.fullmatch(name) is not None})


@register.filter
def is_own(row: Row, you: Row | None) -> bool:
    """Whether the row is the reader's own seat."""
    return you is not None and you.get("seat") is not None and row.get("seat") == you.get("seat")


@register.filter
def has(row: Row, field: str) -> bool:
    """Whether the reader may see the field at all."""
    return row.get(field) is not None


@register.filter
def initials(name: object) -> str:
    """Two letters for the round or square mark; of a guest's number the last two digits."""
    if isinstance(name, Mapping):
        guest, name = name.get("guest"), str(name.get("name") or "")
        if guest and GUEST.fullmatch(name):
            return name[-2:]
    parts = str(name or "").replace("-", " ").replace("_", " ").split()
    if not parts:
        return "?"
    letters = parts[0][:2] if len(parts) == 1 else parts[0][:1] + parts[1][:1]
    return letters.upper()


@register.filter
def place(row: Row) -> str:
    """A rank: "1"; "2=" when drawn; a dash without a place."""
    number = row.get("place")
    if number is None:
        return NOTHING
    if row.get("draw"):
        return pgettext("place in a ranking", "%(place)s=") % {"place": number}
    return str(number)


@register.filter
def ordinal(row: Row) -> str:
    """A rank in words: "1st", "2nd"; "1st =" when drawn; nothing without a place."""
    number, draw = row.get("place"), bool(row.get("draw"))
    names = {
        (1, False): pgettext("place in a ranking", "1st"),
        (1, True): pgettext("place in a ranking", "1st ="),
        (2, False): pgettext("place in a ranking", "2nd"),
        (3, False): pgettext("place in a ranking", "3rd"),
    }
    if number is None:
        return ""
    return names.get((int(number), draw), place(row))


@register.filter
def own_first(rows: list[Row], own: Row | None) -> list[Row]:
    """The rows with the reader's own at the front."""
    seat = own.get("seat") if own else None
    return sorted(rows, key=lambda row: seat is None or row.get("seat") != seat)


@register.filter
def by_seat(rows: list[Row]) -> list[Row]:
    """The rows in the order of the lines in the chart."""
    return sorted(rows, key=lambda row: int(row["seat"]))


@register.filter
def free_seats(race: Row) -> list[int]:
    """The numbers of the seats nobody has taken; none where any number may join."""
    seats, taken = int(race.get("seats") or 0), len(race.get("players") or ())
    return list(range(taken + 1, seats + 1))


@register.filter
def progress(row: Row, of: Row | int) -> str:
    """In a few words, "64 moves, 2 of 8 sequences", as far as the reader may see it."""
    total = of if isinstance(of, int) else need(of)
    moves, done = row.get("moves"), row.get("sequences")
    if moves is None or done is None:
        return ""
    return ngettext(
        "%(moves)s move, %(done)s of %(total)s sequences",
        "%(moves)s moves, %(done)s of %(total)s sequences",
        moves,
    ) % {"moves": moves, "done": done, "total": total}


@register.filter
def outcome(row: Row) -> str:
    """A finished game in a few words, "135 moves, 10:58"; nothing where it may not be seen."""
    moves = row.get("moves")
    if moves is None:
        return ""
    return ngettext("%(moves)s move, %(time)s", "%(moves)s moves, %(time)s", moves) % {
        "moves": moves,
        "time": clock(row.get("seconds")),
    }


@register.filter
def group_name(group: object) -> str:
    """The heading over a part of a result table."""
    names = {
        "ranked": gettext("Finished"),
        "going": gettext("Not finished yet"),
        "unranked": gettext("Not finished"),
        "practice": gettext("Practice: knew these cards before"),
    }
    return names.get(str(group), "")
