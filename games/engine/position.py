"""The cards on the table, and the changes that an action makes to them and an undo takes back."""

from collections.abc import Iterable
from typing import Any, Self

from games.engine.cards import (
    ACE,
    RANK_BITS,
    SEQUENCE_LENGTH,
    SEQUENCES,
    SUIT_SHIFT,
    SUITS,
    TEXTS,
)
from games.engine.layouts import Layout
from games.engine.view import drawn

# One thing that happened, as the protocol tells it: {"moved": [8, 3, 7]}.
Effect = dict[str, Any]


class Position:
    """Tableau, stock and foundations (rules, section 2). It checks nothing and counts nothing.

    `columns` holds the cards, deepest first, the first `down[i]` of column i face-down; `stock`
    is first dealt first, and made `rows` rows at the start; `sequences` holds the suits of the
    finished sequences, first to last.
    Columns count from 1 in everything said to others and from 0 in these lists.
    """

    def __init__(self, layout: Layout, sequences: Iterable[str] = ()) -> None:
        self.columns = [list(cards) for cards in layout.columns]
        self.down = list(layout.down)
        self.stock = list(layout.stock)
        self.sequences = list(sequences)
        self.rows = self.rows_left()

    def __eq__(self, other: object) -> bool:
        """Whether the same cards lie the same way, whatever they lay like before."""
        if type(other) is not type(self):
            return NotImplemented
        return self.to_layout() == other.to_layout() and self.sequences == other.sequences

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.to_layout()!r}, {''.join(self.sequences)!r})"

    def __str__(self) -> str:
        """The table as its player sees it, one line for each row of cards."""
        return drawn(self.columns, self.down)

    def copy(self) -> Self:
        """The same once more: what is done with one does not change the other."""
        again = type(self).__new__(type(self))
        vars(again).update(vars(self))
        again.columns = [cards.copy() for cards in self.columns]
        again.down, again.stock = self.down.copy(), self.stock.copy()
        again.sequences = self.sequences.copy()
        return again

    def __copy__(self) -> Self:
        return self.copy()

    def to_layout(self) -> Layout:
        """Where the cards lie now."""
        return Layout(tuple(map(tuple, self.columns)), tuple(self.down), tuple(self.stock))

    def rows_left(self) -> int:
        """How often a row could be dealt from the stock; the last one may be short."""
        return -(-len(self.stock) // len(self.columns))

    def _move_cards(self, source: int, count: int, target: int) -> list[Effect]:
        self._carry(source, count, target)
        effects: list[Effect] = [{"moved": [source, count, target]}]
        self._uncover(source, effects)
        if self.columns[target - 1][-1] & RANK_BITS == ACE:  # else there is no sequence
            self._complete(target, effects)
        return effects

    def _deal_row(self) -> list[Effect]:
        row = self.stock[: len(self.columns)]
        del self.stock[: len(row)]
        for cards, card in zip(self.columns, row, strict=False):  # the last row may be short
            cards.append(card)
        effects: list[Effect] = [{"dealt": [TEXTS[card] for card in row]}]
        for column in range(1, len(row) + 1):
            self._complete(column, effects)
        return effects

    def _carry(self, source: int, count: int, target: int) -> None:
        cards = self.columns[source - 1]
        self.columns[target - 1] += cards[-count:]
        del cards[-count:]

    def _uncover(self, column: int, effects: list[Effect]) -> None:
        """Flip the last card if it is face-down (rules, section 2.4)."""
        cards = self.columns[column - 1]
        if cards and self.down[column - 1] == len(cards):
            self.down[column - 1] -= 1
            effects.append({"flipped": [column, TEXTS[cards[-1]]]})

    def _complete(self, column: int, effects: list[Effect]) -> None:
        """Remove the sequence at a column's end, if there is one (rules, section 2.6)."""
        if self.ends_in_sequence(column):
            cards = self.columns[column - 1]
            suit = SUITS[cards[-1] >> SUIT_SHIFT]
            del cards[-SEQUENCE_LENGTH:]
            self.sequences.append(suit)
            effects.append({"sequence": [column, suit]})
            self._uncover(column, effects)

    def ends_in_sequence(self, column: int) -> bool:
        """Whether 13 face-up cards of one suit, king to ace, end that column."""
        cards = self.columns[column - 1]
        if not cards or cards[-1] & RANK_BITS != ACE:
            return False
        face_up = len(cards) - self.down[column - 1]
        return (
            face_up >= SEQUENCE_LENGTH
            and cards[-SEQUENCE_LENGTH:] == SEQUENCES[cards[-1] >> SUIT_SHIFT]
        )

    def _take_back(self, effect: Effect) -> Effect:
        """Reverse one effect, the last one not yet reversed, and tell it."""
        match effect:
            case {"moved": [source, count, target]}:
                self._carry(target, count, source)
                return {"moved": [target, count, source]}
            case {"flipped": [column, _]}:
                self.down[column - 1] += 1
                return {"turned_down": [column]}
            case {"sequence": [column, suit]}:
                self.columns[column - 1] += SEQUENCES[SUITS.index(suit)]
                self.sequences.pop()
                return {"returned": [column, suit]}
            case {"dealt": row}:
                self.stock[:0] = [cards.pop() for cards in self.columns[: len(row)]]
                return {"gathered": len(row)}
        raise AssertionError(f"{effect} cannot be undone")
