"""What cannot be in a game: by the rules, and held against what it began as."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from games.engine.actions import ENDS
from games.engine.cards import SUITS, TEXTS, count_cards, pack
from games.engine.rules import SEQUENCE_SCORE, START_SCORE, UNDO_POLICIES

if TYPE_CHECKING:
    from games.engine.game import Game


def problems(game: "Game") -> Iterator[str]:
    """Everything wrong with the cards, the counters and the end, in words.

    What no game can be is told of the start too: more of a card than the pack has, a finished
    sequence left lying, too high a score (a lower one it may have begun with). That cards are
    missing is no problem, since a game may be of less than the pack: `check_whole` and
    `State.unseen` tell them.
    """
    yield from _cards(game)
    yield from _columns(game)
    yield from _counters(game)
    yield from _score(game)
    yield from _end(game)


def _cards(game: "Game") -> Iterator[str]:
    layout = game.start.layout
    if not set(game.sequences) <= set(SUITS):
        yield f"a sequence has a suit that is none of {SUITS}"
        return
    have = count_cards((*game.columns, game.stock), game.sequences)
    if extra := have - Counter(pack(game.rules.variant, game.rules.suits)):
        texts = (TEXTS.get(card, repr(card)) for card in extra.elements())
        yield f"there are more cards than in the pack: {' '.join(texts)}"
    if have != count_cards((*layout.columns, layout.stock), game.start.sequences):
        yield "the cards are not those that the game began with"
    dealt = len(layout.stock) - len(game.stock)
    if dealt < 0 or tuple(game.stock) != layout.stock[dealt:]:
        yield "the stock is not what is left of the stock"
    if game.rows != game.start.dealt + layout.rows:
        yield "the rows are not as many as the stock made"


def _columns(game: "Game") -> Iterator[str]:
    layout = game.start.layout
    if {len(game.columns), len(game.down)} != {len(layout.columns)}:
        yield "the columns are not as many as the game began with"
        return
    began = zip(layout.columns, layout.down, strict=True)
    now = zip(game.columns, game.down, began, strict=True)
    for number, (cards, down, (cards_then, down_then)) in enumerate(now, 1):
        if not 0 <= down <= max(len(cards) - 1, 0):
            yield f"column {number}: its last card is not face-up"
        if down > down_then or tuple(cards[:down]) != cards_then[:down]:
            yield f"column {number}: its face-down cards are not those that lay there"
        if game.ends_in_sequence(number):
            yield f"column {number}: a finished sequence was left lying"


def _counters(game: "Game") -> Iterator[str]:
    moves = game.moves - game.start.moves
    undos, hints = game.undos - game.start.undos, game.hints - game.start.hints
    if moves != game.acted - undos or min(moves, undos, hints) < 0:
        yield "the moves are not the actions made less those undone"
    if game.undos and UNDO_POLICIES[game.rules.undo].memory == 0:
        yield "there are undos, but the rules have none"
    if game.undoable > moves:
        yield "more can be undone than was done"


def _score(game: "Game") -> Iterator[str]:
    start, floor = game.start, game.rules.variant.score_floor
    moves, removed = game.moves - start.moves, len(game.sequences) - len(start.sequences)
    least = start.score - moves + SEQUENCE_SCORE * removed
    most = _most(start.score, moves, removed, floor)
    if not least <= game.score <= most:
        yield "the score is not what the moves and sequences come to"
    if game.score > _most(START_SCORE, game.moves, len(game.sequences), floor):
        yield "the score is more than so many moves and sequences can come to"
    if floor is not None and game.score < floor:
        yield "the score is below its floor"


def _most(score: int, moves: int, removed: int, floor: int | None) -> int:
    """The highest that a score can have come to.

    A floor may have held it up at any time, at the latest before the sequences were removed, of
    which the first took an action that cost one.
    """
    exact = score - moves + SEQUENCE_SCORE * removed
    if floor is None or score - moves >= floor:
        return exact
    return max(exact, floor + SEQUENCE_SCORE * removed - min(removed, 1))


def _end(game: "Game") -> Iterator[str]:
    left = bool(game.stock or any(game.columns))
    if game.won and left:
        yield "the game is won, but cards are left"
    if not game.won and not left:
        yield "no card is left, but the game is not won"
    if game.ended not in (None, *ENDS.values()):
        yield f"{game.ended!r} is no end of a game"
    if game.won and game.ended is not None:
        yield "the game is won, and has ended without a win"
