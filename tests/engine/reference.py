"""The rules once more: short, slow and on their own, written from docs/rules.md alone.

No line is shared with the engine: cards are texts (in small letters while face-down), each action
makes a new table, and what is legal is found by trying everything.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

RANKS = "A23456789TJQK"

Move = tuple[int, int, int]  # source, count, target
Act = Move | str  # "D" beside the moves


class Table(NamedTuple):
    """Where the cards lie, and the counters that an undo restores."""

    columns: tuple[tuple[str, ...], ...]
    stock: tuple[str, ...]
    sequences: tuple[str, ...] = ()
    moves: int = 0
    score: int = 500

    @property
    def won(self) -> bool:
        return not self.stock and not any(self.columns)

    def why_not(self, action: Act, relaxed: bool) -> str | None:
        """The code of the refusal; None where the action is allowed."""
        if self.won:
            return "already_finished"
        if not isinstance(action, str):
            return self._why_not(*action, relaxed)
        if not self.stock:
            return "stock_empty"
        if sum(map(len, self.columns)) < len(self.columns):
            return "deal_too_few_cards"
        return "deal_empty_column" if () in self.columns else None

    def _why_not(self, source: int, count: int, target: int, relaxed: bool) -> str | None:
        numbers = range(1, len(self.columns) + 1)
        if source not in numbers or target not in numbers:
            return "bad_column"
        if source == target:
            return "same_column"
        column, onto = self.columns[source - 1], self.columns[target - 1]
        if not column:
            return "empty_source"
        if count not in range(1, len(column) + 1):
            return "bad_count"
        group = column[-count:]
        if any(card.islower() for card in group):
            return "face_down"
        if not all(descends(*pair) for pair in pairwise(group)):
            return "not_descending"
        if not relaxed and len({card[1] for card in group}) > 1:
            return "mixed_suit"
        if not onto or descends(onto[-1], group[0]):
            return None
        if onto[-1][0] == "A":
            return "on_ace"
        return "king_needs_empty" if group[0][0] == "K" else "wrong_rank"

    def after(self, action: Act, floor: int | None) -> "Table":
        """The table that an allowed action leads to."""
        columns, stock, gone = [list(column) for column in self.columns], self.stock, []
        if isinstance(action, str):
            row, stock = stock[: len(columns)], stock[len(columns) :]
            changed = list(range(len(row)))
            for at in changed:
                columns[at].append(row[at])
        else:
            source, count, target = action
            columns[target - 1] += columns[source - 1][-count:]
            columns[source - 1] = flipped(columns[source - 1][:-count])
            changed = [target - 1]
        for at in changed:
            last = columns[at][-13:]
            ranks = "".join(card[0] for card in last)
            if ranks == "KQJT98765432A" and len({card[1] for card in last}) == 1:
                columns[at] = flipped(columns[at][:-13])
                gone.append(last[0][1])
        score = self.score - 1 + 100 * len(gone)
        score = score if floor is None or score > floor else floor
        tableau = tuple(tuple(column) for column in columns)
        return Table(tableau, stock, (*self.sequences, *gone), self.moves + 1, score)

    def legal(self, relaxed: bool) -> Iterator[Move]:
        """The legal moves; of one group the best place comes first."""
        numbers = range(1, len(self.columns) + 1)
        for source in numbers:
            for count in range(1, len(self.columns[source - 1]) + 1):
                for target in sorted(numbers, key=lambda at: self._merit(source, count, at)):
                    if self.why_not((source, count, target), relaxed) is None:
                        yield source, count, target

    def _merit(self, source: int, count: int, target: int) -> tuple[int, int]:
        """The lower, the better a place: the longest run in one suit, another suit, empty."""
        card, onto = self.columns[source - 1][-count], self.columns[target - 1]
        if not onto or onto[-1][1] != card[1]:
            return (1 if onto else 2), 0
        run = 1
        while run < len(onto) and onto[-run - 1][1] == card[1] and descends(*onto[-run - 1 :][:2]):
            run += 1
        return 0, -run


def laid(layout: Any, **more: Any) -> Table:
    """The table of a layout as JSON."""
    columns = tuple(
        tuple(card.lower() if at < pile["down"] else card for at, card in enumerate(pile["cards"]))
        for pile in layout["columns"]
    )
    return Table(columns, tuple(layout["stock"]), **more)


def descends(upper: str, lower: str) -> bool:
    return f"{lower[0]}{upper[0]}" in RANKS


def flipped(column: list[str]) -> list[str]:
    return [*column[:-1], column[-1].upper()] if column else []
