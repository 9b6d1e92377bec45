"""daphne's sockets, with a bound on what waits in each.

daphne reads on while the application is busy, and goes on after the socket was closed on its
side: whoever floods one fills the memory. Here a line is read no further while much waits.
"""

from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet import reactor

MOST_WAITING = 100
LOOK_AGAIN_S = 0.02


class PatientProtocol(WebSocketProtocol):  # type: ignore[misc]
    """A socket whose line waits while the application has enough to do."""

    waits = False

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


def install() -> None:
    """Let daphne make such sockets."""
    WebSocketFactory.protocol = PatientProtocol
