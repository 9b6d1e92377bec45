"""The ways in: forged forms, fixed sessions, and the flags of cookies."""

from typing import Any

import pytest
from django.test import Client

from games.models import Player, Race
from spiderweb.api import api
from tests.games.cast import Caller, Json, alone, challenge

pytestmark = pytest.mark.django_db(transaction=True)

SOLO = {"mode": "solo", "game": "spiderette", "suits": "1"}
ACTIONS = ("ready", "unready", "start", "join", "leave", "begin", "resign", "rematch")
FORMS = ["new/", "theme", "settings/", "a/{attempt}/look", "admin/login/", "admin/logout/"]
FORMS += [f"r/{{race}}/{action}" for action in ACTIONS]
COOKIES = {"sessionid": True, "csrftoken": False, "preferences": True}


@pytest.fixture
def race(alice: Caller) -> Json:
    """A race of alice's with a free seat."""
    return challenge(alice)


def posts_of_the_api() -> list[str]:
    """Every POST that wants a player."""
    paths: Json = api.get_openapi_schema()["paths"]
    return [path for path, methods in paths.items() if "security" in methods.get("post", {})]


class TestForgery:
    """What changes something needs a token that a foreign page cannot have."""

    @pytest.mark.parametrize("form", FORMS)
    def test_a_form_without_its_token_is_refused(
        self, bob: Caller, alice: Caller, race: Json, form: str
    ) -> None:
        browser = bob.browser(csrf=True)
        path = "/" + form.format(race=race["id"], attempt=alice.attempt(alone(alice)))
        before = list(Race.objects.order_by("pk").values())
        refused = browser.post(path, SOLO)
        assert refused.status_code == 403
        assert "not sent from this site" in refused.content.decode()
        assert list(Race.objects.order_by("pk").values()) == before
        assert browser.get("/").context["viewer"]["name"] == "bob"

    @pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://testserver.evil"])
    def test_nor_does_the_token_help_another_site(
        self, bob: Caller, race: Json, origin: str
    ) -> None:
        browser = bob.browser(csrf=True)
        browser.get("/new/")
        token = {"csrfmiddlewaretoken": browser.cookies["csrftoken"].value}
        path = f"/r/{race['id']}/join"
        assert browser.post(path, token, headers={"origin": origin}).status_code == 403
        ours = {"origin": "http://testserver"}
        assert browser.post(path, token, headers=ours).status_code == 303

    @pytest.mark.parametrize("path", posts_of_the_api())
    def test_every_call_by_cookie_needs_it(self, bob: Caller, race: Json, path: str) -> None:
        browser = bob.browser(csrf=True)
        filled = path.format(race_id=race["id"], code="SD1-S1C-AAAAAAD")
        refused = browser.post(filled, SOLO, content_type="application/json")
        assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")

    def test_there_are_such_calls(self) -> None:
        assert {"/api/v1/races", "/api/v1/races/{race_id}/join"} <= set(posts_of_the_api())

    def test_a_token_of_the_api_needs_no_cookie_and_a_cookie_does_not_lend_it_one(
        self, alice: Caller, bob: Caller
    ) -> None:
        browser = Client(enforce_csrf_checks=True, headers=alice.headers)
        browser.cookies = bob.browser().cookies
        made = browser.post("/api/v1/races", SOLO | {"suits": 1}, content_type="application/json")
        assert (made.status_code, made.json()["host"]) == (201, "alice")


class TestSessions:
    """Nobody can give another a session that they know themselves."""

    def test_who_becomes_a_guest_gets_a_new_key(self, nobody: Caller) -> None:
        browser = nobody.browser()
        browser.cookies["sessionid"] = "x" * 32
        browser.post("/new/", SOLO)
        assert browser.cookies["sessionid"].value != "x" * 32
        assert Player.objects.count() == 1

    def test_a_running_session_of_nobody_gets_one_too(self, nobody: Caller) -> None:
        browser = nobody.browser()
        session = browser.session
        session["kept"] = 1
        session.save()
        known = session.session_key
        browser.cookies["sessionid"] = str(known)
        browser.post("/new/", SOLO)
        assert browser.cookies["sessionid"].value != known
        late = Client()
        late.cookies["sessionid"] = str(known)
        assert late.get("/").context["viewer"] is None

    def test_who_logs_in_gets_one_and_leaves_nothing_of_the_guest(
        self, alice: Caller, settings: Any
    ) -> None:
        settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
        Player.objects.create_superuser("dora", "a good password")
        browser = alice.browser()
        before = browser.cookies["sessionid"].value
        browser.post("/admin/login/", {"username": "dora", "password": "a good password"})
        assert browser.cookies["sessionid"].value != before
        late = Client()
        late.cookies["sessionid"] = before
        assert late.get("/").context["viewer"] is None

    def test_looking_makes_no_session(self, nobody: Caller, race: Json) -> None:
        browser = nobody.browser()
        for path in ("/", "/new/", f"/r/{race['id']}/"):
            browser.get(path)
        assert "sessionid" not in browser.cookies


class TestCookies:
    """They go to this site alone, and no script reads what it need not."""

    @pytest.mark.parametrize("https", [True, False])
    def test_their_flags(self, nobody: Caller, settings: Any, https: bool) -> None:
        settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = https
        browser = nobody.browser()
        browser.get("/new/", secure=https)
        browser.post("/theme", {"theme": "dark"}, secure=https)
        browser.post("/new/", SOLO, secure=https)
        assert set(browser.cookies) == set(COOKIES)
        for name, hidden in COOKIES.items():
            cookie = browser.cookies[name]
            assert bool(cookie["secure"]) is https, name
            assert cookie["samesite"] == "Lax", name
            assert bool(cookie["httponly"]) is hidden, name
            assert cookie["domain"] == "", name
