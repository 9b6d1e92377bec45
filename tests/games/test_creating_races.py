"""Making a race: its defaults, and what cannot be wished for."""

from typing import Any

import pytest

from games.clock import TestClock
from games.models import Attempt, Deal, Player, Race
from tests.games.cast import Caller, alone, challenge, stored

pytestmark = pytest.mark.django_db
DAY_S = 24 * 3600
SPIDER = {"game": "spider", "suits": 4}
CODE = "SP1-S4R-AAAAAAD"


def test_a_race_alone_begins_at_once(alice: Caller, clock: TestClock) -> None:
    race = alone(alice, game="spider", suits=4)
    row = race["players"][0]
    assert (race["mode"], race["state"], race["seats"]) == ("solo", "running", 1)
    assert (race["undo"], race["hints"], race["build"]) == ("last100", True, "classic")
    assert (race["time_limit_s"], race["window_s"], race["ends_at"]) == (30 * DAY_S, None, None)
    assert (row["state"], row["seq"], row["moves"], row["seconds"]) == ("playing", 0, 0, 0)
    attempt = Attempt.objects.get(pk=row["attempt"])
    assert attempt.first
    assert (attempt.deadline - clock.time).days == 30


def test_a_challenge_waits_for_those_who_begin(alice: Caller, clock: TestClock) -> None:
    race = challenge(alice, **SPIDER)
    assert (race["mode"], race["state"], race["seats"], race["count"]) == ("open", "running", 2, 1)
    assert (race["undo"], race["hints"], race["hide_progress"]) == ("sealed", False, False)
    assert (race["time_limit_s"], race["window_s"]) == (DAY_S, 7 * DAY_S)
    assert race["ends_at"] - race["created_at"] == 7 * DAY_S * 1000
    assert race["players"][0]["state"] == "waiting"
    assert "attempt" not in race["players"][0]
    assert not Attempt.objects.exists()


def test_what_is_wished_is_what_is_made(alice: Caller) -> None:
    wish = {
        "build": "relaxed",
        "undo": "none",
        "hints": True,
        "seats": 16,
        "time_limit_s": 3600,
        "window_s": 30 * DAY_S,
        "hide_progress": True,
    }
    race = challenge(alice, **SPIDER, **wish)
    assert {name: race[name] for name in wish} == wish


def test_any_number_may_sit_where_seats_are_0(alice: Caller, bob: Caller) -> None:
    race = challenge(alice, seats=0)
    joined = bob.post(f"races/{race['id']}/join")
    assert (joined["seats"], joined["count"]) == (0, 2)
    assert [row["name"] for row in joined["players"]] == ["bob"]


def test_the_id_is_a_secret_of_at_least_8_letters(alice: Caller) -> None:
    ids = {challenge(alice)["id"] for _ in range(5)}
    assert len(ids) == 5
    assert all(len(pk) >= 8 for pk in ids)
    assert alice.sees("races/nosuchrace") == (404, "no_such_race")


BAD: list[tuple[dict[str, Any], str]] = [
    ({"mode": "open"}, "game"),
    ({"mode": "open", "game": "spider"}, "suits"),
    ({"mode": "open", "game": "freecell", "suits": 1}, "game"),
    ({"mode": "open", "game": "spider", "suits": 3}, "suits"),
    ({"mode": "open", "game": "spider", "suits": "1"}, "suits"),
    ({"mode": "chess", **SPIDER}, "mode"),
    ({**SPIDER}, "mode"),
    ({"mode": "open", "game": "spider", "suits": 1, "build": "relaxed"}, "build"),
    ({"mode": "open", "game": "spiderette", "suits": 4, "build": "relaxed"}, "build"),
    ({"mode": "open", **SPIDER, "undo": "always"}, "undo"),
    ({"mode": "open", **SPIDER, "seats": 1}, "seats"),
    ({"mode": "open", **SPIDER, "seats": 17}, "seats"),
    ({"mode": "open", **SPIDER, "seats": -1}, "seats"),
    ({"mode": "open", **SPIDER, "seats": 2.5}, "seats"),
    ({"mode": "solo", **SPIDER, "seats": 2}, "seats"),
    ({"mode": "solo", **SPIDER, "hints": "no"}, "hints"),
    ({"mode": "open", **SPIDER, "time_limit_s": 0}, "time_limit_s"),
    ({"mode": "open", **SPIDER, "time_limit_s": 59}, "time_limit_s"),
    ({"mode": "open", **SPIDER, "time_limit_s": 30 * DAY_S + 1}, "time_limit_s"),
    ({"mode": "open", **SPIDER, "window_s": 0}, "window_s"),
    ({"mode": "open", **SPIDER, "window_s": 10**30}, "window_s"),
    ({"mode": "open", **SPIDER, "colour": "red"}, "colour"),
    ({"mode": "solo", "code": "SP1-S4R-AAAAAA"}, "code"),
    ({"mode": "solo", "code": "ST1-S4C-AAAAAAD"}, "code"),
    ({"mode": "solo", "code": CODE, "game": "spiderette"}, "game"),
    ({"mode": "solo", "code": CODE, "suits": 2}, "suits"),
    ({"mode": "solo", "code": CODE, "build": "classic"}, "build"),
    ({"mode": "solo", "again": 0}, "again"),
    ({"mode": "solo", "again": 2**63}, "again"),
    ({"mode": "open", "again": 1}, "mode"),
]


@pytest.mark.parametrize(("wish", "field"), BAD)
def test_a_wish_that_cannot_be_is_refused_by_its_field(
    alice: Caller, wish: dict[str, Any], field: str
) -> None:
    answer = alice.post("races", wish, expect=422)
    assert answer["field"] == field
    assert answer["code"] == ("bad_code" if field == "code" else "bad_value")
    assert answer["message"]
    assert not Race.objects.exists()
    assert not Deal.objects.exists()


def test_a_code_that_is_too_long_for_one_is_refused_unread(alice: Caller) -> None:
    answer = alice.post("races", {"mode": "solo", "code": "S" * 65}, expect=422)
    assert (answer["code"], answer["field"]) == ("bad_value", "code")


def test_a_body_that_is_no_json_is_refused(alice: Caller) -> None:
    browser = alice.browser()
    for body in ("", "{", "[]", "null", '"x"', "\x00"):
        answer = browser.post("/api/v1/races", data=body, content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (422, "bad_value"), body


def test_named_players_may_keep_the_seats_for_themselves(alice: Caller, bob: Caller) -> None:
    wish = {"mode": "open", **SPIDER, "registered_only": True}
    assert alice.does("races", wish) == (403, "registered_only")
    Player.objects.filter(pk=alice.player.pk).update(guest=False)
    race = alice.post("races", wish, expect=201)
    assert bob.does(f"races/{race['id']}/join") == (403, "registered_only")
    assert bob.sees(f"races/{race['id']}") == (200, None)
    Player.objects.filter(pk=bob.player.pk).update(guest=False)
    assert bob.does(f"races/{race['id']}/join") == (200, None)


def test_a_code_fixes_game_suits_and_build_and_may_repeat_them(alice: Caller) -> None:
    race = alone(alice, code=CODE.lower(), game="spider", suits=4, build="relaxed")
    assert (race["game"], race["suits"], race["build"]) == ("spider", 4, "relaxed")
    assert (race["undo"], race["hints"]) == ("sealed", True)
    assert race["code"] == CODE
    assert stored(race).deal.origin == Deal.CHOSEN
