"""The lines under the sockets, of both servers, with a bound on what each may bring.

What a socket says is counted by ``games.limits``; pings and pieces of messages never get so
far, but a flood of them would keep the process busy: who brings too many bytes is cut off.
"""

from typing import Any

from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from django.conf import settings
from twisted.internet import reactor
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from games.limits import Bucket

MOST_WAITING = 100
LOOK_AGAIN_S = 0.02
# Looked at in pieces, so that one large chunk does not hold up the others.
PIECE = 4096


class Meter:
    """How many bytes a line has brought lately."""

    def __init__(self) -> None:
        self._bucket = Bucket(settings.SOCKET_BYTES_BURST, settings.SOCKET_BYTES_PER_SECOND)

    def pieces(self, data: bytes) -> list[bytes] | None:
        """The same in pieces; None where it is too much."""
        if not self._bucket.take(len(data)):
            return None
        return [data[at : at + PIECE] for at in range(0, len(data), PIECE)]


class PatientProtocol(WebSocketProtocol):  # type: ignore[misc]
    """A socket of daphne whose line waits while the application has enough to do.

    daphne reads on while the application is busy, and goes on after the socket was closed on
    its side: whoever floods one would fill the memory.
    """

    waits = False

    def connectionMade(self) -> None:  # noqa: N802 (Twisted's)
        """Begin to count."""
        self.meter = Meter()
        super().connectionMade()

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 (Twisted's)
        """What the line brings; too much of it ends it."""
        pieces = self.meter.pieces(data)
        if pieces is None:
            self.dropConnection(abort=True)
        for piece in pieces or ():
            super().dataReceived(piece)

    def onMessage(self, payload: bytes, isBinary: bool) -> None:  # noqa: N802, N803 (daphne's)
        """A frame; one that comes after the goodbye is nobody's."""
        if self.state != self.STATE_OPEN:
            return
        super().onMessage(payload, isBinary)
        if not self.waits and self.application_queue.qsize() > MOST_WAITING:
            self.waits = True
            self.transport.pauseProducing()
            self._look_again()

    def _look_again(self) -> None:
        if self.state == self.STATE_OPEN and self.application_queue.qsize() > MOST_WAITING // 2:
            reactor.callLater(LOOK_AGAIN_S, self._look_again)  # type: ignore[arg-type]
            return
        self.waits = False
        self.transport.resumeProducing()


class CountedProtocol(WebSocketsSansIOProtocol):
    """A socket of uvicorn, which lets the line wait by itself: here only while much waits."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.meter = Meter()

    def data_received(self, data: bytes) -> None:
        """What the line brings; too much of it ends it."""
        pieces = self.meter.pieces(data)
        if pieces is None:
            self.transport.abort()
        for piece in pieces or ():
            super().data_received(piece)

    def send_receive_event_to_app(self) -> None:
        """A frame; uvicorn would stop the line for each and let it go on again."""
        paused, much = self.read_paused, self.queue.qsize() >= MOST_WAITING
        self.read_paused = paused or not much  # it stops a line that it does not take for stopped
        super().send_receive_event_to_app()
        self.read_paused = paused or much


def install() -> None:
    """Let daphne make such sockets; uvicorn is told by its settings."""
    WebSocketFactory.protocol = PatientProtocol
