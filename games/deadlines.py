"""What is due: attempts whose time is up, races whose window is over.

Due times are columns, so nothing depends on a timer in memory: every web process sweeps,
and the log's numbering and a compare-and-set see to it that each thing happens once.
"""

import asyncio
import logging

from django.db.models import Count, Exists, F, OuterRef

from games import clock, closing, play, threads
from games.models import Attempt, Race, Seat

log = logging.getLogger(__name__)

SWEEP_EVERY_S = 5
# A start after a long pause finds much that is due; the rest waits for the next sweep.
MOST_AT_ONCE = 500

_task: asyncio.Task[None] | None = None


def start() -> None:
    """Begin to sweep in this process; harmless when repeated."""
    global _task
    if _task is None or _task.done():
        _task = asyncio.get_running_loop().create_task(_sweep_for_ever())


async def sweep() -> None:
    """Do once all that is due now."""
    for attempt_id in await threads.run(_attempts_due):
        await play.end_by_time(attempt_id)
    await threads.run(_settle_races)


def _attempts_due() -> list[int]:
    due = Attempt.objects.filter(state=Attempt.PLAYING, deadline__lte=clock.now())
    return list(due.order_by("deadline").values_list("pk", flat=True)[:MOST_AT_ONCE])


def _settle_races() -> None:
    """Races whose window is over, and those left open by a crash after their last attempt."""
    now = clock.now()
    running = Race.objects.exclude(state__in=Race.OVER)
    for race in running.filter(ends_at__lte=now)[:MOST_AT_ONCE]:
        closing.settle(race, now)
    full = running.annotate(begun=Count("seats__attempt")).filter(
        seat_limit__gt=0, begun__gte=F("seat_limit")
    )
    playing = Seat.objects.filter(race=OuterRef("pk"), attempt__state=Attempt.PLAYING)
    for race in full.exclude(Exists(playing))[:MOST_AT_ONCE]:
        closing.settle(race, now)


async def _sweep_for_ever() -> None:
    while True:
        await asyncio.sleep(SWEEP_EVERY_S)
        try:
            await sweep()
        except Exception:
            log.exception("a sweep failed; the next comes in %d s", SWEEP_EVERY_S)
