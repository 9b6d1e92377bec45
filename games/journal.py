"""The writer of moves: rows of all who play, one commit for all who wait.

One thread takes whatever has queued up, writes it in one transaction and tells each waiter
whether its row went in. A row whose place in the log is taken (``UNIQUE(attempt, seq)``) or
whose client id is known does not go in and does not disturb the others. Nothing is answered
before the commit: that is the promise everything else stands on.
"""

import asyncio
import contextlib
import logging
import threading
from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import chain

from django.db import InterfaceError, OperationalError, connection, transaction

from games.models import Attempt, Result

log = logging.getLogger(__name__)

# A commit holds up those who come meanwhile, so it must stay short.
MOST_ROWS = 256
_INSERT = (
    "INSERT INTO games_move (attempt_id, seq, client_id, action, ms) "
    "VALUES {} ON CONFLICT DO NOTHING"
)
_VALUES = "(%s, %s, %s, %s, %s)"


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


# A row, and who waits to be told whether it went in.
_Entry = tuple[Row, "asyncio.Future[bool]"]
_Told = tuple["asyncio.Future[bool]", bool | Unavailable]


class Journal:
    """A queue of rows and the thread that writes them."""

    def __init__(self) -> None:
        self._queue: deque[_Entry] = deque()
        self._wake = threading.Condition()
        self._thread: threading.Thread | None = None
        self._stopping = False

    async def append(self, row: Row) -> bool:
        """Store a row. True when it is committed; False when its place was taken.

        Raises ``Unavailable`` where the database could not take it.
        """
        return await self.submit(row)

    def submit(self, row: Row) -> "asyncio.Future[bool]":
        """Queue a row; the future tells what ``append`` tells.

        The write goes on when the waiter is cancelled: its row may be in the batch already.
        """
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
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

    def _take(self) -> list[_Entry]:
        with self._wake:
            while not self._queue and not self._stopping:
                self._wake.wait()
            return [self._queue.popleft() for _ in range(min(MOST_ROWS, len(self._queue)))]

    def _write(self, batch: list[_Entry]) -> None:
        try:
            stored = _commit([row for row, _ in batch])
        except Exception as error:
            log.exception("rows could not be stored: %d", len(batch))
            connection.close()
            self._failed(batch, error)
        else:
            _tell(batch, stored)

    def _failed(self, batch: list[_Entry], error: Exception) -> None:
        """Where one row may be at fault, each goes in alone; else all learn that none did."""
        if len(batch) > 1 and not isinstance(error, OperationalError | InterfaceError):
            for entry in batch:
                self._write([entry])
            return
        _tell(batch, [Unavailable(str(error)) for _ in batch])


def _tell(batch: list[_Entry], told: Sequence[bool | Unavailable]) -> None:
    """Wake all who wait, each loop once."""
    by_loop: dict[asyncio.AbstractEventLoop, list[_Told]] = defaultdict(list)
    for (_, future), news in zip(batch, told, strict=True):
        by_loop[future.get_loop()].append((future, news))
    for loop, theirs in by_loop.items():
        with contextlib.suppress(RuntimeError):  # a loop that is closed: nobody waits any more
            loop.call_soon_threadsafe(_settle, theirs)


def _settle(told: list[_Told]) -> None:
    for future, news in told:
        if future.done():  # who waited has gone
            continue
        if isinstance(news, Unavailable):
            future.set_exception(news)
        else:
            future.set_result(news)


class _Taken(Exception):
    """Of several rows not all went in."""


def _commit(rows: list[Row]) -> list[bool]:
    """One transaction for all; tells of each row whether it went in."""
    if len(rows) > 1:
        # One statement: after each this thread would have to wait its turn with the event loop.
        with contextlib.suppress(_Taken), transaction.atomic():
            if _insert(rows) < len(rows):
                raise _Taken
            _end(rows)
            return [True] * len(rows)
    with transaction.atomic():
        stored = [_insert([row]) == 1 for row in rows]
        _end([row for row, went_in in zip(rows, stored, strict=True) if went_in])
    return stored


def _insert(rows: list[Row]) -> int:
    """How many of the rows went in."""
    values = [(row.attempt_id, row.seq, row.client_id, row.action, row.ms) for row in rows]
    with connection.cursor() as cursor:
        cursor.execute(_INSERT.format(", ".join([_VALUES] * len(rows))), list(chain(*values)))
        return int(cursor.rowcount)


def _end(rows: list[Row]) -> None:
    """Write the results of those that end their attempts."""
    for row in rows:
        if row.ending is not None:
            ending = asdict(row.ending)
            state = ending.pop("state")
            Attempt.objects.filter(pk=row.attempt_id).update(state=state)
            Result.objects.create(attempt_id=row.attempt_id, won=state == Attempt.WON, **ending)


journal = Journal()
