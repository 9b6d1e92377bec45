"""News on its way to one socket: the last of each kind, so that a slow listener costs little."""

import asyncio
import logging
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from games import news, play

if TYPE_CHECKING:
    from games.consumers import RaceConsumer

log = logging.getLogger(__name__)

# A tab that is this far behind gets the board without what led to it.
MOST_EFFECTS = 60


class Outbox:
    """What a socket has yet to be told. Later news takes the place of earlier of its kind."""

    def __init__(self, socket: "RaceConsumer") -> None:
        self.socket = socket
        self._race_changed = False
        self._seats: set[int] = set()
        self._effects: list[Any] | None = None
        self._task: asyncio.Task[None] | None = None

    def note(self, item: news.News) -> None:
        """Take note of an item, where this socket may have it."""
        match item:
            case news.RaceChanged():
                self._race_changed = True
            case news.Progress():
                self._note_progress(item)
            case news.Presence():
                self._note_presence(item)
            case news.Acted():
                self._note_action(item)
        if self._task is None and (self._race_changed or self._seats or self._effects is not None):
            self._task = asyncio.get_running_loop().create_task(self._deliver())

    def stop(self) -> None:
        """Nobody listens any more."""
        if self._task is not None:
            self._task.cancel()

    def _note_progress(self, item: news.Progress) -> None:
        row = self.socket.rows.get(item.seat)
        if row is None or item.player_id == self.socket.player_id or not self.socket.sees_progress:
            return
        row.update(asdict(item.standing))
        self._seats.add(item.seat)

    def _note_presence(self, item: news.Presence) -> None:
        if item.player_id != self.socket.player_id:
            self._seats |= {
                n for n, player in self.socket.players.items() if player == item.player_id
            }

    def _note_action(self, item: news.Acted) -> None:
        if item.player_id == self.socket.player_id and item.source is not self.socket:
            self._effects = [*(self._effects or []), *item.effects][-MOST_EFFECTS:]

    async def _deliver(self) -> None:
        try:
            while await self._deliver_one():
                pass
        except Exception:  # news may be lost; the next, or a pong, repairs it
            log.exception("news could not be told")
        finally:
            self._task = None

    async def _deliver_one(self) -> bool:
        socket = self.socket
        if self._effects is not None and socket.table is not None:
            effects, self._effects = self._effects, None
            await socket.say("board", effects=effects, board=await play.board(socket.table))
        elif self._seats:
            await socket.tell_progress(self._seats.pop())
        elif self._race_changed:
            self._race_changed = False
            await socket.tell_race()
        else:
            self._effects = None
            return False
        return True
