"""Who calls: a bearer token, or the session cookie with its CSRF token."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from ninja.security import APIKeyCookie, HttpBearer

from games import accounts
from games.models import Player
from games.refusals import Refusal


class BearerToken(HttpBearer):
    """``Authorization: Bearer <token>``, as programs do."""

    def authenticate(self, request: HttpRequest, token: str) -> Player:
        """The token's player; a token that is not ours is refused, never passed over."""
        player = accounts.player_of_token(token)
        if player is None:
            raise Refusal("unknown_player")
        return player


class Cookie(APIKeyCookie):
    """The site's own pages; a POST needs the CSRF token too."""

    param_name = settings.SESSION_COOKIE_NAME

    def __call__(self, request: HttpRequest) -> Any:
        """Who sends no cookie is unknown; the CSRF token is for those who send one."""
        return super().__call__(request) if self.param_name in request.COOKIES else None

    def authenticate(self, request: HttpRequest, key: str | None) -> Player | None:
        """The player of the session, or None."""
        return request.user if isinstance(request.user, Player) else None


signed_in: list[Any] = [BearerToken(), Cookie()]


def caller(request: HttpRequest) -> Player | None:
    """Who reads, where that may be nobody. Raises ``Refusal`` for a token that is not ours."""
    token = accounts.bearer(request.headers.get("Authorization", ""))
    if token is not None:
        player = accounts.player_of_token(token)
        if player is None:
            raise Refusal("unknown_player")
        return player
    return request.user if isinstance(request.user, Player) else None
