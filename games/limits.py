"""How much one player, one address and this process may be asked for.

Each process counts for itself, so several allow as many times as much: no request waits for
another process, and none is let in because Redis is away. ``SPIDERWEB_LIMITS`` lifts all.
"""

import time
from collections import Counter
from collections.abc import Hashable
from typing import Literal

from django.conf import settings
from django.http import HttpRequest
from django_ratelimit.core import is_ratelimited

from games import addresses
from games.refusals import Refusal

# What sockets are counted by -> the setting that says how many there may be.
MOST = {
    "player": "SOCKETS_PER_PLAYER",
    "address": "SOCKETS_PER_ADDRESS",
    "process": "SOCKETS_PER_PROCESS",
}
_open: Counter[tuple[str, Hashable]] = Counter()


class Passes:
    """What one socket takes up of the limits, given back when it goes."""

    def __init__(self) -> None:
        self._taken: list[tuple[str, Hashable]] = []

    def take(self, kind: str, whose: Hashable = None) -> bool:
        """False where there are as many sockets of that one as there may be."""
        key = (kind, whose)
        if settings.LIMITS and _open[key] >= getattr(settings, MOST[kind]):
            return False
        _open[key] += 1
        self._taken.append(key)
        return True

    def give_back(self) -> None:
        """The socket is gone; harmless when repeated."""
        while self._taken:
            key = self._taken.pop()
            _open[key] -= 1
            if not _open[key]:
                del _open[key]


class Bucket:
    """A token bucket: so many at once, and so many a second."""

    def __init__(self, burst: int, per_second: float) -> None:
        self._burst, self._per_second = burst, per_second
        self._left = float(burst)
        self._at = time.monotonic()

    def take(self, amount: int = 1) -> bool:
        """True where so much more is allowed now."""
        if not settings.LIMITS:
            return True
        now = time.monotonic()
        more = (now - self._at) * self._per_second
        self._left, self._at = min(self._burst, self._left + more), now
        if self._left < amount:
            return False
        self._left -= amount
        return True


class Pace:
    """How fast frames come: too fast is told for a while, then the socket is closed."""

    # A client that has been told so often that it is too fast is not listening.
    MOST_WARNINGS = 300

    def __init__(self) -> None:
        rate = settings.ACTIONS_PER_SECOND
        self._frames = Bucket(settings.ACTIONS_BURST, rate)
        self._warnings = Bucket(self.MOST_WARNINGS, rate)

    def next(self) -> Literal["calm", "too_fast", "flood"]:
        """What the frame that has just come is."""
        if self._frames.take():
            return "calm"
        return "too_fast" if self._warnings.take() else "flood"


def check_new_guest(request: HttpRequest) -> None:
    """Raise ``Refusal`` (``too_fast``) where an address has made too many guests in a minute."""
    if settings.LIMITS and is_ratelimited(
        request,
        group="guests",
        key=lambda _group, asking: addresses.of_request(asking),
        rate=f"{settings.GUESTS_PER_MINUTE}/m",
        increment=True,
    ):
        raise Refusal("too_fast")
