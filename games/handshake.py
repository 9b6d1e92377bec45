"""Who opens a socket: a program by its token or, from our own pages alone, a browser."""

from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import split_domain_port, validate_host

from games import accounts, sign_out, threads
from games.models import Player
from games.refusals import Refusal


async def caller(scope: Mapping[str, Any]) -> tuple[Player | None, str | None]:
    """The player and the key that it came in with (see ``sign_out``); None for nobody.

    Raises ``Refusal`` (``unknown_player``) for a foreign page and a token that is not ours.
    """
    headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
    origin = headers.get(b"origin")
    if origin is not None and not is_ours(origin, headers.get(b"host", "")):
        raise Refusal("unknown_player")
    if token := accounts.bearer(headers.get(b"authorization", "")):
        player = await threads.run(accounts.player_of_token, token)
        if player is None:
            raise Refusal("unknown_player")
        return player, sign_out.by_token(token)
    session_key = _cookie(headers.get(b"cookie", ""), settings.SESSION_COOKIE_NAME)
    if origin is None or session_key is None:
        return None, None
    player = await threads.run(accounts.player_of_session, session_key)
    return player, sign_out.by_session(session_key) if player else None


def is_ours(origin: str, host: str) -> bool:
    """Does a socket's ``Origin`` name this site?"""
    try:
        place = urlsplit(origin)
    except ValueError:  # no address at all
        return False
    # Over HTTPS a page that came without it may be anybody's work.
    scheme_fits = place.scheme in (("https",) if settings.HTTPS else ("http", "https"))
    own = place.netloc == host and _is_a_name_of_ours(host)
    return (own and scheme_fits) or origin in settings.CSRF_TRUSTED_ORIGINS


def _is_a_name_of_ours(host: str) -> bool:
    """A ``Host`` is what the browser was told to ask for: any name may lead to this address."""
    domain, _port = split_domain_port(host)
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)


def _cookie(header: str, name: str) -> str | None:
    try:
        morsel = SimpleCookie(header).get(name)
    except CookieError:
        return None
    return morsel.value if morsel else None
