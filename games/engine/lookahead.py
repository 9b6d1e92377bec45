"""Looking ahead: what the moves in reach can make of the cards that the player sees.

A position's *worth* says how well its cards lie. Its *outlook* is the best worth found in reach
and how near that is; a better outlook is greater.

Face-down cards are only counted. Looking goes on no further where a move turns one (nobody knows
it yet) or finishes a sequence (that is always right): such a position is *final*.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple, Self

from games.engine.cards import RANK_BITS, SEQUENCE_LENGTH, SEQUENCES
from games.engine.game import Game
from games.engine.legal import run_start
from games.engine.rules import BUILDS

Cards = tuple[int, ...]
Column = tuple[int, Cards]  # how many cards are face-down; the face-up cards, deepest first

# What makes the worth of a column, found by playing some thousand deals. Turning cards is the way
# to all else, a column's last face-down card above all. A card in suit counts one more than the
# card before it in the run, so that one long run is worth more than two short ones. What does not
# run on must be cleared away again; a higher card upon a lower one costs more than the reverse.
FACE_DOWN = -45
COVERING = -30  # for having face-down cards at all
EMPTY = 15
IN_SUIT = 6
OTHER_SUIT = 1
BREAK = -2
BREAK_UPWARDS = -8
SEQUENCE = 250  # more than the worth of the run that goes

# No row can be dealt while a column is empty (rules, section 2.5). So while rows are left, no
# position is good to stop at that has empty columns, however useful they are on the way.
NOT_READY = -1000

# From so many positions looking goes on, the best first.
BREADTH = 20

UNKNOWN = 0  # a card that was just turned, whichever it is
CLEARED: Column = (0, ())

_SEQUENCES = frozenset(map(tuple, SEQUENCES))


class Step(NamedTuple):
    """A move of the last `size` cards of a column; columns count from 0 here."""

    source: int
    size: int
    target: int


class Outlook(NamedTuple):
    """The best worth in reach and, negative, how many steps away it is."""

    worth: int
    nearness: int


class Sight(NamedTuple):
    """All that the player sees of a position, and its worth.

    `bits` are the build rule's; `rows_left` says whether cards are in the stock; `final` whether
    the last step turned a card or finished a sequence.
    """

    columns: tuple[Column, ...]
    bits: int
    rows_left: bool
    worth: int
    final: bool = False

    @classmethod
    def of(cls, game: Game) -> Self:
        """What the player of the game sees."""
        pairs = zip(game.columns, game.down, strict=True)
        columns = tuple((down, tuple(cards[down:])) for cards, down in pairs)
        return cls(columns, BUILDS[game.rules.build], bool(game.stock), sum(map(_worth, columns)))

    def steps(self) -> Iterator[Step]:
        """The legal moves, but none of a whole column into an empty one.

        Of several empty columns only the first is named: they are all alike.
        """
        places = self._places()
        empty = [at for at, column in enumerate(self.columns) if column == CLEARED][:1]
        for source, (down, up) in enumerate(self.columns):
            start = run_start(up, 0, len(up) - 1, self.bits) if up else 0
            for count in range(1, len(up) - start + 1):
                targets = places.get((up[-count] & RANK_BITS) + 1, [])
                whole = not down and count == len(up)
                for target in targets if whole else targets + empty:
                    yield Step(source, count, target)

    def after(self, step: Step) -> Self:
        """What the player sees after a legal move."""
        source, target = self.columns[step.source], self.columns[step.target]
        left, turned = _turned(source[0], source[1][: -step.size])
        grown, finished = _completed(target[0], target[1] + source[1][-step.size :])
        columns = list(self.columns)
        columns[step.source], columns[step.target] = left, grown
        change = _worth(left) + _worth(grown) - _worth(source) - _worth(target)
        worth = self.worth + change + (SEQUENCE if finished else 0)
        return self._replace(columns=tuple(columns), worth=worth, final=turned or finished)

    def worth_to_stop_at(self) -> int:
        """Its worth, but next to nothing where a row is left and could not be dealt."""
        if self.final or not self.rows_left:
            return self.worth
        return self.worth + NOT_READY * self.columns.count(CLEARED)

    def _places(self) -> dict[int, list[int]]:
        """Rank -> the columns that end in it."""
        places: dict[int, list[int]] = {}
        for at, (_, up) in enumerate(self.columns):
            if up:
                places.setdefault(up[-1] & RANK_BITS, []).append(at)
        return places


def outlook(sight: Sight) -> Outlook:
    """The best that any step opens, or that staying has."""
    return max([Outlook(sight.worth_to_stop_at(), 0), *outlooks(sight).values()])


@lru_cache(maxsize=500)  # who follows a hint asks next from where it led, and that is looked at
def outlooks(sight: Sight) -> Mapping[Step, Outlook]:
    """First step -> the outlook that it opens; without those that lead where others lead too."""
    best: dict[Step, Outlook] = {}
    for there, path in _reach(sight):
        found = Outlook(there.worth_to_stop_at(), -len(path))
        best[path[0]] = max(found, best.get(path[0], found))
    return best


def _reach(start: Sight) -> Iterator[tuple[Sight, tuple[Step, ...]]]:
    """Positions in reach, each with the steps that were first found to it."""
    seen = {start.columns}
    waiting: list[tuple[int, int, Sight, tuple[Step, ...]]] = [(0, 0, start, ())]
    for _ in range(BREADTH):
        if not waiting:
            break
        *_, here, path = heappop(waiting)
        for step in here.steps():
            there, onward = here.after(step), (*path, step)
            if there.columns not in seen:
                seen.add(there.columns)
                yield there, onward
                if not there.final:
                    heappush(waiting, (-there.worth, len(seen), there, onward))


def _turned(down: int, up: Cards) -> tuple[Column, bool]:
    """The column, and whether a card had to be turned (rules, section 2.4)."""
    return ((down - 1, (UNKNOWN,)), True) if down and not up else ((down, up), False)


def _completed(down: int, up: Cards) -> tuple[Column, bool]:
    """The column, and whether a sequence had to be removed (rules, section 2.6)."""
    if up[-SEQUENCE_LENGTH:] not in _SEQUENCES:
        return (down, up), False
    column, _ = _turned(down, up[:-SEQUENCE_LENGTH])
    return column, True


@lru_cache(maxsize=20_000)
def _worth(column: Column) -> int:
    """How well a column's cards lie."""
    down, up = column
    if column == CLEARED:
        return EMPTY
    return (FACE_DOWN * down + COVERING if down else 0) + _worth_of_runs(up)


def _worth_of_runs(up: Cards) -> int:
    """How well each face-up card lies on the one before it."""
    worth = run = 0
    for upper, lower in pairwise(up):
        if upper - lower == 1:
            worth += IN_SUIT + run
            run += 1
            continue
        run = 0
        drop = (upper & RANK_BITS) - (lower & RANK_BITS)
        worth += OTHER_SUIT if drop == 1 else BREAK if drop > 0 else BREAK_UPWARDS
    return worth
