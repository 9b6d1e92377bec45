"""Giving up, and playing the same cards again."""

import pytest

from games.clock import TestClock
from games.models import Attempt, Move, Race, Result
from tests.games.cast import Caller, act, alone, challenge, keep, log_of, row

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_resignation_is_a_row_of_the_log_and_a_result(alice: Caller, clock: TestClock) -> None:
    race = alone(alice)
    pk = alice.attempt(race)
    act(pk, "D")
    clock.advance(seconds=61, milliseconds=900)
    over = alice.post(f"races/{race['id']}/resign")
    assert (over["state"], row(over, alice)["state"]) == ("closed", "resigned")
    assert log_of(pk) == ["D", "R"]
    result = Result.objects.get(pk=pk)
    assert (result.won, result.moves, result.seconds) == (False, 1, 61)
    assert (result.score, result.sequences, result.undos) == (499, 0, 0)
    assert Move.objects.get(attempt=pk, seq=2).client_id is None


def test_what_has_ended_is_not_given_up_again(alice: Caller) -> None:
    race = alone(alice)
    alice.post(f"races/{race['id']}/resign")
    assert alice.does(f"races/{race['id']}/resign") == (409, "nothing_playing")
    assert Result.objects.count() == 1


def test_what_has_not_begun_is_not_given_up(alice: Caller, bob: Caller) -> None:
    race = challenge(alice)
    assert alice.does(f"races/{race['id']}/resign") == (409, "nothing_playing")
    assert bob.does(f"races/{race['id']}/resign") == (403, "not_seated")
    assert not Move.objects.exists()


def test_a_resignation_ends_the_own_game_alone(alice: Caller, bob: Caller) -> None:
    race = challenge(alice, bob)
    for caller in (alice, bob):
        caller.post(f"races/{race['id']}/begin")
    seen = alice.post(f"races/{race['id']}/resign")
    assert seen["state"] == "running"
    assert (row(seen, alice)["state"], row(seen, bob)["state"]) == ("resigned", "playing")
    last = bob.post(f"races/{race['id']}/resign")
    assert last["state"] == "closed"


def test_after_the_time_limit_it_is_time_that_ended_it(alice: Caller, clock: TestClock) -> None:
    race = challenge(alice, time_limit_s=600)
    alice.post(f"races/{race['id']}/begin")
    pk = alice.attempt(race)
    clock.advance(seconds=600)
    assert alice.does(f"races/{race['id']}/resign") == (409, "nothing_playing")
    assert log_of(pk) == ["T"]
    assert Result.objects.get(pk=pk).seconds == 600


class TestAgain:
    """The same cards once more, alone."""

    def test_they_are_practice(self, alice: Caller) -> None:
        race = alone(alice, undo="none", hints=False)
        alice.post(f"races/{race['id']}/resign")
        again = alone(alice, again=alice.attempt(race))
        assert (again["mode"], again["state"], again["practice"]) == ("solo", "running", True)
        assert (again["undo"], again["hints"]) == ("none", False)
        one, other = (alice.get(f"attempts/{alice.attempt(r)}")["columns"] for r in (race, again))
        assert one == other

    def test_a_game_that_still_plays_is_given_up_first(self, alice: Caller, bob: Caller) -> None:
        race = challenge(alice, bob)
        alice.post(f"races/{race['id']}/begin")
        pk = alice.attempt(race)
        again = alone(alice, again=pk)
        assert Attempt.objects.get(pk=pk).state == "resigned"
        assert Attempt.objects.get(pk=alice.attempt(again)).state == "playing"

    def test_they_do_not_open_the_deal_again(self, alice: Caller) -> None:
        race = alone(alice)
        alice.post(f"races/{race['id']}/resign")
        again = alone(alice, again=alice.attempt(race))
        assert not Race.objects.get(pk=again["id"]).opens_deal
        assert "code" in again

    def test_they_are_ones_own(self, alice: Caller, bob: Caller) -> None:
        pk = alice.attempt(alone(alice))
        body = {"mode": "solo", "again": pk}
        assert bob.does("races", body) == (403, "not_yours")
        assert bob.does("races", body | {"again": pk + 999}) == (404, "no_such_attempt")
        assert Attempt.objects.get(pk=pk).state == "playing"

    def test_a_code_that_was_chosen_stays_known(self, alice: Caller) -> None:
        game = keep()
        chosen = alone(alice, code=game.code)
        again = alone(alice, again=alice.attempt(chosen))
        assert chosen["code"] == again["code"] == game.code
