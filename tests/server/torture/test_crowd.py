"""Listeners that come and go, sleep or are deaf: no player is the worse for them."""

import random
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.server.test_processes import a_legal_move
from tests.server.torture.players import Pair
from tests.server.torture.rough import RoughSeat
from tests.support.bot import Bot
from tests.support.length import LONG
from tests.support.server import Server
from tests.support.vectors import code_of, won_games

pytestmark = pytest.mark.timeout(900 if LONG else 240)

VISITORS = 1000 if LONG else 200
TURNS = 3000 if LONG else 300
GROWS_BY_LESS = 40 * 2**20
WHOLE = {"whole": 1}


def memory(server: Server) -> int:
    """Bytes that its process holds."""
    assert server.process is not None
    pages = Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]
    return int(pages) * 4096


def test_many_come_and_go_while_others_play_and_who_stays_knows_the_end(server: Server) -> None:
    game = won_games()[17]
    code = code_of(game, 1)
    server.import_deals([(game, code)])
    pair = Pair(server, game, code, 1, WHOLE)
    pair.start()
    while not pair.answered and not pair.fault:
        time.sleep(0.05)
    race = pair.race_id
    steady = [RoughSeat(Bot(server), race, random.Random(n), WHOLE).watch() for n in range(5)]
    before = memory(server)

    def visit(number: int) -> bool:
        with pair.charlie.sit(race) as seat:
            time.sleep(number % 7 / 50)
            return bool(seat.welcome["race"]["id"] == race)

    with ThreadPoolExecutor(16) as crowd:
        assert all(crowd.map(visit, range(VISITORS)))
    pair.stop.set()
    pair.join(200)
    assert not pair.fault, pair.fault
    last = {number: len(pair.actions) for number in (1, 2)}
    assert [picture.look() for picture in steady] == [last] * 5
    assert pair.behind == 0
    print(f"{VISITORS} came and went; memory grew by {(memory(server) - before) >> 10} KiB")
    assert memory(server) - before < GROWS_BY_LESS


def test_a_deaf_listener_costs_little_and_holds_up_nobody(server: Server) -> None:
    alice = Bot(server)
    wish = {"mode": "open", "game": "spider", "suits": 1, "undo": "last100"}
    race = alice.post("races", wish, expect=201)["id"]
    alice.post(f"races/{race}/begin")
    before = memory(server)
    deaf = [deaf_listener(server, race) for _ in range(5)]
    with alice.sit(race) as seat:
        move = a_legal_move(seat)
        for _ in range(TURNS // 2):
            assert seat.play(move)["type"] == "board"
            assert seat.play("U")["type"] == "board"
    assert seat.board["seq"] == TURNS // 2 * 2
    print(f"{TURNS} actions beside 5 deaf: memory grew by {(memory(server) - before) >> 10} KiB")
    assert memory(server) - before < GROWS_BY_LESS
    if LONG:
        time.sleep(65)
        assert all(is_closed(line) for line in deaf), "who answers no ping is closed in a minute"
    for line in deaf:
        line.close()


def is_closed(line: socket.socket) -> bool:
    """What lies in it can be read to its end."""
    line.settimeout(5)
    try:
        while line.recv(65536):
            pass
    except TimeoutError:
        return False
    except ConnectionError:
        pass
    return True


def deaf_listener(server: Server, race: str) -> socket.socket:
    """It has shaken hands, and reads nothing more; its ear is small."""
    line = socket.create_connection(("127.0.0.1", server.port))
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    hands = (
        f"GET /ws/races/{race}/ HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: spiderweb.v1\r\n\r\n"
    )
    line.sendall(hands.encode())
    assert line.recv(12) == b"HTTP/1.1 101"
    return line
