"""Who listens to which race in this process, and telling them.

News is state, not events: absolute values, of which the last is enough. A listener that
misses some is repaired by the next, by ``pong`` or by reconnecting, so nothing here is
stored or waited for. Listeners of this process hear at once, those of others by ``wire``.
"""

import asyncio
from collections import defaultdict
from dataclasses import dataclass, fields
from typing import Any, NamedTuple, Protocol

from games import wire


class Standing(NamedTuple):
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
    """A player came or went: ``here``, ``away`` or ``gone``."""

    player_id: int
    presence: str


@dataclass(frozen=True, slots=True)
class RaceChanged:
    """Its state or its seats are other than before: fetch it again.

    ``rev`` is how far the race has come, where that is known: who has seen it is not asked
    to fetch it once more.
    """

    rev: int | None = None


@dataclass(frozen=True, slots=True)
class Acted:
    """The log of this player's attempt has come to ``seq``: other tabs want the board.

    ``source`` is the socket that has it already, as its own answer.
    """

    player_id: int
    attempt_id: int
    seq: int
    source: object = None


@dataclass(frozen=True, slots=True)
class SignedOut:
    """Sockets of this player have nothing to say any more: those opened with this key, or all."""

    player_id: int
    key: str | None = None


News = Progress | Presence | RaceChanged | Acted | SignedOut
_KINDS: dict[str, type[Any]] = {
    kind.__name__: kind for kind in (Progress, Presence, RaceChanged, Acted, SignedOut)
}


class Listener(Protocol):
    """A socket in a race's room."""

    player_id: int | None
    # What it was opened with, a token or a session (see ``sign_out``).
    key: str | None
    loop: asyncio.AbstractEventLoop

    def hear(self, news: News) -> None:
        """Take note, on the own loop, without waiting for anything."""


_rooms: dict[str, set[Listener]] = defaultdict(set)


async def enter(race_id: str, listener: Listener) -> None:
    """Listen to a race's news from now on."""
    _rooms[race_id].add(listener)
    await wire.join(race_id)


def leave(race_id: str, listener: Listener) -> None:
    """Listen no more; harmless when repeated."""
    room = _rooms.get(race_id)
    if room is None or listener not in room:
        return
    room.discard(listener)
    if not room:
        del _rooms[race_id]
        wire.leave(race_id)


def tell(race_id: str, news: News) -> None:
    """Pass news on to all who listen to a race, anywhere; may be called from any thread."""
    tell_here(race_id, news)
    _send(race_id, news)


def tell_here(race_id: str, news: News) -> None:
    """Pass news on to the listeners of this process."""
    try:
        here: asyncio.AbstractEventLoop | None = asyncio.get_running_loop()
    except RuntimeError:
        here = None
    for listener in list(_rooms.get(race_id, ())):
        if listener.loop is here:
            listener.hear(news)
        elif not listener.loop.is_closed():
            listener.loop.call_soon_threadsafe(listener.hear, news)


def tell_everywhere(news: News) -> None:
    """Pass news on to the listeners of all races; may be called from any thread."""
    tell_every_room(news)
    _send(wire.EVERYWHERE, news)


def tell_every_room(news: News) -> None:
    """The same in this process alone."""
    for race_id in rooms():
        tell_here(race_id, news)


def read(message: dict[str, Any]) -> News:
    """News as another process has sent it."""
    kind = _KINDS[message["kind"]]
    values = {name: value for name, value in message.items() if name != "kind"}
    if kind is Progress:
        values["standing"] = Standing(**values["standing"])
    news: News = kind(**values)
    return news


def _send(race_id: str, news: News) -> None:
    if wire.is_open():
        wire.send(race_id, _written(news))


def _written(news: News) -> dict[str, Any]:
    """For other processes: they have other sockets, so a source means nothing to them."""
    values = {field.name: getattr(news, field.name) for field in fields(news)}
    if isinstance(news, Acted):
        values["source"] = None
    if isinstance(news, Progress):
        values["standing"] = news.standing._asdict()
    return {"kind": type(news).__name__} | values


def rooms() -> list[str]:
    """The races that somebody listens to in this process."""
    return list(_rooms)


def players(race_id: str) -> set[int]:
    """Whose sockets are in a room of this process."""
    room = list(_rooms.get(race_id, ()))
    return {listener.player_id for listener in room if listener.player_id is not None}


def keys() -> dict[str, int]:
    """What the sockets of this process were opened with, and whose it is."""
    listeners = [listener for race_id in rooms() for listener in list(_rooms.get(race_id, ()))]
    return {
        listener.key: listener.player_id
        for listener in listeners
        if listener.key is not None and listener.player_id is not None
    }
