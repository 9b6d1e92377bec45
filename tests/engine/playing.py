"""Games that tests play, and all that can be tried in them."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from games.engine import UNDO, UNDO_POLICIES, VARIANTS, Action, Game, Layout, Move, Refused, Rules

RULES = [
    Rules(variant.key, suits, build, undo)
    for variant in VARIANTS.values()
    for build, levels in variant.builds.items()
    for suits in levels
    for undo in UNDO_POLICIES
]


def twin(game: Game) -> Game:
    """A game that begins where this one stands."""
    now = Layout(tuple(map(tuple, game.columns)), tuple(game.down), tuple(game.stock))
    counters = {"moves": game.moves, "score": game.score}
    return Game(game.rules, now, sequences=game.sequences, **counters)


def replayed(game: Game, layout: Layout, actions: Iterable[Action]) -> Game:
    """The actions from the game's start, with that layout in place of its own."""
    start = game.start
    again = Game(
        game.rules, layout, moves=start.moves, score=start.score, sequences=start.sequences
    )
    for action in actions:
        again.act(action)
    return again


def with_other_hidden_cards(game: Game, seed: int) -> Layout:
    """The layout of the game with those cards changed about that are still hidden."""
    layout = game.start.layout
    hidden = [
        card for cards, down in zip(game.columns, game.down, strict=True) for card in cards[:down]
    ] + game.stock
    random.Random(seed).shuffle(hidden)
    supply = iter(hidden)
    columns = tuple(
        (*(next(supply) for _ in range(down)), *cards[down:])
        for cards, down in zip(layout.columns, game.down, strict=True)
    )
    dealt = len(layout.stock) - len(game.stock)
    return replace(layout, columns=columns, stock=(*layout.stock[:dealt], *supply))


def legal_moves(game: Game) -> list[Move]:
    return [action for action in game.actions() if isinstance(action, Move)]


def allowed_set(game: Game) -> set[Action]:
    return {*game.actions(), *([UNDO] if game.can_undo() else [])}


def every_move(game: Game) -> Iterator[Move]:
    """Every move there could be, and those one beyond."""
    columns = range(len(game.columns) + 2)
    for source, target in product(columns, columns):
        cards = game.columns[source - 1] if 0 < source <= len(game.columns) else []
        for count in range(len(cards) + 2):
            yield Move(source, count, target)


def refusal(game: Game, move: Move) -> tuple[str, dict[str, Any]]:
    try:
        game.act(move)
    except Refused as refused:
        return refused.code, refused.params
    raise AssertionError(f"{move} was not refused")


def plain(action: Action) -> tuple[int, int, int] | str:
    """The action as the reference takes it."""
    if isinstance(action, Move):
        return action.source, action.count, action.target
    return str(action)
