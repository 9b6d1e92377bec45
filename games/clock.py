"""The server's time, in one place, so that tests can move it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.utils import timezone

_source: Callable[[], datetime] = timezone.now


def now() -> datetime:
    """The time by which everything here is decided and stored (UTC)."""
    return _source()


def milliseconds(moment: datetime) -> int:
    """A moment as the protocol tells it: milliseconds since 1970."""
    return int(moment.timestamp() * 1000)


class TestClock:
    """A clock that stands still until it is moved."""

    __test__ = False  # not a test class

    def __init__(self, start: datetime) -> None:
        self.time = start

    def __call__(self) -> datetime:
        return self.time

    def advance(self, **span: float) -> None:
        """Move on by a span, in the words of ``timedelta`` (``seconds=90``)."""
        self.time += timedelta(**span)


@contextmanager
def replaced(source: Callable[[], datetime]) -> Iterator[None]:
    """Let ``source`` tell the time within the block."""
    global _source
    before, _source = _source, source
    try:
        yield
    finally:
        _source = before
