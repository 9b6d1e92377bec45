"""When a race is over: decided from what is stored, by whoever comes first, once."""

from datetime import datetime

from django.db import transaction
from django.db.models import F

from games import clock, news
from games.models import Attempt, Race, Seat


def after_attempt(attempt_id: int) -> None:
    """An attempt has ended: close the races that waited for it."""
    for race in Race.objects.filter(seats__attempt=attempt_id).exclude(state__in=Race.OVER):
        settle(race, clock.now())


def settle(race: Race, now: datetime) -> bool:
    """Close a race in which no one can begin any more and no one plays.

    Seats that had not begun when the window ended are dropped. True where this call closed
    it; a compare-and-set decides between two that try.
    """
    with transaction.atomic():
        # The lock keeps out a ``begin`` between the look and the closing.
        race = Race.objects.select_for_update().get(pk=race.pk)
        if race.over:
            return False
        window_over = race.ends_at is not None and now >= race.ends_at
        if window_over:
            _drop_waiting(race)
        if _playing(race) or not (window_over or _all_begun(race)):
            return False
        return close(race, Race.CLOSED, now)


def close(race: Race, state: str, now: datetime) -> bool:
    """Set a race's end; False where somebody else had set it."""
    changed = (
        Race.objects.filter(pk=race.pk)
        .exclude(state__in=Race.OVER)
        .update(state=state, closed_at=now, rev=F("rev") + 1)
    )
    if changed:
        announce(race.pk)
    return bool(changed)


def announce(race_id: str) -> None:
    """Tell all who listen, once it is committed, to fetch the race again."""
    transaction.on_commit(lambda: news.tell(race_id, news.RaceChanged()))


def _drop_waiting(race: Race) -> None:
    dropped, _ = Seat.objects.filter(race=race, attempt=None).delete()
    if dropped:
        Race.objects.filter(pk=race.pk).update(rev=F("rev") + 1)
        announce(race.pk)


def _playing(race: Race) -> bool:
    return Seat.objects.filter(race=race, attempt__state=Attempt.PLAYING).exists()


def _all_begun(race: Race) -> bool:
    """Every seat is taken and its player has begun; never so where any number may sit."""
    begun = Seat.objects.filter(race=race, attempt__isnull=False).count()
    return 0 < race.seat_limit <= begun
