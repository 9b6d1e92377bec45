"""Rematch: one successor for all who accept, withdrawn when who offered it has gone."""

import threading
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import IntegrityError, close_old_connections, connection, transaction

from games import deadlines, threads
from games.clock import TestClock
from games.models import Attempt, Race, Seat
from tests.games.cast import Caller, Json, alone, challenge, keep, row, stored
from tests.games.sockets import Sockets

pytestmark = pytest.mark.django_db(transaction=True)
sweep = async_to_sync(deadlines.sweep)

SETTINGS = (
    *("game", "suits", "build", "undo", "hints", "mode", "seats"),
    *("hide_progress", "registered_only", "time_limit_s", "window_s"),
)


def live_over(alice: Caller, bob: Caller, clock: TestClock, **wish: Any) -> Json:
    """A live race that both have given up."""
    race = challenge(alice, bob, mode="live", **wish)
    for caller in (alice, bob):
        caller.post(f"races/{race['id']}/ready", {"ready": True})
    clock.advance(seconds=3)
    sweep()
    for caller in (alice, bob):
        caller.post(f"races/{race['id']}/resign")
    return race


def own_time_over(alice: Caller, bob: Caller, **wish: Any) -> Json:
    """The same, each in the own time."""
    race = challenge(alice, bob, **wish)
    for caller in (alice, bob):
        caller.post(f"races/{race['id']}/begin")
        caller.post(f"races/{race['id']}/resign")
    return race


def offer(caller: Caller, race: Json) -> Json:
    """The successor that somebody has offered, as they see it."""
    answer = caller.post(f"races/{race['id']}/rematch")
    assert answer["id"] == race["id"]
    successor: Json = caller.get(f"races/{answer['successor']}")
    return successor


class TestOffering:
    """The first who asks makes the successor."""

    @pytest.mark.parametrize("mode", ["live", "open"])
    def test_it_has_new_cards_and_the_same_settings(
        self, alice: Caller, bob: Caller, clock: TestClock, mode: str
    ) -> None:
        wish = {"suits": 2, "undo": "none", "hints": True, "hide_progress": True, "seats": 3}
        wish |= {"time_limit_s": 1200}
        if mode == "live":
            race = live_over(alice, bob, clock, **wish)
        else:
            race = challenge(alice, bob, **wish, window_s=7200)
            clock.advance(hours=2)
            sweep()
            race = own_time_over(alice, bob, **(wish | {"seats": 2}), window_s=7200)
        successor = offer(alice, race)
        before = alice.get(f"races/{race['id']}")
        assert {n: successor[n] for n in SETTINGS} == {n: before[n] for n in SETTINGS}
        assert stored(successor).deal_id != stored(race).deal_id
        assert stored(successor).opens_deal
        assert "code" not in successor
        assert successor["state"] == ("gathering" if mode == "live" else "running")
        assert [player["name"] for player in successor["players"]] == ["alice"]
        assert successor["host"] == "alice"
        assert not stored(successor).deal.attempts.exists()

    def test_a_chosen_code_is_played_once_and_the_rematch_is_drawn(
        self, alice: Caller, bob: Caller, clock: TestClock
    ) -> None:
        successor = offer(bob, own_time_over(alice, bob, code=keep().code))
        assert (stored(successor).code_chosen, successor["host"]) == (False, "bob")
        assert stored(successor).deal.origin == "drawn"

    def test_a_game_alone_is_followed_by_the_next(self, alice: Caller, clock: TestClock) -> None:
        race = alone(alice, suits=2)
        alice.post(f"races/{race['id']}/resign")
        successor = offer(alice, race)
        assert row(successor, alice)["state"] == "playing"
        assert (successor["suits"], successor["practice"]) == (2, False)

    def test_asking_again_answers_the_same(
        self, alice: Caller, bob: Caller, clock: TestClock
    ) -> None:
        race = own_time_over(alice, bob)
        assert offer(alice, race)["id"] == offer(alice, race)["id"]
        assert Race.objects.count() == 2

    def test_not_before_the_race_is_over(self, alice: Caller, bob: Caller) -> None:
        race = challenge(alice, bob)
        alice.post(f"races/{race['id']}/begin")
        alice.post(f"races/{race['id']}/resign")
        refused = alice.post(f"races/{race['id']}/rematch", expect=403)
        assert (refused["code"], "once the race is over" in refused["message"]) == (
            "not_allowed",
            True,
        )
        assert Race.objects.count() == 1

    def test_nor_by_who_had_no_seat(
        self, alice: Caller, bob: Caller, charlie: Caller, nobody: Caller
    ) -> None:
        race = own_time_over(alice, bob)
        path = f"races/{race['id']}/rematch"
        assert charlie.does(path) == (403, "not_seated")
        assert nobody.does(path) == (401, "unknown_player")
        assert alice.does("races/nosuchrace/rematch") == (404, "no_such_race")
        assert Race.objects.count() == 1

    def test_a_race_is_the_rematch_of_one_at_most(self, alice: Caller, bob: Caller) -> None:
        first, second = own_time_over(alice, bob), own_time_over(alice, bob)
        successor = stored(offer(alice, first))
        other = Race.objects.filter(pk=second["id"])
        with pytest.raises(IntegrityError), transaction.atomic():
            other.update(successor=successor)
        with pytest.raises(IntegrityError), transaction.atomic():
            other.update(successor=second["id"])
        running = Race.objects.filter(pk=successor.pk)
        with pytest.raises(IntegrityError), transaction.atomic():
            running.update(successor=challenge(bob)["id"])


class TestAccepting:
    """The others take seats in it."""

    def test_both_sit_in_one_race(self, alice: Caller, bob: Caller, clock: TestClock) -> None:
        race = live_over(alice, bob, clock)
        successor = offer(alice, race)
        assert bob.get(f"races/{race['id']}")["successor"] == successor["id"]
        assert offer(bob, race)["id"] == successor["id"]
        seen = bob.get(f"races/{successor['id']}")
        assert [player["name"] for player in seen["players"]] == ["alice", "bob"]

    def test_two_who_press_at_once_make_one(
        self, alice: Caller, bob: Caller, clock: TestClock
    ) -> None:
        race = own_time_over(alice, bob)
        start, answers = threading.Barrier(2), []

        def press(caller: Caller) -> None:
            start.wait(10)
            answers.append(caller.post(f"races/{race['id']}/rematch")["successor"])
            close_old_connections()
            connection.close()

        presses = [threading.Thread(target=press, args=(caller,)) for caller in (alice, bob)]
        for press_ in presses:
            press_.start()
        for press_ in presses:
            press_.join(30)
        assert len(answers) == 2
        assert len(set(answers)) == 1
        assert Seat.objects.filter(race=answers[0]).count() == 2
        assert Race.objects.count() == 2

    def test_who_comes_too_late_is_told_why(
        self, alice: Caller, bob: Caller, charlie: Caller, clock: TestClock
    ) -> None:
        race = own_time_over(alice, bob)
        successor = offer(alice, race)
        charlie.post(f"races/{successor['id']}/join")
        assert bob.does(f"races/{race['id']}/rematch") == (409, "race_full")
        charlie.post(f"races/{successor['id']}/leave")
        clock.advance(days=7)
        assert bob.does(f"races/{race['id']}/rematch") == (409, "window_over")
        sweep()
        assert bob.does(f"races/{race['id']}/rematch") == (409, "race_over")

    def test_it_invites_those_who_had_a_seat_and_nobody_else(
        self, alice: Caller, bob: Caller, charlie: Caller, nobody: Caller
    ) -> None:
        race = own_time_over(alice, bob)
        successor = offer(alice, race)
        for caller in (alice, bob):
            assert caller.get(f"races/{race['id']}")["successor"] == successor["id"]
        for caller in (charlie, nobody):
            assert "successor" not in caller.get(f"races/{race['id']}")
            page = caller.browser().get(f"/r/{race['id']}/").content.decode()
            assert successor["id"] not in page
            assert "rematch" not in page

    async def test_the_others_hear_of_it(
        self, sockets: Sockets, alice: Caller, bob: Caller, charlie: Caller, clock: TestClock
    ) -> None:
        race = await threads.run(own_time_over, alice, bob)
        rival, watcher = await sockets.open(race, bob), await sockets.open(race, charlie)
        answer = await alice.calls(f"races/{race['id']}/rematch")
        told = await rival.until("result")
        assert told["race"]["successor"] == answer["successor"]
        assert told["race"]["rev"] == answer["rev"]
        assert "successor" not in (await watcher.until("result"))["race"]


class TestWithdrawing:
    """Nobody sits down in an empty race."""

    def test_of_a_live_race_the_offer_goes_with_who_made_it(
        self, alice: Caller, bob: Caller, clock: TestClock
    ) -> None:
        race = live_over(alice, bob, clock)
        successor = offer(alice, race)
        clock.advance(seconds=29)
        sweep()
        assert stored(successor).state == "gathering"
        clock.advance(seconds=1)
        for _ in range(2):
            assert bob.does(f"races/{race['id']}/rematch") == (409, "rematch_withdrawn")
        assert stored(successor).state == "cancelled"
        assert not Seat.objects.filter(race=successor["id"], player=bob.player).exists()
        for caller in (alice, bob):
            assert "successor" not in caller.get(f"races/{race['id']}")

    async def test_the_sweep_withdraws_it_once_and_the_others_hear(
        self, sockets: Sockets, alice: Caller, bob: Caller, clock: TestClock
    ) -> None:
        race = await threads.run(live_over, alice, bob, clock)
        successor = await threads.run(offer, alice, race)
        rival = await sockets.open(race, bob)
        clock.advance(seconds=30)
        await deadlines.sweep()
        told = (await rival.until("result"))["race"]
        assert "successor" not in told
        await deadlines.sweep()
        assert (await bob.reads(f"races/{race['id']}"))["rev"] == told["rev"]
        closed = await alice.reads(f"races/{successor['id']}")
        assert (closed["state"], closed["rev"]) == ("cancelled", successor["rev"] + 1)

    async def test_not_while_who_made_it_is_there(
        self, sockets: Sockets, alice: Caller, bob: Caller, clock: TestClock
    ) -> None:
        race = await threads.run(live_over, alice, bob, clock)
        successor = await threads.run(offer, alice, race)
        clock.advance(seconds=29)
        await sockets.open(successor, alice)
        clock.advance(seconds=39)
        await deadlines.sweep()
        assert (await bob.calls(f"races/{race['id']}/rematch"))["successor"] == successor["id"]

    def test_not_once_somebody_has_joined(
        self, alice: Caller, bob: Caller, charlie: Caller, clock: TestClock
    ) -> None:
        race = live_over(alice, bob, clock, seats=3)
        successor = offer(alice, race)
        charlie.post(f"races/{successor['id']}/join")
        clock.advance(minutes=10)
        sweep()
        assert bob.does(f"races/{race['id']}/rematch") == (200, None)

    def test_an_own_time_rematch_waits_for_its_window(
        self, alice: Caller, bob: Caller, clock: TestClock
    ) -> None:
        race = own_time_over(alice, bob)
        offer(alice, race)
        clock.advance(days=6)
        sweep()
        assert bob.does(f"races/{race['id']}/rematch") == (200, None)

    @pytest.mark.parametrize("mode", ["live", "open"])
    def test_whoever_gives_up_the_seat_takes_the_offer_back(
        self, alice: Caller, bob: Caller, clock: TestClock, mode: str
    ) -> None:
        race = live_over(alice, bob, clock) if mode == "live" else own_time_over(alice, bob)
        successor = offer(alice, race)
        before = bob.get(f"races/{race['id']}")
        alice.post(f"races/{successor['id']}/leave")
        after = bob.get(f"races/{race['id']}")
        assert ("successor" in after, after["rev"]) == (False, before["rev"] + 1)
        for caller in (alice, bob):
            assert caller.does(f"races/{race['id']}/rematch") == (409, "rematch_withdrawn")

    def test_a_lobby_that_is_no_rematch_is_left_alone(
        self, alice: Caller, clock: TestClock
    ) -> None:
        race = challenge(alice, mode="live")
        clock.advance(hours=1)
        sweep()
        assert stored(race).state == "gathering"


class TestThePage:
    """The same by forms."""

    def test_an_offer_leads_to_the_new_race_and_the_others_may_join(
        self, alice: Caller, bob: Caller, clock: TestClock
    ) -> None:
        race = own_time_over(alice, bob)
        page, action = f"/r/{race['id']}/", f'action="/r/{race["id"]}/rematch"'
        assert "Rematch, new cards" in alice.browser().get(page).content.decode()
        led = alice.browser().post(f"{page}rematch")
        successor = f"/r/{stored(race).successor_id}/"
        assert (led.status_code, led["location"]) == (303, successor)
        hers = alice.browser().get(page).content.decode()
        assert f'href="{successor}"' in hers
        assert action not in hers
        his = bob.browser().get(page).content.decode()
        assert "alice wants a rematch." in his
        assert action in his
        assert bob.browser().post(f"{page}rematch")["location"] == successor
        assert "Go to the rematch" in bob.browser().get(page).content.decode()

    def test_an_offer_that_is_gone_is_told(
        self, alice: Caller, bob: Caller, clock: TestClock
    ) -> None:
        race = live_over(alice, bob, clock, time_limit_s=1800)
        offer(alice, race)
        clock.advance(minutes=1)
        led = bob.browser().post(f"/r/{race['id']}/rematch", follow=True)
        page = led.content.decode()
        assert led.redirect_chain == [(f"/r/{race['id']}/", 303)]
        assert "who made it has left" in page
        assert "The offer is withdrawn." in page
        assert f'action="/r/{race["id"]}/rematch"' not in page
        assert "/new/?mode=live&amp;game=spiderette" in page
        assert "time_limit_min=30" in page
        hers = alice.browser().get(f"/r/{race['id']}/").content.decode()
        assert "Your offer of a rematch was withdrawn." in hers

    def test_a_full_one_can_be_watched(self, alice: Caller, bob: Caller, charlie: Caller) -> None:
        race = own_time_over(alice, bob)
        successor = offer(alice, race)
        charlie.post(f"races/{successor['id']}/join")
        page = bob.browser().get(f"/r/{race['id']}/").content.decode()
        assert "is full or has started" in page
        assert "See the rematch" in page

    def test_alone_it_is_the_next_game(self, alice: Caller, clock: TestClock) -> None:
        race = alone(alice)
        alice.post(f"races/{race['id']}/resign")
        browser = alice.browser()
        page = browser.get(f"/r/{race['id']}/").content.decode()
        assert "Play again, new cards" in page
        led = browser.post(f"/r/{race['id']}/rematch")
        assert led["location"] == f"/r/{stored(race).successor_id}/"
        assert Attempt.objects.filter(player=alice.player, state="playing").count() == 1
