"""Sockets on a bad line: frames swallowed, doubled, delayed, lines cut, clients frozen."""

import contextlib
import json
import random
import time

from websockets.exceptions import ConnectionClosed

from tests.support.bot import Json, Person, Seat

# What becomes of a frame, and how often of about two hundred.
FATES = {
    "whole": 168,
    "doubled": 12,
    "late": 8,
    "swallowed": 4,
    "cut after": 4,
    "cut before": 4,
    "frozen": 1,
}


class RoughSeat(Seat):
    """A seat that resends what was not answered in time, as every client of the protocol does."""

    patience = 60
    answer_within = 1.5

    def __init__(self, bot: Person, race_id: str, dice: random.Random, fates: dict[str, int]):
        self.dice, self.fates = dice, fates
        super().__init__(bot, race_id)

    def ask(self, message: Json) -> Json:
        """As often as it takes until it is answered by a board or a refusal."""
        while True:
            with contextlib.suppress(TimeoutError):
                return super().ask(message)

    def deliver(self, message: Json) -> None:
        """Whatever a bad line makes of it."""
        [fate] = self.dice.choices(list(self.fates), list(self.fates.values()))
        if fate == "late":
            time.sleep(self.dice.uniform(0, 0.3))
        if fate == "cut before":
            self._cut()
        if fate != "swallowed":
            self.send(message)
        if fate == "doubled":
            self.send(message)
        if fate == "frozen":
            time.sleep(2)
        if fate == "cut after":
            self._cut()

    def _cut(self) -> None:
        """No goodbye: the line is gone, and whatever was under way on it."""
        self.socket.socket.close()
        raise ConnectionClosed(None, None)

    def watch(self) -> "Picture":
        """What somebody who only listens knows."""
        return Picture(self)


class Picture:
    """A listener's knowledge of how far each seat is, kept as the protocol tells clients to."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.seqs: dict[int, int] = {}
        self._note(seat.welcome)

    def look(self, quiet_s: float = 0.2) -> dict[int, int]:
        """All that has come meanwhile; then a ping tells whether something was missed."""
        while True:
            try:
                self._read(quiet_s)
                self.seat.send({"type": "ping", "t": 0})
                pong = self.seat.until(lambda got: got["type"] == "pong", 5)
            except (ConnectionClosed, TimeoutError):
                self.seat.reconnect()
                self._note(self.seat.welcome)
                continue
            for message in self.seat.news:
                self._note(message)
            self.seat.news.clear()
            if pong["seqs"] == {str(number): seq for number, seq in self.seqs.items()}:
                return self.seqs
            self.seat.send({"type": "sync"})

    def _read(self, quiet_s: float) -> None:
        try:
            while True:
                self._note(json.loads(self.seat.socket.recv(quiet_s)))
        except TimeoutError:
            return

    def _note(self, message: Json) -> None:
        for row in message.get("race", {}).get("players", []):
            if "seq" in row:
                self.seqs[row["seat"]] = row["seq"]
        if message["type"] == "progress" and "seq" in message:
            self.seqs[message["seat"]] = message["seq"]
