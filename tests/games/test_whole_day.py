"""A whole day by the clock: windows end, attempts run out, races close, each exactly once.

Every ten minutes two processes look at once for what is due.
"""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from games import audit, closing, deadlines
from games.clock import TestClock
from games.models import Attempt, Move, Race, Result, Seat
from tests.games.cast import Caller, Json, alone, challenge, keep, log_of, stored, win

pytestmark = pytest.mark.django_db(transaction=True)
HOUR_S = 3600
STEP_MIN = 10


@async_to_sync
async def sweep_twice() -> None:
    """Two processes at the same moment."""
    await asyncio.gather(deadlines.sweep(), deadlines.sweep())


class Day:
    """The races of the day, and when each of them has changed its state."""

    def __init__(self, clock: TestClock) -> None:
        self.clock, self.start = clock, clock.time
        self.races: dict[str, Json] = {}
        self.changes: dict[str, list[tuple[str, float]]] = {}

    @property
    def hour(self) -> float:
        """Of the day, counted from its start."""
        return (self.clock.time - self.start) / timedelta(hours=1)

    def until(self, hour: float) -> None:
        """Go on, and look for what is due, until an hour of the day."""
        while self.hour < hour:
            self.clock.advance(minutes=STEP_MIN)
            sweep_twice()
            self._note()

    def _note(self) -> None:
        for name, race in self.races.items():
            state = stored(race).state
            before = self.changes.setdefault(name, [(race["state"], 0.0)])
            if before[-1][0] != state:
                before.append((state, round(self.hour, 2)))


def live(alice: Caller, bob: Caller, clock: TestClock, **wish: Any) -> Json:
    """A live race of the two, in its countdown."""
    race = challenge(alice, bob, mode="live", **wish)
    for caller in (alice, bob):
        race = caller.post(f"races/{race['id']}/ready", {"ready": True})
    return race


@pytest.fixture
def day(alice: Caller, bob: Caller, clock: TestClock) -> Day:
    """A race of every kind, made at its beginning."""
    day, game = Day(clock), keep()
    six_hours = {"window_s": 6 * HOUR_S, "time_limit_s": 2 * HOUR_S}
    day.races = {
        "one never begins": challenge(alice, bob, **six_hours),
        "one begins late": challenge(alice, bob, **six_hours),
        "any number": challenge(alice, seats=0, window_s=24 * HOUR_S),
        "short live race": live(alice, bob, clock, time_limit_s=60),
        "deserted live race": live(alice, bob, clock),
        "lobby": challenge(alice, bob, mode="live"),
        "alone": alone(alice),
    }
    won = alone(alice, code=game.code)
    dare = {"attempt": win(alice, won, game, clock), "window_s": 12 * HOUR_S}
    clock.time = day.start
    day.races["dare"] = alice.post("races", dare, expect=201)
    alice.post(f"races/{day.races['one never begins']['id']}/begin")
    alice.post(f"races/{day.races['one begins late']['id']}/begin")
    return day


def test_everything_that_is_due_happens_at_its_time_and_once(
    alice: Caller, bob: Caller, clock: TestClock, day: Day, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends: list[str] = []
    close = closing.close

    def noted(race: Race, state: str, now: Any) -> bool:
        changed = close(race, state, now)
        ends.extend([race.pk] * changed)
        return changed

    monkeypatch.setattr(closing, "close", noted)
    day.until(1)
    short = day.races["short live race"]
    offer = alice.post(f"races/{short['id']}/rematch")["successor"]
    day.races["rematch"] = alice.get(f"races/{offer}")
    day.until(6 - 1 / 6)
    bob.post(f"races/{day.races['one begins late']['id']}/begin")
    day.until(24 - 1 / 6)
    alice.post(f"races/{day.races['any number']['id']}/begin")
    day.until(26)

    assert day.changes == {
        "one never begins": [("running", 0), ("closed", 6)],
        "one begins late": [("running", 0), ("closed", 7.83)],
        "any number": [("running", 0)],
        "short live race": [("countdown", 0), ("closed", 0.17)],
        "deserted live race": [("countdown", 0), ("closed", 0.17)],
        "lobby": [("gathering", 0), ("cancelled", 24)],
        "alone": [("running", 0)],
        "dare": [("running", 0), ("closed", 12)],
        "rematch": [("gathering", 0), ("cancelled", 1.17)],
    }
    over = [day.races[name]["id"] for name, changes in day.changes.items() if len(changes) > 1]
    assert sorted(ends) == sorted(over)
    for attempt in Attempt.objects.exclude(state__in=("playing", "won")):
        assert log_of(attempt.pk) == ["T"]
        assert Result.objects.get(pk=attempt.pk).ended_at <= attempt.deadline
    assert Seat.objects.filter(race=day.races["one never begins"]["id"]).count() == 1
    assert list(audit.faults()) == []


def test_when_nothing_is_due_nothing_changes(clock: TestClock, day: Day) -> None:
    day.until(8)
    before = [list(model.objects.order_by("pk").values()) for model in (Race, Seat, Move, Result)]
    for _ in range(5):
        sweep_twice()
    after = [list(model.objects.order_by("pk").values()) for model in (Race, Seat, Move, Result)]
    assert after == before
