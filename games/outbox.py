"""News on its way to one socket: the last of each kind, so that a slow listener costs little."""

import asyncio
import logging
from dataclasses import asdict
from typing import TYPE_CHECKING

from games import news

if TYPE_CHECKING:
    from games.consumers import RaceConsumer

log = logging.getLogger(__name__)


class Outbox:
    """What a socket has yet to be told. Later news takes the place of earlier of its kind."""

    def __init__(self, socket: "RaceConsumer") -> None:
        self.socket = socket
        self._race_changed = False
        self._seats: set[int] = set()
        self._acted = False
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
        if self._task is None and (self._race_changed or self._seats or self._acted):
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
            while await self._deliver_one():
                pass
        except Exception:  # news may be lost; the next, or a pong, repairs it
            log.exception("news could not be told")
        finally:
            self._task = None

    async def _deliver_one(self) -> bool:
        socket = self.socket
        if self._acted:
            self._acted = False
            await socket.tell_board()
        elif self._seats:
            await socket.tell_progress(self._seats.pop())
        elif self._race_changed:
            self._race_changed = False
            await socket.tell_race()
        else:
            return False
        return True
