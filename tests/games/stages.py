"""Races in every state, for the table of who may see what.

alice has won, dave has given up, bob plays, erin waits; fay (who has a name and a password),
charlie (a guest) and nobody have no seat.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from games import accounts, deadlines, dealing
from games.clock import TestClock
from games.models import Player
from tests.games.cast import Caller, Json, act, alone, challenge, keep, stored, win

sweep = async_to_sync(deadlines.sweep)


@dataclass
class Stage:
    """People, a race, and two of its attempts: the one that alice has won and bob's."""

    people: dict[str, Caller]
    clock: TestClock
    race: Json
    code: str
    hers: int | None = None
    his: int | None = None

    def does(self, name: str, *steps: str, race: Json | None = None) -> None:
        """POSTs on the race, or on another, by somebody."""
        for step in steps:
            self.people[name].post(f"races/{(race or self.race)['id']}/{step}")


def people(clock: TestClock) -> dict[str, Caller]:
    """Everybody, by name."""
    guests = ("alice", "dave", "bob", "erin")
    found = {name: Caller(accounts.make_guest(name)) for name in guests}
    found["fay"] = Caller(Player.objects.create(name="fay"))
    return found | {"charlie": Caller(accounts.make_guest("charlie")), "nobody": Caller()}


def running(clock: TestClock, **wish: Any) -> Stage:
    """An own-time race that goes on, on a deal that the server drew."""
    cast, game = people(clock), keep()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dealing, "draw", lambda name, suits: game.deal)
        others = [cast[name] for name in ("dave", "bob", "erin")]
        race = challenge(cast["alice"], *others, **wish)
    stage = Stage(cast, clock, race, game.code)
    for name in ("alice", "dave", "bob"):
        stage.does(name, "begin")
    stage.hers = win(cast["alice"], race, game, clock)
    stage.does("dave", "resign")
    stage.his = cast["bob"].attempt(race)
    act(stage.his, "D")
    return stage


def hidden(clock: TestClock) -> Stage:
    """The same, with the numbers hidden."""
    return running(clock, hide_progress=True)


def closed(clock: TestClock) -> Stage:
    """bob has given up too, and erin has not begun in time: she lost her seat."""
    stage = running(clock)
    stage.does("bob", "resign")
    clock.advance(days=7)
    sweep()
    return stage


def looked(clock: TestClock) -> Stage:
    """After it was closed charlie has asked to see the cards."""
    stage = closed(clock)
    stage.people["charlie"].post(f"deals/{stage.code}/look")
    return stage


def by_code(clock: TestClock) -> Stage:
    """Once closed, a later race by its code, in which erin waits and fay plays."""
    stage = closed(clock)
    later = challenge(stage.people["erin"], stage.people["fay"], code=stage.code)
    stage.does("fay", "begin", race=later)
    return stage


def dared(clock: TestClock) -> Stage:
    """Once closed, alice has challenged others to beat her; erin waits there, fay plays."""
    stage = closed(clock)
    dare(stage)
    return stage


def the_dare(clock: TestClock) -> Stage:
    """That challenge itself; his attempt is fay's."""
    stage = closed(clock)
    stage.race = dare(stage)
    stage.his = stage.people["fay"].attempt(stage.race)
    return stage


def dare(stage: Stage) -> Json:
    """alice's challenge to beat the game that she has won."""
    wish = {"attempt": stage.hers, "seats": 0}
    race: Json = stage.people["alice"].post("races", wish, expect=201)
    for name, steps in (("erin", ("join",)), ("fay", ("join", "begin"))):
        stage.does(name, *steps, race=race)
    return race


def lobby(clock: TestClock) -> Stage:
    """A live race that gathers alice, bob and erin."""
    cast = people(clock)
    race = challenge(cast["alice"], cast["bob"], cast["erin"], mode="live")
    return Stage(cast, clock, race, str(stored(race).code))


def countdown(clock: TestClock) -> Stage:
    """The same three seconds before the go."""
    stage = lobby(clock)
    for name in ("alice", "bob", "erin"):
        stage.people[name].post(f"races/{stage.race['id']}/ready", {"ready": True})
    return stage


def called_off(clock: TestClock) -> Stage:
    """A lobby that nobody has started."""
    stage = lobby(clock)
    clock.advance(days=1)
    sweep()
    return stage


def solo(clock: TestClock) -> Stage:
    """alice plays alone."""
    cast = people(clock)
    race = alone(cast["alice"])
    return Stage(cast, clock, race, str(stored(race).code), hers=cast["alice"].attempt(race))


def solo_over(clock: TestClock) -> Stage:
    """She has given up."""
    stage = solo(clock)
    stage.does("alice", "resign")
    return stage


STAGES: dict[str, Callable[[TestClock], Stage]] = {
    make.__name__: make
    for make in (
        *(running, hidden, closed, looked, by_code, dared, the_dare),
        *(lobby, countdown, called_off, solo, solo_over),
    )
}
