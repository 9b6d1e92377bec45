"""A game at one moment as a value and as one line of text: to Spider what FEN is to chess."""

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, Self

from games.engine.actions import ENDS
from games.engine.cards import SUITS, count_cards, pack
from games.engine.layouts import Layout
from games.engine.refusals import BadPart
from games.engine.rules import START_SCORE, Rules

BEYOND = 10**15  # no number in a text goes as far
RESULTS = ("playing", "won", *ENDS.values())

_COUNTERS = ("moves", "score", "undos", "hints", "dealt")
_COUNTER_TEXT = re.compile(" ".join(f"{name} (0|-?[1-9][0-9]{{0,14}})" for name in _COUNTERS))


class BadState(BadPart):
    """A state that cannot be read or cannot be; `part` is a field of `State`, or "state"."""


@dataclass(frozen=True)
class State:
    """The rules, where the cards lie now, and the counters (rules, section 3).

    `sequences` holds the suits of the finished sequences, first to last, such as "SSH"; `dealt`
    is how many rows have been dealt; `result` is one of `RESULTS`. It is a value:
    `Game.from_state` plays on from it, unless cards are hidden.

    Raises `BadState` for what these rules cannot have: other suits or more sequences than the
    game, more rows than the stock makes or moves were made, a score below the floor. The cards
    need not be a whole pack; whether they are more than one, `Game.problems` tells.
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
        for name, kind in (("rules", Rules), ("layout", Layout), ("sequences", str)):
            if not isinstance(getattr(self, name), kind):
                raise BadState(name, f"{name} must be a {kind.__name__}.")
        self._check_sequences()
        for name in _COUNTERS:
            self._check_counter(name, getattr(self, name))
        self._check_rows()
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
        """Read what `to_text` writes, alone or with the end of its line.

        Raises `BadRules`, `BadLayout` or `BadState`.
        """
        if not isinstance(text, str):
            raise BadState("state", "A state is read from a text.")
        fields = text.rstrip("\r\n").split("; ")
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

    @classmethod
    def from_board(cls, rules: Rules, board: dict[str, Any]) -> Self:
        """What `Game.view` and the protocol's `board` tell, with all that lies hidden `HIDDEN`.

        The rules are those of the race. The game must have begun with a whole pack: the rows dealt
        are those that its stock lacks, and no board says how many there were of less.
        Raises `BadState` or `BadLayout` for what is no board.
        """
        try:
            layout = _layout_of(board)
            return cls(
                rules,
                layout,
                "".join(board["sequences"]),
                dealt=-(-rules.variant.stock // len(layout.columns)) - layout.rows,
                result=board.get("state", "won" if layout.is_empty else "playing"),
                **{name: board[name] for name in _COUNTERS if name != "dealt"},
            )
        except (TypeError, KeyError, AttributeError):
            raise BadState("state", "That is no board of the protocol.") from None

    def masked(self) -> Self:
        """What everybody may see: the same with all face-down cards and the stock hidden."""
        return replace(self, layout=self.layout.masked())

    def unseen(self) -> list[int]:
        """The cards of the pack that are nowhere to be seen, in the pack's order.

        Where the pack is whole they are as many as are hidden, and with them in any order
        `layout.filled` makes a layout that looks the same. Those beyond that are not in the game.
        """
        whole = Counter(pack(self.rules.variant, self.rules.suits))
        seen = count_cards((*self.layout.columns, self.layout.stock), self.sequences)
        return list((whole - seen).elements())

    def _check_sequences(self) -> None:
        suits, most = SUITS[: self.rules.suits], self.rules.variant.sequences
        if not set(self.sequences) <= set(suits) or len(self.sequences) > most:
            raise BadState("sequences", f"Sequences are suits, of {suits}, {most} at most.")

    def _check_counter(self, name: str, value: Any) -> None:
        least = self.rules.variant.score_floor if name == "score" else 0
        if type(value) is not int or abs(value) >= BEYOND:
            raise BadState(name, f"{name} must be a whole number of 15 digits at most.")
        if least is not None and value < least:
            raise BadState(name, f"{name} must be {least} or more.")

    def _check_rows(self) -> None:
        most = -(-self.rules.variant.stock // len(self.layout.columns))
        rows = self.dealt + self.layout.rows
        if rows > most:
            raise BadState("dealt", f"The stock makes {most} rows at most, not {rows}.")
        if self.dealt > self.moves:
            raise BadState("dealt", "Each row that was dealt is one of the moves.")


def _layout_of(board: dict[str, Any]) -> Layout:
    return Layout.from_json(
        {
            "columns": [
                {"down": column["down"], "cards": ["?"] * column["down"] + column["up"]}
                for column in board["columns"]
            ],
            "stock": ["?"] * board["stock"]["cards"],
        }
    )


def _read_sequences(text: str) -> str:
    if not text:
        raise BadState("sequences", "Where no sequence is finished, '-' must stand.")
    return "" if text == "-" else text
