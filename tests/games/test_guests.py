"""Guests, their names and tokens, and who is nobody."""

import secrets
from typing import Any

import pytest
from django.test import Client

from games import accounts
from games.models import Player, Token
from games.refusals import Refusal
from tests.games.cast import Caller, alone

pytestmark = pytest.mark.django_db

RACE = {"mode": "solo", "game": "spider", "suits": 1}


def test_a_guest_is_made_with_a_token_that_speaks_for_it(nobody: Caller) -> None:
    guest = nobody.post("guests", {}, expect=201)
    assert guest["player"]["guest"] is True
    assert guest["player"]["bot"] is False
    assert accounts.GUEST_NAME.fullmatch(guest["player"]["name"])
    race = Caller(token=guest["token"]).post("races", RACE, expect=201)
    assert race["host"] == guest["player"]["name"]


def test_a_guest_may_choose_a_name_that_nobody_has(nobody: Caller, alice: Caller) -> None:
    assert nobody.post("guests", {"name": "daria"}, expect=201)["player"]["name"] == "daria"
    assert nobody.does("guests", {"name": "alice"}) == (409, "name_taken")
    assert nobody.does("guests", {"name": "ALICE"}) == (409, "name_taken")


@pytest.mark.parametrize("name", ["", "ab", "a" * 21, "a b c", "guest-4821", "<b>x</b>", "a_b"])
def test_a_name_that_cannot_be_had_makes_nobody(nobody: Caller, name: str) -> None:
    assert nobody.does("guests", {"name": name}) == (422, "bad_value")
    assert not Player.objects.exists()


def test_names_of_other_alphabets_are_names(nobody: Caller) -> None:
    assert nobody.post("guests", {"name": "Οδυσσέας"}, expect=201)["player"]["name"] == "Οδυσσέας"
    assert nobody.does("guests", {"name": "Οδυσσέας"}) == (409, "name_taken")


def test_a_bot_says_so_when_it_is_made_and_in_its_races(nobody: Caller) -> None:
    made = nobody.post("guests", {"name": "robot", "bot": True}, expect=201)
    race = Caller(token=made["token"]).post("races", RACE, expect=201)
    assert made["player"]["bot"] is race["players"][0]["bot"] is True
    assert nobody.does("guests", {"bot": "yes"}) == (422, "bad_value")


def test_an_unknown_field_is_refused_and_named(nobody: Caller) -> None:
    answer = nobody.post("guests", {"nmae": "daria"}, expect=422)
    assert (answer["code"], answer["field"]) == ("bad_value", "nmae")
    assert not Player.objects.exists()


def test_of_a_token_only_the_hash_is_kept(alice: Caller) -> None:
    token = Token.objects.get(player=alice.player)
    assert alice.token is not None
    assert token.digest != alice.token
    assert alice.token not in token.digest
    assert accounts.player_of_token(alice.token) == alice.player
    assert accounts.player_of_token(token.digest) is None


def test_a_wrong_token_is_refused_even_where_nobody_may_read(alice: Caller) -> None:
    race = alice.post("races", RACE | {"mode": "open"}, expect=201)
    stranger = Caller(token="x" * 43)
    assert Caller().sees(f"races/{race['id']}") == (200, None)
    assert stranger.sees(f"races/{race['id']}") == (401, "unknown_player")
    assert stranger.does("races", RACE) == (401, "unknown_player")


def test_the_token_of_a_player_who_was_switched_off_is_no_token(alice: Caller) -> None:
    Player.objects.filter(pk=alice.player.pk).update(is_active=False)
    assert alice.does("races", RACE) == (401, "unknown_player")


def test_nobody_makes_no_race_and_no_guest_over_the_api(nobody: Caller) -> None:
    assert nobody.does("races", RACE) == (401, "unknown_player")
    assert not Player.objects.exists()


def test_nobody_is_unknown_and_no_forger(nobody: Caller, db: None) -> None:
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post("/api/v1/races", data="{}", content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (401, "unknown_player")


def test_a_cookie_post_needs_the_csrf_token_and_a_bearer_post_does_not(alice: Caller) -> None:
    browser = alice.browser(csrf=True)
    body: dict[str, Any] = {"data": RACE, "content_type": "application/json"}
    refused = browser.post("/api/v1/races", **body)
    assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")
    browser.get("/")
    token = browser.cookies["csrftoken"].value
    assert browser.post("/api/v1/races", **body, headers={"x-csrftoken": token}).status_code == 201
    strict = Client(enforce_csrf_checks=True, headers=alice.headers)
    assert strict.post("/api/v1/races", **body).status_code == 201


def test_a_session_is_its_player_and_no_other_key_is(alice: Caller) -> None:
    key = alice.browser().cookies["sessionid"].value
    assert accounts.player_of_session(key) == alice.player
    for wrong in (None, "", "x" * 32, key.upper() + "x"):
        assert accounts.player_of_session(wrong) is None


@pytest.mark.parametrize(
    ("header", "token"),
    [
        ("Bearer abc", "abc"),
        ("bearer  abc ", "abc"),
        ("Basic abc", None),
        ("Bearer ", None),
        ("", None),
    ],
)
def test_a_bearer_header_is_read(header: str, token: str | None) -> None:
    assert accounts.bearer(header) == token


def test_two_guests_never_get_one_name(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "randbelow", lambda most: 7)
    names = [accounts.make_guest().name for _ in range(3)]
    assert names == ["guest-1007", "guest-10007", "guest-100007"]
    with pytest.raises(Refusal, match="name_taken"):
        accounts.make_guest("Daria1") and accounts.make_guest("daria1")


def test_a_guest_alone_is_seated_as_a_guest(alice: Caller) -> None:
    row = alone(alice)["players"][0]
    assert (row["name"], row["guest"], row["seat"]) == ("alice", True, 1)
