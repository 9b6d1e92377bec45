"""Bots that play recorded games against each other, over and over, and note every answer."""

import random
import threading
import time
from collections.abc import Callable
from typing import TypeVar

import httpx

from tests.server.torture.rough import FATES, Picture, RoughSeat
from tests.support.bot import Bot, Json, Place

PATIENCE_S = 60
T = TypeVar("T")


class Pair(threading.Thread):
    """alice and bob, each in turn one action of the same recorded game; charlie listens."""

    def __init__(self, place: Place, game: Json, code: str, number: int, fates: Json = FATES):
        super().__init__(daemon=True)
        self.actions = str(game["record"]).split()
        self.code, self.fates = code, fates
        self.dice = random.Random(number)
        self.alice, self.bob, self.charlie = Bot(place), Bot(place), Bot(place)
        self.answered: dict[int, list[str]] = {}
        self.whose: dict[int, Bot] = {}
        self.race_id = ""
        self.behind = 0
        self.stop = threading.Event()
        self.fault: BaseException | None = None

    def run(self) -> None:
        """Race after race until told to stop; the last one is finished."""
        try:
            while not self.stop.is_set():
                self._race()
        except BaseException as fault:
            self.fault = fault

    def _race(self) -> None:
        wish = {"mode": "open", "code": self.code}
        race = self.race_id = str(self._insist(self.alice, "races", wish)["id"])
        self._insist(self.bob, f"races/{race}/join")
        players = (self.alice, self.bob)
        for bot in players:
            self._insist(bot, f"races/{race}/begin")
        seats = [self._sit(bot, race) for bot in players]
        listener = self._sit(self.charlie, race)
        picture = listener.watch()
        self.whose |= {
            seat.welcome["you"]["attempt"]: bot for seat, bot in zip(seats, players, strict=True)
        }
        for action in self.actions:
            for seat in seats:
                self._play(seat, action)
        self._check(picture)
        for seat in (*seats, listener):
            seat.socket.close()

    def _play(self, seat: RoughSeat, action: str) -> None:
        answered = self.answered.setdefault(seat.welcome["you"]["attempt"], [])
        answer = seat.play(action)
        assert answer["type"] == "board", answer
        answered.append(action)
        assert answer["board"]["seq"] == len(answered), answer

    def _check(self, picture: Picture) -> None:
        """The listener knows the end, however much it has missed."""
        last = {1: len(self.actions), 2: len(self.actions)}
        self.behind += picture.look() != last

    def _sit(self, bot: Bot, race: str) -> RoughSeat:
        return self._again(lambda: RoughSeat(bot, race, self.dice, self.fates))

    def _insist(self, bot: Bot, path: str, body: Json | None = None) -> Json:
        """A call that is made again while nobody answers; one that was done already is refused."""

        def call() -> Json:
            response = bot.http.post(f"/{path}", json=body or {})
            if response.status_code >= 500:
                raise httpx.RemoteProtocolError(f"{response.status_code}: {response.text}")
            assert response.is_success, response.text
            return dict(response.json())

        return self._again(call)

    @staticmethod
    def _again(work: Callable[[], T]) -> T:
        until = time.monotonic() + PATIENCE_S
        while True:
            try:
                return work()
            except (httpx.TransportError, OSError):
                if time.monotonic() > until:
                    raise
                time.sleep(0.1)
