"""When a race is over: decided from what is stored, by whoever comes first, once."""

from datetime import datetime

from django.db import transaction
from django.db.models import F, QuerySet

from games import clock, news
from games.models import Attempt, Race, Seat


def after_attempt(attempt_id: int) -> None:
    """An attempt has ended: close the races that waited for it."""
    for race in Race.objects.filter(seats__attempt=attempt_id).exclude(state__in=Race.OVER):
        settle(race, clock.now())


def settle(race: Race, now: datetime) -> bool:
    """End a race whose time has come: True where this call did it.

    A lobby that nobody started in time is called off; a race in which no one can begin any
    more and no one plays is closed. Seats that had not begun by the window's end are dropped.
    A compare-and-set decides between two that try.
    """
    with transaction.atomic():
        # The lock keeps out a ``begin`` between the look and the closing.
        race = Race.objects.select_for_update().get(pk=race.pk)
        due = race.ends_at is not None and now >= race.ends_at
        if race.state == Race.GATHERING and due:
            return close(race, Race.CANCELLED, now)
        if race.state != Race.RUNNING:
            return False
        if due:
            _drop_waiting(race)
        if _playing(race) or not (due or _nobody_can_begin(race)):
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
        # Those of the race that it was a rematch of learn that the offer is withdrawn.
        if state == Race.CANCELLED:
            _change(Race.objects.filter(successor=race))
    return bool(changed)


def announce(race_id: str, rev: int | None = None) -> None:
    """Tell all who listen, once it is committed, to fetch the race again."""
    transaction.on_commit(lambda: news.tell(race_id, news.RaceChanged(rev)))


def _drop_waiting(race: Race) -> None:
    dropped, _ = Seat.objects.filter(race=race, attempt=None).delete()
    if dropped:
        _change(Race.objects.filter(pk=race.pk))


def _change(races: QuerySet[Race]) -> None:
    """Count a change and announce it."""
    for race_id in races.values_list("pk", flat=True):
        Race.objects.filter(pk=race_id).update(rev=F("rev") + 1)
        announce(race_id)


def _playing(race: Race) -> bool:
    return Seat.objects.filter(race=race, attempt__state=Attempt.PLAYING).exists()


def _nobody_can_begin(race: Race) -> bool:
    """After a live race's go; else when every seat is taken and its player has begun."""
    begun = Seat.objects.filter(race=race, attempt__isnull=False).count()
    return race.mode == Race.LIVE or 0 < race.seat_limit <= begun
