"""What could be wrong with a game, checked against what it began as."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from games.engine.cards import SEQUENCES, SUITS

if TYPE_CHECKING:
    from games.engine.game import Game


def problems(game: "Game") -> Iterator[str]:
    """Everything wrong with the cards and the counters, in words."""
    yield from _cards(game)
    yield from _face_down(game)
    yield from _counters(game)


def _cards(game: "Game") -> Iterator[str]:
    layout = game.start.layout
    began = _multiset(layout.columns, layout.stock, game.start.sequences)
    if _multiset(game.columns, game.stock, game.sequences) != began:
        yield "the cards are not those that the game began with"
    dealt = len(layout.stock) - len(game.stock)
    if dealt < 0 or tuple(game.stock) != layout.stock[dealt:]:
        yield "the stock is not what is left of the stock"
    if game.won and (game.stock or any(game.columns)):
        yield "the game is won, but cards are left"


def _face_down(game: "Game") -> Iterator[str]:
    layout = game.start.layout
    began = zip(layout.columns, layout.down, strict=True)
    now = zip(game.columns, game.down, began, strict=True)
    for number, (cards, down, (cards_then, down_then)) in enumerate(now, 1):
        if not 0 <= down <= max(len(cards) - 1, 0):
            yield f"column {number}: its last card is not face-up"
        if down > down_then or tuple(cards[:down]) != cards_then[:down]:
            yield f"column {number}: its face-down cards are not those that lay there"
        if game.acted and game.ends_in_sequence(number):
            yield f"column {number}: a finished sequence was left lying"


def _counters(game: "Game") -> Iterator[str]:
    moves = game.moves - game.start.moves
    undos, hints = game.undos - game.start.undos, game.hints - game.start.hints
    if moves != game.acted - undos or min(moves, undos, hints) < 0:
        yield "the moves are not the actions made less those undone"
    if game.undoable > moves:
        yield "more can be undone than was done"
    removed = len(game.sequences) - len(game.start.sequences)
    score = game.start.score - moves + 100 * removed
    floor = game.rules.variant.score_floor
    # Where a floor held the score up it may stand higher, never lower.
    if game.score < score or (game.score != score and floor is None):
        yield "the score is not what the moves and sequences come to"
    if floor is not None and game.score < floor:
        yield "the score is below its floor"


def _multiset(
    columns: Iterable[Iterable[int]], stock: Iterable[int], sequences: Iterable[str]
) -> Counter[int]:
    counter = Counter(stock)
    for cards in columns:
        counter.update(cards)
    for suit in sequences:
        counter.update(SEQUENCES[SUITS.index(suit)])
    return counter
