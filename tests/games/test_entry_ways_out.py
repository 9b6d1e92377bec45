"""Ways out to other sites, that nobody is led; and what a page allows a browser."""

import re
from typing import Any

import pytest
from django.test import Client

from games import handshake
from games.models import Player
from tests.games.cast import Caller, Json, alone, challenge

pytestmark = pytest.mark.django_db(transaction=True)

FOREIGN = [
    "https://evil.example/",
    "//evil.example/",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "http:evil.example",
    "https:///evil.example",
    "javascript:alert(1)",
    " //evil.example",
    "/\t/evil.example",
    "\x00//evil.example",
    "evil.example",
    "settings",
    "nonsense",
    "",
]


@pytest.fixture
def race(alice: Caller) -> Json:
    """A race of alice's with a free seat."""
    return challenge(alice)


class TestWaysOut:
    """No address that somebody hands on leads away from here."""

    @pytest.mark.parametrize("address", FOREIGN)
    @pytest.mark.parametrize("form", ["/theme", "/settings/"])
    def test_a_form_leads_nowhere_else(self, nobody: Caller, form: str, address: str) -> None:
        answer = nobody.browser().post(form, {"next": address, "theme": "dark"})
        home = {"/theme": "/", "/settings/": "/settings/"}[form]
        assert (answer.status_code, answer["location"]) == (302, home)
        shown = nobody.browser().get("/settings/", {"next": address or "/x"}).content.decode()
        assert "evil.example" not in shown

    @pytest.mark.parametrize("form", ["/theme", "/settings/"])
    def test_but_back_to_where_it_was_made(self, nobody: Caller, form: str) -> None:
        answer = nobody.browser().post(form, {"next": "/d/?code=x"})
        assert answer["location"] == "/d/?code=x"

    @pytest.mark.parametrize("address", FOREIGN[:-4])
    def test_nor_does_the_administrations_log_in(
        self, db: None, settings: Any, address: str
    ) -> None:
        settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
        Player.objects.create_superuser("dora", "a good password")
        form = {"username": "dora", "password": "a good password", "next": address}
        assert Client().post("/admin/login/", form)["location"] == "/"

    @pytest.mark.parametrize(
        "path",
        ["//evil.example", "//evil.example/%2f..", "/d/%2F%2Fevil.example", "/%5Cevil.example"],
    )
    def test_nor_does_a_path(self, nobody: Caller, path: str) -> None:
        answer = nobody.browser().get(path)
        assert not re.match(r"(?:[a-z]+:)?[/\\]{2}", answer.get("location", "/"), re.IGNORECASE)


class TestThePolicy:
    """Nothing foreign and nothing inline, on whatever is answered."""

    def test_it_is_on_every_page(self, alice: Caller, race: Json) -> None:
        pk = alice.attempt(alone(alice))
        pages = ["", "new/", "d/", "settings/", "offline/", "nothing/", "admin/login/", "worker.js"]
        pages += [f"r/{race['id']}/", f"a/{pk}/", "r/nosuchrace/", "api/v1/races", "api/v1/docs"]
        for path in pages:
            answer = alice.browser().get(f"/{path}")
            policy = answer["content-security-policy"]
            assert "default-src 'none'" in policy, path
            assert "frame-ancestors 'none'" in policy, path
            assert not re.search(r"unsafe|\*|https?:|data:", policy), path
            assert answer["x-content-type-options"] == "nosniff", path
            assert answer["x-frame-options"] == "DENY", path


@pytest.mark.parametrize(
    ("origin", "https", "ours"),
    [
        ("https://testserver", True, True),
        ("http://testserver", True, False),
        ("http://testserver", False, True),
        ("null", False, False),
    ],
)
def test_over_https_a_socket_comes_from_a_page_over_https(
    settings: Any, origin: str, https: bool, ours: bool
) -> None:
    settings.HTTPS = https
    assert handshake.is_ours(origin, "testserver") is ours
