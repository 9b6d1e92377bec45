"""As much of a websocket client as a measurement needs, and no more.

Frames to be sent are made beforehand; what comes in is cut into messages and handed on as it is.
The masking key is zero, so that masking is no work here; the server unmasks as ever. Fragments
and compression are not understood: no server that is measured sends any.
"""

import asyncio
import base64
import os
from collections.abc import Callable, Mapping

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
FINAL, MASKED, UNMASKED_KEY = 0x80, 0x80, bytes(4)
MEDIUM, LONG = 126, 127  # a length in the two or in the eight bytes that follow

Hear = Callable[[bytes], None]


def frame(payload: bytes, kind: int = TEXT) -> bytes:
    """A client's frame with this payload."""
    size = len(payload)
    if size < MEDIUM:
        head = bytes((FINAL | kind, MASKED | size))
    else:
        head = bytes((FINAL | kind, MASKED | MEDIUM)) + size.to_bytes(2, "big")
    return head + UNMASKED_KEY + payload


class Line(asyncio.Protocol):
    """One socket: ``hear`` gets every message; bytes are counted both ways."""

    transport: asyncio.Transport

    def __init__(self, request: bytes, hear: Hear) -> None:
        self.hear = hear
        self.sent = self.received = 0
        self.open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._request = request
        self._rest = b""

    def send(self, frame: bytes) -> None:
        """Send a frame that is made already."""
        self.sent += len(frame)
        self.transport.write(frame)

    def close(self) -> None:
        """Cut the line; nothing is heard afterwards."""
        self.hear = _ignore
        self.transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        """An opening that is waited for has failed."""
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(f"cut off while opening: {exc}"))

    def data_received(self, data: bytes) -> None:
        """Hand on every message that is whole; keep the rest."""
        self.received += len(data)
        data = self._rest + data if self._rest else data
        if not self.open:
            data = self._upgraded(data)
        at, size = 0, len(data)
        while self.open and size - at >= 2:
            start, end = _span(data, at)
            if end > size:
                break
            self._message(data[at] & 0x0F, data[start:end])
            at = end
        self._rest = data[at:]

    def _upgraded(self, data: bytes) -> bytes:
        head, end, rest = data.partition(b"\r\n\r\n")
        if not end:
            return data
        if head.split(None, 2)[1] != b"101":
            self.opened.set_exception(ConnectionError(head.decode(errors="replace")))
            self.transport.close()
            return b""
        self.open = True
        self.opened.set_result(None)
        return rest

    def _message(self, kind: int, payload: bytes) -> None:
        if kind in (TEXT, BINARY):
            self.hear(payload)
        elif kind == PING:
            self.send(frame(payload, PONG))
        elif kind == CLOSE:
            self.transport.close()


def _span(data: bytes, at: int) -> tuple[int, int]:
    """Where the payload of a server's frame starts and ends; past the end when it is not whole."""
    size, start = data[at + 1], at + 2
    if size == MEDIUM:
        size, start = int.from_bytes(data[start : start + 2], "big"), start + 2
    elif size == LONG:
        size, start = int.from_bytes(data[start : start + 8], "big"), start + 8
    return start, max(start, start + size)


def _ignore(_message: bytes) -> None:
    pass


async def connect(port: int, path: str, headers: Mapping[str, str], hear: Hear) -> Line:
    """A line to this machine's port, opened."""
    fields = {
        "Host": f"127.0.0.1:{port}",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        "Sec-WebSocket-Version": "13",
        **headers,
    }
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items())]
    request = ("\r\n".join(lines) + "\r\n\r\n").encode()
    loop = asyncio.get_running_loop()
    _, line = await loop.create_connection(lambda: Line(request, hear), "127.0.0.1", port)
    await asyncio.wait_for(line.opened, 30)
    return line
