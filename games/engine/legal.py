"""What the rules allow in a position: codes that say why not, and the list of legal moves."""

from collections.abc import Sequence

from games.engine.cards import ACE, KING, RANK_BITS
from games.engine.position import Position
from games.engine.rules import BUILDS

Legal = dict[int, dict[int, list[int]]]

_ONE_SUIT = BUILDS["classic"]


def why_no_move(  # noqa: PLR0911 - a return for each code, in the protocol's order
    position: Position, bits: int, source: int, count: int, target: int
) -> str | None:
    """The code that the move is refused with; None if it is legal (rules, sections 2.1 to 2.3).

    `bits` are the build rule's. The three numbers may be anything that came in a message; the
    checks hold in the order in which the protocol lists their codes.
    """
    columns = position.columns
    # JSON's true is a Python int as well, and 2.0 == 2: only a true int names a column.
    if type(source) is not int or type(target) is not int:
        return "bad_column"
    if not (0 < source <= len(columns) and 0 < target <= len(columns)):
        return "bad_column"
    if source == target:
        return "same_column"
    cards = columns[source - 1]
    if not cards:
        return "empty_source"
    if type(count) is not int or not 0 < count <= len(cards):
        return "bad_count"
    first = len(cards) - count
    if first < position.down[source - 1]:
        return "face_down"
    if count > 1:
        movable = run_start(cards, first, len(cards) - 1, bits)
        if movable > first:
            # Only what follows from there on could go, so the last break of any kind is there.
            in_rank = run_start(cards, first, movable, RANK_BITS) == first
            return "mixed_suit" if in_rank else "not_descending"
    onto = columns[target - 1]
    if onto and (onto[-1] & RANK_BITS) - (cards[first] & RANK_BITS) != 1:
        return _wrong_place(cards[first], onto[-1])
    return None


def why_no_deal(position: Position) -> str | None:
    """The code that a deal is refused with; None if a row can be dealt (rules, section 2.5)."""
    if not position.stock:
        return "stock_empty"
    if too_few_cards(position):
        return "deal_too_few_cards"
    return None if all(position.columns) else "deal_empty_column"


def too_few_cards(position: Position) -> bool:
    """Whether no row can ever be dealt again and the game not be won (rules, section 2.8)."""
    columns = position.columns
    return bool(position.stock) and sum(map(len, columns)) < len(columns)


def legal_moves(position: Position, bits: int) -> Legal:
    """`{source: {count: [targets, best place first]}}`, without sources and counts that have none.

    Best place: rules, section 7.
    """
    places = _Places(position)
    legal: Legal = {}
    for source, cards in enumerate(position.columns, 1):
        counts = {}
        last = len(cards) - 1
        start = run_start(cards, position.down[source - 1], last, bits) if cards else 0
        for count in range(1, len(cards) - start + 1):
            targets = places[cards[-count]]
            if targets:
                counts[count] = targets.copy()  # else who changed one would change another
        if counts:
            legal[source] = counts
    return legal


def run_start(cards: Sequence[int], first: int, last: int, bits: int) -> int:
    """Where the run begins that ends at `last`, at `first` at the earliest.

    Its cards run on in `bits`, one rank down each.
    """
    at = last
    above = (cards[at] & bits) + 1
    while at > first and cards[at - 1] & bits == above:
        at -= 1
        above += 1
    return at


class _Places(dict[int, list[int]]):
    """First card of a group -> the columns that take it, best place first; worked out on demand.

    The group's own column never takes it: it ends in a card of lower rank, or the same card.
    """

    def __init__(self, position: Position) -> None:
        super().__init__()
        self._columns, self._down = position.columns, position.down
        self._ending: dict[int, list[int]] = {}  # rank -> the columns that end in it
        self._empty: list[int] = []
        for column, cards in enumerate(position.columns, 1):
            if cards:
                self._ending.setdefault(cards[-1] & RANK_BITS, []).append(column)
            else:
                self._empty.append(column)

    def __missing__(self, card: int) -> list[int]:
        columns = self._ending.get((card & RANK_BITS) + 1, [])
        if len(columns) > 1:
            columns = self._best_first(columns, card)
        self[card] = places = columns + self._empty
        return places

    def _best_first(self, columns: list[int], card: int) -> list[int]:
        """Those in the card's suit, the longest run there first, then the others."""
        same = [column for column in columns if self._columns[column - 1][-1] == card + 1]
        if len(same) > 1:
            same.sort(key=self._run_in_suit, reverse=True)  # stable: ties stay leftmost first
        return same + [column for column in columns if column not in same]

    def _run_in_suit(self, column: int) -> int:
        cards = self._columns[column - 1]
        last = len(cards) - 1
        return last - run_start(cards, self._down[column - 1], last, _ONE_SUIT)


def _wrong_place(card: int, on: int) -> str:
    """Why the card may not lie on that one (rules, section 2.1)."""
    if on & RANK_BITS == ACE:
        return "on_ace"
    return "king_needs_empty" if card & RANK_BITS == KING else "wrong_rank"
