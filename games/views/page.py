"""What every page has: the viewer and how they like it; and who a form is from."""

from typing import Any

from django.contrib.auth import login
from django.http import HttpRequest

from games import accounts, limits, preferences, state
from games.models import Player

PREFERENCES_COOKIE = "preferences"
BACKEND = "django.contrib.auth.backends.ModelBackend"


def context(request: HttpRequest) -> dict[str, Any]:
    """``viewer`` and ``preferences`` for all templates."""
    player = viewer(request)
    return {
        "viewer": state.player_state(player) if player else None,
        "preferences": preferences_of(request),
    }


def preferences_of(request: HttpRequest) -> dict[str, str]:
    """Every choice: a named player's own, else the device's, else the usual."""
    player = viewer(request)
    if player and not player.guest:
        return {**preferences.USUAL, **preferences.known(player.preferences)}
    kept = request.COOKIES.get(PREFERENCES_COOKIE, "")
    return {**preferences.USUAL, **preferences.read(kept)}


def viewer(request: HttpRequest) -> Player | None:
    """Who looks; looking makes nobody a guest."""
    user = getattr(request, "user", None)
    return user if isinstance(user, Player) else None


def acting(request: HttpRequest) -> Player:
    """Who sends a form; somebody new becomes a guest by it."""
    player = viewer(request)
    if player is None:
        limits.check_new_guest(request)
        player = accounts.make_guest()
        login(request, player, backend=BACKEND)
    return player
