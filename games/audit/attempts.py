"""An attempt's log, what it came to, and whether it counts as its player's first."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.db.models import Max, Min

from games import logs
from games.audit.deals import is_readable
from games.engine import Game, Refused, Unreadable
from games.models import Attempt, Look, Result

# A look and a begin within this may have been stored in either order: a write may wait 20 s.
MOMENT = timedelta(seconds=30)


def of_attempt(attempt: Attempt) -> Iterator[str]:
    """A seat holds it, its log has no gap, and where its deal can be read that can be replayed."""
    span = attempt.moves.aggregate(first=Min("seq"), last=Max("seq"))
    if (span["last"] or 0) != attempt.moves.count() or span["first"] not in (None, 1):
        yield "its log has a gap"
    if not attempt.seats.exists():
        yield "no seat holds it"
    yield from _of_first(attempt)
    yield from _of_end(attempt)
    if is_readable(attempt.deal):
        yield from _of_game(attempt)


def _of_first(attempt: Attempt) -> Iterator[str]:
    """The first is the one that was stored first, unless the player had looked at the cards.

    ``begun_at`` does not tell which was stored first: it is the same for two within a moment,
    and a live race's is its go, however late that runs. A look about then may count or not.
    """
    same = {"deal": attempt.deal_id, "player": attempt.player_id}
    later = Attempt.objects.filter(**same, pk__lt=attempt.pk).exists()
    look = Look.objects.filter(**same).first()
    since = attempt.begun_at - look.at if look else -2 * MOMENT
    if attempt.first and (later or since > MOMENT):
        yield "it counts as the first, but its player knew the cards"
    if not attempt.first and not later and since < -MOMENT:
        yield "it does not count as the first, but its player knew no card"


def _of_end(attempt: Attempt) -> Iterator[str]:
    """The result ends when the last row came in; what came before the begin is stored as 0."""
    result = Result.objects.filter(attempt=attempt).first()
    last = attempt.moves.order_by("seq").last()
    if result and last:
        ms = max(0, (result.ended_at - attempt.begun_at) // timedelta(milliseconds=1))
        if ms != last.ms:
            yield f"its result ended after {ms} ms, its log after {last.ms}"


def _of_game(attempt: Attempt) -> Iterator[str]:
    """Every action is legal, and state and result are what the log comes to."""
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


def _state(game: Game) -> str:
    return Attempt.WON if game.won else game.ended or Attempt.PLAYING


def _words(values: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in values.items())
