"""Making a race: its row and its host's seat. Called within a transaction."""

from datetime import datetime, timedelta
from typing import Any

from games import clock, lobby, seats
from games.models import Attempt, Deal, Player, Race, Seat


def make_race(
    host: Player,
    deal: Deal,
    mode: str,
    *,
    window_s: int | None = None,
    attempt: Attempt | None = None,
    **settings: Any,
) -> Race:
    """A new race with its host on seat 1, who holds ``attempt`` there or has not begun.

    A race alone begins at once. ``settings`` are the other fields of ``Race``.
    """
    live = mode == Race.LIVE
    race = Race.objects.create(
        deal=deal,
        mode=mode,
        host=host,
        window_s=window_s,
        state=Race.GATHERING if live else Race.RUNNING,
        ends_at=_after(lobby.PATIENCE_S if live else window_s),
        **settings,
    )
    seat = Seat.objects.create(race=race, player=host, number=1, attempt=attempt)
    if mode == Race.SOLO:
        seats.begin(race, seat, clock.now())
    return race


def _after(seconds: int | None) -> datetime | None:
    return None if seconds is None else clock.now() + timedelta(seconds=seconds)
