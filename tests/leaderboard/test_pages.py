"""The page of a deal: its board, its tabs, and the way to look."""

import re

import pytest

from games.clock import TestClock
from games.models import Deal
from tests.games.cast import Caller, Game, alone, challenge, keep, results_of, win

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(db: None) -> Game:
    """A deal that nobody has played."""
    return keep()


def page(caller: Caller, game: Game, query: str = "") -> str:
    """The HTML of the deal's page."""
    answer = caller.browser().get(f"/d/{game.code}/{query}")
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_a_deal_that_nobody_has_played_is_a_page_and_no_row(nobody: Caller) -> None:
    html = nobody.browser().get("/d/SP1-S4R-AAAAAAD/").content.decode()
    assert "Deal SP1-S4R-AAAAAAD" in html
    assert "Be the first." in html
    assert "Relaxed rule" in html
    assert not Deal.objects.exists()


def test_places_and_draws_stand_in_the_table(nobody: Caller, game: Game) -> None:
    results_of(game.deal, None, [{}, {}, {"moves": 120}, {"moves": 121}])
    html = page(nobody, game)
    assert re.findall(r'<td class="place">(.*?)</td>', html) == ["1=", "1=", "3", "4"]
    assert "the next place is skipped" in html


def test_the_own_row_is_marked(alice: Caller, bob: Caller, game: Game, clock: TestClock) -> None:
    win(alice, alone(alice, code=game.code), game, clock)
    assert page(alice, game).count('<tr class="own">') == 1
    assert '<tr class="own">' not in page(bob, game)


def test_each_undo_policy_has_its_tab(nobody: Caller, game: Game) -> None:
    results_of(game.deal, None, [{"undo": "sealed"}, {"undo": "last100", "moves": 66}])
    html = page(nobody, game)
    assert "?undo=sealed" in html
    assert "?undo=last100" in html
    assert "?undo=none" not in html
    assert ">66</td>" not in html
    assert ">66</td>" in page(nobody, game, "?undo=last100")
    assert page(nobody, game, "?undo=nonsense").count(">66</td>") == 0


def test_an_open_deal_says_so_and_links_no_game(
    alice: Caller, bob: Caller, charlie: Caller, game: Game, clock: TestClock
) -> None:
    race = challenge(alice, bob, code=game.code)
    alice.post(f"races/{race['id']}/begin")
    win(alice, race, game, clock)
    html = page(charlie, game)
    assert "being raced right now" in html
    assert 'href="/a/' not in html
    assert "Look at the games" not in html


def test_a_closed_deal_leads_by_the_question(
    alice: Caller, charlie: Caller, game: Game, clock: TestClock
) -> None:
    pk = win(alice, alone(alice, code=game.code), game, clock)
    html = page(charlie, game)
    assert f'href="/a/{pk}/look"' in html
    assert "will be practice" not in html


def test_who_has_seen_it_is_told(
    alice: Caller, charlie: Caller, game: Game, clock: TestClock
) -> None:
    win(alice, alone(alice, code=game.code), game, clock)
    charlie.post(f"deals/{game.code}/look")
    for caller in (alice, charlie):
        assert "an attempt of your own will be practice" in page(caller, game)


def test_names_are_text_and_no_markup(nobody: Caller, game: Game) -> None:
    (attempt,) = results_of(game.deal, None, [{}])
    player = attempt.player
    player.name, player.guest = "<i>x</i>", False
    player.save()
    html = page(nobody, game)
    assert "&lt;i&gt;x&lt;/i&gt;" in html
    assert "<i>x</i>" not in html


def test_the_page_and_the_api_tell_the_same_places(nobody: Caller, game: Game) -> None:
    results_of(game.deal, None, [{"moves": moves} for moves in (120, 117, 117, 130)])
    rows = nobody.get(f"deals/{game.code}/leaderboard")["rows"]
    told = [f"{row['place']}=" if row["draw"] else str(row["place"]) for row in rows]
    assert re.findall(r'<td class="place">(.*?)</td>', page(nobody, game)) == told
