"""Where something is wrong on our side, that is told, and nothing of it is shown."""

from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from games import races

pytestmark = pytest.mark.django_db

FAULTS = [
    (OperationalError("the disk of db-7 is full"), 503, "unavailable"),
    (RuntimeError("a secret"), 500, "failed"),
]


@pytest.mark.parametrize(("fault", "status", "code"), FAULTS, ids=["database", "any other"])
def test_a_call_and_a_page_say_so_without_a_word_of_what_it_was(
    fault: Exception, status: int, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any) -> None:
        raise fault

    monkeypatch.setattr(races, "find", fails)
    browser = Client(raise_request_exception=False)
    call, page = browser.get("/api/v1/races/abcdefgh"), browser.get("/r/abcdefgh/")
    assert (call.status_code, page.status_code) == (status, status)
    assert call.json()["code"] == code
    assert "The table has tipped over" in page.content.decode()
    for answer in (call, page):
        assert str(fault) not in answer.content.decode()
