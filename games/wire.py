"""News from process to process, by Redis; without ``REDIS_URL`` there is one process.

Each process has one mailbox and subscribes it to the races somebody listens to here. News
may be lost (Redis restarts, a mailbox is full): a move never waits for it, and the sweep of
held tables and the clients' pings find what was missed.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from channels.layers import get_channel_layer
from django.conf import settings

log = logging.getLogger(__name__)

RETRY_S = 1.0
# A publish that hangs is given up: the next news makes it good.
PATIENCE_S = 2.0
# In place of a race's id: what concerns every process, whatever is listened to there.
EVERYWHERE = "_everywhere"
# The layer's own log of its troubles: a traceback a second while Redis is down.
_LAYERS_LOG = logging.getLogger("channels_redis.pubsub")
_ME = secrets.token_hex(8)

Message = dict[str, Any]
Hear = Callable[[str, Message], None]


class _Mailbox:
    """This process's end of the wire, on the loop that serves."""

    def __init__(self, loop: asyncio.AbstractEventLoop, hear: Hear) -> None:
        self.loop = loop
        self.hear = hear
        self.layer: Any = get_channel_layer()
        self.channel: str | None = None
        self.joined: set[str] = set()
        self.task = loop.create_task(self._receive_for_ever())

    async def join(self, race_id: str) -> None:
        self.joined.add(race_id)
        if self.channel is not None:
            await _quietly(self.layer.group_add(_group(race_id), self.channel))

    async def leave(self, race_id: str) -> None:
        self.joined.discard(race_id)
        if self.channel is not None:
            await _quietly(self.layer.group_discard(_group(race_id), self.channel))

    async def send(self, race_id: str, message: Message) -> None:
        await _quietly(self.layer.group_send(_group(race_id), message))

    async def _receive_for_ever(self) -> None:
        while True:
            try:
                await self._receive()
            except Exception as error:
                _lost(error)
            self.channel = None
            await asyncio.sleep(RETRY_S)

    async def _receive(self) -> None:
        channel = await self.layer.new_channel()
        for race_id in [EVERYWHERE, *self.joined]:
            await self.layer.group_add(_group(race_id), channel)
        self.channel = channel
        _found()
        while True:
            message = await self.layer.receive(channel)
            if message["from"] != _ME:
                self.hear(message["race"], message["news"])


_mailbox: _Mailbox | None = None
_is_lost = False


def _lost(error: BaseException) -> None:
    """Say why in one line, once until it is good again."""
    global _is_lost
    if not _is_lost:
        _is_lost = True
        cause = f"{type(error).__name__}: {error}"
        log.warning("no news from other processes until Redis is back (%s)", cause)


def _found() -> None:
    global _is_lost
    if _is_lost:
        _is_lost = False
        log.warning("Redis is back, and so is the news from other processes")


def _note_trouble(record: logging.LogRecord) -> bool:
    """In place of the layer's line with its traceback."""
    if record.exc_info and record.exc_info[1]:
        _lost(record.exc_info[1])
    return False


def open_mailbox(hear: Hear) -> None:
    """Begin to hear other processes; harmless when repeated, nothing without Redis.

    ``hear(race_id, message)`` is called on this loop with what another process ``send``.
    """
    global _mailbox
    loop = asyncio.get_running_loop()
    if settings.REDIS_URL and (_mailbox is None or _mailbox.loop is not loop):
        _LAYERS_LOG.addFilter(_note_trouble)
        _mailbox = _Mailbox(loop, hear)


async def join(race_id: str) -> None:
    """Hear the news of a race from other processes."""
    if _mailbox is not None:
        await _mailbox.join(race_id)


def leave(race_id: str) -> None:
    """Hear it no more."""
    if _mailbox is not None:
        _schedule(_mailbox, _mailbox.leave(race_id))


def is_open() -> bool:
    """Is there anybody to tell?"""
    return _mailbox is not None


def send(race_id: str, message: Message) -> None:
    """Tell other processes; may be called from any thread and never waits."""
    if _mailbox is not None:
        letter = {"type": "news", "from": _ME, "race": race_id, "news": message}
        _schedule(_mailbox, _mailbox.send(race_id, letter))


def _schedule(mailbox: _Mailbox, work: Coroutine[Any, Any, None]) -> None:
    if mailbox.loop.is_closed():
        work.close()
        return
    mailbox.loop.call_soon_threadsafe(lambda: _keep(mailbox.loop.create_task(work)))


# A task that nobody holds may be collected before it is done.
_tasks: set[asyncio.Task[Any]] = set()


def _keep(task: asyncio.Task[Any]) -> None:
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)


async def _quietly(work: Awaitable[Any]) -> None:
    try:
        await asyncio.wait_for(work, PATIENCE_S)
    except Exception as error:  # news may be lost without harm
        _lost(error)
    else:
        _found()


def _group(race_id: str) -> str:
    return f"race.{race_id}"
