"""How far an attempt has come, in numbers: by its result, or by the game that goes on."""

from games import clock
from games.engine import Game
from games.models import Attempt

NAMES = ("moves", "sequences", "undos", "hints", "seconds", "score")


def of(attempt: Attempt, game: Game | None) -> dict[str, int]:
    """``moves``, ``sequences``, ``undos``, ``hints``, ``seconds`` (whole) and ``score``.

    Without a ``game`` the attempt has ended, and its result tells.
    """
    if game is None:
        return {name: getattr(attempt.result, name) for name in NAMES}
    return {
        "moves": game.moves,
        "sequences": len(game.sequences),
        "undos": game.undos,
        "hints": game.hints,
        "seconds": max(0, int((clock.now() - attempt.begun_at).total_seconds())),
        "score": game.score,
    }
