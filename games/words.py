"""Names of people, times and races as sentences need them, in the language of the moment."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.engine import VARIANTS

Row = Mapping[str, Any]
NOTHING = "–"


def clock(seconds: object) -> str:
    """Seconds as "11:42", over an hour "1:02:03"; a dash where the time may not be seen."""
    try:
        total = int(float(str(seconds)))
    except ValueError:
        return NOTHING
    hours, rest = divmod(max(total, 0), 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes:02}:{left:02}"


def who(player: Row | None) -> str:
    """A name to show: "guest-4821" is Guest 4821, the word in the reader's language."""
    if not player:
        return ""
    name = str(player.get("name") or "")
    prefix, _dash, number = name.partition("-")
    if prefix != "guest" or not player.get("guest"):
        return name
    return _("Guest %(number)s") % {"number": number}


def need(race: Row) -> int:
    """How many sequences win the game."""
    return VARIANTS[str(race["game"])].sequences


def race_title(race: Row, own_name: str | None) -> str:
    """What a race is called by one who sits in it: "Race with Marta"."""
    if race["mode"] == "solo":
        names = {"spider": _("Spider, alone"), "spiderette": _("Spiderette, alone")}
        return names[str(race["game"])]
    rivals = [row for row in race["players"] if row["name"] != own_name]
    if len(rivals) == 1:
        return _("Race with %(name)s") % {"name": who(rivals[0])}
    names = {"spider": _("Spider race"), "spiderette": _("Spiderette race")}
    return names[str(race["game"])]
