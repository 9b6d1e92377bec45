"""Boards: who stands where, read from the results that ``games`` has stored."""

from dataclasses import dataclass
from typing import Any

from games import state
from games.models import Deal, Result
from games.visibility import Stand

Json = dict[str, Any]
PAGE = 50


@dataclass(frozen=True, slots=True)
class Board:
    """One page of rows, best first; ``hidden`` counts results that are not told yet."""

    rows: list[Json]
    next_page: int | None = None
    hidden: int = 0


def of_deal(
    deal: Deal,
    build: str,
    undo: str,
    stand: Stand,
    *,
    bots: bool = False,
    page: int = 1,
) -> Board:
    """The won first attempts at a deal under one build rule and undo policy.

    ``stand`` is the viewer's to the deal. Guests are on it; declared bots on one of their own.
    """
    results = Result.objects.filter(
        attempt__deal=deal,
        attempt__first=True,
        attempt__build=build,
        attempt__undo=undo,
        attempt__player__bot=bots,
    )
    if stand.hides_results:
        return Board(rows=[], hidden=results.filter(won=True).count())
    first = (page - 1) * PAGE
    placed = results.with_places().select_related("attempt__player")[first : first + PAGE + 1]
    found, closed = list(placed), not stand.open
    rows = [_row(result, show_attempt=closed) for result in found[:PAGE]]
    return Board(rows, page + 1 if len(found) > PAGE else None)


def _row(result: Any, *, show_attempt: bool) -> Json:
    row: Json = {
        "place": result.place,
        "draw": result.draw,
        "player": state.player_state(result.attempt.player),
        "moves": result.moves,
        "seconds": result.seconds,
        "undos": result.undos,
        "hints": result.hints,
        "score": result.score,
    }
    return row | ({"attempt": result.pk} if show_attempt else {})
