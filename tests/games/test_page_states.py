"""What the page of a race shows, for whom and when: the table in docs/protocol.md."""

import re

import pytest
from django.test import Client

from games import lobby, sharing
from games.clock import TestClock
from games.models import Player, Race
from tests.games.cast import Caller, Json, act, alone, challenge, stored

pytestmark = pytest.mark.django_db(transaction=True)

LIVE = {"mode": "live", "game": "spiderette", "suits": 1}
INVITATION, WATCH, RESULT, BOARD = "invitation", "watch", "result", "board"


def kind(html: str) -> str:
    """Which of the pages it is."""
    found = re.search(r'<main[^>]* data-page="(\w+)"', html)
    return found[1] if found else BOARD if 'class="board"' in html else "error"


def seen(caller: Caller, race: Json) -> tuple[str, str]:
    """The page's kind and its words, without marks and tags."""
    html = caller.browser().get(f"/r/{race['id']}/").content.decode()
    return kind(html), re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def forms(caller: Caller, race: Json) -> set[str]:
    """What may be done to the race on its page."""
    html = caller.browser().get(f"/r/{race['id']}/").content.decode()
    return set(re.findall(rf'action="/r/{race["id"]}/(\w+)"', html))


def shows(caller: Caller, race: Json, page: str, *sentences: str) -> None:
    """That page, and these sentences on it."""
    found, words = seen(caller, race)
    assert found == page, words
    for sentence in sentences:
        assert sentence in words


def lobby_of(host: Caller, *others: Caller, seats: int = 3) -> Json:
    """A live race in which all sit and nobody is ready."""
    race: Json = host.post("races", LIVE | {"seats": seats}, expect=201)
    for other in others:
        other.post(f"races/{race['id']}/join")
    return race


def ready(race: Json, *callers: Caller) -> None:
    """They say so."""
    for caller in callers:
        caller.post(f"races/{race['id']}/ready", {"ready": True})


class TestAlone:
    """A game by oneself."""

    def test_its_player_has_the_board_and_nobody_else_anything(
        self, alice: Caller, bob: Caller, nobody: Caller
    ) -> None:
        race = alone(alice)
        shows(alice, race, BOARD)
        for other in (bob, nobody):
            answer = other.browser().get(f"/r/{race['id']}/")
            assert answer.status_code == 403
            assert alice.name not in answer.content.decode()


class TestInOwnTime:
    """A challenge that everybody begins when it suits them."""

    def test_before_anybody_begins(self, alice: Caller, bob: Caller, charlie: Caller) -> None:
        race = challenge(alice)
        shows(alice, race, INVITATION, "Send this to your friend", "1 of 2 seats")
        assert forms(alice, race) == {"begin", "leave"}
        shows(charlie, race, INVITATION, "alice invites you", "Open seat")
        assert forms(charlie, race) == {"join"}
        bob.post(f"races/{race['id']}/join")
        shows(alice, race, INVITATION, "All seats are taken", "Not started")
        shows(charlie, race, WATCH, "All seats are taken.")
        assert forms(charlie, race) == set()

    def test_while_it_is_played(self, alice: Caller, bob: Caller, charlie: Caller) -> None:
        race = challenge(alice, bob)
        alice.post(f"races/{race['id']}/begin")
        shows(alice, race, BOARD)
        assert "resign" in forms(alice, race)
        shows(bob, race, INVITATION, "Playing", "Your clock starts when you turn the cards.")
        shows(charlie, race, WATCH, "You are watching.", "Playing", "Not started")
        alice.post(f"races/{race['id']}/resign")
        shows(alice, race, RESULT, "You gave up this game", "So far", "bob has not finished yet.")
        bob.post(f"races/{race['id']}/begin")
        bob.post(f"races/{race['id']}/resign")
        for caller in (alice, bob, charlie):
            shows(caller, race, RESULT, "Nobody finished this race")

    def test_a_quiet_race_shows_its_player_alone_until_the_end(
        self, alice: Caller, bob: Caller
    ) -> None:
        race = challenge(alice, bob)
        for caller in (alice, bob):
            caller.post(f"races/{race['id']}/begin")
        browser = alice.browser()
        for quiet, rows in (("off", 2), ("on", 1)):
            browser.cookies["preferences"] = f"quiet={quiet}"
            html = browser.get(f"/r/{race['id']}/").content.decode()
            assert len(re.findall(r'<li class="strip-(?:you|rival)"', html)) == rows
        alice.post(f"races/{race['id']}/resign")
        assert (
            "bob is still playing: 0 moves, 0 of 4 sequences."
            in browser.get(f"/r/{race['id']}/").content.decode()
        )

    def test_when_the_window_is_over(
        self, alice: Caller, bob: Caller, charlie: Caller, clock: TestClock
    ) -> None:
        race = challenge(alice, bob, seats=3, window_s=3600)
        alice.post(f"races/{race['id']}/begin")
        clock.advance(hours=1)
        shows(charlie, race, WATCH, "Nobody can join any more: the time to begin is over.")
        shows(bob, race, INVITATION, "The days in which this race could be begun are over.")
        assert "begin" not in forms(bob, race)
        shows(alice, race, BOARD)

    def test_named_players_only(self, alice: Caller, bob: Caller) -> None:
        Player.objects.filter(pk=alice.player.pk).update(guest=False)
        race = challenge(alice, registered_only=True)
        shows(alice, race, INVITATION, "Named players only")
        told = "The seats are kept for players who have a name with a password."
        shows(bob, race, WATCH, told, "Named players only")
        assert forms(bob, race) == set()

    def test_any_number_may_join(self, alice: Caller, bob: Caller, charlie: Caller) -> None:
        race = challenge(alice, bob, seats=0)
        shows(alice, race, INVITATION, "Send this to your friends", "2 players so far")
        shows(charlie, race, INVITATION, "alice invites you")
        assert "QR code of the link" in alice.browser().get(f"/r/{race['id']}/").content.decode()

    def test_called_off(self, alice: Caller, charlie: Caller) -> None:
        race = challenge(alice)
        alice.post(f"races/{race['id']}/leave")
        for caller in (alice, charlie):
            shows(caller, race, RESULT, "This race was called off")


class TestLive:
    """All start together."""

    def test_the_lobby(self, alice: Caller, bob: Caller, charlie: Caller) -> None:
        race = lobby_of(alice, bob)
        shows(alice, race, INVITATION, "I am ready", "Not ready", "2 of 3 seats")
        shows(charlie, race, INVITATION, "alice invites you")
        charlie.post(f"races/{race['id']}/join")
        ready(race, alice, bob)
        assert forms(alice, race) == {"unready", "start", "leave"}
        assert forms(bob, race) == {"unready", "leave"}
        assert forms(charlie, race) == {"ready", "leave"}

    def test_the_countdown_and_the_go(
        self, alice: Caller, bob: Caller, charlie: Caller, nobody: Caller, clock: TestClock
    ) -> None:
        race = lobby_of(alice, bob, charlie)
        ready(race, alice, bob)
        alice.post(f"races/{race['id']}/start")
        for caller in (alice, bob):
            shows(caller, race, BOARD, "Countdown")
        shows(charlie, race, INVITATION, "with those who were ready. You can watch it.")
        shows(nobody, race, WATCH, "The race starts now.", "Nobody can join any more")
        clock.advance(seconds=lobby.COUNTDOWN_S)
        for caller in (alice, bob):
            shows(caller, race, BOARD)
            assert "Countdown" not in seen(caller, race)[1]
        for caller in (charlie, nobody):
            shows(caller, race, WATCH, "Playing", "Nobody can join any more")
        assert stored(race).state == Race.RUNNING


class TestPreviews:
    """What a messenger shows of a link, which knows nobody's cookies."""

    @staticmethod
    def of(path: str) -> dict[str, str]:
        """The properties of the page as a stranger is shown it."""
        html = Client().get(path).content.decode()
        return dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', html))

    def test_an_invitation_says_who_invites_to_what(self, alice: Caller) -> None:
        race = challenge(alice, suits=2, game="spider")
        told = self.of(f"/r/{race['id']}/")
        assert told["title"] == "alice invites you: Spider, Medium"
        assert told["description"].startswith("A race in your own time: your clock starts when")
        assert told["url"] == f"http://testserver/r/{race['id']}/"
        assert told["image"].startswith("http://testserver/static/img/preview")
        live = lobby_of(alice)
        assert self.of(f"/r/{live['id']}/")["description"].startswith("A live race:")

    def test_a_race_that_goes_on_says_who_races_and_no_number(
        self, alice: Caller, bob: Caller
    ) -> None:
        race = challenge(alice, bob)
        for caller in (alice, bob):
            caller.post(f"races/{race['id']}/begin")
        before = self.of(f"/r/{race['id']}/")
        assert before["title"] == "alice races: Spiderette, Easy"
        assert before["description"].startswith("alice against bob.")
        act(alice.attempt(race), "D")
        assert self.of(f"/r/{race['id']}/") == before

    def test_a_race_that_is_over_says_how_it_came_out(self, alice: Caller, bob: Caller) -> None:
        race = challenge(alice, bob)
        for caller in (alice, bob):
            caller.post(f"races/{race['id']}/begin")
            caller.post(f"races/{race['id']}/resign")
        told = self.of(f"/r/{race['id']}/")
        assert told["title"] == "Spiderette, Easy: Nobody finished this race"

    def test_a_result_that_the_reader_may_not_know_is_not_in_it(self) -> None:
        hidden = [{"name": name, "guest": False, "practice": False} for name in ("alice", "bob")]
        race: Json = {
            **{"state": "closed", "mode": "open", "game": "spider", "suits": 1, "host": "alice"},
            **{"players": hidden, "count": 2, "seats": 2},
        }
        assert sharing.preview(race).title == "alice races: Spider, Easy"

    def test_a_game_alone_has_none_of_its_own(self, alice: Caller) -> None:
        race = alone(alice)
        told = self.of(f"/r/{race['id']}/")
        assert told["title"] == self.of("/")["title"] == "Spiderweb: the same cards for everyone"

    def test_no_card_and_no_code_is_in_any(self, alice: Caller, bob: Caller) -> None:
        race = challenge(alice, bob)
        code = str(stored(race).code)
        alice.post(f"races/{race['id']}/begin")
        for told in (self.of(f"/r/{race['id']}/"), self.of("/"), self.of("/new/")):
            words = " ".join(told.values())
            assert code not in words
            assert not re.search(r"\b[A2-9TJQK][SHDC]\b", words)

    def test_a_deals_page_names_the_deal_that_was_asked_for(self) -> None:
        assert self.of("/d/SP1-S2C-AAAAAAD/")["title"] == "Spider, Medium: deal SP1-S2C-AAAAAAD"
