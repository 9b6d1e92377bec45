"""Where stored deals come from: drawn by the server, chosen by their code, or imported.

The layout of a number is fixed by the secret key of the installation (rules, section 5).
"""

import secrets
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from games.engine import (
    BadLayout,
    Code,
    Layout,
    check_whole,
    commitment,
    fingerprint,
    lay_out,
)
from games.models import Deal
from games.refusals import Refusal
from spiderweb import environment

# Drawn deals have eight-digit numbers.
LEAST_DRAWN, MOST_DRAWN = 10_000_000, 99_999_999


class MissingKey(RuntimeError):
    """The key of the deals is gone: without it the same number would give other cards."""


def prepare_key() -> None:
    """Make the key of a new installation. Where deals exist it is never made anew.

    Raises ``MissingKey`` where deals are stored and the key is gone.
    """
    path: Path = settings.DEAL_KEY_FILE
    if path.exists():
        return
    if Deal.objects.exists():
        raise MissingKey(f"{path.name} is missing, but deals made with it exist: restore it.")
    environment.write_secret(path)


@lru_cache(maxsize=1)
def key() -> bytes:
    """The installation's secret; raises ``MissingKey`` where there is none."""
    path: Path = settings.DEAL_KEY_FILE
    try:
        return bytes.fromhex(path.read_text())
    except FileNotFoundError:
        raise MissingKey(f"{path.name} is missing: run manage.py prepare.") from None
    except ValueError:
        raise MissingKey(f"{path.name} cannot be read as a key.") from None


def draw(game: str, suits: int) -> Deal:
    """A new deal that nobody could choose and nobody has played."""
    while True:
        number = LEAST_DRAWN + secrets.randbelow(MOST_DRAWN - LEAST_DRAWN + 1)
        try:
            return _store(Code(game, suits, "classic", number), Deal.DRAWN)
        except IntegrityError:
            continue


def named(code: Code) -> QuerySet[Deal]:
    """The stored deal of a code, if any."""
    return Deal.objects.filter(game=code.game, suits=code.suits, number=code.number)


def find(code: Code) -> Deal | None:
    """The stored deal of a code; a valid code that nobody has used has none."""
    return named(code).first()


def by_code(code: Code) -> Deal:
    """The deal of a code, stored now if it was not."""
    deal = find(code)
    if deal is None:
        try:
            deal = _store(code, Deal.CHOSEN)
        except IntegrityError:  # somebody was quicker
            deal = Deal.objects.get(game=code.game, suits=code.suits, number=code.number)
    return deal


def import_layout(code: Code, layout: Layout) -> Deal:
    """Keep an explicit layout under a code.

    Raises ``BadLayout`` for what is no whole pack in the game's starting arrangement and
    ``Refusal`` (``deal_exists``) where the code has been played or holds another layout.
    """
    check_whole(layout, code.game, code.suits)
    deal = find(code)
    if deal is None:
        return _store(code, Deal.IMPORTED, layout)
    if deal.layout != layout or deal.attempts.exists() or deal.races.exists():
        raise Refusal("deal_exists", "code")
    return deal


def _store(code: Code, origin: str, layout: Layout | None = None) -> Deal:
    layout = layout or lay_out(key(), code.game, code.suits, code.number)
    salt = secrets.token_bytes(32)
    with transaction.atomic():
        return Deal.objects.create(
            game=code.game,
            suits=code.suits,
            number=code.number,
            layout_json=layout.to_json(),
            origin=origin,
            salt=salt,
            commitment=commitment(salt, layout),
            key_fingerprint=fingerprint(key()),
        )


__all__ = [
    "BadLayout",
    "MissingKey",
    "by_code",
    "draw",
    "find",
    "import_layout",
    "key",
    "prepare_key",
]
