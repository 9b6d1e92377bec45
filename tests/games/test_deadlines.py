"""What is due: time limits, the end of the window, the end of a race; each once."""

import asyncio
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from games import background, closing, deadlines, drain, play, threads
from games.clock import TestClock
from games.engine import DEAL
from games.models import Attempt, Move, Race, Result, Seat
from tests.games.cast import Caller, act, alone, challenge, log_of, row, stored
from tests.games.sockets import Sockets

pytestmark = pytest.mark.django_db(transaction=True)
sweep = async_to_sync(deadlines.sweep)


@pytest.fixture
def race(alice: Caller, bob: Caller, clock: TestClock) -> dict[str, Any]:
    """Ten minutes for a game, an hour to begin it; alice has begun."""
    race = challenge(alice, bob, time_limit_s=600, window_s=3600)
    begun: dict[str, Any] = alice.post(f"races/{race['id']}/begin")
    return begun


class TestTheTimeLimit:
    """An attempt ends when its time is up."""

    def test_before_it_nothing_is_due(self, alice: Caller, race: Any, clock: TestClock) -> None:
        clock.advance(seconds=599, milliseconds=999)
        sweep()
        assert Attempt.objects.get(pk=alice.attempt(race)).state == "playing"
        assert not Move.objects.exists()

    def test_at_it_the_attempt_ends_once(self, alice: Caller, race: Any, clock: TestClock) -> None:
        pk = alice.attempt(race)
        act(pk, "D")
        clock.advance(seconds=600)
        for _ in range(3):
            sweep()
        assert log_of(pk) == ["D", "T"]
        assert Attempt.objects.get(pk=pk).state == "timed_out"
        result = Result.objects.get(pk=pk)
        assert (result.won, result.moves, result.seconds) == (False, 1, 600)

    def test_it_is_the_deadline_and_not_the_sweep_that_counts(
        self, alice: Caller, race: Any, clock: TestClock
    ) -> None:
        clock.advance(hours=20)
        sweep()
        result = Result.objects.get(pk=alice.attempt(race))
        assert result.seconds == 600
        assert result.ended_at == Attempt.objects.get(pk=result.pk).deadline

    def test_two_sweeps_at_once_end_it_once(
        self, alice: Caller, race: Any, clock: TestClock
    ) -> None:
        clock.advance(seconds=600)

        async def both() -> None:
            await asyncio.gather(deadlines.sweep(), deadlines.sweep())

        async_to_sync(both)()
        assert log_of(alice.attempt(race)) == ["T"]
        assert Result.objects.count() == 1

    async def test_an_action_that_arrived_before_it_counts(
        self, alice: Caller, race: Any, clock: TestClock
    ) -> None:
        """It was on its way through the queue when time ran out."""
        pk = await threads.run(alice.attempt, race)
        arrived = clock.time
        clock.advance(seconds=601)
        table = play.table_of(pk)
        answer = await play.act(table, DEAL, "k1", 1, arrived=arrived)
        assert answer.refused is None
        assert await threads.run(log_of, pk) == ["D"]

    async def test_an_action_that_comes_at_it_does_not(
        self, sockets: Sockets, alice: Caller, race: Any, clock: TestClock
    ) -> None:
        socket = await sockets.open(race, alice)
        clock.advance(seconds=600)
        refused = await socket.play("D")
        assert refused["type"] == "refused"
        assert (refused["board"]["state"], refused["board"]["seconds"]) == ("timed_out", 600)
        assert await threads.run(log_of, await threads.run(alice.attempt, race)) == ["T"]

    async def test_who_is_connected_hears_of_the_end(
        self, sockets: Sockets, alice: Caller, bob: Caller, race: Any, clock: TestClock
    ) -> None:
        player, rival = await sockets.open(race, alice), await sockets.open(race, bob)
        clock.advance(seconds=600)
        await deadlines.sweep()
        told = await player.until("board")
        assert told["effects"] == [{"ended": "timed_out"}]
        assert (await rival.until("progress", seat=1, state="timed_out"))["seq"] == 1

    def test_a_game_alone_has_thirty_days(self, alice: Caller, clock: TestClock) -> None:
        race = alone(alice)
        clock.advance(days=30, milliseconds=-1)
        sweep()
        assert stored(race).state == "running"
        clock.advance(milliseconds=1)
        sweep()
        assert (stored(race).state, log_of(alice.attempt(race))) == ("closed", ["T"])


class TestTheWindow:
    """Who has not begun by its end does not begin any more."""

    def test_seats_that_wait_are_dropped_and_the_race_closes(
        self, alice: Caller, bob: Caller, race: Any, clock: TestClock
    ) -> None:
        alice.post(f"races/{race['id']}/resign")
        clock.advance(seconds=3599)
        sweep()
        assert stored(race).state == "running"
        assert Seat.objects.filter(race=race["id"]).count() == 2
        clock.advance(seconds=1)
        sweep()
        over = alice.get(f"races/{race['id']}")
        assert over["state"] == "closed"
        assert [row["name"] for row in over["players"]] == ["alice"]
        assert over["closed_at"] == int(clock.time.timestamp() * 1000)

    def test_a_race_closes_once(self, race: Any, clock: TestClock) -> None:
        clock.advance(seconds=3600)
        sweep()
        before = Race.objects.filter(pk=race["id"]).values().get()
        clock.advance(seconds=100)
        sweep()
        found = Race.objects.get(pk=race["id"])
        assert not closing.settle(found, clock.time)
        assert not closing.close(found, "cancelled", clock.time)
        assert Race.objects.filter(pk=race["id"]).values().get() == before

    def test_who_still_plays_plays_on_and_the_dropped_seat_is_told(
        self, alice: Caller, bob: Caller, clock: TestClock
    ) -> None:
        race = challenge(alice, bob, time_limit_s=7200, window_s=3600)
        clock.advance(seconds=3599)
        begun = alice.post(f"races/{race['id']}/begin")
        clock.advance(seconds=1)
        sweep()
        seen = alice.get(f"races/{race['id']}")
        assert (seen["state"], seen["count"], seen["rev"]) == ("running", 1, begun["rev"] + 1)
        sweep()
        assert stored(race).rev == seen["rev"]
        clock.advance(seconds=7199)
        sweep()
        over = alice.get(f"races/{race['id']}")
        assert (over["state"], row(over, alice)["state"]) == ("closed", "timed_out")

    def test_a_race_that_nobody_began_closes_empty(
        self, alice: Caller, bob: Caller, clock: TestClock
    ) -> None:
        race = challenge(alice, bob, window_s=3600)
        clock.advance(seconds=3600)
        sweep()
        over = bob.get(f"races/{race['id']}")
        assert (over["state"], over["count"], over["players"]) == ("closed", 0, [])
        assert bob.does(f"races/{race['id']}/begin") == (403, "not_seated")

    def test_any_number_may_come_until_the_window_ends(
        self, alice: Caller, bob: Caller, clock: TestClock
    ) -> None:
        race = challenge(alice, seats=0, window_s=3600)
        alice.post(f"races/{race['id']}/begin")
        alice.post(f"races/{race['id']}/resign")
        sweep()
        assert stored(race).state == "running"
        assert bob.does(f"races/{race['id']}/join") == (200, None)
        clock.advance(seconds=3600)
        sweep()
        assert stored(race).state == "closed"


class TestTheLastEnd:
    """A race closes when nobody can begin any more and nobody plays."""

    def test_all_seats_begun_and_ended_close_it(
        self, alice: Caller, bob: Caller, race: Any
    ) -> None:
        alice.post(f"races/{race['id']}/resign")
        assert stored(race).state == "running"
        bob.post(f"races/{race['id']}/begin")
        assert stored(race).state == "running"
        over = bob.post(f"races/{race['id']}/resign")
        assert over["state"] == "closed"

    def test_a_free_seat_keeps_it_running(self, alice: Caller, clock: TestClock) -> None:
        race = challenge(alice)
        alice.post(f"races/{race['id']}/begin")
        alice.post(f"races/{race['id']}/resign")
        sweep()
        assert stored(race).state == "running"

    def test_what_a_crash_left_open_is_closed_by_the_sweep(
        self, alice: Caller, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        race = alone(alice)

        def crash(attempt_id: int) -> None:
            raise RuntimeError("killed after the commit")

        with monkeypatch.context() as patch:
            patch.setattr(closing, "after_attempt", crash)
            alice.post(f"races/{race['id']}/resign")
        assert stored(race).state == "running"
        sweep()
        assert stored(race).state == "closed"


async def test_what_a_process_does_by_itself_begins_once_and_survives_a_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls = []
    done = asyncio.Event()

    async def failing() -> None:
        calls.append(1)
        if len(calls) == 2:
            done.set()
        raise RuntimeError("once")

    monkeypatch.setattr(background, "SWEEP_EVERY_S", 0)
    monkeypatch.setattr(deadlines, "sweep", failing)
    monkeypatch.setattr(background, "_loop", None)
    monkeypatch.setattr(background, "_tasks", [])
    monkeypatch.setattr(drain, "install", lambda: None)
    background.start()
    begun = list(background._tasks)
    background.start()
    assert background._tasks == begun
    await asyncio.wait_for(done.wait(), 20)
    for task in begun:
        task.cancel()
    await asyncio.gather(*begun, return_exceptions=True)
    assert len(calls) >= 2
