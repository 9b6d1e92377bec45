"""How somebody likes the site: kept by the device, or with a name on the server."""

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from games import preferences
from games.models import Player
from tests.games.cast import Caller

CHOSEN = st.fixed_dictionaries(
    {}, optional={n: st.sampled_from(c) for n, c in preferences.CHOICES.items()}
)


@given(CHOSEN)
def test_what_is_written_is_read_back(values: dict[str, str]) -> None:
    text = preferences.write(values)
    assert {**preferences.USUAL, **preferences.read(text)} == {**preferences.USUAL, **values}
    assert len(text) <= preferences.MOST_CHARACTERS


@given(st.text())
def test_nonsense_in_a_cookie_changes_nothing(text: str) -> None:
    assert set(preferences.read(text)) <= set(preferences.CHOICES)


def test_only_choices_that_exist_are_kept() -> None:
    assert preferences.read("theme=purple&sound=on&else=1") == {"sound": "on"}


@pytest.mark.django_db
class TestThePage:
    """A form, so that it works without scripts."""

    def test_choices_are_kept_by_the_device_and_shown_again(self) -> None:
        browser = Client()
        sent = {"theme": "dark", "four_colour": "on", "motion": "less", "large_print": "on"}
        answer = browser.post("/settings/", sent)
        assert (answer.status_code, answer["location"]) == (302, "/settings/")
        page = browser.get("/settings/").content.decode()
        for mark in ('data-theme="dark"', 'data-large-print="on"', 'data-double-click="off"'):
            assert mark in page
        assert not Player.objects.exists()

    def test_it_leads_back_to_where_one_came_from_and_nowhere_else(self) -> None:
        browser = Client()
        assert browser.post("/settings/", {"next": "/new/"})["location"] == "/new/"
        for elsewhere in ("//evil.example", "/\\evil.example", "home", "0", "javascript:1"):
            assert browser.post("/settings/", {"next": elsewhere})["location"] == "/settings/"
            assert browser.post("/theme", {"next": elsewhere})["location"] == "/"

    def test_what_is_no_choice_stays_as_it_was(self) -> None:
        browser = Client()
        browser.post("/settings/", {"theme": "dark"})
        browser.post("/settings/", {"theme": "purple"})
        assert 'data-theme="dark"' in browser.get("/").content.decode()

    def test_of_a_named_player_they_are_on_the_server(self, alice: Caller) -> None:
        Player.objects.filter(pk=alice.player.pk).update(guest=False)
        alice.browser().post("/settings/", {"theme": "dark", "double_click": "on"})
        kept = Player.objects.get(pk=alice.player.pk).preferences
        assert kept == {"theme": "dark", "placement_help": "off", "reminders": "off"}
        elsewhere = alice.browser()
        assert 'data-theme="dark"' in elsewhere.get("/").content.decode()

    def test_of_a_guest_only_the_device_has_them(self, alice: Caller) -> None:
        alice.browser().post("/settings/", {"theme": "dark"})
        assert Player.objects.get(pk=alice.player.pk).preferences == {}
        assert 'data-theme="system"' in alice.browser().get("/").content.decode()
