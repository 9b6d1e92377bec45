"""A game as its player may see it: for programs and, drawn, for people."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from games.engine.actions import DEAL, UNDO
from games.engine.cards import TEXTS

if TYPE_CHECKING:
    from games.engine.game import Game


def view(game: "Game") -> dict[str, Any]:
    """The game's part of the protocol's `board`, ready for JSON."""
    legal = game.legal()
    return {
        "moves": game.moves,
        "undos": game.undos,
        "hints": game.hints,
        "score": game.score,
        "sequences": game.sequences.copy(),
        "stock": {"cards": len(game.stock), "deals": game.rows_left()},
        "columns": [
            # The face-down cards are counted, never named.
            {"down": down, "up": [TEXTS[card] for card in cards[down:]]}
            for cards, down in zip(game.columns, game.down, strict=True)
        ],
        "legal": {
            str(source): {str(count): targets for count, targets in counts.items()}
            for source, counts in legal.items()
        },
        "can_deal": game.why_not(DEAL) or True,
        "can_undo": game.why_not(UNDO) or True,
        "undoable": game.undoable,
        "stuck": game.stuck(legal),
    }


def drawn(columns: Sequence[Sequence[int]], down: Sequence[int]) -> str:
    """The columns side by side under their numbers, a face-down card as `??`."""
    texts = [
        [f"{number:2}", *["??"] * hidden, *map(TEXTS.__getitem__, cards[hidden:])]
        for number, (cards, hidden) in enumerate(zip(columns, down, strict=True), 1)
    ]
    rows = zip_longest(*texts, fillvalue="  ")
    return "\n".join(" ".join(row).rstrip() for row in rows)
