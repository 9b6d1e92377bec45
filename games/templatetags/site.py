"""What the pages are furnished with: the ways through the site, choices, the picture."""

from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.preferences import USUAL

register = template.Library()


@register.simple_tag
def seat_choices(chosen: str) -> list[str]:
    """How many seats the form offers, and what was asked for; "any number" stands beside them."""
    asked = {int(chosen)} if chosen in map(str, range(2, 17)) else set()
    return [str(seats) for seats in sorted({2, 3, 4, 8, 16} | asked)]


@register.simple_tag(takes_context=True)
def preference_attributes(context: template.Context) -> SafeString:
    """What somebody likes, for style sheets and scripts: ``data-large-print="on"``."""
    liked = context.get("preferences") or USUAL
    named = ((name.replace("_", "-"), value) for name, value in liked.items())
    return format_html_join(" ", 'data-{}="{}"', named)


# --- For other sites ----------------------------------------------------------------------


@register.simple_tag(takes_context=True)
def address(context: template.Context, path: str) -> str:
    """A path of the site as a whole address; the path alone where nobody has asked."""
    request = context.get("request")
    return str(request.build_absolute_uri(path)) if request else path


@register.simple_tag(takes_context=True)
def preview_picture(context: template.Context) -> str:
    """The address of the picture beside a link: card backs, the same for every page."""
    return address(context, static("img/preview.png"))


# --- The picture on the home page ----------------------------------------------------------

# Face-down cards, then the rest from the top.
PICTURE = (
    (5, "JH 3S 2S QS 3H 2H AH"),
    (4, "6S 5S 4S 3S"),
    (2, "2H AS AH"),
    (0, "TH 9H"),
    (0, "KS 4S 3S"),
    (4, "4H 3H 2H 7S 6S 5S 9S 8S"),
    (4, "KH QH JH TH 9H 8H"),
)


@register.simple_tag
def picture() -> list[dict[str, Any]]:
    """A table in mid-game, for decoration only."""
    return [
        {
            "down": range(down),
            "up": [
                {"rank": card[0], "index": card[0].replace("T", "10"), "suit": card[1]}
                for card in up.split()
            ],
        }
        for down, up in PICTURE
    ]


# --- The ways through the site ------------------------------------------------------------


@register.simple_tag(takes_context=True)
def nav(context: template.Context) -> list[dict[str, str]]:
    """The entries of the bar above and of the phone's tab bar; a new page adds its line here."""
    path = getattr(context.get("request"), "path", "")
    entries = [
        # address, icon, name, short name, what else belongs to it
        ("/", "home", gettext("Play"), gettext("Play"), "/r/"),
        ("/new/", "users", gettext("New challenge"), gettext("Challenge"), ""),
        ("/d/", "search", gettext("Find a deal"), gettext("Find a deal"), "/d/"),
    ]

    def current(url: str, below: str) -> str:
        if path == url:
            return "page"
        return "true" if below and path.startswith(below) else ""

    return [
        {"url": url, "icon": icon, "name": name, "short": short, "current": current(url, below)}
        for url, icon, name, short, below in entries
    ]
