"""Every POST on a race is a form too: answered 303, guarded against forgery."""

from typing import Any

import pytest
from django.test import Client

from games.models import Attempt, Player, Race, Seat
from tests.games.cast import Caller, alone, challenge, keep, log_of, stored

pytestmark = pytest.mark.django_db(transaction=True)
SOLO = {"mode": "solo", "game": "spiderette", "suits": "1"}
LIVE = {"mode": "live", "game": "spider", "suits": "1", "seats": "2"}
OPEN = {"mode": "open", "game": "spider", "suits": "4", "build": "relaxed", "seats": "3"}


def sent(browser: Client, path: str, form: dict[str, Any] | None = None) -> str:
    """Where a form leads that went through."""
    answer = browser.post(path, form or {})
    assert answer.status_code == 303, answer.content[:300]
    return str(answer["location"])


class TestOnARace:
    """join, leave, begin, resign."""

    def test_a_whole_race_by_forms(self, alice: Caller, bob: Caller) -> None:
        race = challenge(alice)
        page = f"/r/{race['id']}/"
        browser = bob.browser()
        assert sent(browser, f"{page}join") == page
        assert Seat.objects.filter(player=bob.player).exists()
        assert sent(browser, f"{page}leave") == page
        assert not Seat.objects.filter(player=bob.player).exists()
        sent(browser, f"{page}join")
        assert sent(browser, f"{page}begin") == page
        pk = bob.attempt(race)
        assert sent(browser, f"{page}resign") == page
        assert log_of(pk) == ["R"]

    @pytest.mark.parametrize("action", ["join", "leave", "begin", "resign"])
    def test_it_is_a_post_and_nothing_else(self, alice: Caller, action: str) -> None:
        race = challenge(alice)
        assert alice.browser().get(f"/r/{race['id']}/{action}").status_code == 405
        assert not Attempt.objects.exists()

    def test_what_was_refused_is_told_on_the_page(
        self, alice: Caller, bob: Caller, charlie: Caller
    ) -> None:
        race = challenge(alice, bob)
        browser = charlie.browser()
        led = browser.post(f"/r/{race['id']}/join", follow=True)
        assert led.redirect_chain == [(f"/r/{race['id']}/", 303)]
        assert "All seats of this race are taken." in led.content.decode()
        again = browser.get(f"/r/{race['id']}/").content.decode()
        assert 'role="status"' not in again

    def test_a_race_that_is_not_there_is_not_found(self, alice: Caller) -> None:
        led = alice.browser().post("/r/nosuchrace/join", follow=True)
        assert led.status_code == 404
        assert alice.browser().post("/r/nosuchrace/dance").status_code == 404

    def test_a_foreign_page_cannot_send_one(self, alice: Caller, bob: Caller) -> None:
        race = challenge(alice)
        strict = bob.browser(csrf=True)
        for path in (f"/r/{race['id']}/join", "/new/"):
            refused = strict.post(path, SOLO)
            assert refused.status_code == 403
            assert "not sent from this site" in refused.content.decode()
        assert not Seat.objects.filter(player=bob.player).exists()
        strict.get(f"/r/{race['id']}/")
        token = strict.cookies["csrftoken"].value
        assert sent(strict, f"/r/{race['id']}/join", {"csrfmiddlewaretoken": token})
        assert Seat.objects.filter(player=bob.player).exists()


class TestNew:
    """The form of a new race."""

    def test_a_game_alone_begins_at_once(self, alice: Caller) -> None:
        where = sent(alice.browser(), "/new/", SOLO)
        race = Race.objects.get()
        assert where == f"/r/{race.pk}/"
        assert (race.mode, race.undo, race.hints) == ("solo", "last100", True)
        assert Attempt.objects.get().player == alice.player

    def test_a_challenge_is_as_it_was_filled_in(self, alice: Caller) -> None:
        more = {"undo": "none", "hints": "1", "window_days": "30", "time_limit_h": "2"}
        sent(alice.browser(), "/new/", OPEN | more | {"hide_progress": "1"})
        race = Race.objects.select_related("deal").get()
        assert (race.mode, race.seat_limit, race.build, race.undo) == ("open", 3, "relaxed", "none")
        assert (race.window_s, race.time_limit_s) == (30 * 86400, 7200)
        assert (race.hints, race.hide_progress, race.deal.suits) == (True, True, 4)

    @pytest.mark.parametrize(
        ("fields", "seconds"),
        [
            ({}, 3600),
            ({"time_limit_min": "60"}, 3600),
            ({"time_limit_min": "5"}, 300),
            ({"time_limit_min": "1440"}, 86400),
            ({"time_limit_min": "60", "time_limit_h": "24"}, 3600),
        ],
    )
    def test_a_live_race_has_a_limit_of_minutes_of_its_own(
        self, alice: Caller, fields: dict[str, str], seconds: int
    ) -> None:
        sent(alice.browser(), "/new/", LIVE | fields)
        assert Race.objects.get().time_limit_s == seconds

    @pytest.mark.parametrize("minutes", ["0", "1441", "-5", "soon"])
    def test_a_live_race_lasts_a_day_at_most(self, alice: Caller, minutes: str) -> None:
        answer = alice.browser().post("/new/", LIVE | {"time_limit_min": minutes})
        assert answer.status_code == 422
        assert list(answer.context["errors"]) == ["time_limit_min"]
        assert 'id="mistake-time_limit_min"' in answer.content.decode()
        assert not Race.objects.exists()

    def test_a_code_goes_before_the_other_choices(self, alice: Caller) -> None:
        sent(alice.browser(), "/new/", OPEN | {"code": " sd1-s1-aaaaaad ", "seats": "2"})
        race = Race.objects.select_related("deal").get()
        assert (race.deal.game, race.deal.suits, race.build) == ("spiderette", 1, "classic")

    def test_a_build_where_there_is_no_choice_is_not_meant(self, alice: Caller) -> None:
        sent(alice.browser(), "/new/", OPEN | {"suits": "1"})
        sent(alice.browser(), "/new/", OPEN | {"game": "spiderette"})
        assert set(Race.objects.values_list("build", flat=True)) == {"classic"}

    def test_the_same_cards_again(self, alice: Caller) -> None:
        race = alone(alice)
        pk = alice.attempt(race)
        where = sent(alice.browser(), "/new/", {"mode": "solo", "again": str(pk)})
        again = Race.objects.exclude(pk=race["id"]).get()
        assert where == f"/r/{again.pk}/"
        assert again.deal == stored(race).deal
        assert log_of(pk) == ["R"]

    @pytest.mark.parametrize(
        ("wrong", "field"),
        [
            ({"code": "SP1-S4C-AAAA"}, "code"),
            ({"suits": "3"}, "suits"),
            ({"suits": "many"}, "suits"),
            ({"game": "freecell"}, "game"),
            ({"mode": "daily"}, "mode"),
            ({"seats": "17"}, "seats"),
            ({"seats": "9" * 50}, "seats"),
            ({"window_days": "31"}, "window_days"),
            ({"window_days": "0"}, "window_days"),
            ({"window_days": "soon"}, "window_days"),
            ({"time_limit_h": "-1"}, "time_limit_h"),
            ({"undo": "always"}, "undo"),
            ({"build": "loose"}, "build"),
        ],
    )
    def test_a_mistake_is_told_and_what_was_typed_is_kept(
        self, alice: Caller, wrong: dict[str, str], field: str
    ) -> None:
        answer = alice.browser().post("/new/", OPEN | wrong)
        assert answer.status_code == 422
        assert list(answer.context["errors"]) == [field]
        assert answer.context["values"] | wrong == answer.context["values"]
        page = answer.content.decode()
        assert str(answer.context["errors"][field]) in page or field in ("suits", "game")
        assert not Race.objects.exists()

    def test_an_address_may_preset_the_form(self, alice: Caller) -> None:
        page = alice.browser().get("/new/?code=SP1-S2C-AAAAAAD&seats=4").content.decode()
        assert 'value="SP1-S2C-AAAAAAD"' in page
        assert 'name="seats" value="4" checked' in page
        assert not Race.objects.exists()


class TestGuests:
    """A page makes nobody a guest; the first form does."""

    PAGES = ("/", "/new/", "/d/", "/d/SP1-S1C-AAAAAAD/", "/d/?code=SP1-S1C-AAAAAAD")

    def test_looking_makes_no_guest_and_no_session(self, nobody: Caller) -> None:
        browser = nobody.browser()
        for page in self.PAGES:
            assert browser.get(page).status_code in (200, 302)
        assert not Player.objects.exists()
        assert "sessionid" not in browser.cookies

    def test_the_first_form_makes_one_and_the_next_none(self, nobody: Caller) -> None:
        browser = nobody.browser()
        sent(browser, "/new/", SOLO)
        guest = Player.objects.get()
        assert guest.guest
        sent(browser, "/new/", SOLO)
        assert Player.objects.get() == guest
        assert int(browser.cookies["sessionid"]["max-age"]) == 365 * 24 * 3600

    def test_whoever_opens_an_invitation_joins_as_a_guest(
        self, alice: Caller, nobody: Caller
    ) -> None:
        race = challenge(alice)
        browser = nobody.browser()
        page = browser.get(f"/r/{race['id']}/")
        assert "alice invites you" in page.content.decode()
        assert Player.objects.count() == 1
        sent(browser, f"/r/{race['id']}/join")
        assert Seat.objects.filter(race=race["id"]).count() == 2

    def test_the_session_is_prolonged_once_a_day(self, nobody: Caller) -> None:
        browser = nobody.browser()
        sent(browser, "/new/", SOLO)
        browser.get("/")
        assert "sessionid" not in browser.get("/").cookies
        session = browser.session
        session["day"] = "2020-01-01"
        session.save()
        assert "sessionid" in browser.get("/").cookies


def test_the_theme_is_kept_by_the_device_and_leads_back(nobody: Caller) -> None:
    browser = nobody.browser()
    answer = browser.post("/theme", {"theme": "dark", "next": "/new/"})
    assert (answer.status_code, answer["location"]) == (302, "/new/")
    assert browser.cookies["preferences"].value == "theme=dark"
    assert 'data-theme="dark"' in browser.get("/").content.decode()
    assert not Player.objects.exists()


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_the_theme_leads_to_no_foreign_place(nobody: Caller, back: str) -> None:
    answer = nobody.browser().post("/theme", {"theme": "purple", "next": back})
    assert answer["location"] == "/"
    assert "dark" not in answer.cookies["preferences"].value


def test_a_kept_deal_is_challenged_from_its_page(alice: Caller) -> None:
    game = keep()
    where = sent(alice.browser(), "/new/", {"mode": "open", "code": game.code})
    assert Race.objects.get().deal == game.deal
    assert where.startswith("/r/")
