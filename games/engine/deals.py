"""From a deal's number to its cards, by a keyed shuffle that nobody can compute without the key."""

import hmac
from collections.abc import Iterator
from itertools import count

from games.engine.cards import pack
from games.engine.codes import Code
from games.engine.layouts import Layout
from games.engine.refusals import Unreadable
from games.engine.rules import VARIANTS, Variant


def lay_out(key: bytes, game: str, suits: int, number: int) -> Layout:
    """The layout of a deal under the installation's key (rules, section 5).

    The same key and deal give the same layout on every machine and for ever: nothing in here may
    change. Raises `BadCode` for a deal that does not exist and `Unreadable` for what is no key.
    """
    if not isinstance(key, bytes) or not key:
        raise Unreadable("A deal needs the installation's key: bytes, one or more.")
    Code(game, suits, "classic", number)
    variant = VARIANTS[game]
    cards = pack(variant, suits)
    _shuffle(cards, _words(key, f"spiderweb deal 1 {game} {suits} {number}"))
    return _arrange(cards, variant)


def fingerprint(key: bytes) -> str:
    """Eight characters that tell keys apart and give nothing of the key away."""
    return hmac.digest(key, b"spiderweb key fingerprint 1", "sha256").hex()[:8]


def _words(key: bytes, label: str) -> Iterator[int]:
    """An endless stream of 16-bit numbers: HMAC-SHA256 of label and counter, block after block."""
    for block in count():
        digest = hmac.digest(key, f"{label} {block}".encode("ascii"), "sha256")
        for at in range(0, len(digest), 2):
            yield int.from_bytes(digest[at : at + 2], "big")


def _below(limit: int, words: Iterator[int]) -> int:
    """An unbiased number below `limit`: words beyond its last whole multiple are thrown away."""
    whole = 0x10000 - 0x10000 % limit
    return next(word for word in words if word < whole) % limit


def _shuffle(cards: list[int], words: Iterator[int]) -> None:
    """Fisher and Yates: every order equally likely."""
    for last in range(len(cards) - 1, 0, -1):
        other = _below(last + 1, words)
        cards[last], cards[other] = cards[other], cards[last]


def _arrange(cards: list[int], variant: Variant) -> Layout:
    """Column after column, deepest card first; what is left is the stock."""
    supply = iter(cards)
    columns = tuple(tuple(next(supply) for _ in range(height)) for height in variant.heights)
    return Layout(columns, variant.down, tuple(supply))
