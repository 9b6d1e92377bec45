"""Races in which nobody sees the others' numbers before the own attempt has ended."""

import pytest

from games.clock import TestClock
from tests.games.cast import Caller, challenge, keep, row, win
from tests.games.scene import Scene


@pytest.mark.django_db(transaction=True)
class TestHiddenProgress:
    """Not even numbers, until the own attempt has ended."""

    NUMBERS = frozenset({"seq", "moves", "sequences", "undos", "seconds", "hints", "score"})

    @pytest.fixture
    def hidden(self, alice: Caller, bob: Caller, clock: TestClock) -> Scene:
        """alice has ended, bob plays, progress is hidden."""
        return Scene(alice, bob, hide_progress=True)

    def test_who_plays_or_watches_sees_only_the_own(
        self, hidden: Scene, charlie: Caller, nobody: Caller
    ) -> None:
        assert not self.NUMBERS & set(row(hidden.seen(hidden.bob), hidden.alice))
        assert set(row(hidden.seen(hidden.bob), hidden.bob)) >= self.NUMBERS
        for caller in (charlie, nobody):
            for player in hidden.seen(caller)["players"]:
                assert not self.NUMBERS & set(player)

    def test_who_has_ended_sees_the_others(self, hidden: Scene) -> None:
        assert row(hidden.seen(hidden.alice), hidden.bob)["moves"] == 2

    def test_everybody_sees_them_when_it_is_over(self, hidden: Scene, nobody: Caller) -> None:
        hidden.close()
        assert set(row(hidden.seen(nobody), hidden.bob)) >= self.NUMBERS

    def test_the_board_of_the_deal_shows_a_count(
        self, alice: Caller, bob: Caller, charlie: Caller, nobody: Caller, clock: TestClock
    ) -> None:
        game = keep()
        race = challenge(alice, bob, code=game.code, hide_progress=True)
        for caller in (alice, bob):
            caller.post(f"races/{race['id']}/begin")
        win(alice, race, game, clock)
        path = f"deals/{game.code}/leaderboard"
        for caller in (bob, charlie, nobody):
            assert caller.get(path) == {"rows": [], "hidden": 1}
            page = caller.browser().get(f"/d/{game.code}/").content.decode()
            assert "1 result is hidden" in page
            assert "01:30" not in page
        mine = alice.get(path)
        assert [row["moves"] for row in mine["rows"]] == [63]
        assert "attempt" not in mine["rows"][0]
