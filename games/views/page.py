"""What every page has: the viewer, the theme; and who a form is from."""

from typing import Any

from django.contrib.auth import login
from django.http import HttpRequest

from games import accounts, state
from games.models import Player

THEMES = ("system", "light", "dark")
BACKEND = "django.contrib.auth.backends.ModelBackend"


def context(request: HttpRequest) -> dict[str, Any]:
    """``viewer`` and ``theme`` for all templates."""
    player = viewer(request)
    theme = request.COOKIES.get("theme", THEMES[0])
    return {
        "viewer": state.player_state(player) if player else None,
        "theme": theme if theme in THEMES else THEMES[0],
    }


def viewer(request: HttpRequest) -> Player | None:
    """Who looks; looking makes nobody a guest."""
    user = getattr(request, "user", None)
    return user if isinstance(user, Player) else None


def acting(request: HttpRequest) -> Player:
    """Who sends a form; somebody new becomes a guest by it."""
    player = viewer(request)
    if player is None:
        player = accounts.make_guest()
        login(request, player, backend=BACKEND)
    return player
