"""A socket that is sent nonsense, and what the protocol answers to it."""

import orjson

from tests.fuzz.nonsense import Frame
from tests.support.bot import Json, Seat

ERRORS = {"bad_frame", "bad_type", "bad_field", "too_large"}
MOST_BYTES = 4096


class Line:
    """Somebody's socket. What is sent there is counted, and every answer looked at."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.sent = self.syncs = self.welcomes = 0

    def send(self, frames: list[Frame]) -> None:
        """Send all, then a ping; until its pong each frame has had its answer, in order."""
        for sent in frames:
            self.seat.socket.send(sent)
        self.sent += len(frames)
        self.seat.send({"type": "ping", "t": f"after {self.sent}"})
        asked = [sent for sent in frames if not self._is_sync(sent)]
        for sent in asked:
            check(sent, self._answer())
        assert self._answer().get("t") == f"after {self.sent}"
        assert self.welcomes <= self.syncs

    def sync(self) -> Json:
        """Ask for everything anew; the welcome. Sockets that were closed have none."""
        self.seat.send({"type": "sync"})
        return self.seat.until(lambda message: message["type"] == "welcome")

    def _is_sync(self, sent: Frame) -> bool:
        """These are answered apart, several at once by one welcome."""
        sync = read(sent).get("type") == "sync"
        self.syncs += sync
        return sync

    def _answer(self) -> Json:
        """The next message that is no news."""
        while (message := self.seat.receive())["type"] in ("welcome", "race", "progress"):
            self.welcomes += message["type"] == "welcome"
        return message


def read(sent: Frame) -> Json:
    """What a frame says; nothing where it is no JSON object in a text."""
    if isinstance(sent, bytes) or len(sent.encode()) > MOST_BYTES:
        return {}
    try:
        data = orjson.loads(sent)
    except orjson.JSONDecodeError:
        return {}
    return data if isinstance(data, dict) else {}


def check(sent: Frame, answer: Json) -> None:
    """Is this what the protocol answers to such a frame?"""
    said = read(sent)
    match answer["type"]:
        case "error":
            assert answer["code"] in ERRORS, (sent, answer)
        case "pong":
            assert (said["type"], said.get("t")) == ("ping", answer["t"]), (sent, answer)
        case "refused":
            assert answer["id"] == said["id"], (sent, answer)
            assert answer["code"] not in ("too_fast", "unavailable"), (sent, answer)
        case _:  # an action that was stored before
            assert (answer["id"], answer["again"]) == (said["id"], True), (sent, answer)
