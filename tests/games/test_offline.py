"""The page and the worker for when there is no connection."""

import pytest
from django.test import Client

from games.models import Player
from tests.games.cast import Caller

pytestmark = pytest.mark.django_db


def test_the_worker_names_what_the_page_is_made_of() -> None:
    answer = Client().get("/worker.js")
    assert (answer.status_code, answer["content-type"]) == (200, "text/javascript")
    assert answer["cache-control"] == "no-cache"
    text = answer.content.decode()
    for part in ("css/common", "fonts/inter-latin", "img/icons"):
        assert f"/static/{part}" in text
    assert "&" not in text.split("const OFFLINE")[0]
    assert Client().post("/worker.js").status_code == 405


def test_the_offline_page_makes_nobody_a_guest(alice: Caller) -> None:
    answer = Client().get("/offline/")
    assert "You are offline" in answer.content.decode()
    assert Player.objects.count() == 1
