"""The pages: one address for the whole life of a race, and how much they ask the database."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from games.clock import TestClock
from tests.games.cast import Caller, act, alone, challenge, keep, win

pytestmark = pytest.mark.django_db(transaction=True)


def page(caller: Caller, path: str, status: int = 200) -> str:
    """The HTML at an address."""
    answer = caller.browser().get(path)
    assert answer.status_code == status
    return str(answer.content.decode())


def held(html: str, name: str) -> Any:
    """JSON that a page holds for its script."""
    found = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', html, re.S)
    assert found is not None
    return json.loads(found[1])


def told(answer: Any) -> tuple[int, str]:
    """Status and code of a refusal, which is JSON and has a sentence."""
    assert answer["content-type"].startswith("application/json")
    assert int(answer["content-length"]) == len(answer.content)
    assert answer.json()["message"]
    return answer.status_code, answer.json()["code"]


def test_a_nul_is_in_no_id_and_in_no_cookie(nobody: Caller) -> None:
    """PostgreSQL takes none: neither in an address nor, by its octal escape, in a session's key."""
    page(nobody, "/r/%00/", 404)
    assert nobody.sees("races/%00") == (404, "no_such_race")
    assert Client(headers={"cookie": r'sessionid="\000bcdefghi"'}).get("/").status_code == 200


@pytest.mark.parametrize("rest", ["nonsense", "races/x/dance", "attempts/%0A7/record", "%0A"])
def test_what_is_no_call_is_told_in_json(nobody: Caller, rest: str) -> None:
    assert nobody.sees(rest) == (404, "no_such_call")


class TestWhatTheApiAnswers:
    """Refusals that no call makes are JSON like all others; an answer is its caller's alone."""

    @pytest.mark.parametrize("path", ["", "nonsense"])
    def test_there_is_nothing_by_any_method(self, alice: Caller, path: str) -> None:
        browser = alice.browser(csrf=True)
        for answer in (browser.get(f"/api/v1/{path}"), browser.post(f"/api/v1/{path}")):
            assert told(answer) == (404, "no_such_call")

    def test_a_wrong_method_is_told_with_those_there_are(self, nobody: Caller) -> None:
        answer = Client().get("/api/v1/races")
        assert told(answer) == (405, "wrong_method")
        assert answer["allow"] == "POST"

    def test_a_form_for_a_page_of_the_api_is_refused_in_json(self, alice: Caller) -> None:
        assert told(alice.browser(csrf=True).post("/api/v1/docs")) == (403, "not_allowed")

    @pytest.mark.parametrize(
        ("call", "body", "kind"),
        [
            ("guests", b"x" * 3_000_000, "application/json"),
            ("races", b"broken", "multipart/form-data"),
            ("races", b"a=1&" * 2000, "application/x-www-form-urlencoded"),
        ],
        ids=["too large", "in no parts", "too many fields"],
    )
    def test_a_body_that_cannot_be_read_is_a_bad_value(
        self, alice: Caller, call: str, body: bytes, kind: str
    ) -> None:
        browser = alice.browser(csrf=True)
        browser.get("/")
        answer = browser.post(f"/api/v1/{call}", body, content_type=kind)
        assert told(answer) == (400, "bad_value")
        assert "too large, or cannot be read" in answer.json()["message"]

    def test_so_is_a_foreign_host(self, nobody: Caller) -> None:
        foreign = Client(headers={"host": "evil.example"})
        assert told(foreign.get("/api/v1/openapi.json")) == (400, "bad_value")

    def test_no_cache_keeps_an_answer(self, alice: Caller) -> None:
        race = alone(alice)
        for path in (f"races/{race['id']}", "races/nosuchrace", "races", "", "openapi.json"):
            answer = Client(headers=alice.headers).get(f"/api/v1/{path}")
            assert answer["cache-control"] == "private, no-store"
            assert {"Cookie", "Authorization"} <= set(answer["vary"].split(", "))

    def test_pages_stay_pages(self, nobody: Caller) -> None:
        assert "<html" in page(nobody, "/nothing/", 404)


class TestARacesPage:
    """Invitation, board, watching, result."""

    def test_an_invitation_offers_the_seat(self, alice: Caller, bob: Caller) -> None:
        race = challenge(alice)
        html = page(bob, f"/r/{race['id']}/")
        assert f'action="/r/{race["id"]}/join"' in html
        assert f'action="/r/{race["id"]}/begin"' not in html

    def test_who_sits_gets_the_link_and_the_begin(self, alice: Caller) -> None:
        race = challenge(alice)
        html = page(alice, f"/r/{race['id']}/")
        assert f"http://testserver/r/{race['id']}/" in html
        assert f'action="/r/{race["id"]}/begin"' in html
        assert f'action="/r/{race["id"]}/leave"' in html
        assert "<svg" in html

    @pytest.mark.parametrize(("mode", "limit"), [("open", "24 hours"), ("live", "1 hour")])
    def test_the_time_limit_is_told_before_anybody_plays(
        self, alice: Caller, bob: Caller, mode: str, limit: str
    ) -> None:
        wish = {"mode": mode, "game": "spider", "suits": 1}
        race = alice.post("races", wish, expect=201)
        for caller in (alice, bob):
            assert f"<li>Time limit {limit}</li>" in page(caller, f"/r/{race['id']}/")

    def test_a_race_that_was_called_off_says_so_without_a_table(self, alice: Caller) -> None:
        race = alice.post("races", {"mode": "live", "game": "spider", "suits": 1}, expect=201)
        alice.post(f"races/{race['id']}/leave")
        html = page(alice, f"/r/{race['id']}/")
        assert "This race was called off" in html
        assert "counts for nobody" in html
        assert "<table" not in html
        assert "So far" not in html

    def test_the_promise_is_shown_before_anybody_plays(self, alice: Caller, bob: Caller) -> None:
        race = challenge(alice)
        mark = race["commitment"]
        assert f"{mark[:4]} {mark[4:8]} {mark[8:12]}" in page(bob, f"/r/{race['id']}/")

    def test_who_plays_gets_the_board_and_no_hidden_card(self, alice: Caller) -> None:
        race = alone(alice, suits=4)
        html = page(alice, f"/r/{race['id']}/")
        board = held(html, "board-now")
        assert board["seq"] == 0
        shown = {card for column in board["columns"] for card in column["up"]}
        assert len(shown) == 7
        assert set(re.findall(r'"([A2-9TJQK][SHDC])"', html)) == shown
        assert held(html, "you-now")["role"] == "player"
        assert "code" not in held(html, "race-now")

    def test_who_watches_a_full_race_sees_progress(
        self, alice: Caller, bob: Caller, charlie: Caller
    ) -> None:
        race = challenge(alice, bob)
        alice.post(f"races/{race['id']}/begin")
        act(alice.attempt(race), "D")
        html = page(charlie, f"/r/{race['id']}/")
        assert "You are watching." in html
        assert "0 of 4" in html
        assert "board-now" not in html

    def test_who_has_ended_sees_how_it_stands(self, alice: Caller, bob: Caller) -> None:
        race = challenge(alice, bob)
        alice.post(f"races/{race['id']}/begin")
        alice.post(f"races/{race['id']}/resign")
        html = page(alice, f"/r/{race['id']}/")
        assert "You gave up this game" in html
        assert "bob has not finished yet." in html

    def test_a_closed_race_leads_to_its_deal_and_its_replay(
        self, alice: Caller, clock: TestClock
    ) -> None:
        game = keep()
        race = alone(alice, code=game.code)
        pk = win(alice, race, game, clock)
        html = page(alice, f"/r/{race['id']}/")
        assert f'href="/d/{game.code}/"' in html
        assert f'href="/a/{pk}/"' in html

    def test_one_who_only_watches_is_led_to_the_question(
        self, alice: Caller, bob: Caller, charlie: Caller, clock: TestClock
    ) -> None:
        game = keep()
        race = challenge(alice, bob, code=game.code)
        for caller in (alice, bob):
            caller.post(f"races/{race['id']}/begin")
            win(caller, race, game, clock)
        html = page(charlie, f"/r/{race['id']}/")
        assert "Look at the games" in html
        assert "Watch the replay" not in html

    def test_a_race_called_off_says_so(self, alice: Caller) -> None:
        race = challenge(alice)
        alice.post(f"races/{race['id']}/leave")
        assert "This race was called off" in page(alice, f"/r/{race['id']}/")

    def test_a_race_of_any_number_shows_its_first_rows_when_it_is_over(
        self, alice: Caller, bob: Caller, charlie: Caller, clock: TestClock
    ) -> None:
        from asgiref.sync import async_to_sync

        from games import deadlines

        game = keep()
        race = challenge(alice, bob, seats=0, code=game.code, window_s=3600)
        for caller in (alice, bob):
            caller.post(f"races/{race['id']}/begin")
            win(caller, race, game, clock)
        clock.advance(hours=1)
        async_to_sync(deadlines.sweep)()
        html = page(charlie, f"/r/{race['id']}/")
        assert "A draw" in html
        assert "Nobody played" not in html

    @pytest.mark.parametrize("path", ["/r/nosuchrace/", "/nosuchpage/", "/a/1/", "/d/XX/"])
    def test_what_is_not_there_says_so_in_plain_words(self, alice: Caller, path: str) -> None:
        answer = alice.browser().get(path)
        assert answer.status_code == (422 if path == "/d/XX/" else 404)
        assert "<h1>" in answer.content.decode()


class TestHome:
    """Play now, challenge, carry on."""

    def test_it_greets_who_is_new(self, nobody: Caller) -> None:
        html = page(nobody, "/")
        assert "Play now" in html
        assert "Carry on" not in html

    def test_it_leads_back_to_what_runs_and_to_what_is_over(self, alice: Caller) -> None:
        running, over = alone(alice), alone(alice)
        alice.post(f"races/{over['id']}/resign")
        html = page(alice, "/")
        assert "Return to the game" in html
        assert f'href="/r/{running["id"]}/"' in html
        assert "Your last races" in html
        assert f'href="/r/{over["id"]}/"' in html

    def test_others_races_are_not_on_it(self, alice: Caller, bob: Caller) -> None:
        race = alone(alice)
        assert race["id"] not in page(bob, "/")


class TestFindingADeal:
    """``/d/?code=``."""

    def test_a_code_leads_to_its_deal(self, nobody: Caller) -> None:
        answer = nobody.browser().get("/d/", {"code": " sp1 s2c adniukb "})
        assert (answer.status_code, answer["location"]) == (302, "/d/SP1-S2C-ADNIUKB/")
        link = "http://race.example/d/SP1-S2C-ADNIUKB/?undo=sealed"
        answer = nobody.browser().get("/d/", {"code": link})
        assert (answer.status_code, answer["location"]) == (302, "/d/SP1-S2C-ADNIUKB/")
        answer = nobody.browser().get("/d/41739205-2/")
        assert (answer.status_code, answer["location"]) == (302, "/d/SP1-S2C-ADNIUKB/")
        assert "41739205-2" in page(nobody, "/d/SP1-S2C-ADNIUKB/")

    def test_what_is_no_code_is_told_and_kept(self, nobody: Caller) -> None:
        answer = nobody.browser().get("/d/", {"code": "<b>SP1"})
        assert answer.status_code == 422
        html = answer.content.decode()
        assert "&lt;b&gt;SP1" in html
        assert "<b>SP1" not in html
        assert nobody.browser().get("/d/").status_code == 200


class TestHeaders:
    """What a page allows a browser."""

    def test_nothing_foreign_and_nothing_inline(self, alice: Caller) -> None:
        race = alone(alice)
        answer = alice.browser().get(f"/r/{race['id']}/")
        policy = answer["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer["x-frame-options"] == "DENY"
        assert answer["referrer-policy"] == "same-origin"
        html = answer.content.decode()
        assert not re.search(r"<script(?![^>]*(?:src=|application/json))[^>]*>", html)
        assert not re.search(r'\son\w+="|style="', html)

    def test_a_race_is_never_kept_by_a_cache(self, alice: Caller) -> None:
        race = alone(alice)
        pk = alice.attempt(race)
        places = ["/", f"/r/{race['id']}/", f"/a/{pk}/", "/d/SP1-S1C-AAAAAAD/"]
        for path in (*places, "/new/", "/settings/"):
            assert "no-store" in alice.browser().get(path)["cache-control"]

    def test_the_description_of_the_api_is_there(self, nobody: Caller) -> None:
        described = nobody.get("openapi.json")
        assert {"/api/v1/races", "/api/v1/races/{race_id}/join"} <= set(described["paths"])
        assert Client().get("/api/v1/docs").status_code == 200
