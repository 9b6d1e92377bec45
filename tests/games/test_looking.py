"""Who is asked before anything is shown that would spoil an attempt."""

import pytest

from games.clock import TestClock
from games.models import Attempt, Look, Result
from tests.games.cast import Caller, Game, act, alone, challenge, keep

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(db: None) -> Game:
    """A deal under a code."""
    return keep()


@pytest.fixture
def over(alice: Caller, game: Game) -> int:
    """alice's attempt on the deal, which is closed."""
    race = alone(alice, code=game.code)
    act(alice.attempt(race), "D")
    alice.post(f"races/{race['id']}/resign")
    return alice.attempt(race)


def test_who_has_not_played_is_asked_first(charlie: Caller, nobody: Caller, over: int) -> None:
    for path in (f"attempts/{over}", f"attempts/{over}/record", f"attempts/{over}/replay"):
        assert charlie.sees(path) == (403, "would_spoil")
        assert nobody.sees(path) == (403, "would_spoil")
    assert not Look.objects.exists()


def test_who_says_yes_is_recorded_once_and_sees_all(charlie: Caller, game: Game, over: int) -> None:
    shown = charlie.post(f"deals/{game.code}/look")
    assert shown["layout"] == game.deal.layout.to_json()
    assert shown["salt"] == bytes(game.deal.salt).hex()
    assert shown["practice"] is True
    assert charlie.post(f"deals/{game.code}/look") == shown
    assert Look.objects.get().player == charlie.player
    assert charlie.get(f"attempts/{over}")["state"] == "resigned"
    assert charlie.get(f"attempts/{over}/record")["layout"] == shown["layout"]


def test_who_has_looked_plays_for_practice_and_says_so(
    charlie: Caller, game: Game, over: int
) -> None:
    assert charlie.get(f"deals/{game.code}")["practice"] is False
    charlie.post(f"deals/{game.code}/look")
    assert charlie.get(f"deals/{game.code}")["practice"] is True
    race = alone(charlie, code=game.code)
    assert race["practice"] is True
    assert not Attempt.objects.get(player=charlie.player).first


def test_who_has_played_is_not_asked_and_not_recorded(
    alice: Caller, bob: Caller, game: Game, over: int
) -> None:
    race = alone(bob, code=game.code)
    bob.post(f"races/{race['id']}/resign")
    assert bob.sees(f"attempts/{over}") == (200, None)
    assert bob.does(f"deals/{game.code}/look") == (200, None)
    assert not Look.objects.exists()


def test_who_waits_or_plays_is_refused_and_not_asked(
    bob: Caller, charlie: Caller, game: Game, over: int
) -> None:
    race = challenge(bob, charlie, code=game.code)
    bob.post(f"races/{race['id']}/begin")
    for caller in (bob, charlie):
        assert caller.sees(f"attempts/{over}") == (409, "playing")
        assert caller.does(f"deals/{game.code}/look") == (409, "playing")
        assert "layout" not in caller.get(f"deals/{game.code}")
        assert "layout" not in caller.get(f"races/{race['id']}/proof")
    charlie.post(f"races/{race['id']}/leave")
    assert charlie.sees(f"attempts/{over}") == (403, "would_spoil")
    assert not Look.objects.exists()


def test_an_open_deal_is_for_nobody(alice: Caller, charlie: Caller, game: Game) -> None:
    race = alone(alice, code=game.code)
    pk = alice.attempt(race)
    assert charlie.does(f"deals/{game.code}/look") == (403, "not_allowed")
    assert charlie.sees(f"attempts/{pk}") == (403, "not_allowed")
    assert not Look.objects.exists()
    assert charlie.get(f"deals/{game.code}")["practice"] is False


def test_looking_changes_no_result(
    alice: Caller, bob: Caller, game: Game, over: int, clock: TestClock
) -> None:
    before = list(Result.objects.values())
    race = alone(bob, code=game.code)
    bob.post(f"races/{race['id']}/resign")
    bob.post(f"deals/{game.code}/look")
    alice.post(f"deals/{game.code}/look")
    assert list(Result.objects.filter(pk=over).values()) == before
    assert Attempt.objects.filter(first=True).count() == 2


class TestTheGate:
    """The same question as a page."""

    def test_a_replay_leads_to_the_question_and_shows_nothing(
        self, charlie: Caller, over: int
    ) -> None:
        browser = charlie.browser()
        led = browser.get(f"/a/{over}/")
        assert (led.status_code, led["location"]) == (302, f"/a/{over}/look")
        page = browser.get(f"/a/{over}/look")
        assert page.status_code == 200
        assert f'action="/a/{over}/look"' in page.content.decode()
        assert not Look.objects.exists()

    def test_a_yes_is_noted_and_leads_to_the_replay(self, charlie: Caller, over: int) -> None:
        browser = charlie.browser()
        answered = browser.post(f"/a/{over}/look")
        assert (answered.status_code, answered["location"]) == (303, f"/a/{over}/")
        assert Look.objects.get().player == charlie.player
        assert browser.get(f"/a/{over}/").status_code == 200
        assert browser.get(f"/a/{over}/look").status_code == 302

    def test_who_plays_is_told_and_gets_no_button(
        self, charlie: Caller, game: Game, over: int
    ) -> None:
        alone(charlie, code=game.code)
        browser = charlie.browser()
        page = browser.get(f"/a/{over}/look").content.decode()
        assert f'action="/a/{over}/look"' not in page
        assert "Finish that first" in page
        assert browser.post(f"/a/{over}/look").status_code == 409
        assert not Look.objects.exists()

    def test_of_an_open_deal_there_is_no_question(
        self, alice: Caller, charlie: Caller, game: Game
    ) -> None:
        pk = alice.attempt(alone(alice, code=game.code))
        browser = charlie.browser()
        for path in (f"/a/{pk}/", f"/a/{pk}/look"):
            assert browser.get(path).status_code == 403
        assert browser.post(f"/a/{pk}/look").status_code == 403
        assert browser.get("/a/999999/look").status_code == 404

    def test_who_is_new_becomes_a_guest_by_the_answer(self, nobody: Caller, over: int) -> None:
        browser = nobody.browser()
        assert browser.get(f"/a/{over}/look").status_code == 200
        assert "sessionid" not in browser.cookies
        browser.post(f"/a/{over}/look")
        assert Look.objects.get().player.guest
        assert browser.get(f"/a/{over}/").status_code == 200
