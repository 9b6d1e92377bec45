"""Beat my game: others play a deal that somebody has just won, at the first attempt."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from games import audit, deadlines
from games.clock import TestClock
from games.models import Attempt, Race
from games.refusals import SENTENCES
from tests.games.cast import Caller, Game, Json, act, alone, challenge, keep, row, stored, win

pytestmark = pytest.mark.django_db(transaction=True)
sweep = async_to_sync(deadlines.sweep)
NUMBERS = {"state", "seq", "moves", "sequences", "undos", "seconds", "hints", "score"}


@pytest.fixture
def game(db: None) -> Game:
    """A deal that can be won in 63 moves."""
    return keep()


@pytest.fixture
def won(alice: Caller, game: Game, clock: TestClock) -> Json:
    """alice has won it alone."""
    race = alone(alice, code=game.code, undo="none", hints=True)
    win(alice, race, game, clock)
    return race


@pytest.fixture
def dare(alice: Caller, won: Json) -> Json:
    """Her challenge to beat that game."""
    race: Json = alice.post("races", {"attempt": alice.attempt(won)}, expect=201)
    return race


class TestMakingOne:
    """The race is on the attempt's deal, by its rules, and its maker has played."""

    def test_it_is_an_open_race_by_the_rules_of_the_attempt(
        self, alice: Caller, won: Json, dare: Json
    ) -> None:
        assert (dare["mode"], dare["state"], dare["seats"], dare["count"]) == (
            *("open", "running"),
            *(2, 1),
        )
        assert (dare["undo"], dare["hints"], dare["build"]) == ("none", True, "classic")
        assert dare["hide_progress"] is True
        assert stored(dare).deal_id == stored(won).deal_id
        assert row(dare, alice)["attempt"] == alice.attempt(won)
        assert (row(dare, alice)["state"], row(dare, alice)["moves"]) == ("won", 63)
        assert Attempt.objects.count() == 1

    def test_seats_and_spans_may_be_wished(self, alice: Caller, won: Json) -> None:
        wish = {"seats": 0, "time_limit_s": 600, "window_s": 3600}
        race = alice.post("races", {"attempt": alice.attempt(won), **wish}, expect=201)
        assert {name: race[name] for name in wish} == wish

    @pytest.mark.parametrize(
        ("wish", "field"),
        [
            ({"mode": "live"}, "mode"),
            ({"mode": "solo"}, "mode"),
            ({"suits": 4}, "suits"),
            ({"game": "spider"}, "game"),
            ({"undo": "sealed"}, "undo"),
            ({"hints": False}, "hints"),
            ({"code": "SD1-S1-AAAAABD"}, "code"),
            ({"again": 1}, "again"),
            ({"seats": 1}, "seats"),
            ({"window_s": 1}, "window_s"),
        ],
    )
    def test_what_contradicts_the_attempt_is_refused(
        self, alice: Caller, won: Json, wish: Json, field: str
    ) -> None:
        body = {"attempt": alice.attempt(won)} | wish
        answer = alice.post("races", body, expect=422)
        assert (answer["code"], answer["field"]) == ("bad_value", field)
        assert Race.objects.count() == 1

    def test_what_says_the_same_is_not(self, alice: Caller, won: Json) -> None:
        same = {"mode": "open", "game": "spiderette", "suits": 1, "undo": "none", "hints": True}
        assert alice.does("races", {"attempt": alice.attempt(won)} | same) == (201, None)


Makes = Callable[[Caller, Caller, Game, TestClock], int]


def lost(alice: Caller, bob: Caller, game: Game, clock: TestClock) -> int:
    """A game that she gave up."""
    race = alone(alice, code=game.code)
    alice.post(f"races/{race['id']}/resign")
    return alice.attempt(race)


def playing(alice: Caller, bob: Caller, game: Game, clock: TestClock) -> int:
    """A game that goes on."""
    return alice.attempt(alone(alice, code=game.code))


def practice(alice: Caller, bob: Caller, game: Game, clock: TestClock) -> int:
    """Won, but at the second attempt."""
    again = alone(alice, again=playing(alice, bob, game, clock))
    return win(alice, again, game, clock)


def anothers(alice: Caller, bob: Caller, game: Game, clock: TestClock) -> int:
    """bob has won it."""
    return win(bob, alone(bob, code=game.code), game, clock)


def nobodys(alice: Caller, bob: Caller, game: Game, clock: TestClock) -> int:
    """There is no such attempt."""
    return 999_999


@pytest.mark.parametrize(
    ("makes", "refused"),
    [
        (lost, (409, "not_won")),
        (playing, (409, "not_won")),
        (practice, (409, "not_first")),
        (anothers, (403, "not_yours")),
        (nobodys, (404, "no_such_attempt")),
    ],
)
def test_only_an_own_won_first_attempt_will_do(
    alice: Caller, bob: Caller, game: Game, clock: TestClock, makes: Makes, refused: Any
) -> None:
    attempt = makes(alice, bob, game, clock)
    before = Race.objects.count()
    assert alice.does("races", {"attempt": attempt}) == refused
    page = alice.browser().post("/new/", {"attempt": attempt})
    assert page.status_code == refused[0]
    assert str(SENTENCES[refused[1]]) in page.content.decode()
    assert Race.objects.count() == before


class TestSecrecy:
    """The deal is a secret again, and so is the number to beat."""

    def test_the_number_to_beat_is_hidden_until_the_own_attempt_has_ended(
        self, alice: Caller, bob: Caller, dare: Json
    ) -> None:
        path = f"races/{dare['id']}"
        for step in ("join", "begin"):
            hers = row(bob.post(f"{path}/{step}"), alice)
            assert not NUMBERS & set(hers)
        act(bob.attempt(dare), "D")
        assert bob.get(f"{path}/standings")["hidden"] == 1
        assert not NUMBERS & set(row(bob.get(path), alice))
        over = bob.post(f"{path}/resign")
        assert row(over, alice)["moves"] == 63

    def test_nor_do_the_boards_or_the_game_that_was_won_tell_it(
        self, alice: Caller, bob: Caller, charlie: Caller, nobody: Caller, game: Game, clock: Any
    ) -> None:
        race = challenge(alice, charlie, code=game.code)
        for caller in (alice, charlie):
            caller.post(f"races/{race['id']}/begin")
        attempt = win(alice, race, game, clock)
        charlie.post(f"races/{race['id']}/resign")
        board, page = f"deals/{game.code}/leaderboard", f"/r/{race['id']}/"
        assert row(bob.get(f"races/{race['id']}"), alice)["moves"] == 63
        assert "alice wins" in bob.browser().get(page).content.decode()

        dare = alice.post("races", {"attempt": attempt}, expect=201)
        bob.post(f"races/{dare['id']}/join")
        for caller in (bob, nobody):
            hers = row(caller.get(f"races/{race['id']}"), alice)
            assert not (NUMBERS | {"place", "draw"}) & set(hers)
            assert caller.get(f"races/{race['id']}/standings") == {"rows": [], "hidden": 2}
            assert caller.get(board) == {"rows": [], "hidden": 1}
            shown = caller.browser().get(page).content.decode()
            assert "stay hidden from you while you could still beat them" in shown
            assert "alice wins" not in shown
            assert not re.search(r">63<|63 moves", shown)
        for caller in (alice, charlie):  # they have played
            assert row(caller.get(f"races/{race['id']}"), alice)["place"] == 1
            assert len(caller.get(board)["rows"]) == 1
            assert "Nobody else finished." in caller.browser().get(page).content.decode()

        for step in ("begin", "resign"):
            bob.post(f"races/{dare['id']}/{step}")
        for caller in (bob, nobody):
            assert row(caller.get(f"races/{race['id']}"), alice)["place"] == 1

    def test_a_rival_of_a_race_that_goes_on_still_sees_her_there(
        self, alice: Caller, bob: Caller, charlie: Caller, game: Game, clock: TestClock
    ) -> None:
        """He sat down where numbers are shown; who only watches learns no more."""
        race = challenge(alice, bob, code=game.code)
        for caller in (alice, bob):
            caller.post(f"races/{race['id']}/begin")
        attempt = win(alice, race, game, clock)
        assert row(charlie.get(f"races/{race['id']}"), alice)["moves"] == 63
        alice.post("races", {"attempt": attempt}, expect=201)
        assert row(bob.get(f"races/{race['id']}"), alice)["moves"] == 63
        assert not NUMBERS & set(row(charlie.get(f"races/{race['id']}"), alice))

    def test_the_deal_is_open_until_the_challenge_is_over(
        self, alice: Caller, bob: Caller, charlie: Caller, game: Game, won: Json
    ) -> None:
        pk = alice.attempt(won)
        assert charlie.sees(f"attempts/{pk}") == (403, "would_spoil")
        dare = alice.post("races", {"attempt": pk}, expect=201)
        for caller in (bob, charlie):
            assert caller.sees(f"attempts/{pk}") == (403, "not_allowed")
            assert caller.does(f"deals/{game.code}/look") == (403, "not_allowed")
            assert "code" not in caller.get(f"races/{dare['id']}")
        assert set(alice.get(f"races/{dare['id']}/proof")) == {"commitment"}
        assert alice.sees(f"attempts/{pk}") == (200, None)
        for step in ("join", "begin", "resign"):
            bob.post(f"races/{dare['id']}/{step}")
        assert bob.sees(f"attempts/{pk}") == (200, None)
        assert charlie.sees(f"attempts/{pk}") == (403, "would_spoil")


class TestItsEnd:
    """The two games are compared, the won one in both of its races."""

    def test_who_needs_fewer_moves_or_less_time_wins(
        self, alice: Caller, bob: Caller, game: Game, dare: Json, won: Json, clock: TestClock
    ) -> None:
        for step in ("join", "begin"):
            bob.post(f"races/{dare['id']}/{step}")
        win(bob, dare, game, clock, seconds=80)
        over = alice.get(f"races/{dare['id']}")
        assert over["state"] == "closed"
        assert [(p["name"], p["place"]) for p in over["players"]] == [("alice", 2), ("bob", 1)]
        assert "You win on time" in bob.browser().get(f"/r/{dare['id']}/").content.decode()
        assert row(alice.get(f"races/{won['id']}"), alice)["place"] == 1
        assert list(audit.faults()) == []

    def test_who_has_played_the_deal_before_plays_for_practice(
        self, bob: Caller, game: Game, dare: Json, clock: TestClock
    ) -> None:
        race = alone(bob, code=game.code)
        bob.post(f"races/{race['id']}/resign")
        assert bob.post(f"races/{dare['id']}/join")["practice"] is True
        bob.post(f"races/{dare['id']}/begin")
        win(bob, dare, game, clock, seconds=80)
        over = bob.get(f"races/{dare['id']}")
        assert "place" not in row(over, bob)
        page = bob.browser().get(f"/r/{dare['id']}/").content.decode()
        assert "alice finished in 63 moves" in page  # one alone is compared with nobody

    def test_nobody_comes_and_it_closes_with_the_window(
        self, alice: Caller, dare: Json, clock: TestClock
    ) -> None:
        assert alice.does(f"races/{dare['id']}/leave") == (409, "race_started")
        assert alice.does(f"races/{dare['id']}/resign") == (409, "nothing_playing")
        clock.advance(days=7)
        sweep()
        assert stored(dare).state == "closed"
        page = alice.browser().get(f"/r/{dare['id']}/").content.decode()
        assert "You finished in 63 moves" in page


class TestThePages:
    """A button on the result, the link to send, and what the invited see."""

    def test_the_result_of_a_won_first_attempt_has_the_button(
        self, alice: Caller, bob: Caller, game: Game, won: Json
    ) -> None:
        browser = alice.browser()
        page = browser.get(f"/r/{won['id']}/").content.decode()
        assert "Challenge a friend to beat it" in page
        led = browser.post("/new/", {"attempt": alice.attempt(won)})
        dare = Race.objects.get(hide_progress=True)
        assert (led.status_code, led["location"]) == (303, f"/r/{dare.pk}/")

    def test_no_other_result_has_it(self, alice: Caller, game: Game, clock: TestClock) -> None:
        given_up = alone(alice, code=game.code)
        alice.post(f"races/{given_up['id']}/resign")
        again = alone(alice, again=alice.attempt(given_up))
        win(alice, again, game, clock)
        for race in (given_up, again):
            page = alice.browser().get(f"/r/{race['id']}/").content.decode()
            assert "Challenge a friend" not in page

    def test_its_maker_gets_the_link_and_later_the_rematch(
        self, alice: Caller, bob: Caller, dare: Json
    ) -> None:
        path = f"/r/{dare['id']}/"
        page = alice.browser().get(path).content.decode()
        assert f'value="http://testserver{path}"' in page
        assert "You finished in 63 moves" in page
        bob.post(f"races/{dare['id']}/join")
        page = alice.browser().get(path).content.decode()
        assert 'aria-label="Link to this race"' not in page
        for step in ("begin", "resign"):
            bob.post(f"races/{dare['id']}/{step}")
        assert "Rematch, new cards" in alice.browser().get(path).content.decode()

    def test_the_invited_are_told_whose_game_it_is_and_no_number(
        self, bob: Caller, nobody: Caller, dare: Json
    ) -> None:
        for caller in (bob, nobody):
            page = caller.browser().get(f"/r/{dare['id']}/").content.decode()
            assert "alice has won this game. Can you beat it?" in page
            assert "Take a seat" in page
            assert not re.search(r">63<|63 moves", page)
        bob.post(f"races/{dare['id']}/join")
        assert "Turn the cards" in bob.browser().get(f"/r/{dare['id']}/").content.decode()

    def test_an_ordinary_invitation_says_nothing_of_a_won_game(
        self, alice: Caller, bob: Caller
    ) -> None:
        page = bob.browser().get(f"/r/{challenge(alice)['id']}/").content.decode()
        assert "alice invites you" in page
        assert "Can you beat it?" not in page

    def test_the_replay_leads_back_to_the_race_it_was_played_in(
        self, alice: Caller, won: Json, dare: Json
    ) -> None:
        page = alice.browser().get(f"/a/{alice.attempt(won)}/").content.decode()
        assert f"/r/{won['id']}/" in page
        assert f"/r/{dare['id']}/" not in page
