"""Who somebody is: guests, and the tokens of programs."""

import hashlib
import re
import secrets
from importlib import import_module

from django.conf import settings
from django.contrib.auth import get_user
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from games import names
from games.models import Player, Token
from games.refusals import Refusal

GUEST_NAME = re.compile(r"guest-(\d+)", re.IGNORECASE)
_TRIES_PER_LENGTH = 8


def make_guest(name: str | None = None, *, bot: bool = False) -> Player:
    """A new guest, "guest-4821" where no name is asked for.

    Raises ``Refusal``: ``bad_value`` for what is no name, ``name_taken`` for one that looks
    like another's or is kept for those who run the site.
    """
    if name is not None:
        return _named_guest(name, bot)
    digits = 4
    while True:
        for _ in range(_TRIES_PER_LENGTH):
            number = secrets.randbelow(9 * 10 ** (digits - 1)) + 10 ** (digits - 1)
            if player := _try_name(f"guest-{number}", bot):
                return player
        digits += 1


def _named_guest(name: str, bot: bool) -> Player:
    name = names.read(name)
    player = None if names.is_reserved(name) else _try_name(name, bot)
    if player is None:
        raise Refusal("name_taken", "name")
    return player


def _try_name(name: str, bot: bool) -> Player | None:
    player = Player(name=name, guest=True, bot=bot)
    player.set_unusable_password()
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError:
        return None
    return player


def make_token(player: Player) -> str:
    """A new key for programs that act as ``player``; shown once, kept as a hash."""
    token = secrets.token_urlsafe(32)
    Token.objects.create(player=player, digest=digest(token))
    return token


def player_of_token(token: str) -> Player | None:
    """Whose key this is."""
    kept = Token.objects.select_related("player").filter(digest=digest(token)).first()
    return kept.player if kept and kept.player.is_active else None


def player_of_session(session_key: str | None) -> Player | None:
    """Who is logged in under a session cookie; a socket's handshake is no Django request."""
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    player = get_user(request)
    return player if isinstance(player, Player) else None


def bearer(header: str) -> str | None:
    """The token in an ``Authorization`` header, where it is one of ours."""
    scheme, _, token = header.partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


def digest(token: str) -> str:
    """What is kept of a token: it is random and long, so that its plain hash tells nothing."""
    return hashlib.sha256(token.encode()).hexdigest()
