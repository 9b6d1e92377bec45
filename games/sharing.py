"""What is told of a race outside the site: previews of its link, and its result as a text.

Built from what anybody may see of a race, and of that from names, rules and the verdict alone:
no card, no code and no number of a game that goes on is in it.
"""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import verdicts
from games.templatetags.words import game_and_level, host_name
from games.words import who

Json = dict[str, Any]
NOBODY: Json = {"seat": None}


@dataclass(frozen=True, slots=True)
class Preview:
    """A title and a sentence or two below it."""

    title: str
    description: str


def preview(race: Json) -> Preview:
    """Who invites to what; of a race that is over, how it came out, where that may be told."""
    if _is_over(race):
        told = verdicts.of(race, NOBODY)
        return Preview(f"{game_and_level(race)}: {told['headline']}", told["detail"] or _rule())
    names = {"host": host_name(race), "game": game_and_level(race)}
    gathers = race["state"] == "gathering"
    if gathers or (race["mode"] == "open" and race["state"] == "running" and _has_room(race)):
        return Preview(_("%(host)s invites you: %(game)s") % names, f"{_way(race)} {_rule()}")
    return Preview(_("%(host)s races: %(game)s") % names, f"{_players(race)} {_rule()}")


def deal(about: Json) -> Preview:
    """What is played under a code."""
    names = {"code": about["code"], "game": game_and_level(about)}
    return Preview(_("%(game)s: deal %(code)s") % names, _rule())


def result(race: Json) -> str:
    """How a closed race came out, in a line that anybody may read, for sending it on."""
    told = verdicts.of(race, NOBODY)
    line = f"{game_and_level(race)}: {told['headline']}."
    return f"{line} {told['detail']}".strip()


def _is_over(race: Json) -> bool:
    """A row without a state is one of which the reader may not know how it ended."""
    return race["state"] in ("cancelled", "closed") and all("state" in r for r in race["players"])


def _has_room(race: Json) -> bool:
    return not race["seats"] or bool(race["count"] < race["seats"])


def _way(race: Json) -> str:
    if race["mode"] == "live":
        return _("A live race: the cards are shown to all at once.")
    return _("A race in your own time: your clock starts when you turn the cards.")


def _players(race: Json) -> str:
    """By name where there are two, else how many."""
    if race["count"] == 2 and len(race["players"]) == 2:
        one, other = (who(row) for row in race["players"])
        return _("%(one)s against %(other)s.") % {"one": one, "other": other}
    count = race["count"]
    return ngettext("%(count)s player.", "%(count)s players.", count) % {"count": count}


def _rule() -> str:
    return _("The same cards for everybody. Fewest moves wins, then time.")
