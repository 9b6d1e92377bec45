"""A socket of a race, as a client holds it, without a network between."""

import itertools
import json
from typing import Any

from channels.testing import WebsocketCommunicator

from tests.games.cast import Caller
from tests.support.bot import frame

Json = dict[str, Any]
PATIENCE_S = 20
SUBPROTOCOL = "spiderweb.v1"
HOST = (b"host", b"testserver")


class Socket:
    """What is heard is kept, in its order, in ``heard``."""

    names = itertools.count()

    def __init__(
        self,
        race: Json | str,
        caller: Caller | None = None,
        headers: dict[str, str] | None = None,
        subprotocols: tuple[str, ...] = (SUBPROTOCOL,),
    ) -> None:
        from spiderweb.asgi import application

        path = race if isinstance(race, str) else f"/ws/races/{race['id']}/"
        sent = headers if headers is not None else (caller.headers if caller else {})
        pairs = [(name.encode(), value.encode("latin-1")) for name, value in sent.items()]
        self.line = WebsocketCommunicator(
            application, path, headers=[HOST, *pairs], subprotocols=list(subprotocols)
        )
        self.board: Json = {}
        self.heard: list[Json] = []

    async def open(self) -> Json:
        """Connect; the welcome."""
        connected, chosen = await self.line.connect(timeout=PATIENCE_S)
        assert connected
        assert chosen == SUBPROTOCOL
        return await self.until("welcome")

    async def turned_away(self) -> int:
        """Connect; the code with which it was closed."""
        await self.line.connect(timeout=PATIENCE_S)
        return await self.closed()

    async def closed(self) -> int:
        """The code of the close, which must be what comes next."""
        message = await self.line.receive_output(PATIENCE_S)
        assert message["type"] == "websocket.close", message
        code: int = message["code"]
        return code

    async def send(self, frame: Json | str | bytes) -> None:
        """Send a frame and do not wait."""
        if isinstance(frame, bytes):
            await self.line.send_to(bytes_data=frame)
        else:
            text = frame if isinstance(frame, str) else json.dumps(frame)
            await self.line.send_input({"type": "websocket.receive", "text": text})

    async def receive(self) -> Json:
        """The next message; the board is noted."""
        message: Json = json.loads(await self.line.receive_from(timeout=PATIENCE_S))
        self.heard.append(message)
        self.board = message.get("board") or self.board
        return message

    async def until(self, kind: str, **fields: Any) -> Json:
        """The next message of a kind with these fields."""
        while True:
            message = await self.receive()
            if message["type"] == kind and all(message.get(k) == v for k, v in fields.items()):
                return message

    async def ask(self, message: Json) -> Json:
        """Send an action and wait for what answers it."""
        await self.send(message)
        while True:
            answer = await self.receive()
            if answer.get("id") == message["id"]:
                return answer

    async def play(self, action: str, name: str | None = None) -> Json:
        """Do the next action in the notation of records."""
        name = name or f"s{next(self.names)}"
        return await self.ask(frame(action, self.board["seq"] + 1, name))

    async def alive(self) -> bool:
        """Does it still answer?"""
        t = next(self.names)
        await self.send({"type": "ping", "t": t})
        return bool((await self.until("pong"))["t"] == t)

    async def close(self) -> None:
        """Go away, as a closed tab does."""
        await self.line.disconnect(timeout=PATIENCE_S)


class Sockets:
    """Makes sockets and closes, at the end, those that are left open."""

    def __init__(self) -> None:
        self.made: list[Socket] = []

    def __call__(self, *args: Any, **options: Any) -> Socket:
        """A socket that is not open yet."""
        socket = Socket(*args, **options)
        self.made.append(socket)
        return socket

    async def open(self, *args: Any, **options: Any) -> Socket:
        """An open socket that has been welcomed."""
        socket = self(*args, **options)
        await socket.open()
        return socket

    async def close(self) -> None:
        """End them all."""
        for socket in self.made:
            if (future := socket.line._future) is not None and not future.done():
                await socket.close()
