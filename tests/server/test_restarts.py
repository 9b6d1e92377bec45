"""Processes come and go behind a proxy; the race goes on."""

import contextlib
import sqlite3
import threading
import time

import httpx
import pytest

from tests.server.test_processes import OPEN, a_legal_move
from tests.support.bot import Bot, Seat
from tests.support.cluster import Cluster, Nginx
from tests.support.server import Server
from tests.support.vectors import code_of, won_games

BACK_WITHIN_S = 5
RESTARTS = 10


class Racer(threading.Thread):
    """Plays a recorded game and notes what was answered, whatever restarts meanwhile."""

    def __init__(self, seat: Seat, record: str) -> None:
        super().__init__(daemon=True)
        self.seat, self.actions = seat, record.split()
        self.seat.patience = BACK_WITHIN_S
        self.answered: list[str] = []
        self.go_on = threading.Event()
        self.fault: BaseException | None = None

    def run(self) -> None:
        """Slowly while processes restart, then to the end."""
        try:
            for action in self.actions:
                answer = self.seat.play(action)
                assert answer["type"] == "board", answer
                self.answered.append(action)
                if not self.go_on.is_set():
                    time.sleep(0.1)
        except BaseException as fault:
            self.fault = fault


@pytest.mark.timeout(300)
def test_ten_restarts_during_a_race_lose_nothing_and_double_nothing(
    cluster: Cluster, front: Nginx
) -> None:
    game = max((g for g in won_games() if g["suits"] == 1), key=lambda g: int(g["moves"]))
    code = code_of(game, 1)
    cluster.members[0].import_deals([(game, code)])
    alice, bob = Bot(front), Bot(front)
    race_id = alice.post("races", {"mode": "live", "code": code}, expect=201)["id"]
    bob.post(f"races/{race_id}/join")
    for bot in (alice, bob):
        bot.post(f"races/{race_id}/ready", {"ready": True})
    seats = [alice.sit(race_id), bob.sit(race_id)]
    for seat in seats:
        if not seat.board:
            seat.until(lambda got: "board" in got)
    racers = [Racer(seat, game["record"]) for seat in seats]
    for racer in racers:
        racer.start()
    for number in range(RESTARTS):
        member = cluster.members[number % 2]
        time.sleep(0.3)
        member.stop() if number % 4 < 2 else member.kill()
        member.start()
        assert not any(racer.fault for racer in racers), [racer.fault for racer in racers]
    for racer in racers:
        racer.go_on.set()
    for racer in racers:
        racer.join(100)
        assert racer.fault is None, racer.fault
    race = alice.get(f"races/{race_id}")
    assert [row["state"] for row in race["players"]] == ["won", "won"]
    for bot, racer, row in zip((alice, bob), racers, race["players"], strict=True):
        record = bot.get(f"attempts/{row['attempt']}/record")
        assert [action for action, _ms in record["actions"]] == racer.answered == racer.actions


def test_a_process_that_is_back_is_used_at_once(cluster: Cluster, front: Nginx) -> None:
    first, second = cluster.members
    alice = Bot(front)
    race_id = alice.post("races", OPEN, expect=201)["id"]
    with alice.sit(race_id), alice.sit(race_id):
        first.kill()
        for _ in range(3):  # each of them tries the dead one too
            alice.get(f"races/{race_id}")
        with alice.sit(race_id), alice.sit(race_id):
            first.start()
            assert alice.http.get(f"{first.url}/ready").status_code == 200
            second.stop()
            assert alice.get(f"races/{race_id}")["id"] == race_id
            assert alice.post(f"races/{race_id}/begin")["count"] == 1
            with alice.sit(race_id) as seat:
                assert seat.play(a_legal_move(seat))["type"] == "board"


def test_a_server_that_is_asked_to_end_says_so_and_ends(either: Server) -> None:
    server = either.start()
    alice = Bot(server)
    wish = {"mode": "solo", "game": "spider", "suits": 1}
    race_id = alice.post("races", wish, expect=201)["id"]
    seat = alice.sit(race_id)
    assert seat.play(a_legal_move(seat))["type"] == "board"
    assert alice.http.get(f"{server.url}/ready").status_code == 200
    server.stop(patience=5)
    told = seat.until(lambda got: got["type"] == "restart")
    assert told["in_ms"] == 0
    assert 1000 <= told["back_ms"] <= 2000
    with pytest.raises(Exception, match="4012"):
        seat.receive()
    said = server.log.read_text().splitlines()
    assert [line for line in said if "Spiderweb is at" not in line and line] == []
    server.start()
    seat.reconnect()
    assert seat.board["seq"] == 1


def test_a_call_that_hangs_does_not_keep_a_server_from_ending(either: Server) -> None:
    server = either.start()
    with contextlib.closing(sqlite3.connect(server.var / "spiderweb.sqlite3")) as writer:
        writer.execute("BEGIN IMMEDIATE")  # whoever would write waits
        hanging = threading.Thread(target=a_call_that_is_cut, args=(server,))
        hanging.start()
        time.sleep(0.5)
        server.stop(patience=10)
        hanging.join()


def a_call_that_is_cut(server: Server) -> None:
    """Nobody answers it."""
    with contextlib.suppress(httpx.TransportError):
        httpx.post(f"{server.url}/api/v1/guests", json={}, timeout=30)
