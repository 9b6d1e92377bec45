"""A live race before its go: seats, readiness, the host, the countdown, one go for all."""

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from games import accounts, closing, deadlines, lobby, presence, threads
from games.clock import TestClock, milliseconds, now
from games.models import Attempt, Race, Seat
from tests.games.cast import Caller, alone, keep
from tests.games.sockets import Sockets

LIVE = {"mode": "live", "game": "spider", "suits": 1}


@pytest.fixture
def race(alice: Caller, bob: Caller, clock: TestClock) -> dict[str, Any]:
    """alice's lobby of three seats, in which bob sits too."""
    made: dict[str, Any] = alice.post("races", LIVE | {"seats": 3}, expect=201)
    bob.post(f"races/{made['id']}/join")
    return made


def ready(caller: Caller, race: dict[str, Any], is_ready: bool = True) -> dict[str, Any]:
    answer: dict[str, Any] = caller.post(f"races/{race['id']}/ready", {"ready": is_ready})
    return answer


def state_of(race: dict[str, Any]) -> str:
    return Race.objects.get(pk=race["id"]).state


def test_a_live_race_gathers_and_shows_no_card(alice: Caller, race: dict[str, Any]) -> None:
    assert (race["state"], race["go_at"], race["undo"]) == ("gathering", None, "sealed")
    assert race["time_limit_s"] == 3600
    assert not Attempt.objects.exists()
    assert alice.does(f"races/{race['id']}/begin") == (403, "not_allowed")


@pytest.mark.parametrize("seats", [0, 1, 17])
def test_a_live_race_has_two_to_sixteen_seats(alice: Caller, seats: int) -> None:
    assert alice.does("races", LIVE | {"seats": seats}) == (422, "bad_value")
    assert alice.does("races", LIVE | {"seats": 16})[0] == 201
    assert alice.does("races", LIVE | {"window_s": 600}) == (422, "bad_value")


def test_the_countdown_begins_when_all_who_sit_are_ready(
    alice: Caller, bob: Caller, race: dict[str, Any]
) -> None:
    assert ready(alice, race)["state"] == "gathering"
    answer = ready(bob, race)
    assert answer["state"] == "countdown"
    assert answer["go_at"] == milliseconds(now()) + 3000
    assert [row["ready"] for row in answer["players"]] == [True, True]


def test_who_was_not_ready_when_the_countdown_began_watches(
    alice: Caller, bob: Caller, charlie: Caller, race: dict[str, Any]
) -> None:
    charlie.post(f"races/{race['id']}/join")
    ready(alice, race)
    ready(bob, race)
    alice.post(f"races/{race['id']}/start")
    assert charlie.does(f"races/{race['id']}/ready", {"ready": True}) == (409, "race_started")
    assert ready(charlie, race, False)["state"] == "countdown"
    assert ready(alice, race)["state"] == "countdown"


def test_the_go_of_many_asks_the_database_a_few_times(
    alice: Caller,
    clock: TestClock,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    many = [alice, *(Caller(accounts.make_guest(f"player{n}")) for n in range(15))]
    made = alice.post("races", LIVE | {"seats": 16}, expect=201)
    for caller in many[1:]:
        caller.post(f"races/{made['id']}/join")
    for caller in many:
        ready(caller, made)
    clock.advance(seconds=3)
    with django_assert_max_num_queries(16):
        assert lobby.go(made["id"], now())
    assert Attempt.objects.filter(first=True, seats__race=made["id"]).count() == 16


def test_who_knows_the_cards_practises_in_a_live_race_too(
    alice: Caller, bob: Caller, charlie: Caller, clock: TestClock
) -> None:
    game = keep()
    alone(bob, code=game.code)
    wish = {"mode": "live", "code": game.code, "seats": 3}
    made = alice.post("races", wish, expect=201)
    for caller in (bob, charlie):
        caller.post(f"races/{made['id']}/join")
    for caller in (alice, bob, charlie):
        ready(caller, made)
    clock.advance(seconds=3)
    assert lobby.go(made["id"], now())
    rows = alice.get(f"races/{made['id']}")["players"]
    assert [row["practice"] for row in rows] == [False, True, False]


def test_one_who_is_ready_alone_does_not_start_a_race(alice: Caller, clock: TestClock) -> None:
    made = alice.post("races", LIVE, expect=201)
    assert ready(alice, made)["state"] == "gathering"
    assert alice.does(f"races/{made['id']}/start") == (409, "too_few_ready")


def test_the_host_starts_with_two_who_are_ready_and_the_others_watch(
    alice: Caller, bob: Caller, charlie: Caller, race: dict[str, Any], clock: TestClock
) -> None:
    charlie.post(f"races/{race['id']}/join")
    ready(alice, race)
    assert bob.does(f"races/{race['id']}/start") == (403, "not_host")
    assert alice.does(f"races/{race['id']}/start") == (409, "too_few_ready")
    ready(bob, race)
    assert alice.post(f"races/{race['id']}/start")["state"] == "countdown"
    clock.advance(seconds=3)
    assert lobby.go(race["id"], now())
    shown = charlie.get(f"races/{race['id']}")
    assert [row["name"] for row in shown["players"]] == ["alice", "bob"]


def test_a_host_who_is_left_behind_hands_that_part_on(
    alice: Caller, bob: Caller, charlie: Caller, race: dict[str, Any], clock: TestClock
) -> None:
    charlie.post(f"races/{race['id']}/join")
    for caller in (bob, charlie):
        ready(caller, race)
    assert alice.post(f"races/{race['id']}/start")["host"] == "alice"
    clock.advance(seconds=3)
    assert lobby.go(race["id"], now())
    assert alice.get(f"races/{race['id']}")["host"] == "bob"


def test_the_go_is_one_moment_for_all_and_comes_once(
    alice: Caller, bob: Caller, race: dict[str, Any], clock: TestClock
) -> None:
    ready(alice, race)
    go_at = ready(bob, race)["go_at"]
    clock.advance(seconds=2.999)
    assert not lobby.go(race["id"], now())
    clock.advance(seconds=2)
    assert lobby.go(race["id"], now())
    assert not lobby.go(race["id"], now())
    begun = Attempt.objects.values_list("begun_at", flat=True)
    assert [milliseconds(moment) for moment in begun] == [go_at, go_at]
    assert state_of(race) == "running"


def test_unready_in_the_countdown_goes_back_to_gathering(
    alice: Caller, bob: Caller, race: dict[str, Any], clock: TestClock
) -> None:
    ready(alice, race)
    ready(bob, race)
    answer = ready(bob, race, False)
    assert (answer["state"], answer["go_at"]) == ("gathering", None)
    clock.advance(seconds=5)
    assert not lobby.go(race["id"], now())
    assert ready(bob, race)["state"] == "countdown"


def test_the_countdown_goes_on_without_one_where_two_remain(
    alice: Caller, bob: Caller, charlie: Caller, race: dict[str, Any], clock: TestClock
) -> None:
    charlie.post(f"races/{race['id']}/join")
    for caller in (alice, bob, charlie):
        answer = ready(caller, race)
    clock.advance(seconds=1)
    left = charlie.post(f"races/{race['id']}/leave")
    assert (left["state"], left["go_at"]) == ("countdown", answer["go_at"])
    assert bob.post(f"races/{race['id']}/leave")["state"] == "gathering"


def test_the_last_who_is_not_ready_leaves_and_the_countdown_begins(
    alice: Caller, bob: Caller, charlie: Caller, race: dict[str, Any]
) -> None:
    charlie.post(f"races/{race['id']}/join")
    ready(alice, race)
    ready(bob, race)
    assert state_of(race) == "gathering"
    assert charlie.post(f"races/{race['id']}/leave")["state"] == "countdown"


def test_the_hosts_part_is_handed_on_and_the_last_one_out_cancels(
    alice: Caller, bob: Caller, charlie: Caller, race: dict[str, Any]
) -> None:
    left = alice.post(f"races/{race['id']}/leave")
    assert (left["host"], left["state"]) == ("bob", "gathering")
    assert bob.post(f"races/{race['id']}/leave")["state"] == "cancelled"
    assert charlie.does(f"races/{race['id']}/join") == (409, "race_over")
    assert charlie.does(f"races/{race['id']}/ready", {"ready": True}) == (409, "race_over")


def test_nobody_joins_or_leaves_once_it_counts_down_or_runs(
    alice: Caller, bob: Caller, charlie: Caller, race: dict[str, Any], clock: TestClock
) -> None:
    ready(alice, race)
    ready(bob, race)
    assert charlie.does(f"races/{race['id']}/join") == (409, "race_started")
    clock.advance(seconds=3)
    lobby.go(race["id"], now())
    assert charlie.does(f"races/{race['id']}/join") == (409, "race_started")
    assert alice.does(f"races/{race['id']}/leave") == (409, "playing")
    assert alice.does(f"races/{race['id']}/ready", {"ready": False}) == (409, "race_started")
    assert charlie.does(f"races/{race['id']}/ready", {"ready": True}) == (409, "race_started")


def test_ready_belongs_to_live_races_and_to_those_who_sit(
    alice: Caller, charlie: Caller, race: dict[str, Any]
) -> None:
    assert charlie.does(f"races/{race['id']}/ready", {"ready": True}) == (403, "not_seated")
    other = alice.post("races", LIVE | {"mode": "open"}, expect=201)
    assert alice.does(f"races/{other['id']}/ready", {"ready": True}) == (403, "not_allowed")


def test_a_lobby_that_nobody_starts_is_called_off_after_a_day(
    race: dict[str, Any], clock: TestClock
) -> None:
    stored = Race.objects.get(pk=race["id"])
    clock.advance(hours=23)
    assert not closing.settle(stored, now())
    clock.advance(hours=1)
    assert closing.settle(stored, now())
    assert state_of(race) == "cancelled"


class TestTheEnd:
    """A running live race ends by its players, by time, or when only the gone are left."""

    async def run(self, callers: list[Caller], race: dict[str, Any], clock: TestClock) -> None:
        for caller in callers:
            await caller.calls(f"races/{race['id']}/ready", {"ready": True})
        clock.advance(seconds=3)
        await deadlines.sweep()

    @pytest.mark.django_db(transaction=True)
    async def test_the_sweep_gives_the_go_and_no_action_is_taken_before(
        self,
        sockets: Sockets,
        alice: Caller,
        bob: Caller,
        race: dict[str, Any],
        clock: TestClock,
    ) -> None:
        hers = await sockets.open(race, alice)
        before = await hers.ask({"type": "deal", "id": "early", "seq": 1})
        assert (before["type"], before["code"]) == ("refused", "not_started")
        assert "board" not in before
        await self.run([alice, bob], race, clock)
        shown = await hers.until("welcome")
        assert (shown["board"]["seconds"], shown["board"]["seq"]) == (0, 0)
        assert (await hers.play("D"))["type"] == "board"

    @pytest.mark.django_db(transaction=True)
    async def test_it_closes_at_the_time_limit(
        self, alice: Caller, bob: Caller, race: dict[str, Any], clock: TestClock
    ) -> None:
        await self.run([alice, bob], race, clock)
        await threads.run(Seat.objects.all().update, seen_at=now())
        clock.advance(seconds=3600)
        await deadlines.sweep()
        shown = await alice.reads(f"races/{race['id']}")
        assert shown["state"] == "closed"
        assert [row["state"] for row in shown["players"]] == ["timed_out", "timed_out"]

    @pytest.mark.django_db(transaction=True)
    async def test_those_who_are_gone_are_not_awaited_for_ever(
        self, alice: Caller, bob: Caller, race: dict[str, Any], clock: TestClock
    ) -> None:
        await self.run([alice, bob], race, clock)
        await threads.run(presence.arrived, race["id"], bob.player.pk)
        await alice.calls(f"races/{race['id']}/resign")
        clock.advance(seconds=119)
        await deadlines.sweep()
        assert (await alice.reads(f"races/{race['id']}"))["state"] == "running"
        clock.advance(seconds=2)
        await deadlines.sweep()
        shown = await alice.reads(f"races/{race['id']}")
        assert shown["state"] == "closed"
        assert [row["state"] for row in shown["players"]] == ["resigned", "timed_out"]

    @pytest.mark.django_db(transaction=True)
    async def test_who_is_there_is_awaited(
        self, alice: Caller, bob: Caller, race: dict[str, Any], clock: TestClock
    ) -> None:
        await self.run([alice, bob], race, clock)
        await alice.calls(f"races/{race['id']}/resign")
        for _ in range(5):
            clock.advance(seconds=60)
            await threads.run(presence.arrived, race["id"], bob.player.pk)
            await deadlines.sweep()
        assert (await alice.reads(f"races/{race['id']}"))["state"] == "running"
