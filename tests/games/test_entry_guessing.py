"""Passwords cannot be guessed at leisure: a name is closed after a few wrong ones."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from axes.models import AccessAttempt, AccessLog
from django.conf import settings as conf
from django.core.management import call_command
from django.db.models import F
from django.test import Client

from games import guessing
from games.models import Player

pytestmark = pytest.mark.django_db

RIGHT = "a good password"
HERE, THERE = "198.51.100.7", "203.0.113.9"
Try = Callable[..., Any]


@pytest.fixture(autouse=True)
def administrators(db: None, settings: Any) -> None:
    """Two who have a password, hashed in no time."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    for name in ("dora", "emil"):
        Player.objects.create_superuser(name, RIGHT)


def tries(name: str, password: str, address: str = HERE, **headers: str) -> Any:
    """The answer to a log-in from an address; each time with another browser."""
    browser = Client(headers=headers)
    form = {"username": name, "password": password}
    return browser.post("/admin/login/", form, REMOTE_ADDR=address)


def guess(times: int, address: str = HERE) -> None:
    """Wrong passwords for dora."""
    for number in range(times):
        tries("dora", f"wrong {number}", address, user_agent=f"browser {number}")


def time_passes(**spans: float) -> None:
    """What was tried is so much longer ago."""
    AccessAttempt.objects.update(attempt_time=F("attempt_time") - timedelta(**spans))


def test_a_wrong_password_does_not_let_in_and_the_right_one_does() -> None:
    assert tries("dora", "wrong").status_code == 200
    assert tries("dora", RIGHT).status_code == 302


def test_after_five_wrong_ones_even_the_right_one_is_refused() -> None:
    guess(4)
    closing = tries("dora", "wrong")
    refused = tries("dora", RIGHT)
    for answer in (closing, refused):
        assert answer.status_code == 429
        assert "Too many wrong passwords." in answer.content.decode()
        assert "default-src 'none'" in answer["content-security-policy"]
    assert "_auth_user_id" not in refused.client.session


def test_another_name_and_another_address_are_not() -> None:
    guess(5)
    assert tries("emil", RIGHT).status_code == 302
    assert tries("dora", RIGHT, THERE).status_code == 302
    assert tries("dora", RIGHT).status_code == 429


def test_a_quarter_of_an_hour_later_it_goes() -> None:
    guess(5)
    time_passes(minutes=14, seconds=50)
    assert tries("dora", RIGHT).status_code == 429
    time_passes(seconds=10)
    assert tries("dora", RIGHT).status_code == 302


def test_who_goes_on_trying_does_not_prolong_it() -> None:
    guess(5)
    time_passes(minutes=10)
    guess(3)
    time_passes(minutes=5)
    assert tries("dora", RIGHT).status_code == 302


def test_who_gets_in_begins_anew() -> None:
    for _ in range(3):
        guess(4)
        assert tries("dora", RIGHT).status_code == 302


def test_a_forged_address_is_no_other_address() -> None:
    for number in range(5):
        tries("dora", "wrong", x_forwarded_for=f"6.6.6.{number}")
    assert tries("dora", RIGHT, x_forwarded_for="7.7.7.7").status_code == 429


def test_behind_a_proxy_everybody_has_an_address_of_their_own(settings: Any) -> None:
    settings.PROXIES = 1
    for number in range(5):
        tries("dora", "wrong", "10.0.0.1", x_forwarded_for=f"6.6.6.{number}, {HERE}")
    assert tries("dora", RIGHT, "10.0.0.1", x_forwarded_for=HERE).status_code == 429
    assert tries("dora", RIGHT, "10.0.0.1", x_forwarded_for=THERE).status_code == 302


def test_many_addresses_together_close_a_name_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guessing, "MOST_FROM_ANYWHERE", 8)
    guess(4, "192.0.2.1")
    guess(3, "192.0.2.2")
    assert tries("dora", RIGHT, THERE).status_code == 302
    guess(4, "192.0.2.1")
    guess(4, "192.0.2.2")
    assert tries("dora", RIGHT, THERE).status_code == 429
    assert tries("emil", RIGHT, THERE).status_code == 302


def guess_at_many_names(times: int, address: str = HERE) -> None:
    """A wrong password for each of so many names."""
    for number in range(times):
        tries(f"name {number}", "wrong", address)


def test_an_address_that_guesses_at_many_names_is_closed_for_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert guessing.MOST_FROM_ADDRESS == 50
    monkeypatch.setattr(guessing, "MOST_FROM_ADDRESS", 8)
    guess_at_many_names(7)
    assert tries("emil", RIGHT).status_code == 302
    assert tries("name 8", "wrong").status_code == 429
    assert tries("dora", RIGHT).status_code == 429
    assert tries("dora", RIGHT, THERE).status_code == 302
    time_passes(minutes=15)
    assert tries("dora", RIGHT).status_code == 302


def test_becoming_a_guest_does_not_open_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guessing, "MOST_FROM_ADDRESS", 8)
    guess_at_many_names(8)
    solo = {"mode": "solo", "game": "spiderette", "suits": "1"}
    assert Client().post("/new/", solo, REMOTE_ADDR=HERE).status_code == 303
    assert Player.objects.filter(guest=True).exists()
    assert tries("dora", RIGHT).status_code == 429


def test_the_operator_opens_what_is_closed() -> None:
    guess(5)
    assert tries("dora", RIGHT).status_code == 429
    call_command("axes_reset")
    assert tries("dora", RIGHT).status_code == 302


def test_no_address_is_kept_longer_than_it_is_needed() -> None:
    guess(2)
    guessing.forget()
    assert AccessAttempt.objects.count() == 2
    time_passes(minutes=16)
    guessing.forget()
    assert not AccessAttempt.objects.exists()
    assert tries("dora", RIGHT).status_code == 302
    assert not AccessLog.objects.exists()


def test_no_password_is_kept_and_no_name_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    guess(5)
    kept = "".join(AccessAttempt.objects.values_list("post_data", flat=True))
    assert "wrong" not in kept
    assert "dora" not in caplog.text
    assert HERE not in caplog.text


def test_every_way_in_by_password_is_watched() -> None:
    assert conf.AUTHENTICATION_BACKENDS[0] == "axes.backends.AxesStandaloneBackend"
    assert conf.MIDDLEWARE[-1] == "axes.middleware.AxesMiddleware"
