"""What all sockets of the site have in common: a consumer without a channel layer."""

from collections.abc import Awaitable, Callable
from typing import Any

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer

Message = dict[str, Any]


class Socket(AsyncWebsocketConsumer):  # type: ignore[misc]
    """One connection, served by the one task that the server has made for it.

    Channels would subscribe every socket to Redis, and turn away all when that is down; the
    process has one mailbox instead (``wire``). With nothing else to wait for, a frame needs no
    task of its own; and as nothing asks the database on this thread, no walk to Channels' own
    thread either, to see whether connections there are old.
    """

    async def __call__(
        self,
        scope: Message,
        receive: Callable[[], Awaitable[Message]],
        send: Callable[[Message], Awaitable[None]],
    ) -> None:
        """Answer what comes until the line is closed."""
        self.scope, self.base_send = scope, send
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            pass

    async def dispatch(self, message: Message) -> None:
        """Hand a message of the server to the method named after it."""
        await getattr(self, get_handler_name(message))(message)
