"""``kill -9`` in the middle of games: no answered action is lost, none is doubled."""

import random
import threading
import time
from pathlib import Path

import pytest

from tests.support.bot import Bot, Seat
from tests.support.server import Server, copy_of
from tests.support.vectors import code_of, won_games

KILLS = 20


class Player(threading.Thread):
    """Plays a recorded game over and over and notes what was answered."""

    def __init__(self, bot: Bot, game: dict[str, str], code: str, race_id: str) -> None:
        super().__init__(daemon=True)
        self.bot, self.code = bot, code
        self.actions = game["record"].split()
        self.race_id = race_id
        self.answered: dict[int, list[str]] = {}
        self.stop = threading.Event()
        self.fault: BaseException | None = None

    def run(self) -> None:
        """Game after game until told to stop; the last one is finished."""
        try:
            while not self.stop.is_set():
                with self.bot.sit(self.race_id) as seat:
                    self._play(seat)
                self._next()
        except BaseException as fault:
            self.fault = fault

    def _play(self, seat: Seat) -> None:
        attempt = seat.welcome["you"]["attempt"]
        answered = self.answered.setdefault(attempt, [])
        for action in self.actions:
            answer = seat.play(action)
            assert answer["type"] == "board", answer
            answered.append(action)
            assert answer["board"]["seq"] == len(answered)
        assert seat.board["state"] == "won"

    def _next(self) -> None:
        """The same cards again."""
        attempt = list(self.answered)[-1]
        while True:
            try:
                wish = {"mode": "solo", "again": attempt}
                self.race_id = self.bot.post("races", wish, expect=201)["id"]
            except OSError:
                time.sleep(0.1)
            except Exception as error:
                if type(error).__module__.split(".")[0] not in ("httpx", "httpcore"):
                    raise
                time.sleep(0.1)
            else:
                return


@pytest.mark.timeout(400)
def test_twenty_kills_lose_no_answered_action_and_double_none(
    installation: Path, tmp_path: Path
) -> None:
    server = Server(copy_of(installation, tmp_path / "var"))
    games = [won_games()[0], won_games()[30]]
    codes = [code_of(game, number) for number, game in enumerate(games, 1)]
    server.import_deals(list(zip(games, codes, strict=True)))
    server.start()
    players = []
    for game, code in zip(games, codes, strict=True):
        bot = Bot(server)
        race = bot.post("races", {"mode": "solo", "code": code}, expect=201)
        players.append(Player(bot, game, code, race["id"]))
    for player in players:
        player.start()

    dice = random.Random(20)
    for _ in range(KILLS):
        time.sleep(dice.uniform(0.05, 0.6))
        assert all(player.is_alive() for player in players), [p.fault for p in players]
        server.kill()
        server.start()
    for player in players:
        player.stop.set()
    for player in players:
        player.join(120)
        assert player.fault is None, player.fault

    told = 0
    for player in players:
        for attempt, answered in player.answered.items():
            record = player.bot.get(f"attempts/{attempt}/record")
            stored = [action for action, _ms in record["actions"]]
            assert stored == answered
            told += len(answered)
    assert told > KILLS
    server.stop()
