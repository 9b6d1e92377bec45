"""Who is there: a heartbeat per seat, written in one batch, that expires by itself.

A disconnect may never be noticed (a process killed, a phone in a tunnel), so nobody is asked
to say goodbye: who has not been seen for a while is away, then gone.
"""

from datetime import timedelta

from django.db.models import Q

from games import clock, news
from games.models import Race, Seat

HEARTBEAT_S = 10
# Beside the beat itself: away after 10 s of silence, gone after 30.
AWAY_AFTER = timedelta(seconds=HEARTBEAT_S + 10)
GONE_AFTER = timedelta(seconds=HEARTBEAT_S + 30)

# By seat: what was last told in this process.
_told: dict[int, str] = {}


def of(seat: Seat) -> str:
    """``here``, ``away`` or ``gone``, by when the player last gave a sign of life."""
    # Taking the seat, over HTTP, was a sign of life; no beat may be late after it.
    seen = seat.seen_at or seat.joined_at - timedelta(seconds=HEARTBEAT_S)
    silence = clock.now() - seen
    if silence < AWAY_AFTER:
        return "here"
    return "away" if silence < GONE_AFTER else "gone"


def gone() -> Q:
    """The seats whose player has gone, as a condition of a query: the same as ``of``."""
    since = clock.now() - GONE_AFTER
    return Q(seen_at__lte=since) | Q(
        seen_at=None, joined_at__lte=since + timedelta(seconds=HEARTBEAT_S)
    )


def beat() -> None:
    """Note in one write that all who have a socket in this process are there."""
    seats = [seat for seat in _seats() if seat.player_id in news.players(seat.race_id)]
    _see([seat.pk for seat in seats])


def notice() -> None:
    """Tell the sockets of this process whose presence has changed, whoever has seen it."""
    now = {seat: of(seat) for seat in _seats()}
    for seat, presence in now.items():
        if _told.get(seat.pk, presence) != presence:
            news.tell_here(seat.race_id, news.Presence(seat.player_id, presence))
    _told.clear()
    _told.update({seat.pk: presence for seat, presence in now.items()})


def arrived(race_id: str, player_id: int) -> None:
    """A socket was opened: others see it at once, not with the next beat."""
    seats = Seat.objects.filter(race_id=race_id, player_id=player_id)
    if ids := list(seats.values_list("pk", flat=True)):
        _see(ids)
        news.tell(race_id, news.Presence(player_id, "here"))


def left(race_id: str, player_id: int) -> None:
    """The last socket here was closed: the silence counts from now on."""
    since = clock.now() - timedelta(seconds=HEARTBEAT_S)
    Seat.objects.filter(race_id=race_id, player_id=player_id).update(seen_at=since)


def _seats() -> list[Seat]:
    """The seats of the races that somebody listens to here."""
    rooms = Seat.objects.filter(race_id__in=news.rooms())
    return list(rooms.exclude(race__state__in=Race.OVER))


def _see(seat_ids: list[int]) -> None:
    Seat.objects.filter(pk__in=seat_ids).update(seen_at=clock.now())
