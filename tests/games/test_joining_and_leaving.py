"""Taking a seat and giving it up."""

from threading import Barrier, Thread

import pytest
from django.db import connections, transaction

from games import races
from games.clock import TestClock
from games.models import Race, Seat
from games.refusals import Refusal
from tests.games.cast import Caller, alone, challenge, stored


@pytest.mark.django_db
class TestJoining:
    """A seat is taken once, while there is one."""

    def test_who_joins_has_the_next_seat(self, alice: Caller, bob: Caller) -> None:
        race = challenge(alice)
        joined = bob.post(f"races/{race['id']}/join")
        assert [(row["seat"], row["name"]) for row in joined["players"]] == [
            (1, "alice"),
            (2, "bob"),
        ]
        assert joined["count"] == 2
        assert joined["rev"] == race["rev"] + 1

    def test_joining_twice_answers_the_race_again(self, alice: Caller, bob: Caller) -> None:
        race = challenge(alice)
        first = bob.post(f"races/{race['id']}/join")
        assert bob.post(f"races/{race['id']}/join") == first
        assert alice.post(f"races/{race['id']}/join") == alice.get(f"races/{race['id']}")
        assert Seat.objects.count() == 2

    def test_a_full_race_has_no_seat(self, alice: Caller, bob: Caller, charlie: Caller) -> None:
        race = challenge(alice, bob)
        assert charlie.does(f"races/{race['id']}/join") == (409, "race_full")
        assert charlie.sees(f"races/{race['id']}") == (200, None)
        assert stored(race).rev == alice.get(f"races/{race['id']}")["rev"]

    def test_after_the_window_there_is_no_seat(
        self, alice: Caller, bob: Caller, clock: TestClock
    ) -> None:
        race = challenge(alice, window_s=3600)
        clock.advance(seconds=3599)
        assert bob.does(f"races/{race['id']}/join") == (200, None)
        assert bob.does(f"races/{race['id']}/leave") == (200, None)
        clock.advance(seconds=1)
        assert bob.does(f"races/{race['id']}/join") == (409, "window_over")

    def test_there_is_no_seat_in_a_race_that_is_not_there(self, bob: Caller) -> None:
        for action in ("join", "leave", "begin", "resign"):
            assert bob.does(f"races/nosuchrace/{action}") == (404, "no_such_race")

    def test_a_race_alone_is_not_joined(self, alice: Caller, bob: Caller, nobody: Caller) -> None:
        race = alone(alice)
        for action in ("join", "leave", "begin", "resign"):
            assert bob.does(f"races/{race['id']}/{action}") == (403, "not_allowed")
            assert nobody.does(f"races/{race['id']}/{action}") == (401, "unknown_player")
        assert alice.post(f"races/{race['id']}/join")["count"] == 1


@pytest.mark.django_db
class TestLeaving:
    """A seat is given up as long as its cards have not been shown."""

    def test_a_seat_given_up_is_free_again(
        self, alice: Caller, bob: Caller, charlie: Caller
    ) -> None:
        race = challenge(alice, bob)
        left = bob.post(f"races/{race['id']}/leave")
        assert [row["name"] for row in left["players"]] == ["alice"]
        joined = charlie.post(f"races/{race['id']}/join")
        assert [(row["seat"], row["name"]) for row in joined["players"]] == [
            (1, "alice"),
            (2, "charlie"),
        ]

    def test_the_lowest_free_seat_is_taken(
        self, alice: Caller, bob: Caller, charlie: Caller
    ) -> None:
        race = challenge(alice, bob, seats=3)
        alice.post(f"races/{race['id']}/leave")
        charlie.post(f"races/{race['id']}/join")
        seats = Seat.objects.filter(race_id=race["id"])
        assert dict(seats.values_list("number", "player__name")) == {1: "charlie", 2: "bob"}

    def test_the_hosts_part_goes_to_the_next_seat(self, alice: Caller, bob: Caller) -> None:
        race = challenge(alice, bob)
        assert alice.post(f"races/{race['id']}/leave")["host"] == "bob"
        assert stored(race).host == bob.player

    def test_the_last_one_out_calls_the_race_off(self, alice: Caller, bob: Caller) -> None:
        race = challenge(alice, bob)
        alice.post(f"races/{race['id']}/leave")
        left = bob.post(f"races/{race['id']}/leave")
        assert (left["state"], left["count"]) == ("cancelled", 0)
        assert left["closed_at"] is not None
        assert alice.does(f"races/{race['id']}/join") == (409, "race_over")

    def test_leaving_twice_or_without_a_seat_is_harmless(self, alice: Caller, bob: Caller) -> None:
        race = challenge(alice)
        rev = stored(race).rev
        assert bob.does(f"races/{race['id']}/leave") == (200, None)
        assert stored(race).rev == rev

    def test_who_has_begun_does_not_leave(self, alice: Caller) -> None:
        race = challenge(alice)
        alice.post(f"races/{race['id']}/begin")
        assert alice.does(f"races/{race['id']}/leave") == (409, "playing")
        assert Seat.objects.filter(player=alice.player).exists()


@pytest.mark.django_db(transaction=True)
def test_who_has_ended_does_not_leave_either(alice: Caller, bob: Caller) -> None:
    race = challenge(alice, bob)
    alice.post(f"races/{race['id']}/begin")
    alice.post(f"races/{race['id']}/resign")
    assert alice.does(f"races/{race['id']}/leave") == (409, "race_started")
    assert bob.does(f"races/{race['id']}/leave") == (200, None)


@pytest.mark.django_db(transaction=True)
def test_of_two_who_want_the_last_seat_at_once_one_has_it(
    alice: Caller, bob: Caller, charlie: Caller
) -> None:
    race = challenge(alice)
    barrier, told = Barrier(2), []

    def want(caller: Caller) -> None:
        found = races.find(race["id"])
        barrier.wait()
        try:
            races.join(caller.player, found)
            told.append("joined")
        except Refusal as refusal:
            told.append(refusal.code)
        finally:
            connections.close_all()

    threads = [Thread(target=want, args=(caller,)) for caller in (bob, charlie)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(told) == ["joined", "race_full"]
    assert Race.objects.get(pk=race["id"]).seats.count() == 2


@pytest.mark.django_db(transaction=True)
def test_who_joins_while_the_host_leaves_finds_the_race_and_its_new_host(
    alice: Caller, bob: Caller, charlie: Caller
) -> None:
    race = challenge(alice, bob, seats=3)
    hosts = []

    def join() -> None:
        try:
            hosts.append(races.join(charlie.player, stored(race)).host.name)
        finally:
            connections.close_all()

    joining = Thread(target=join)
    with transaction.atomic():
        races.leave(alice.player, stored(race))
        joining.start()
        joining.join(0.5)  # by now it waits for the race's lock
    joining.join()
    assert hosts == ["bob"]
