"""Whole races to their end: draws, practice, and what the pages say of them."""

import re
from typing import Any

import pytest

from games.clock import TestClock
from tests.games.cast import Caller, Game, act, alone, challenge, keep, row, win


@pytest.mark.django_db(transaction=True)
class TestThreeOnOneDeal:
    """Two are equal at the top."""

    @pytest.fixture
    def game(self, db: None) -> Game:
        """The deal."""
        return keep()

    @pytest.fixture
    def race(
        self, alice: Caller, bob: Caller, charlie: Caller, game: Game, clock: TestClock
    ) -> Any:
        """alice and bob took 90 seconds and a bit, charlie 91."""
        race = challenge(alice, bob, charlie, code=game.code)
        for caller, seconds in ((charlie, 91), (bob, 90.999), (alice, 90)):
            caller.post(f"races/{race['id']}/begin")
            win(caller, race, game, clock, seconds)
        return race

    def test_the_api_tells_a_draw(
        self, alice: Caller, bob: Caller, charlie: Caller, race: Any
    ) -> None:
        over = alice.get(f"races/{race['id']}")
        assert over["state"] == "closed"
        places = {name: (row(over, c)["place"], row(over, c)["draw"]) for name, c in
                  (("alice", alice), ("bob", bob), ("charlie", charlie))}  # fmt: skip
        assert places == {"alice": (1, True), "bob": (1, True), "charlie": (3, False)}
        assert {row["moves"] for row in over["players"]} == {63}

    def test_the_page_says_so_in_words(self, alice: Caller, charlie: Caller, race: Any) -> None:
        page = alice.browser().get(f"/r/{race['id']}/").content.decode()
        assert re.search(r'<h1 id="verdict">A draw</h1>', page)
        assert "You and bob both needed 63 moves and 01:30." in page
        assert re.findall(r'<td class="place">(.*?)</td>', page) == ["1=", "1=", "3"]
        assert len(re.findall(r'<span class="tag">draw</span>', page)) == 2
        other = charlie.browser().get(f"/r/{race['id']}/").content.decode()
        assert "alice and bob both needed 63 moves and 01:30." in other

    def test_the_board_of_the_deal_says_the_same(
        self, nobody: Caller, game: Game, race: Any
    ) -> None:
        rows = nobody.get(f"deals/{game.code}/leaderboard")["rows"]
        assert [(row["place"], row["draw"]) for row in rows] == [(1, True), (1, True), (3, False)]
        assert {row["player"]["name"] for row in rows[:2]} == {"alice", "bob"}
        page = nobody.browser().get(f"/d/{game.code}/").content.decode()
        assert re.findall(r'<td class="place">(.*?)</td>', page) == ["1=", "1=", "3"]
        assert len(re.findall(r'<span class="tag">draw</span>', page)) == 2


@pytest.mark.django_db(transaction=True)
class TestPractice:
    """Who knew the cards is compared with nobody but their like."""

    def test_one_ranked_and_practice_only_is_no_verdict(
        self, alice: Caller, bob: Caller, clock: TestClock
    ) -> None:
        game = keep()
        alone(bob, code=game.code)
        race = challenge(alice, bob, code=game.code)
        for caller in (alice, bob):
            caller.post(f"races/{race['id']}/begin")
            win(caller, race, game, clock)
        over = alice.get(f"races/{race['id']}")
        assert (row(over, alice)["place"], row(over, bob)["practice"]) == (1, True)
        assert "place" not in row(over, bob)
        page = alice.browser().get(f"/r/{race['id']}/").content.decode()
        assert '<h1 id="verdict">You finished in 63 moves</h1>' in page
        assert "You win" not in page
        assert '<span class="tag">practice</span>' in page

    def test_two_who_know_the_deal_have_a_winner_and_no_place_on_its_board(
        self, alice: Caller, bob: Caller, nobody: Caller, clock: TestClock
    ) -> None:
        game = keep()
        for caller in (alice, bob):
            alone(caller, code=game.code)
        race = challenge(alice, bob, code=game.code)
        for caller, seconds in ((alice, 80), (bob, 70)):
            caller.post(f"races/{race['id']}/begin")
            win(caller, race, game, clock, seconds)
        over = alice.get(f"races/{race['id']}")
        assert [row["place"] for row in over["players"]] == [2, 1]
        page = bob.browser().get(f"/r/{race['id']}/").content.decode()
        assert '<h1 id="verdict">You win on time</h1>' in page
        assert nobody.get(f"deals/{game.code}/leaderboard") == {"rows": []}


@pytest.mark.django_db(transaction=True)
def test_who_gave_up_is_told_who_won(alice: Caller, bob: Caller, clock: TestClock) -> None:
    game = keep()
    race = challenge(alice, bob, code=game.code)
    for caller in (alice, bob):
        caller.post(f"races/{race['id']}/begin")
    act(bob.attempt(race), "D")
    bob.post(f"races/{race['id']}/resign")
    win(alice, race, game, clock)
    page = bob.browser().get(f"/r/{race['id']}/").content.decode()
    assert '<h1 id="verdict">alice wins</h1>' in page
    assert "Nobody else finished." in page
