"""The form of a new race: what each option does, and what is said where one cannot be had."""

import re

import pytest

from games.models import Player, Race
from tests.games.cast import Caller, alone, keep
from tests.games.test_forms import LIVE, OPEN, SOLO, sent

pytestmark = pytest.mark.django_db(transaction=True)


def test_alone_the_rules_are_as_they_were_chosen(alice: Caller) -> None:
    browser = alice.browser()
    where = sent(browser, "/new/", SOLO | {"undo": "sealed", "no_hints": "1"})
    race = Race.objects.get(pk=where.split("/")[2])
    assert (race.undo, race.hints, race.time_limit_s) == ("sealed", False, 30 * 86400)
    where = sent(browser, "/new/", SOLO | {"undo": "", "time_limit_d": "2"})
    race = Race.objects.get(pk=where.split("/")[2])
    assert (race.undo, race.hints, race.time_limit_s) == ("last100", True, 2 * 86400)


def test_undo_as_usual_is_within_a_row_where_others_play(alice: Caller) -> None:
    for wish in (OPEN, LIVE, SOLO | {"code": "SP1-S1C-AAAAAAD"}):
        sent(alice.browser(), "/new/", wish | {"undo": ""})
    assert set(Race.objects.values_list("undo", flat=True)) == {"sealed"}


@pytest.mark.parametrize(
    ("mode", "field", "most"),
    [
        ("open", "window_days", 30),
        ("open", "time_limit_h", 720),
        ("live", "time_limit_min", 1440),
        ("solo", "time_limit_d", 30),
    ],
)
def test_what_a_span_takes_is_said_at_its_field(
    alice: Caller, mode: str, field: str, most: int
) -> None:
    for wrong in ("0", str(most + 1), "1.5", "soon"):
        answer = alice.browser().post("/new/", OPEN | {"mode": mode, field: wrong})
        page = answer.content.decode()
        mark = rf'name="{field}"[^>]*aria-describedby="mistake-{field}"'
        assert (answer.status_code, bool(re.search(mark, page))) == (422, True)
        assert f"A whole number from 1 to {most}." in page
    assert not Race.objects.exists()
    sent(alice.browser(), "/new/", OPEN | {"mode": mode, "seats": "2", field: str(most)})
    assert Race.objects.exists()


def test_a_guest_is_told_at_the_field_that_it_takes_a_name(alice: Caller) -> None:
    assert 'name="registered_only"' not in alice.browser().get("/new/").content.decode()
    answer = alice.browser().post("/new/", OPEN | {"registered_only": "1"})
    assert answer.status_code == 403
    assert list(answer.context["errors"]) == ["registered_only"]
    assert 'id="mistake-registered_only"' in answer.content.decode()
    Player.objects.filter(pk=alice.player.pk).update(guest=False)
    sent(alice.browser(), "/new/", OPEN | {"registered_only": "1"})
    assert Race.objects.get().registered_only


def test_what_has_no_field_is_told_at_the_head(alice: Caller, bob: Caller) -> None:
    pk = bob.attempt(alone(bob))
    answer = alice.browser().post("/new/", {"mode": "solo", "again": str(pk)})
    assert answer.status_code == 403
    assert "That belongs to another player." in answer.content.decode()


def test_a_number_of_seats_that_is_not_among_the_usual_is_kept(alice: Caller) -> None:
    page = alice.browser().get("/new/?seats=5").content.decode()
    assert 'name="seats" value="5" checked' in page
    page = alice.browser().get("/new/?seats=500").content.decode()
    assert 'value="500"' not in page


def test_who_knows_the_cards_is_told_before_they_are_dealt_again(alice: Caller) -> None:
    game, browser = keep(), alice.browser()
    wish = {"mode": "solo", "code": game.code}
    first = sent(browser, "/new/", wish)
    assert first.startswith("/r/")
    assert sent(browser, "/new/", wish) == f"/d/{game.code}/"
    assert Race.objects.count() == 1
    page = browser.get(f"/d/{game.code}/").content.decode()
    assert "an attempt of your own will be practice" in page
    assert 'name="told" value="1"' in page
    assert sent(browser, "/new/", wish | {"told": "1"}).startswith("/r/")
    assert Race.objects.count() == 2
