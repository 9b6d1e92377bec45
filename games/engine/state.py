"""A game at one moment as a value and as one line of text: to Spider what FEN is to chess."""

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import Self

from games.engine.actions import ENDS
from games.engine.cards import SEQUENCES, SUITS, pack
from games.engine.layouts import Layout
from games.engine.refusals import BadPart
from games.engine.rules import START_SCORE, Rules

RESULTS = ("playing", "won", *ENDS.values())

_COUNTERS = ("moves", "score", "undos", "hints", "dealt")
_COUNTER_TEXT = re.compile(" ".join(f"{name} (0|-?[1-9][0-9]{{0,14}})" for name in _COUNTERS))


class BadState(BadPart):
    """A state that cannot be read or cannot be; `part` is a field of `State`, or "state"."""


@dataclass(frozen=True)
class State:
    """The rules, where the cards lie now, and the counters (rules, section 3).

    `sequences` holds the suits of the finished sequences, first to last, such as "SSH"; `dealt`
    is how many rows have been dealt; `result` is one of `RESULTS`. Raises `BadState` for what
    cannot be. It is a value: `Game.from_state` plays on from it, unless cards are hidden.
    """

    rules: Rules
    layout: Layout
    sequences: str = ""
    moves: int = 0
    score: int = START_SCORE
    undos: int = 0
    hints: int = 0
    dealt: int = 0
    result: str = "playing"

    def __post_init__(self) -> None:
        if not set(self.sequences) <= set(SUITS):
            raise BadState("sequences", f"Sequences are suits, of {SUITS}.")
        for name in _COUNTERS:
            value = getattr(self, name)
            if type(value) is not int or (value < 0 and name != "score"):
                raise BadState(name, f"{name} must be a number.")
        if self.result not in RESULTS:
            raise BadState("result", f"The result must be one of {', '.join(RESULTS)}.")
        if (self.result == "won") != self.layout.is_empty:
            raise BadState("result", "A game is won when no card is left, and only then.")

    def to_text(self) -> str:
        """One line of five fields with a semicolon and a space between.

        1. the rules, as `str(rules)`: game, suits, build, undo policy;
        2. the cards, as `Layout.to_text()`: columns, in each its face-down cards before the bar,
           and after the slash the stock; a hidden card is `??`, two characters as all cards have;
        3. the suits of the finished sequences, first to last; `-` for none;
        4. the counters, each after its name: moves, score, undos, hints, rows dealt;
        5. `playing`, `won`, `resigned`, `timed_out` or `void`.

        `spider 2 classic sealed; KSQH|TS 5H|6S/4S3H; S; moves 9 score 591 undos 0 hints 1
        dealt 4; playing`. What could be undone is not in it.
        """
        counters = " ".join(f"{name} {getattr(self, name)}" for name in _COUNTERS)
        sequences = self.sequences or "-"
        return f"{self.rules}; {self.layout.to_text()}; {sequences}; {counters}; {self.result}"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` writes. Raises `BadRules`, `BadLayout` or `BadState`."""
        fields = text.split("; ")
        if len(fields) != 5:
            raise BadState("state", f"A state has five fields, not {len(fields)}.")
        rules, layout, sequences, counters, result = fields
        match = _COUNTER_TEXT.fullmatch(counters)
        if not match:
            raise BadState("state", f"The counters are {', '.join(_COUNTERS)}, each with a number.")
        return cls(
            Rules.parse(rules),
            Layout.from_text(layout),
            _read_sequences(sequences),
            result=result,
            **{name: int(number) for name, number in zip(_COUNTERS, match.groups(), strict=True)},
        )

    def masked(self) -> Self:
        """What everybody may see: the same with all face-down cards and the stock hidden."""
        return replace(self, layout=self.layout.masked())

    def unseen(self) -> list[int]:
        """The cards of the pack that are nowhere to be seen, in the pack's order.

        With them in any order `layout.filled` makes a layout that looks the same.
        """
        unseen = Counter(pack(self.rules.variant, self.rules.suits))
        for cards in (*self.layout.columns, self.layout.stock):
            unseen.subtract(cards)
        for suit in self.sequences:
            unseen.subtract(SEQUENCES[SUITS.index(suit)])
        return list(unseen.elements())


def _read_sequences(text: str) -> str:
    if not text:
        raise BadState("sequences", "Where no sequence is finished, '-' must stand.")
    return "" if text == "-" else text
