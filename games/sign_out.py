"""Keys that are taken back: tokens, sessions, players; and the sockets that they opened.

Every process closes its own sockets as soon as it hears of it. What it did not hear (Redis
is down, the socket was just opening) the sweep finds.
"""

from typing import Any

from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils import timezone

from games import accounts, news
from games.models import Player, Token

SESSION, TOKEN = "session:", "token:"


def by_token(token: str) -> str:
    """The key of a socket that was opened with a token."""
    return TOKEN + accounts.digest(token)


def by_session(session_key: str) -> str:
    """The key of a socket that was opened with a session cookie."""
    return SESSION + session_key


def revoke_token(token: str) -> None:
    """This token opens nothing any more; harmless when repeated."""
    kept = Token.objects.filter(digest=accounts.digest(token)).first()
    if kept is not None:
        kept.delete()
        news.tell_everywhere(news.SignedOut(kept.player_id, by_token(token)))


def deactivate(player: Player) -> None:
    """No token, session or password lets this player in any more."""
    player.is_active = False
    player.save(update_fields=["is_active"])
    news.tell_everywhere(news.SignedOut(player.pk))


def on_logout(request: HttpRequest, user: Player | None, **_: Any) -> None:
    """Django's signal, given while the session still has its key: this browser's sockets go."""
    if user is not None and request.session.session_key:
        key = by_session(request.session.session_key)
        news.tell_everywhere(news.SignedOut(user.pk, key))


def sweep() -> None:
    """Close the sockets of this process whose key has gone meanwhile."""
    held = news.keys()
    for key in held.keys() - _good(held):
        news.tell_every_room(news.SignedOut(held[key], key))


def _good(held: dict[str, int]) -> set[str]:
    digests = [key.removeprefix(TOKEN) for key in held if key.startswith(TOKEN)]
    sessions = [key.removeprefix(SESSION) for key in held if key.startswith(SESSION)]
    players = Player.objects.filter(pk__in=set(held.values()), is_active=True)
    active = set(players.values_list("pk", flat=True))
    tokens = Token.objects.filter(digest__in=digests).values_list("digest", flat=True)
    running = Session.objects.filter(session_key__in=sessions, expire_date__gt=timezone.now())
    good = {TOKEN + digest for digest in tokens}
    good |= {SESSION + key for key in running.values_list("session_key", flat=True)}
    return {key for key in good if held[key] in active}
