"""What the engine is measured on: won games, positions in them, and what these refuse."""

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from games.engine import DEAL, UNDO, Action, Game, Layout, Move, Refused, Rules, parse_action
from games.engine import replay as replayed

VIEWS = 4  # positions looked at in each won game
ATTEMPTS = 40  # different refused attempts for each code
WON_GAMES = Path(__file__).parents[1] / "tests/engine/vectors/won_games.json"

# What Game.play refuses with, as the protocol lists them.
MOVE_CODES = [
    *("already_finished", "bad_column", "same_column", "empty_source", "bad_count", "face_down"),
    *("not_descending", "mixed_suit", "on_ace", "king_needs_empty", "wrong_rank"),
]


class Won(NamedTuple):
    """A whole won game."""

    rules: Rules
    layout: Layout
    actions: list[Action]

    def until(self, at: int) -> Game:
        """The game after that many of its actions."""
        return replayed(self.rules, self.layout, self.actions[:at])


class Attempt(NamedTuple):
    """Something that a game refuses."""

    game: Game
    action: Action


def won_games() -> list[Won]:
    """The engine's test vectors: games played to a win from true packs."""
    return [
        Won(
            Rules(vector["game"], vector["suits"], vector["build"], "last100"),
            Layout.from_json(vector),
            [parse_action(text) for text in vector["record"].split()],
        )
        for vector in json.loads(WON_GAMES.read_text())
    ]


def positions(won: list[Won]) -> list[Game]:
    """Positions of real games, evenly spread from the first to short of the last."""
    return [game.until(len(game.actions) * at // VIEWS) for game in won for at in range(VIEWS)]


def refused_moves(won: list[Won], games: list[Game]) -> dict[str, list[Attempt]]:
    """Up to `ATTEMPTS` refused moves for each code, each in another position."""
    chance = random.Random(1)
    over = [game.until(len(game.actions)) for game in won]
    found: dict[str, list[Attempt]] = {code: [] for code in MOVE_CODES}
    for game in chance.sample(games + over, 200):
        for code, attempt in _refused_here(game, chance).items():
            if len(found[code]) < ATTEMPTS:
                found[code].append(attempt)
    return found


def _refused_here(game: Game, chance: random.Random) -> dict[str, Attempt]:
    """One move for each code that this position can refuse with."""
    columns = range(len(game.columns) + 2)
    tried = {Move(*chance.choices(columns, k=3)) for _ in range(400)}
    refused = [Attempt(game, move) for move in tried if not game.is_legal(move)]
    return {code_of(attempt): attempt for attempt in refused}


def refused_others(won: list[Won], games: list[Game]) -> dict[str, Attempt]:
    """A refused deal or undo for each code there is."""
    first, limit = won[0], won[0].until(120)
    off, sealed = (Game(Rules("spider", 1, undo=undo), first.layout) for undo in ("none", "sealed"))
    too_few = Game(first.rules, replace(first.layout, columns=((),) * 10, down=(0,) * 10))
    sealed.deal()
    while limit.undoable:
        limit.undo()
    gap = next(game for game in games if game.why_not(DEAL) == "deal_empty_column")
    dealt_out = first.until(len(first.actions) - 1)
    attempts = [Attempt(game, DEAL) for game in (dealt_out, too_few, gap)]
    attempts += [Attempt(game, UNDO) for game in (off, first.until(0), sealed, limit)]
    return {code_of(attempt): attempt for attempt in attempts}


def code_of(attempt: Attempt) -> str:
    """The code that it is refused with."""
    try:
        attempt.game.act(attempt.action)
    except Refused as refused:
        return refused.code
    raise AssertionError(f"{attempt.action} was not refused")
