"""News on its way to one socket: the last of each kind, so that a slow listener costs little."""

import asyncio
import logging
import math
import random
from typing import TYPE_CHECKING

from games import news

if TYPE_CHECKING:
    from games.consumers import RaceConsumer

log = logging.getLogger(__name__)

# After a look at the race the next one waits as long as this many looks took. Where sixteen
# get ready at once a busy server sends fewer, later states instead of more and more old ones.
REST = 2
LONGEST_REST_S = 1.0
# Rivals are told at once. Who only watches is told within so many seconds, each at a time of
# their own: a hundred watchers at once would keep the players waiting.
WATCHERS_WAIT_S = 0.3


class Outbox:
    """What a socket has yet to be told. Later news takes the place of earlier of its kind."""

    def __init__(self, socket: "RaceConsumer") -> None:
        self.socket = socket
        self._loop = asyncio.get_running_loop()
        # The ``rev`` of the race that is to be told; infinite where it is not known.
        self._rev = 0.0
        self._not_before = 0.0
        self._seats: set[int] = set()
        self._acted = self._asked = self._stopped = False
        self._task: asyncio.Task[None] | None = None
        self._later: asyncio.TimerHandle | None = None

    def note(self, item: news.News) -> None:
        """Take note of an item, where this socket may have it."""
        match item:
            case news.RaceChanged():
                self._rev = max(self._rev, math.inf if item.rev is None else item.rev)
            case news.Progress():
                self._note_progress(item)
            case news.Presence():
                self._note_presence(item)
            case news.Acted():
                self._note_action(item)
        self._wake()

    def ask(self) -> None:
        """The client wants to know everything; asked several times it is told once."""
        self._asked = True
        self._wake()

    def stop(self) -> None:
        """Nobody listens any more."""
        self._stopped = True
        for work in (self._task, self._later):
            if work is not None:
                work.cancel()

    def _wake(self) -> None:
        if self._task is not None or self._stopped:
            return
        if self._is_urgent():
            self._begin()
        elif self._seats and self._later is None:
            wait = random.uniform(0, WATCHERS_WAIT_S)  # noqa: S311 (no secret)
            self._later = self._loop.call_later(wait, self._begin)

    def _begin(self) -> None:
        self._later = None
        if self._task is None:
            self._task = self._loop.create_task(self._deliver())

    def _is_urgent(self) -> bool:
        plays = self.socket.seat is not None
        wanted = self._asked or self._acted or (plays and bool(self._seats))
        return wanted or self._rev > self.socket.rev

    def _note_progress(self, item: news.Progress) -> None:
        row = self.socket.rows.get(item.seat)
        if row is None or item.player_id == self.socket.player_id or not self.socket.sees_progress:
            return
        row.update(item.standing._asdict())
        self._seats.add(item.seat)

    def _note_presence(self, item: news.Presence) -> None:
        for seat, player_id in self.socket.players.items():
            row = self.socket.rows.get(seat)
            if row and player_id == item.player_id != self.socket.player_id:
                row["presence"] = item.presence
                self._seats.add(seat)

    def _note_action(self, item: news.Acted) -> None:
        if item.player_id == self.socket.player_id and item.source is not self.socket:
            self._acted = True

    async def _deliver(self) -> None:
        try:
            while not self._stopped and await self._deliver_one():
                pass
        except Exception:  # news may be lost; the next, or a pong, repairs it
            if not self._stopped:
                log.exception("news could not be told")
        finally:
            self._task = None

    async def _deliver_one(self) -> bool:
        socket = self.socket
        if self._acted:
            self._acted = False
            await socket.tell_board()
        elif self._asked:
            self._asked = False
            await socket.welcome()
        elif self._seats:
            await socket.tell_progress(self._seats.pop())
        elif self._rev > socket.rev:
            return await self._tell_race()
        else:
            return False
        return True

    async def _tell_race(self) -> bool:
        """Tell the race, unless it has been told just now: then in a while."""
        begun = self._loop.time()
        if begun < self._not_before:
            self._loop.call_at(self._not_before, self._wake)
            return False
        self._rev = 0.0
        await self.socket.tell_race()
        now = self._loop.time()
        self._not_before = now + min(REST * (now - begun), LONGEST_REST_S)
        return True
