"""A race's seats, places and end."""

from collections.abc import Iterator
from datetime import timedelta

from django.db.models import Max

from games import clock, standings
from games.audit.places import places
from games.models import Attempt, Race, Seat

# The sweep closes a race within seconds.
PATIENCE = timedelta(minutes=1)


def of_race(race: Race) -> Iterator[str]:
    """Seats hold their players' attempts at its deal; it ends with them, and they are ranked."""
    seats = list(race.seats.select_related("attempt"))
    for seat in seats:
        attempt = seat.attempt
        if attempt and (attempt.player_id, attempt.deal_id) != (seat.player_id, race.deal_id):
            yield f"seat {seat.number} holds an attempt of somebody else or at another deal"
    yield from _of_closing(race, seats)
    placed = standings.places([race])[race.pk]
    told = {pk: (place.place, place.draw) for pk, place in placed.items()}
    if told != places([result for result in standings.ranked([race]) if result.won]):
        yield "its places are not those of its results"


def _of_closing(race: Race, seats: list[Seat]) -> Iterator[str]:
    """It is over for all at once, and soon after nobody plays or can begin any more."""
    begun = [seat.attempt for seat in seats if seat.attempt]
    playing = any(attempt.state == Attempt.PLAYING for attempt in begun)
    if race.over and playing:
        yield "it is over, but somebody plays"
    none_can_begin = race.mode == Race.LIVE or 0 < race.seat_limit <= len(begun)
    if race.state == Race.RUNNING and none_can_begin and not playing:
        last = race.seats.aggregate(at=Max("attempt__result__ended_at"))["at"]
        if (last or race.created_at) < clock.now() - PATIENCE:
            yield "everybody has ended, but it goes on"
