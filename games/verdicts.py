"""How a race has come out, in sentences, and its rows in the order of the result table."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.templatetags.words import progress
from games.words import clock, who

Json = dict[str, Any]
_SO_FAR = {"won": "ranked", "resigned": "unranked", "timed_out": "unranked", "void": "unranked"}


def rows(race: Json) -> list[Json]:
    """The players: who won by place, or as it stands so far; who still plays or may begin;
    who did not win; practice apart.
    """
    groups = {"ranked": 0, "going": 1, "unranked": 2, "practice": 3}
    shown = [row | {"group": _group(row, race)} for row in race["players"]]

    def order(row: Json) -> tuple[int, ...]:
        won, moves = row["state"] == "won", row.get("moves", 0)
        place, seconds = row.get("place", 0), row.get("seconds", 0)
        return groups[row["group"]], place, not won, moves if won else -moves, seconds, row["seat"]

    return sorted(shown, key=order)


def of(race: Json, you: Json) -> Json:
    """``{headline, detail, decides}``; ``decides`` names the row that made the difference."""
    own = next((row for row in race["players"] if row["seat"] == you["seat"]), None)
    if race["state"] == "cancelled":
        return _verdict(_("This race was called off"))
    if race["state"] != "closed":
        return _so_far(race, own)
    placed = sorted((row for row in race["players"] if "place" in row), key=lambda r: r["place"])
    if not placed:
        return _nobody(race, own)
    if _compared(race) < 2:
        return _alone(placed[0], placed[0] is own)
    first = [row for row in placed if row["place"] == 1]
    if len(first) > 1:
        return _draw(first, own)
    return _won(first[0], placed[1] if len(placed) > 1 else None, own)


def _group(row: Json, race: Json) -> str:
    if "place" in row:
        return "ranked"
    if row["practice"] and not _all_practice(race):
        return "practice"
    if race["state"] == "closed":
        return "unranked"
    # A state that the reader may not see yet is that of a game that was begun.
    return _SO_FAR.get(row.get("state", ""), "going")


def _all_practice(race: Json) -> bool:
    begun = [row for row in race["players"] if row["state"] != "waiting"]
    return all(row["practice"] for row in begun)


def _compared(race: Json) -> int:
    """How many are compared with each other, won or not: one alone gets no verdict."""
    begun = [row for row in race["players"] if row["state"] != "waiting"]
    return len(begun) if _all_practice(race) else len([r for r in begun if not r["practice"]])


def _so_far(race: Json, own: Json | None) -> Json:
    waiting = [r for r in race["players"] if r["state"] in ("waiting", "playing") and r is not own]
    detail = _("The race goes on until everybody has finished or the time to begin is over.")
    if race.get("mode") == "live":
        detail = _("The race goes on until everybody has finished or its time is over.")
    if len(waiting) == 1:
        detail = _not_yet(waiting[0], race)
    if own is None or own["state"] == "playing":
        return _verdict(_("The race so far"), detail)
    return _verdict(_own_end(own), detail)


def _not_yet(row: Json, race: Json) -> str:
    if row["state"] == "playing" and "moves" in row:
        values = {"name": who(row), "progress": progress(row, race)}
        return _("%(name)s is still playing: %(progress)s.") % values
    return _("%(name)s has not finished yet.") % {"name": who(row)}


def _own_end(own: Json) -> str:
    if own["state"] == "won":
        moves = own["moves"]
        return ngettext(
            "You finished in %(moves)s move", "You finished in %(moves)s moves", moves
        ) % {"moves": moves}
    if own["state"] == "resigned":
        return _("You gave up this game")
    if own["state"] == "timed_out":
        return _("Your time ran out")
    return _("This game was set aside")


def _nobody(race: Json, own: Json | None) -> Json:
    begun = [row for row in race["players"] if row["state"] != "waiting"]
    if own and own in begun and len(begun) == 1:
        return _verdict(_own_end(own))
    if not begun and race["count"]:  # any number sat, and only the own row is told
        return _verdict(_("This race is over"))
    if not begun:
        return _verdict(_("Nobody played this race"))
    return _verdict(_("Nobody finished this race"))


def _alone(row: Json, own: bool) -> Json:
    if own:
        return _verdict(_own_end(row), _time(row))
    headline = ngettext(
        "%(name)s finished in %(moves)s move", "%(name)s finished in %(moves)s moves", row["moves"]
    ) % {"name": who(row), "moves": row["moves"]}
    return _verdict(headline, _time(row))


def _time(row: Json) -> str:
    return _("It took %(time)s.") % {"time": clock(row["seconds"])}


def _draw(first: list[Json], own: Json | None) -> Json:
    result = {"moves": first[0]["moves"], "time": clock(first[0]["seconds"]), "count": len(first)}
    if len(first) > 2:
        detail = _("%(count)s players needed %(moves)s moves and %(time)s.") % result
    elif own in first:
        rival = next(row for row in first if row is not own)
        detail = _("You and %(name)s both needed %(moves)s moves and %(time)s.") % (
            result | {"name": who(rival)}
        )
    else:
        detail = _("%(one)s and %(other)s both needed %(moves)s moves and %(time)s.") % (
            result | {"one": who(first[0]), "other": who(first[1])}
        )
    return _verdict(_("A draw"), detail, "draw")


def _won(winner: Json, second: Json | None, own: Json | None) -> Json:
    """One winner: by moves, on time, or because nobody else finished."""
    mine = winner is own
    if second is None:
        headline = _("You win") if mine else _("%(name)s wins") % {"name": who(winner)}
        return _verdict(headline, _("Nobody else finished."))
    by = second["moves"] - winner["moves"]
    if by == 0:
        return _won_on_time(winner, second, mine)
    if mine:
        headline = ngettext("You win by %(by)s move", "You win by %(by)s moves", by) % {"by": by}
    else:
        headline = ngettext("%(name)s wins by %(by)s move", "%(name)s wins by %(by)s moves", by) % {
            "name": who(winner),
            "by": by,
        }
    detail = _("%(moves)s moves to %(others)s. Fewest moves wins.") % {
        "moves": winner["moves"],
        "others": second["moves"],
    }
    return _verdict(headline, detail, "moves")


def _won_on_time(winner: Json, second: Json, mine: bool) -> Json:
    headline = _("You win on time") if mine else _("%(name)s wins on time") % {"name": who(winner)}
    detail = _("Both needed %(moves)s moves: %(time)s to %(other)s.") % {
        "moves": winner["moves"],
        "time": clock(winner["seconds"]),
        "other": clock(second["seconds"]),
    }
    return _verdict(headline, detail, "time")


def _verdict(headline: str, detail: str = "", decides: str | None = None) -> Json:
    return {"headline": headline, "detail": detail, "decides": decides}
