"""What a sentence about a refusal needs: worked out only when one is raised."""

from collections.abc import Sequence
from typing import Any

from games.engine.cards import RANK_BITS, TEXTS
from games.engine.legal import run_start
from games.engine.position import Position

Params = dict[str, Any]  # columns by number and cards by text, never one that lies face-down


def move_params(
    code: str, position: Position, bits: int, source: int, count: int, target: int
) -> Params:
    """Those of a move that `why_no_move` refuses with that code."""
    columns = position.columns
    match code:
        case "bad_column":
            return {}
        case "same_column" | "empty_source" | "bad_count" | "face_down":
            return {"column": source}
        case "not_descending" | "mixed_suit":
            return _break(code, columns[source - 1], count, bits)
    card, on = columns[source - 1][-count], columns[target - 1][-1]
    if code == "king_needs_empty":
        return {"card": TEXTS[card]}
    told = {"card": TEXTS[card], "on": TEXTS[on]}
    return told if code == "on_ace" else told | {"columns": _fitting(columns, card)}


def deal_params(code: str, position: Position) -> Params:
    """Those of a deal that `why_no_deal` refuses with that code."""
    match code:
        case "stock_empty":
            return {"deals": position.rows}
        case "deal_empty_column":
            return {"column": position.columns.index([]) + 1}
    return {}


def _break(code: str, cards: Sequence[int], count: int, bits: int) -> Params:
    """Where the group breaks: its last break in rank or, if it has none, in suit."""
    first = len(cards) - count
    movable = at = run_start(cards, first, len(cards) - 1, bits)
    if code == "not_descending":
        at = run_start(cards, first, movable, RANK_BITS)
    upper, lower, top = cards[at - 1], cards[at], cards[movable]
    return {"upper": TEXTS[upper], "lower": TEXTS[lower], "movable": TEXTS[top]}


def _fitting(columns: Sequence[Sequence[int]], card: int) -> list[int]:
    """The columns that end in a card one rank above."""
    wanted = (card & RANK_BITS) + 1
    ends = enumerate(columns, 1)
    return [column for column, cards in ends if cards and cards[-1] & RANK_BITS == wanted]
