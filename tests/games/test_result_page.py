"""The page of a result: how it stands, the chart and its table, what is sent on, once more."""

import re

import pytest

from games.clock import TestClock
from games.models import Race
from tests.games.cast import Caller, Json, act, alone, challenge, keep, stored, win

pytestmark = pytest.mark.django_db(transaction=True)


def page(caller: Caller, race: Json) -> str:
    """The HTML of a race's page, its white space as one."""
    html = caller.browser().get(f"/r/{race['id']}/").content.decode()
    return re.sub(r"\s+", " ", html)


def words(html: str) -> str:
    """What stands on it."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def headings(html: str) -> list[str]:
    """Over the groups of a ranking."""
    return re.findall(r'scope="rowgroup"[^>]*>(.*?)</th>', html)


class TestSoFar:
    """The own game is over, others' are not."""

    def test_who_has_finished_stands_above_who_plays_and_who_gave_up(
        self, alice: Caller, bob: Caller, charlie: Caller, clock: TestClock
    ) -> None:
        game = keep()
        race = challenge(alice, bob, charlie, code=game.code, seats=4)
        for caller in (alice, bob, charlie):
            caller.post(f"races/{race['id']}/begin")
        win(alice, race, game, clock)
        bob.post(f"races/{race['id']}/resign")
        html = page(alice, race)
        assert headings(html) == ["Not finished yet", "Not finished"]
        order = re.findall(r"<b>(alice|bob|charlie)</b>", html)
        assert order == ["alice", "charlie", "bob"]
        assert set(re.findall(r'<td class="place">(.*?)</td>', html)) == {"–"}

    def test_nothing_is_decided_nor_sent_on_yet(
        self, alice: Caller, bob: Caller, clock: TestClock
    ) -> None:
        game = keep()
        race = challenge(alice, bob, code=game.code)
        for caller in (alice, bob):
            caller.post(f"races/{race['id']}/begin")
        win(alice, race, game, clock)
        html = page(alice, race)
        assert "decides" not in html
        assert "Copy the result" not in html
        assert "How the race went" not in html


class TestClosed:
    """Places, verdict, chart, what is sent on."""

    @pytest.fixture
    def race(self, alice: Caller, bob: Caller, charlie: Caller, clock: TestClock) -> Json:
        """alice beats bob on time; charlie gave up after a row."""
        game = keep()
        race = challenge(alice, bob, charlie, code=game.code)
        for caller, seconds in ((alice, 90), (bob, 95)):
            caller.post(f"races/{race['id']}/begin")
            win(caller, race, game, clock, seconds)
        charlie.post(f"races/{race['id']}/begin")
        act(charlie.attempt(race), "D")
        charlie.post(f"races/{race['id']}/resign")
        return race

    def test_what_decided_is_marked_at_its_column(self, alice: Caller, race: Json) -> None:
        html = page(alice, race)
        marked = re.findall(r'<th scope="col"[^>]*>([^<]+) <span class="tag">decides</span>', html)
        assert marked == ["Time"]
        assert headings(html) == ["Not finished"]

    def test_the_chart_is_told_as_a_table_too(self, alice: Caller, race: Json) -> None:
        table = page(alice, race).partition('class="chart-table"')[2].partition("</details>")[0]
        rows = re.findall(r"<tr><th scope=\"row\">(.*?)</th>(.*?)</tr>", table)
        cells = {name: re.findall(r">([^<]+)</td>", row) for name, row in rows}
        assert set(cells) == {"You", "bob", "charlie"}
        assert cells["You"] == cells["bob"]
        assert cells["You"][-1] == "63"
        assert [int(moves) for moves in cells["You"]] == sorted(map(int, cells["You"]))
        assert cells["charlie"] == ["–"] * 4

    def test_the_result_is_sent_on_as_anybody_reads_it(
        self, alice: Caller, bob: Caller, race: Json
    ) -> None:
        said = "Spiderette, Easy: alice wins on time. Both needed 63 moves: 01:30 to 01:35."
        for caller in (alice, bob):
            html = page(caller, race)
            assert f'data-text="{said}"' in html
            assert f'data-copy="{said} http://testserver/r/{race["id"]}/"' in html
            assert "<noscript><p" in html
        assert str(stored(race).code) not in said

    def test_the_same_cards_again_are_practice_and_said_to_be(
        self, alice: Caller, nobody: Caller, race: Json
    ) -> None:
        html = page(alice, race)
        assert "The same cards again are practice" in html
        again = {"mode": "solo", "again": str(alice.attempt(race))}
        assert f'name="again" value="{again["again"]}"' in html
        where = alice.browser().post("/new/", again)["location"]
        assert Race.objects.get(pk=where.split("/")[2]).deal == stored(race).deal
        assert "Practice" in words(alice.browser().get(where).content.decode())
        assert "Same cards again" not in page(nobody, race)


def test_a_game_alone_is_sent_on_with_its_deal(alice: Caller, clock: TestClock) -> None:
    game = keep()
    race = alone(alice, code=game.code)
    win(alice, race, game, clock)
    html = page(alice, race)
    said = "Spiderette, Easy: alice finished in 63 moves. It took 01:30."
    assert f'data-copy="{said} http://testserver/d/{game.code}/"' in html


def test_practice_stands_apart_and_makes_no_verdict(
    alice: Caller, bob: Caller, clock: TestClock
) -> None:
    game = keep()
    win(bob, alone(bob, code=game.code), game, clock)
    race = challenge(alice, bob, code=game.code)
    told = words(page(bob, race))
    assert "You have seen these cards before, so your own attempt will be practice." in told
    for caller in (alice, bob):
        caller.post(f"races/{race['id']}/begin")
        win(caller, race, game, clock)
    html = page(alice, race)
    assert '<h1 id="verdict">You finished in 63 moves</h1>' in html
    assert re.search(r"bob</span><span class=\"tag\">practice</span>", html)
    assert "decides" not in html


def test_of_a_race_of_any_number_the_chart_shows_the_first_and_the_reader(
    alice: Caller, bob: Caller, clock: TestClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    from asgiref.sync import async_to_sync

    from games import deadlines
    from games.views import chart

    monkeypatch.setattr(chart, "MOST_LINES", 1)
    game = keep()
    race = challenge(alice, bob, seats=0, code=game.code, window_s=3600)
    for caller, seconds in ((alice, 90), (bob, 95)):
        caller.post(f"races/{race['id']}/begin")
        win(caller, race, game, clock, seconds)
    clock.advance(hours=1)
    async_to_sync(deadlines.sweep)()
    for caller in (alice, bob):
        html = page(caller, race)
        assert len(re.findall(r'class="line ', html)) == 1
        assert 'class="chart own-1"' in html
