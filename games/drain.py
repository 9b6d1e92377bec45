"""Going in good order: SIGTERM says goodbye to all, finishes what waits, and ends.

daphne would end without a word to its sockets and uvicorn with a code that browsers take for
a fault, so the goodbye is ours and the server's own handler comes after it.
"""

import asyncio
import logging
import os
import random
import signal
import threading
from collections.abc import Awaitable, Callable, MutableMapping
from types import FrameType
from typing import Any, Protocol

from games.journal import journal

log = logging.getLogger(__name__)

RESTARTING = 4012
# Told to clients: the end comes at once, and coming back is worth a try after this.
BACK_MS = 1000
# What is being committed gets this long; then the process ends all the same.
PATIENCE_S = 3.0
# The answers to handshakes that are under way get this long: a server that is told to end in
# the middle of one answers 500.
HANDSHAKES_S = 0.2
# The calls over HTTP that are under way get this long. daphne would wait for them for ever, and
# Python for their threads, which may wait for a loop that runs no more.
CALLS_S = 1.5


Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class Socket(Protocol):
    """What can be said goodbye to."""

    async def say(self, kind: str, **fields: Any) -> None:
        """Send one message."""

    async def close(self, code: int) -> None:
        """Close with a code."""


_sockets: set[Socket] = set()
_draining = False
_installed: asyncio.AbstractEventLoop | None = None


def enter(socket: Socket) -> None:
    """A socket to say goodbye to."""
    _sockets.add(socket)


def leave(socket: Socket) -> None:
    """It has gone by itself."""
    _sockets.discard(socket)


def is_draining() -> bool:
    """Is this process about to go? Then it takes no action any more."""
    return _draining


async def refuse(scope: Message, receive: Receive, send: Send) -> None:
    """Answer a handshake that comes too late: a refusal would not tell a browser why."""
    await receive()
    offered = scope.get("subprotocols") or [None]
    await send({"type": "websocket.accept", "subprotocol": offered[0]})
    await send({"type": "websocket.close", "code": RESTARTING})


def install() -> None:
    """Take over SIGTERM once the server runs; harmless when repeated."""
    global _installed
    loop = asyncio.get_running_loop()
    if _installed is loop:
        return
    _installed = loop
    try:
        before = signal.getsignal(signal.SIGTERM)
        loop.add_signal_handler(signal.SIGTERM, _begin, before)
    except (ValueError, RuntimeError):
        log.info("not in the main thread: the server's own handler of SIGTERM stays")


# A task that nobody holds may be collected before it is done.
_task: asyncio.Task[None] | None = None

Handler = Callable[[int, FrameType | None], Any] | int | signal.Handlers | None


def _begin(before: Handler) -> None:
    global _draining, _task
    if not _draining:
        _draining = True
        _task = asyncio.get_running_loop().create_task(_drain(before))


async def _drain(before: Handler) -> None:
    try:
        await asyncio.wait_for(_say_goodbye(), PATIENCE_S)
    except Exception:
        log.exception("not all sockets could be told")
    await asyncio.gather(asyncio.to_thread(journal.close), asyncio.sleep(HANDSHAKES_S))
    _end(before)


async def _say_goodbye() -> None:
    back_ms = BACK_MS + random.randrange(BACK_MS)  # noqa: S311 (jitter is no secret)
    goodbyes = (_goodbye(socket, back_ms) for socket in list(_sockets))
    await asyncio.gather(*goodbyes, return_exceptions=True)


async def _goodbye(socket: Socket, back_ms: int) -> None:
    await socket.say("restart", in_ms=0, back_ms=back_ms)
    await socket.close(code=RESTARTING)


def _end(before: Handler) -> None:
    """Hand over to the handler that the server had set; a call that hangs does not hold it up."""
    at_the_latest = threading.Timer(CALLS_S, os._exit, (0,))
    at_the_latest.daemon = True
    at_the_latest.start()
    asyncio.get_running_loop().remove_signal_handler(signal.SIGTERM)
    signal.signal(signal.SIGTERM, before if before is not None else signal.SIG_DFL)
    signal.raise_signal(signal.SIGTERM)
