"""Turning the cards: the own clock starts, once."""

import pytest
from django.db import IntegrityError

from games import races, visibility
from games.clock import TestClock
from games.models import Attempt, Seat
from tests.games.cast import Caller, alone, challenge, keep, row, stored

pytestmark = pytest.mark.django_db


def test_a_begin_starts_the_own_clock_and_no_other(
    alice: Caller, bob: Caller, clock: TestClock
) -> None:
    race = challenge(alice, bob)
    clock.advance(seconds=100)
    begun = alice.post(f"races/{race['id']}/begin")
    assert row(begun, alice)["state"] == "playing"
    assert row(begun, bob)["state"] == "waiting"
    clock.advance(seconds=30)
    bob.post(f"races/{race['id']}/begin")
    clock.advance(seconds=5)
    seen = alice.get(f"races/{race['id']}")
    assert (row(seen, alice)["seconds"], row(seen, bob)["seconds"]) == (35, 5)


def test_the_cards_are_shown_by_the_begin_and_not_before(alice: Caller) -> None:
    race = challenge(alice)
    assert not Attempt.objects.exists()
    alice.post(f"races/{race['id']}/begin")
    board = alice.get(f"attempts/{alice.attempt(race)}")
    assert (board["seq"], board["state"], board["moves"], board["seconds"]) == (0, "playing", 0, 0)
    assert [column["down"] for column in board["columns"]] == [0, 1, 2, 3, 4, 5, 6]
    assert board["stock"] == {"cards": 24, "deals": 4}


def test_beginning_twice_answers_the_race_again(alice: Caller, clock: TestClock) -> None:
    race = challenge(alice)
    first = alice.post(f"races/{race['id']}/begin")
    again = alice.post(f"races/{race['id']}/begin")
    assert again == first
    assert Attempt.objects.count() == 1


def test_who_has_no_seat_begins_nothing(alice: Caller, bob: Caller, nobody: Caller) -> None:
    race = challenge(alice)
    assert bob.does(f"races/{race['id']}/begin") == (403, "not_seated")
    assert nobody.does(f"races/{race['id']}/begin") == (401, "unknown_player")


def test_after_the_window_nobody_begins(alice: Caller, bob: Caller, clock: TestClock) -> None:
    race = challenge(alice, bob, window_s=3600)
    clock.advance(seconds=3599, milliseconds=999)
    assert alice.does(f"races/{race['id']}/begin") == (200, None)
    clock.advance(milliseconds=1)
    assert bob.does(f"races/{race['id']}/begin") == (409, "window_over")
    assert alice.does(f"races/{race['id']}/begin") == (200, None)


def test_the_deadline_is_the_begin_and_the_time_limit(alice: Caller, clock: TestClock) -> None:
    race = challenge(alice, time_limit_s=600)
    clock.advance(hours=5)
    alice.post(f"races/{race['id']}/begin")
    attempt = Attempt.objects.get(pk=alice.attempt(race))
    assert (attempt.deadline - clock.time).total_seconds() == 600


def test_all_who_race_get_the_same_cards(alice: Caller, bob: Caller) -> None:
    race = challenge(alice, bob)
    boards = []
    for caller in (alice, bob):
        caller.post(f"races/{race['id']}/begin")
        boards.append(caller.get(f"attempts/{caller.attempt(race)}")["columns"])
    assert boards[0] == boards[1]
    other = challenge(alice)
    alice.post(f"races/{other['id']}/begin")
    assert alice.get(f"attempts/{alice.attempt(other)}")["columns"] != boards[0]


def test_the_first_attempt_counts_and_the_next_is_practice(alice: Caller, bob: Caller) -> None:
    game = keep()
    race = challenge(alice, bob, code=game.code)
    first = alice.post(f"races/{race['id']}/begin")
    assert (first["practice"], row(first, alice)["practice"]) == (False, False)
    second = alone(alice, code=game.code)
    assert (second["practice"], second["players"][0]["practice"]) == (True, True)
    assert alice.get(f"attempts/{alice.attempt(second)}")["practice"] is True
    assert bob.get(f"races/{race['id']}")["practice"] is False


def test_who_knows_the_cards_is_told_before_the_begin(alice: Caller, bob: Caller) -> None:
    game = keep()
    alone(alice, code=game.code)
    race = challenge(bob, alice, code=game.code)
    assert alice.get(f"races/{race['id']}")["practice"] is True
    assert bob.get(f"races/{race['id']}")["practice"] is False
    assert Seat.objects.filter(race_id=race["id"], attempt=None).count() == 2


def test_two_first_begins_at_once_make_one_first(
    alice: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other begin is stored between the look and the own row."""
    game = keep()
    one = stored(challenge(alice, code=game.code))
    other = stored(challenge(alice, code=game.code))
    races.begin(alice.player, one)
    monkeypatch.setattr(visibility, "knows", lambda player, deal: False)
    races.begin(alice.player, other)
    firsts = Attempt.objects.filter(player=alice.player).order_by("pk")
    assert list(firsts.values_list("first", flat=True)) == [True, False]
    with pytest.raises(IntegrityError):
        firsts.update(first=True)
