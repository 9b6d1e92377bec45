"""Players that go through their recorded games, and what they note of the answers."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from time import perf_counter, process_time

from bench.dialects import Pair, Seat, Unexpected
from bench.greeting import PATIENCE_S, greeted
from bench.wire import Line

# Nobody counts until so much time has gone by, or so much of a record.
WARM_S, WARM_SHARE = 1.5, 0.3


@dataclass
class Tally:
    """What happens in one measurement: seconds until the answer, and until the rival knew."""

    think: float = 0
    counting: bool = False
    answers: list[float] = field(default_factory=list)
    pushes: list[float] = field(default_factory=list)
    fault: Exception | None = None
    over: asyncio.Event = field(default_factory=asyncio.Event)


class Racer:
    """One seat: the next action goes out when the last is answered, and thought about."""

    rival: "Racer"
    line: Line
    tally: Tally

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.sent = [0.0]  # when each action went out; the first is number 1
        self.answered = self.told = 0

    async def sit(self) -> None:
        """Connect and be greeted."""
        self.line = await greeted(self.seat)
        self.line.hear = self.hear

    @property
    def done(self) -> int:
        """How many actions went out."""
        return len(self.sent) - 1

    def hear(self, message: bytes) -> None:
        """An answer makes room for the next action; news is noted with its age."""
        now = perf_counter()
        try:
            own, rival = self.seat.read(message)
        except Unexpected as fault:
            self.tally.fault = fault
            self.tally.over.set()
            return
        if rival > self.rival.told:
            self.rival.known(rival, now)
        if own > self.answered:
            self.answered = own
            if self.tally.counting:
                self.tally.answers.append(now - self.sent[own])
            self.next()

    def known(self, seq: int, now: float) -> None:
        """The rival has been told of all actions up to this one."""
        if self.tally.counting:
            self.tally.pushes += [now - sent for sent in self.sent[self.told + 1 : seq + 1]]
        self.told = seq

    def next(self) -> None:
        """Act, after thinking where that is wanted."""
        if self.tally.think:
            delay = self.tally.think * 2 * random.random()
            asyncio.get_running_loop().call_later(delay, self.act)
        else:
            self.act()

    def act(self) -> None:
        """Send the next action; the end of one record is the end for all."""
        if self.done == len(self.seat.actions):
            self.tally.over.set()
        if not self.tally.over.is_set():
            self.sent.append(perf_counter())
            self.line.send(self.seat.actions[self.done - 1])


@contextlib.asynccontextmanager
async def seated(pairs: list[Pair]) -> AsyncIterator[list[Racer]]:
    """Racers in all seats, each with its rival; they stay from one measurement to the next."""
    racers: list[Racer] = []
    for first, second in pairs:
        pair = Racer(first), Racer(second)
        pair[0].rival, pair[1].rival = pair[1], pair[0]
        racers += pair
    await asyncio.gather(*(racer.sit() for racer in racers))
    try:
        yield racers
    finally:
        for racer in racers:
            racer.line.close()


async def begin(racers: list[Racer], tally: Tally) -> None:
    """All play, until they and the server are warm."""
    warm = [racer.done + WARM_SHARE * len(racer.seat.actions) for racer in racers]
    for racer in racers:
        racer.tally = tally
        racer.next()
    until = perf_counter() + WARM_S
    while perf_counter() < until and all(r.done < w for r, w in zip(racers, warm, strict=True)):
        await asyncio.sleep(0.02)


@dataclass(frozen=True)
class Raced:
    """What came of racing for a while."""

    seconds: float
    answers: list[float]
    pushes: list[float]
    sent: int
    received: int
    own_share: float  # of a core, that this client used


async def count(racers: list[Racer], tally: Tally, seconds: float) -> Raced:
    """Count for so long, or until a record is at its end."""
    lines = [racer.line for racer in racers]
    sent, received = sum(line.sent for line in lines), sum(line.received for line in lines)
    cpu, start = process_time(), perf_counter()
    tally.counting = True
    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(tally.over.wait(), seconds)
    tally.counting = False
    tally.over.set()
    took, own = perf_counter() - start, process_time() - cpu
    return Raced(
        seconds=took,
        answers=tally.answers,
        pushes=tally.pushes,
        sent=sum(line.sent for line in lines) - sent,
        received=sum(line.received for line in lines) - received,
        own_share=own / took,
    )


async def settle(racers: list[Racer], tally: Tally) -> None:
    """Until nobody thinks any more and all is answered. Raises what went wrong, if anything did."""
    await asyncio.sleep(2 * tally.think)
    until = perf_counter() + PATIENCE_S
    while any(racer.answered < racer.done for racer in racers) and not tally.fault:
        if perf_counter() > until:
            raise TimeoutError("an action is not answered")
        await asyncio.sleep(0.02)
    if tally.fault:
        raise tally.fault
