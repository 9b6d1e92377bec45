"""Where every card lies: an arrangement of columns and stock, as values, JSON and text."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self

from games.engine.cards import HIDDEN, TEXTS, BadCard, count_cards, pack, parse_card
from games.engine.refusals import BadPart
from games.engine.rules import Rules

_IN_JSON, _IN_TEXT = "?", "??"  # a hidden card; in the text all cards have two characters
_PLACES = {HIDDEN, *TEXTS}  # what may stand where a card lies


class BadLayout(BadPart):
    """A layout that cannot be read or is not what it should be; `part` says where.

    It is "layout", "columns", "down", "stock", "cards" or, counted from 1, such as "column 3".
    """

    def __str__(self) -> str:
        return f"{self.part}: {super().__str__()}"


@dataclass(frozen=True)
class Layout:
    """Columns (deepest card first), how many of each are face-down, and the stock.

    The stock's first card is dealt first. Any arrangement is allowed, not only a whole pack, as
    long as the last card of each column is face-up; else `BadLayout`. Face-down or in the stock a
    card may be `HIDDEN`: not told. No game starts from such a layout; `filled` makes it playable.
    """

    columns: tuple[tuple[int, ...], ...]
    down: tuple[int, ...]
    stock: tuple[int, ...]

    def __post_init__(self) -> None:
        # Lists could be changed, and a layout of them could be in no set.
        for name in ("columns", "down", "stock"):
            if not isinstance(getattr(self, name), tuple):
                raise BadLayout(name, "it must be a tuple.")
        if not self.columns:
            raise BadLayout("columns", "there must be at least one.")
        if len(self.columns) != len(self.down):
            raise BadLayout("down", "there must be one face-down count for each column.")
        for number, (cards, down) in enumerate(zip(self.columns, self.down, strict=True), 1):
            _check_column(cards, down, f"column {number}")
        _check_cards(self.stock, "stock")

    def __repr__(self) -> str:
        return f"{type(self).__name__}.from_text({self.to_text()!r})"

    @property
    def is_empty(self) -> bool:
        """Whether no card is left anywhere, which is how a game is won."""
        return not self.stock and not any(self.columns)

    @property
    def rows(self) -> int:
        """How many rows its stock makes; the last one may be short (rules, section 2.5)."""
        return -(-len(self.stock) // len(self.columns))

    @property
    def hidden(self) -> int:
        """How many of its cards are not told."""
        return sum(cards.count(HIDDEN) for cards in (*self.columns, self.stock))

    def masked(self, down: Sequence[int] | None = None, stock: int | None = None) -> Self:
        """The same with the first `down[i]` cards of each column and the last `stock` hidden.

        Where they are not given: all that lies face-down, and the whole stock. The numbers must
        be within what lies there, else `BadLayout`.
        """
        counts = self.down if down is None else tuple(down)
        left = len(self.stock) if stock is None else stock
        if len(counts) != len(self.down) or not 0 <= left <= len(self.stock):
            raise BadLayout("layout", "that many cards cannot be hidden.")
        columns = tuple(
            _mask(cards, count, f"column {number}")
            for number, (cards, count) in enumerate(zip(self.columns, counts, strict=True), 1)
        )
        told = self.stock[: len(self.stock) - left]
        return type(self)(columns, self.down, told + (HIDDEN,) * left)

    def filled(self, cards: Iterable[int]) -> Self:
        """The same with these cards in the hidden places: column after column, then the stock.

        Raises `BadLayout` unless they are as many as are hidden.
        """
        supply = list(cards)
        if len(supply) != self.hidden:
            raise BadLayout("cards", f"{self.hidden} are hidden, not {len(supply)}.")
        at = iter(supply)
        columns = tuple(tuple(card or next(at) for card in column) for column in self.columns)
        return type(self)(columns, self.down, tuple(card or next(at) for card in self.stock))

    def to_json(self) -> dict[str, Any]:
        """`{"columns": [{"down": 5, "cards": ["KS", ...]}, ...], "stock": [...]}`.

        A hidden card is "?".
        """
        return {
            "columns": [
                {"down": down, "cards": [TEXTS.get(card, _IN_JSON) for card in cards]}
                for cards, down in zip(self.columns, self.down, strict=True)
            ],
            "stock": [TEXTS.get(card, _IN_JSON) for card in self.stock],
        }

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """Read what `to_json` writes. Raises `BadLayout`."""
        columns = _member(data, "columns", "layout", list)
        parts = [f"column {number}" for number in range(1, len(columns) + 1)]
        return cls(
            columns=tuple(
                _cards(_member(column, "cards", part, list), part, _IN_JSON)
                for column, part in zip(columns, parts, strict=True)
            ),
            down=tuple(
                _member(column, "down", part, int)
                for column, part in zip(columns, parts, strict=True)
            ),
            stock=_cards(_member(data, "stock", "layout", list), "stock", _IN_JSON),
        )

    def to_text(self) -> str:
        """One line, the same for everybody: what a commitment is computed over.

        Columns first to last with a space between; in a column its face-down cards, deepest first,
        then `|`, then its face-up cards; after the last column `/` and the stock, first dealt
        first. Cards have two characters (rules, section 8), a hidden one is `??`:
        `KSQH|TS ??|6S/4S??`.
        """
        columns = (
            f"{_join(cards[:down])}|{_join(cards[down:])}"
            for cards, down in zip(self.columns, self.down, strict=True)
        )
        return f"{' '.join(columns)}/{_join(self.stock)}"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` writes, alone or with the end of its line. Raises `BadLayout`."""
        if not isinstance(text, str):
            raise BadLayout("layout", "it must be a text.")
        tableau, slash, stock = text.rstrip("\r\n").partition("/")
        if not slash:
            raise BadLayout("layout", "a slash must stand before the stock.")
        columns, down = [], []
        for number, column in enumerate(tableau.split(" ") if tableau else (), 1):
            hidden, bar, shown = column.partition("|")
            if not bar:
                raise BadLayout(f"column {number}", "a bar must stand before its face-up cards.")
            texts = _pairs(hidden) + _pairs(shown)
            columns.append(_cards(texts, f"column {number}", _IN_TEXT))
            down.append(len(_pairs(hidden)))
        return cls(tuple(columns), tuple(down), _cards(_pairs(stock), "stock", _IN_TEXT))


def check_told(layout: Layout) -> None:
    """Raise `BadLayout` if any of its cards is hidden, or if it is no layout."""
    if not isinstance(layout, Layout):
        raise BadLayout("layout", "it must be a Layout.")
    if layout.hidden:
        raise BadLayout("cards", f"{layout.hidden} of them are hidden; all must be told.")


def check_whole(layout: Layout, game: str, suits: int) -> None:
    """Raise `BadLayout` unless it is a game's whole pack in its starting arrangement.

    Heights, face-down counts, size of the stock and the cards must be those of rules, section 1.
    A game may start from less: what no game can be, `Game.problems` tells.
    """
    check_told(layout)
    variant = Rules(game, suits).variant
    heights = tuple(map(len, layout.columns))
    if heights != variant.heights:
        raise BadLayout("columns", f"{variant.name} starts with {variant.heights} cards.")
    if layout.down != variant.down:
        raise BadLayout("down", f"{variant.name} starts with {variant.down} cards face-down.")
    if len(layout.stock) != variant.stock:
        raise BadLayout("stock", f"{variant.name} starts with {variant.stock} cards in it.")
    have = count_cards((*layout.columns, layout.stock))
    if wrong := _difference(have, Counter(pack(variant, suits))):
        raise BadLayout("cards", f"not the pack with {suits} suits: {wrong}.")


def commitment(salt: bytes, layout: Layout) -> str:
    """SHA-256, in hex, of the salt's bytes followed by `layout.to_text()` in ASCII.

    Published before anybody plays; salt and layout follow when the deal is closed, and everybody
    can compute it again (rules, section 5). Raises `BadLayout` where a card is hidden.
    """
    check_told(layout)
    return hashlib.sha256(salt + layout.to_text().encode("ascii")).hexdigest()


def _difference(have: Counter[int], want: Counter[int]) -> str:
    """What is missing or too many, in words; empty where nothing is."""
    missing = [TEXTS[card] for card in (want - have).elements()]
    extra = [TEXTS[card] for card in (have - want).elements()]
    told = (("missing", missing), ("too many", extra))
    return ", ".join(f"{what} {' '.join(cards)}" for what, cards in told if cards)


def _join(cards: tuple[int, ...]) -> str:
    return "".join(TEXTS.get(card, _IN_TEXT) for card in cards)


def _mask(cards: tuple[int, ...], count: int, part: str) -> tuple[int, ...]:
    if not 0 <= count <= len(cards):
        raise BadLayout(part, f"it has no {count} cards to hide.")
    return (HIDDEN,) * count + cards[count:]


def _check_column(cards: tuple[int, ...], down: int, part: str) -> None:
    if not isinstance(cards, tuple):
        raise BadLayout(part, "it must be a tuple.")
    _check_cards(cards, part)
    if type(down) is not int or not 0 <= down <= max(len(cards) - 1, 0):
        raise BadLayout(part, "its last card must be face-up.")
    if HIDDEN in cards[down:]:
        raise BadLayout(part, "a face-up card cannot be hidden.")


def _check_cards(cards: tuple[int, ...], part: str) -> None:
    # True == 1 and 1.0 == 1, but neither is an ace; what is no int may not even have a hash.
    if not {int}.issuperset(map(type, cards)) or not _PLACES.issuperset(cards):
        raise BadLayout(part, "what is no card lies in it.")


def _pairs(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def _cards(texts: list[Any], part: str, hidden: str) -> tuple[int, ...]:
    try:
        return tuple(HIDDEN if text == hidden else parse_card(text) for text in texts)
    except BadCard as bad:
        raise BadLayout(part, str(bad)) from None


def _member(data: Any, name: str, part: str, kind: type) -> Any:
    """`data[name]`, which must be of that very kind (a bool is no int)."""
    if not isinstance(data, dict) or type(data.get(name)) is not kind:
        raise BadLayout(part, f"{name} must be {'a list' if kind is list else 'a number'}.")
    return data[name]
