"""Who listens to which race in this process, and telling them.

News is state, not events: absolute values, of which the last is enough. A listener that
misses some is repaired by the next, by ``pong`` or by reconnecting, so nothing here is
stored or waited for. (Processes will tell each other through Redis; the place is ``tell``.)
"""

import asyncio
from collections import defaultdict
from dataclasses import dataclass
from typing import Protocol

from games import clock

AWAY_AFTER_S, GONE_AFTER_S = 10, 30


@dataclass(frozen=True, slots=True)
class Standing:
    """What others may know of where an attempt stands."""

    seq: int
    moves: int
    sequences: int
    undos: int
    seconds: int
    state: str


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a seat's attempt stands now."""

    seat: int
    player_id: int
    standing: Standing


@dataclass(frozen=True, slots=True)
class Presence:
    """A player came or went."""

    player_id: int


@dataclass(frozen=True, slots=True)
class RaceChanged:
    """Its state or its seats are other than before: fetch it again."""


@dataclass(frozen=True, slots=True)
class Acted:
    """An action of this player's attempt is stored: other tabs want the board.

    ``source`` is the socket that has it already, as its own answer.
    """

    player_id: int
    effects: list[dict[str, object]]
    source: object


News = Progress | Presence | RaceChanged | Acted


class Listener(Protocol):
    """A socket in a race's room."""

    player_id: int | None
    loop: asyncio.AbstractEventLoop

    def hear(self, news: News) -> None:
        """Take note, on the own loop, without waiting for anything."""


_rooms: dict[str, set[Listener]] = defaultdict(set)
_last_seen: dict[tuple[str, int], float] = {}


def enter(race_id: str, listener: Listener) -> None:
    """Listen to a race's news from now on."""
    first = listener.player_id is not None and not _here(race_id, listener.player_id)
    _rooms[race_id].add(listener)
    if first and listener.player_id is not None:
        tell(race_id, Presence(listener.player_id))


def leave(race_id: str, listener: Listener) -> None:
    """Listen no more; harmless when repeated."""
    room = _rooms.get(race_id)
    if room is None or listener not in room:
        return
    room.discard(listener)
    if not room:
        del _rooms[race_id]
    player_id = listener.player_id
    if player_id is not None and not _here(race_id, player_id):
        _last_seen[race_id, player_id] = clock.now().timestamp()
        tell(race_id, Presence(player_id))


def tell(race_id: str, news: News) -> None:
    """Pass news on to all who listen to a race; may be called from any thread."""
    try:
        here: asyncio.AbstractEventLoop | None = asyncio.get_running_loop()
    except RuntimeError:
        here = None
    for listener in list(_rooms.get(race_id, ())):
        if listener.loop is here:
            listener.hear(news)
        elif not listener.loop.is_closed():
            listener.loop.call_soon_threadsafe(listener.hear, news)


def presence(race_id: str, player_id: int) -> str:
    """``here`` with a socket open, ``away`` just after, ``gone`` from then on."""
    if _here(race_id, player_id):
        return "here"
    seen = _last_seen.get((race_id, player_id))
    if seen is None or clock.now().timestamp() - seen >= GONE_AFTER_S:
        _last_seen.pop((race_id, player_id), None)
        return "gone"
    return "away"


def _here(race_id: str, player_id: int) -> bool:
    return any(listener.player_id == player_id for listener in _rooms.get(race_id, ()))
