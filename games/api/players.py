"""Guests for programs. (Browsers become guests by the first form that needs a player.)"""

from django.http import HttpRequest
from ninja import Router, Status

from games import accounts, limits, state
from games.api.schemas import ERRORS, GuestOut, Json, NewGuest

router = Router(tags=["players"])


@router.post("guests", response={201: GuestOut, **ERRORS})
def make_guest(request: HttpRequest, body: NewGuest | None = None) -> Status[Json]:
    """Make a guest, and the token that speaks for it."""
    limits.check_new_guest(request)
    body = body or NewGuest()
    player = accounts.make_guest(body.name, bot=body.bot)
    return Status(201, {"player": state.player_state(player), "token": accounts.make_token(player)})
