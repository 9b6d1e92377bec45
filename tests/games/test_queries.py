"""How often a page asks the database: at most six times, session and player included."""

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from games import accounts
from games.clock import TestClock
from tests.games.cast import Caller, alone, challenge, keep, results_of, win

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def race(alice: Caller, bob: Caller, clock: TestClock) -> Any:
    """Both play."""
    race = challenge(alice, bob)
    for caller in (alice, bob):
        caller.post(f"races/{race['id']}/begin")
    return race


@pytest.fixture
def at_most(django_assert_max_num_queries: DjangoAssertNumQueries) -> Any:
    """Opens a page for one who was here today, and counts."""

    def asks(caller: Caller, path: str, most: int) -> None:
        browser = caller.browser()
        browser.get("/new/")
        with django_assert_max_num_queries(most):
            assert browser.get(path).status_code == 200

    return asks


def test_the_board_asks_6_times(alice: Caller, race: Any, at_most: Any) -> None:
    at_most(alice, f"/r/{race['id']}/", 6)


def test_watching_asks_6_times(charlie: Caller, race: Any, at_most: Any) -> None:
    at_most(charlie, f"/r/{race['id']}/", 6)


def test_home_asks_6_times_however_many_races_there_are(
    alice: Caller, bob: Caller, clock: TestClock, at_most: Any
) -> None:
    game = keep()
    for number in range(4):
        win(alice, alone(alice, code=game.code), game, clock)
        race = challenge(alice, bob)
        if number % 2:
            alice.post(f"races/{race['id']}/begin")
    at_most(alice, "/", 6)


def test_the_result_of_two_asks_6_times(
    alice: Caller, bob: Caller, clock: TestClock, at_most: Any
) -> None:
    game = keep()
    race = challenge(alice, bob, code=game.code)
    for caller in (alice, bob):
        caller.post(f"races/{race['id']}/begin")
        win(caller, race, game, clock)
    at_most(alice, f"/r/{race['id']}/", 6)
    at_most(alice, f"/a/{alice.attempt(race)}/", 5)


def test_a_deal_asks_6_times_however_many_have_played_it(
    alice: Caller, bob: Caller, clock: TestClock, at_most: Any
) -> None:
    game = keep()
    win(alice, alone(alice, code=game.code), game, clock)
    at_most(bob, f"/d/{game.code}/", 6)
    results_of(game.deal, None, [{"moves": 100 + n} for n in range(60)])
    at_most(bob, f"/d/{game.code}/", 6)


def test_a_board_among_sixteen_asks_no_more_than_one_of_two(
    alice: Caller, clock: TestClock, at_most: Any
) -> None:
    race = challenge(alice, seats=16)
    for number in range(15):
        rival = Caller(accounts.make_guest(f"rival{number}"))
        rival.post(f"races/{race['id']}/join")
        rival.post(f"races/{race['id']}/begin")
    alice.post(f"races/{race['id']}/begin")
    at_most(alice, f"/r/{race['id']}/", 6)
