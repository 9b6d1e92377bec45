"""The writer of moves: rows of all who play, one commit for all who wait.

One thread takes whatever has queued up, writes it in one transaction and tells each waiter
whether its row went in. A row whose place in the log is taken (``UNIQUE(attempt, seq)``) or
whose client id is known does not go in and does not disturb the others. Nothing is answered
before the commit: that is the promise everything else stands on.
"""

import asyncio
import logging
import threading
from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import datetime

from django.db import InterfaceError, OperationalError, connection, transaction

from games.models import Attempt, Result

log = logging.getLogger(__name__)

# A commit holds up those who come meanwhile, so it must stay short.
MOST_ROWS = 256
_INSERT = (
    "INSERT INTO games_move (attempt_id, seq, client_id, action, ms) "
    "VALUES (%s, %s, %s, %s, %s) ON CONFLICT DO NOTHING"
)


class Unavailable(Exception):
    """The row could not be stored; nothing has changed."""


@dataclass(frozen=True, slots=True)
class Ending:
    """What an attempt came to, for the row that ends it: state and the result's numbers."""

    state: str
    moves: int
    seconds: int
    undos: int
    hints: int
    sequences: int
    score: int
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class Row:
    """One row of an attempt's log; with ``ending`` its result is written beside it."""

    attempt_id: int
    seq: int
    client_id: str | None
    action: str
    ms: int
    ending: Ending | None = None


class Journal:
    """A queue of rows and the thread that writes them."""

    def __init__(self) -> None:
        self._queue: deque[tuple[Row, Future[bool]]] = deque()
        self._wake = threading.Condition()
        self._thread: threading.Thread | None = None
        self._stopping = False

    async def append(self, row: Row) -> bool:
        """Store a row. True when it is committed; False when its place was taken.

        Raises ``Unavailable`` where the database could not take it.
        """
        return await asyncio.wrap_future(self.submit(row))

    def submit(self, row: Row) -> "Future[bool]":
        """Queue a row; the future tells what ``append`` tells."""
        future: Future[bool] = Future()
        # The write goes on when the waiter is cancelled: its row may be in the batch already.
        future.set_running_or_notify_cancel()
        with self._wake:
            if self._stopping:
                future.set_exception(Unavailable("the journal is closed"))
                return future
            self._queue.append((row, future))
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="journal", daemon=True)
                self._thread.start()
            self._wake.notify()
        return future

    def close(self) -> None:
        """Write what waits, end the thread and give back its connection."""
        with self._wake:
            self._stopping = True
            self._wake.notify()
            thread = self._thread
        if thread is not None:
            thread.join()
        self._thread, self._stopping = None, False

    def _work(self) -> None:
        try:
            while batch := self._take():
                self._write(batch)
        finally:
            connection.close()

    def _take(self) -> list[tuple[Row, "Future[bool]"]]:
        with self._wake:
            while not self._queue and not self._stopping:
                self._wake.wait()
            return [self._queue.popleft() for _ in range(min(MOST_ROWS, len(self._queue)))]

    def _write(self, batch: list[tuple[Row, "Future[bool]"]]) -> None:
        try:
            stored = _commit([row for row, _ in batch])
        except Exception as error:
            log.exception("rows could not be stored: %d", len(batch))
            connection.close()
            self._failed(batch, error)
            return
        for (_, future), went_in in zip(batch, stored, strict=True):
            future.set_result(went_in)

    def _failed(self, batch: list[tuple[Row, "Future[bool]"]], error: Exception) -> None:
        """Where one row may be at fault, each goes in alone; else all learn that none did."""
        if len(batch) > 1 and not isinstance(error, OperationalError | InterfaceError):
            for entry in batch:
                self._write([entry])
            return
        for _, future in batch:
            future.set_exception(Unavailable(str(error)))


def _commit(rows: list[Row]) -> list[bool]:
    """One transaction for all; tells of each row whether it went in."""
    with transaction.atomic(), connection.cursor() as cursor:
        stored = []
        for row in rows:
            cursor.execute(_INSERT, (row.attempt_id, row.seq, row.client_id, row.action, row.ms))
            went_in = cursor.rowcount == 1
            if went_in and row.ending is not None:
                _end(row.attempt_id, row.ending)
            stored.append(went_in)
    return stored


def _end(attempt_id: int, ending: Ending) -> None:
    Attempt.objects.filter(pk=attempt_id).update(state=ending.state)
    Result.objects.create(
        attempt_id=attempt_id,
        won=ending.state == Attempt.WON,
        moves=ending.moves,
        seconds=ending.seconds,
        undos=ending.undos,
        hints=ending.hints,
        sequences=ending.sequences,
        score=ending.score,
        ended_at=ending.ended_at,
    )


journal = Journal()
