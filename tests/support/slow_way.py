"""A way to a server that takes its time: every byte arrives late, in order."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

Delay = Callable[[], float]


@contextlib.asynccontextmanager
async def slow_way(port: int, there: Delay, back: Delay) -> AsyncIterator[int]:
    """A port of this machine that leads to another; the delays of each way in seconds."""

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server_reader, server_writer = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(
            _late(reader, server_writer, there), _late(server_reader, writer, back)
        )

    listener = await asyncio.start_server(carry, "127.0.0.1", 0)
    try:
        yield listener.sockets[0].getsockname()[1]
    finally:
        listener.close()


async def _late(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, delay: Delay) -> None:
    loop = asyncio.get_running_loop()
    under_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

    async def arrive() -> None:
        while True:
            due, data = await under_way.get()
            await asyncio.sleep(due - loop.time())
            if not data:
                break
            writer.write(data)
        writer.close()

    arriving = asyncio.ensure_future(arrive())
    with contextlib.suppress(ConnectionError):
        while data := await reader.read(65536):
            under_way.put_nowait((loop.time() + delay(), data))
    under_way.put_nowait((loop.time() + delay(), b""))
    await arriving
