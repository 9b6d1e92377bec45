"""How somebody likes the site: kept by the device and, for a named player, on the server."""

from collections.abc import Mapping
from types import MappingProxyType
from urllib.parse import parse_qsl, urlencode

# name -> what it can be, the usual first
CHOICES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "theme": ("system", "light", "dark"),
        "large_print": ("off", "on"),
        "motion": ("system", "less"),
        "four_colour": ("level", "on", "off"),  # by level: where there are four suits
        "double_click": ("on", "off"),
        "auto_place": ("off", "on"),
        "placement_help": ("on", "off"),
        "reminders": ("on", "off"),
        "sound": ("off", "on"),
        "quiet": ("off", "on"),
    }
)
USUAL: Mapping[str, str] = MappingProxyType({name: of[0] for name, of in CHOICES.items()})

# More than all of them take together: whatever else stands in a cookie is not read.
MOST_CHARACTERS = 400


def known(values: Mapping[str, object]) -> dict[str, str]:
    """Those of the values that are choices of ours; the others are left out."""
    return {
        name: value
        for name, value in values.items()
        if isinstance(value, str) and value in CHOICES.get(name, ())
    }


def read(text: str) -> dict[str, str]:
    """What ``write`` has written; nonsense in it is left out."""
    return known(dict(parse_qsl(text[:MOST_CHARACTERS])))


def write(values: Mapping[str, str]) -> str:
    """In one line, for a cookie: only what is not as usual."""
    return urlencode(unusual(values))


def unusual(values: Mapping[str, str]) -> dict[str, str]:
    """Those values that somebody has chosen otherwise than usual."""
    return {name: value for name, value in known(values).items() if value != USUAL[name]}
