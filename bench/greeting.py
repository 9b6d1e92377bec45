"""Opening of sockets, with all that is said before the first action."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from bench.dialects import Greeting, Seat
from bench.wire import Line, connect

AT_ONCE = 50  # sockets that open side by side
PATIENCE_S = 30


async def greeted(seat: Seat) -> Line:
    """A line on which everything has been said that comes before the first action."""
    ready = asyncio.Event()
    script: list[Greeting] = list(seat.greetings)

    def hear(message: bytes) -> None:
        if script and message.startswith(script[0][0]):
            reply = script.pop(0)[1]
            if reply:
                line.send(reply)
            if not script:
                ready.set()

    early: list[bytes] = []
    line = await connect(seat.port, seat.path, seat.headers, early.append)
    line.hear = hear
    for message in early:
        hear(message)
    if script:
        await asyncio.wait_for(ready.wait(), PATIENCE_S)
    return line


@contextlib.asynccontextmanager
async def gathered(seats: list[Seat]) -> AsyncIterator[list[Line]]:
    """Lines of them all, greeted; a few open at a time."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(seat: Seat) -> Line:
        async with gate:
            return await greeted(seat)

    lines = await asyncio.gather(*(one(seat) for seat in seats))
    try:
        yield lines
    finally:
        for line in lines:
            line.close()
