"""What is due: the go, the end of attempts and windows, races and offers that were left.

Due times are columns, so nothing depends on a timer in memory. A timer fires where somebody
watches, so that it is on time; every web process sweeps too, so that it happens at all; the
log's numbering and a compare-and-set see to it that each thing happens once.
"""

import asyncio
import logging
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Count, Exists, F, Max, OuterRef, Q

from games import clock, closing, follow, lobby, play, rematch, threads
from games.engine import TIME
from games.models import Attempt, Race, Seat

log = logging.getLogger(__name__)

# A start after a long pause finds much that is due; the rest waits for the next sweep.
MOST_AT_ONCE = 500
# Timers further ahead than this are the sweep's.
HORIZON = timedelta(minutes=10)
# Of a live race's players, all still playing have been gone this long: they are not awaited.
ABANDONED_AFTER = timedelta(seconds=120)

_timers: dict[tuple[str, datetime], asyncio.TimerHandle] = {}
_tasks: set[asyncio.Task[None]] = set()


def watch(moments: Iterable[datetime], race_id: str) -> None:
    """Be on time for what is due in a race that somebody watches in this process."""
    now, loop = clock.now(), asyncio.get_running_loop()
    for moment in moments:
        key = (race_id, moment)
        if key not in _timers and timedelta(0) <= moment - now <= HORIZON:
            # A hair late rather than early, for then it would be the next sweep's.
            wait = (moment - now).total_seconds() + 0.005
            _timers[key] = loop.call_later(wait, _fire, key)


def _fire(key: tuple[str, datetime]) -> None:
    _timers.pop(key, None)
    task = asyncio.get_running_loop().create_task(_do(key[0]))
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)


async def _do(race_id: str) -> None:
    try:
        await sweep(race_id)
        # Another process may have been first; the players here are told all the same.
        await follow.rooms(race_id)
    except Exception:
        log.exception("what was due in race %s waits for the sweep", race_id)


async def sweep(race_id: str | None = None) -> None:
    """Do all that is due now, in all races or in one."""
    await threads.run(_go, race_id)
    for due in (_attempts_due, _abandoned):
        for attempt_id in await threads.run(due, race_id):
            await play.end(attempt_id, TIME)
    await threads.run(_settle_races, race_id)
    await threads.run(_withdraw_offers, race_id)


def _races(race_id: str | None) -> Q:
    return Q(pk=race_id) if race_id else Q()


def _go(race_id: str | None) -> None:
    now = clock.now()
    due = Race.objects.filter(_races(race_id), state=Race.COUNTDOWN, go_at__lte=now)
    for pk in due.values_list("pk", flat=True)[:MOST_AT_ONCE]:
        lobby.go(pk, now)


def _attempts_due(race_id: str | None) -> list[int]:
    due = Attempt.objects.filter(state=Attempt.PLAYING, deadline__lte=clock.now())
    if race_id:
        due = due.filter(seats__race=race_id)
    return list(due.order_by("deadline").values_list("pk", flat=True)[:MOST_AT_ONCE])


def _abandoned(race_id: str | None) -> list[int]:
    """Attempts in live races whose players have all been gone since the others ended."""
    since = clock.now() - ABANDONED_AFTER
    playing = Seat.objects.filter(attempt__state=Attempt.PLAYING)
    present = playing.filter(race=OuterRef("pk")).filter(
        Q(seen_at__gt=since) | Q(seen_at=None, attempt__begun_at__gt=since)
    )
    races = (
        Race.objects.filter(_races(race_id), mode=Race.LIVE, state=Race.RUNNING)
        .annotate(last_end=Max("seats__attempt__result__ended_at"))
        .filter(Q(last_end=None) | Q(last_end__lte=since), go_at__lte=since)
        .exclude(Exists(present))[:MOST_AT_ONCE]
    )
    seats = playing.filter(race__in=[race.pk for race in races])
    return list(seats.values_list("attempt_id", flat=True))


def _settle_races(race_id: str | None) -> None:
    """Races whose window is over, and those left open by a crash after their last attempt."""
    now = clock.now()
    open_races = Race.objects.filter(_races(race_id)).exclude(state__in=Race.OVER)
    for race in open_races.filter(ends_at__lte=now)[:MOST_AT_ONCE]:
        closing.settle(race, now)
    begun = open_races.annotate(begun=Count("seats__attempt")).filter(
        Q(seat_limit__gt=0, begun__gte=F("seat_limit")) | Q(mode=Race.LIVE), state=Race.RUNNING
    )
    playing = Seat.objects.filter(race=OuterRef("pk"), attempt__state=Attempt.PLAYING)
    for race in begun.exclude(Exists(playing))[:MOST_AT_ONCE]:
        closing.settle(race, now)


def _withdraw_offers(race_id: str | None) -> None:
    """Rematches of live races whose maker has gone before anybody joined."""
    for offer in rematch.abandoned().filter(_races(race_id))[:MOST_AT_ONCE]:
        rematch.withdraw(offer)
