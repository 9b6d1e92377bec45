"""The measurements themselves: racing, with watchers, and sockets that are only open."""

import asyncio
from dataclasses import dataclass
from statistics import quantiles
from time import perf_counter

from bench import machine
from bench.dialects import Seat
from bench.greeting import gathered
from bench.racers import Raced, Racer, Tally, begin, count, seated, settle
from bench.sites import Site, races


@dataclass(frozen=True)
class Figures:
    """What racing for a while comes to."""

    per_second: float  # answered actions
    answer_p50: float  # milliseconds
    answer_p99: float
    push_p50: float  # until the rival knew of the action
    push_p99: float
    bytes_out: float  # per action, from the client
    bytes_in: float  # per action, answer and push
    cpu: float  # of the server, microseconds per action
    server: float  # of a core, that the server used
    client: float  # and that this client used


@dataclass(frozen=True)
class Idle:
    """What sockets cost that are only open."""

    per_second: float  # connected and greeted
    cpu: float  # of the server, microseconds for each
    kib: float  # of the server's memory, each


async def racing(site: Site, number: int, seconds: float, think: float = 0) -> Figures:
    """So many races of two at once; ``think`` is the mean time before each action."""
    async with seated(await races(site, number)) as racers:
        return await race(site, racers, seconds, think)


async def race(site: Site, racers: list[Racer], seconds: float, think: float = 0) -> Figures:
    """The same with racers who sit already, and go on from where they are."""
    tally = Tally(think=think)
    await begin(racers, tally)
    cpu = machine.cpu_seconds(site.process)
    raced = await count(racers, tally, seconds)
    cpu = machine.cpu_seconds(site.process) - cpu
    await settle(racers, tally)
    return _figures(raced, cpu)


async def idle(site: Site, seats: list[Seat], number: int) -> Idle:
    """So many sockets, of the players in these seats, on which nobody says anything."""
    tabs = [seats[tab % len(seats)] for tab in range(number)]
    before, start = machine.resident_kib(site.process), perf_counter()
    cpu = machine.cpu_seconds(site.process)
    async with gathered(tabs):
        took, cpu = perf_counter() - start, machine.cpu_seconds(site.process) - cpu
        await asyncio.sleep(0.5)
        more = machine.resident_kib(site.process) - before
    return Idle(per_second=number / took, cpu=cpu / number * 1e6, kib=more / number)


def _figures(raced: Raced, cpu: float) -> Figures:
    number = len(raced.answers)
    if number < 2:
        raise RuntimeError("nothing was answered")
    answer_p50, answer_p99 = _p50_p99(raced.answers)
    push_p50, push_p99 = _p50_p99(raced.pushes)
    return Figures(
        per_second=number / raced.seconds,
        answer_p50=answer_p50,
        answer_p99=answer_p99,
        push_p50=push_p50,
        push_p99=push_p99,
        bytes_out=raced.sent / number,
        bytes_in=raced.received / number,
        cpu=cpu / number * 1e6,
        server=cpu / raced.seconds,
        client=raced.own_share,
    )


def _p50_p99(seconds: list[float]) -> tuple[float, float]:
    """In milliseconds; nan where nothing was measured."""
    if len(seconds) < 2:
        return float("nan"), float("nan")
    cuts = quantiles(seconds, n=100, method="inclusive")
    return cuts[49] * 1000, cuts[98] * 1000
