"""What a web process does besides answering, from its first connection on."""

import asyncio
import gc
import logging
from collections.abc import Awaitable, Callable

from games import deadlines, drain, follow, guessing, presence, sign_out, threads, wire

log = logging.getLogger(__name__)

SWEEP_EVERY_S = 5
# Often enough for a countdown of three seconds.
ROOMS_EVERY_S = 1
FORGET_EVERY_S = 900
# New objects between two looks for cycles; with Python's 700 a process with a thousand sockets
# spends a third of its time looking at what lasts.
LOOK_FOR_CYCLES_EVERY = 20_000

_tasks: list[asyncio.Task[None]] = []
_loop: asyncio.AbstractEventLoop | None = None


def start() -> None:
    """Begin on this loop; harmless when repeated."""
    global _loop
    loop = asyncio.get_running_loop()
    if _loop is loop:
        return
    _loop = loop
    _spare_what_lasts()
    drain.install()
    wire.open_mailbox(follow.hear)
    _tasks[:] = [
        loop.create_task(_every(SWEEP_EVERY_S, _sweep)),
        loop.create_task(_every(ROOMS_EVERY_S, _look_round)),
        loop.create_task(_every(presence.HEARTBEAT_S, _beat)),
        loop.create_task(_every(FORGET_EVERY_S, _forget)),
    ]


def _spare_what_lasts() -> None:
    """What the process has loaded by now stays; it is not searched for garbage any more."""
    if gc.get_freeze_count():
        return
    gc.collect()
    gc.freeze()
    gc.set_threshold(LOOK_FOR_CYCLES_EVERY, *gc.get_threshold()[1:])


async def _sweep() -> None:
    await deadlines.sweep()
    await follow.catch_up()
    await threads.run(presence.notice)
    await threads.run(sign_out.sweep)


async def _look_round() -> None:
    await follow.rooms()


async def _beat() -> None:
    await threads.run(presence.beat)


async def _forget() -> None:
    await threads.run(guessing.forget)


async def _every(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except Exception:
            log.exception("%s failed; it is tried again in %s s", work.__name__, seconds)
