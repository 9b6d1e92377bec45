"""What is stored, held against itself: every log replayed, every number counted again.

Nothing that serves players is asked here, but for the one that ranks, which is held against a
plain sort. A fault is a sentence for the operator; there should never be one.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from django.db.models import Max, Min, Model, QuerySet

from games import logs, standings
from games.engine import Game, Refused, Unreadable, commitment
from games.models import Attempt, Deal, Move, Race, Result

Row = TypeVar("Row", bound=Model)
CHUNK = 500


def faults() -> Iterator[str]:
    """Everything that is not as it must be, in words."""
    yield from _each(Deal.objects.all(), of_deal)
    yield from _each(Attempt.objects.select_related("deal", "player"), of_attempt)
    yield from _each(Race.objects.select_related("deal"), of_race)


def _each(rows: QuerySet[Row], look: Callable[[Row], Iterator[str]]) -> Iterator[str]:
    """What is found of each row; twice, for where people play something may just have changed."""
    for row in rows.iterator(CHUNK):
        if any(look(row)):
            for fault in look(rows.get(pk=row.pk)):
                yield f"{row._meta.model_name} {row.pk}: {fault}"


def counted() -> dict[str, int]:
    """How much there is to look at, by kind."""
    return {
        model.__name__.lower() + "s": model.objects.count()
        for model in (Deal, Race, Attempt, Move, Result)
    }


def of_deal(deal: Deal) -> Iterator[str]:
    """The cards are those that were committed to."""
    if commitment(bytes(deal.salt), deal.layout) != deal.commitment:
        yield "its cards are not those that its commitment names"


def of_attempt(attempt: Attempt) -> Iterator[str]:
    """The log runs from 1 without a gap, every action is legal, and the result is what it says."""
    span = attempt.moves.aggregate(first=Min("seq"), last=Max("seq"))
    if (span["last"] or 0) != attempt.moves.count() or span["first"] not in (None, 1):
        yield "its log has a gap"
    try:
        kept = logs.of(attempt)
    except (Unreadable, Refused) as fault:
        yield f"its log cannot be replayed: {fault}"
        return
    if problems := kept.game.problems():
        yield "; ".join(problems)
    state = _state(kept.game)
    if attempt.state != state:
        yield f"it is {attempt.state}, its log says {state}"
    if kept.game.hints and not attempt.hints:
        yield "it has hints, which its rules do not allow"
    yield from _of_result(attempt, kept, state)


def of_race(race: Race) -> Iterator[str]:
    """Seats hold their players' attempts at its deal; a closed one is over for all, and ranked."""
    seats = list(race.seats.select_related("attempt"))
    playing = any(seat.attempt and seat.attempt.state == Attempt.PLAYING for seat in seats)
    for seat in seats:
        attempt = seat.attempt
        if attempt and (attempt.player_id, attempt.deal_id) != (seat.player_id, race.deal_id):
            yield f"seat {seat.number} holds an attempt of somebody else or at another deal"
    if race.over and playing:
        yield "it is over, but somebody plays"
    placed = standings.places([race])[race.pk]
    told = {pk: (place.place, place.draw) for pk, place in placed.items()}
    if told != _places([result for result in standings.ranked([race]) if result.won]):
        yield "its places are not those of its results"


def _state(game: Game) -> str:
    return Attempt.WON if game.won else game.ended or Attempt.PLAYING


def _of_result(attempt: Attempt, kept: logs.Kept, state: str) -> Iterator[str]:
    result = Result.objects.filter(attempt=attempt).first()
    if (result is None) != (state == Attempt.PLAYING):
        yield "it has a result and goes on" if result else "it has ended without a result"
    elif result is not None:
        game = kept.game
        counted = {
            "won": game.won,
            "moves": game.moves,
            "seconds": kept.times[-1] // 1000,
            "undos": game.undos,
            "hints": game.hints,
            "sequences": len(game.sequences),
            "score": game.score,
        }
        wrong = {name: now for name, now in counted.items() if getattr(result, name) != now}
        if wrong:
            yield f"its result differs from its log, which says {_words(wrong)}"


def _places(won: list[Result]) -> dict[int, tuple[int, bool]]:
    """By attempt: one more than those ahead, and whether another is equal."""
    keys = {result.pk: (result.moves, result.seconds) for result in won}
    equal = Counter(keys.values())
    return {
        pk: (1 + sum(other < key for other in keys.values()), equal[key] > 1)
        for pk, key in keys.items()
    }


def _words(values: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in values.items())
