"""Who floods is shown out; who plays meanwhile does not notice, and little memory is held."""

import contextlib
import itertools
import threading
import time

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.test_processes import a_legal_move
from tests.server.torture.test_crowd import GROWS_BY_LESS, deaf_listener, memory
from tests.support.bot import Bot, Seat
from tests.support.length import LONG
from tests.support.server import Server

pytestmark = pytest.mark.timeout(600 if LONG else 240)

FLOODS = 60 if LONG else 6
FRAMES: dict[str, str | bytes] = {
    "pings": '{"type": "ping", "t": 1}',
    "syncs": '{"type": "sync"}',
    "actions": '{"type": "deal", "id": "x", "seq": 1}',
    "large": '{"type": "ping", "t": "' + "x" * 16_000 + '"}',
    "nonsense": "[" * 4000,
    "binary": b"\x00" * 16_000,
}
FRAMES_EACH = 20_000
# As they go over the line, masked with nothing.
EMPTY_PING = b"\x89\x80\0\0\0\0"
LONG_PING = b"\x89\xfd\0\0\0\0" + b"x" * 125
PIECE = b"\x00\x80\0\0\0\0"


@pytest.fixture
def limited(either: Server) -> Server:
    """A server whose limits hold."""
    either.limits = True
    return either.start()


class Flood(threading.Thread):
    """A socket that sends as fast as it can, and only then reads what came of it."""

    def __init__(self, seat: Seat, frame: str | bytes) -> None:
        super().__init__(daemon=True)
        self.seat, self.frame = seat, frame
        self.closed: ConnectionClosed | None = None

    def run(self) -> None:
        """So many frames, or fewer where the line is cut before; then how it was closed."""
        with contextlib.suppress(ConnectionClosed):
            for _ in range(FRAMES_EACH):
                self.seat.socket.send(self.frame)
        try:
            while True:
                self.seat.socket.recv(20)
        except ConnectionClosed as closed:
            self.closed = closed


@pytest.mark.parametrize("frame", [EMPTY_PING, LONG_PING, PIECE], ids=["pings", "long", "pieces"])
def test_a_flood_of_what_is_no_message_is_cut_off(limited: Server, frame: bytes) -> None:
    alice = Bot(limited)
    race = alice.post("races", {"mode": "open", "game": "spider", "suits": 1}, expect=201)["id"]
    alice.post(f"races/{race}/begin")
    before = memory(limited)
    for _ in range(5):
        line = deaf_listener(limited, race)
        if frame == PIECE:
            line.sendall(b"\x01\x81\0\0\0\0{")
        with pytest.raises(ConnectionError):
            for _ in range(FRAMES_EACH):
                line.sendall(frame * 100)
    with alice.sit(race) as seat:
        assert seat.play(a_legal_move(seat))["type"] == "board"
    assert memory(limited) - before < GROWS_BY_LESS


def test_a_flood_is_closed_and_who_plays_does_not_notice(limited: Server) -> None:
    alice, charlie = Bot(limited), Bot(limited)
    wish = {"mode": "open", "game": "spider", "suits": 1, "undo": "last100"}
    race = alice.post("races", wish, expect=201)["id"]
    alice.post(f"races/{race}/begin")
    before = memory(limited)
    with alice.sit(race) as seat:
        move = a_legal_move(seat)
        actions = itertools.cycle((move, "U"))
        for _, frame in zip(range(FLOODS), itertools.cycle(FRAMES.values()), strict=False):
            flood = Flood(charlie.sit(race), frame)
            flood.start()
            while flood.is_alive():
                assert seat.play(next(actions))["type"] == "board"
                time.sleep(0.05)  # as fast as nobody plays, and within the limit
            assert flood.closed is not None, frame[:30]
            # Who does not read is cut off before it sees the code, or for not answering a ping.
            assert flood.closed.rcvd is None or flood.closed.rcvd.code in (4429, 1011)
    grown = memory(limited) - before
    print(f"{FLOODS} floods closed; memory grew by {grown >> 10} KiB")
    assert grown < GROWS_BY_LESS
    assert "Traceback" not in limited.log.read_text()
