"""What another process did and nobody told this one of: found by looking, in time."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from games import deadlines, follow, lobby, news, threads
from games.clock import TestClock, now
from tests.games.cast import Caller, challenge
from tests.games.sockets import Sockets

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def another_process(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What happens within it is not told here."""
    with monkeypatch.context() as patch:
        patch.setattr(news, "tell", lambda race_id, item: None)
        yield


async def test_a_countdown_and_its_go_reach_who_was_not_told(
    sockets: Sockets, alice: Caller, bob: Caller, clock: TestClock, monkeypatch: Any
) -> None:
    race = await alice.calls("races", {"mode": "live", "game": "spider", "suits": 1}, expect=201)
    await bob.calls(f"races/{race['id']}/join")
    his = await sockets.open(race, bob)
    with another_process(monkeypatch):
        for caller in (alice, bob):
            await caller.calls(f"races/{race['id']}/ready", {"ready": True})
    await follow.rooms()
    assert (await his.until("race"))["race"]["state"] == "countdown"
    clock.advance(seconds=3)
    with another_process(monkeypatch):
        assert await threads.run(lobby.go, race["id"], now())
    await deadlines._do(race["id"])  # as the timer in this process does
    assert (await his.until("welcome"))["board"]["seq"] == 0


async def test_who_has_seen_the_race_is_not_told_again(
    sockets: Sockets, alice: Caller, bob: Caller, clock: TestClock
) -> None:
    race = await threads.run(challenge, alice)
    hers = await sockets.open(race, alice)
    await bob.calls(f"races/{race['id']}/join")
    await hers.until("race")
    for _ in range(3):
        await follow.rooms()
    assert await hers.alive()
    assert [message["type"] for message in hers.heard].count("race") == 1


async def test_syncs_in_a_burst_are_answered_by_the_last_state(
    sockets: Sockets, alice: Caller, clock: TestClock
) -> None:
    race = await threads.run(challenge, alice)
    hers = await sockets.open(race, alice)
    for _ in range(10):
        await hers.send({"type": "sync"})
    await hers.until("welcome")
    assert await hers.alive()
    assert [message["type"] for message in hers.heard].count("welcome") < 6


async def test_a_race_that_is_called_off_has_no_result(
    sockets: Sockets, alice: Caller, clock: TestClock
) -> None:
    race = await threads.run(challenge, alice)
    watcher = await sockets.open(race)
    await alice.calls(f"races/{race['id']}/leave")
    assert (await watcher.until("race"))["race"]["state"] == "cancelled"
    assert not [message for message in watcher.heard if message["type"] == "result"]
