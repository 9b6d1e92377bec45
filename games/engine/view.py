"""A game as its player may see it."""

from typing import TYPE_CHECKING, Any

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
        "can_deal": game.can_deal(),
        "can_undo": game.can_undo(),
        "undoable": game.undoable,
        "stuck": game.stuck(legal),
    }
