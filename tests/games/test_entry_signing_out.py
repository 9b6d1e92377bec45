"""Keys that are taken back open nothing any more, and their sockets are closed."""

from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session

from games import accounts, follow, news, sign_out, threads, wire
from games.clock import TestClock
from games.models import Player
from tests.games.cast import Caller, challenge
from tests.games.sockets import Socket, Sockets

pytestmark = pytest.mark.django_db(transaction=True)

Json = dict[str, Any]
SOLO = {"mode": "solo", "game": "spider", "suits": 1}
BY_COOKIE = {"origin": "http://testserver"}


@pytest.fixture
def race(alice: Caller, bob: Caller, clock: TestClock) -> Json:
    """A challenge in which both sit."""
    return challenge(alice, bob)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Json]]:
    """What goes out to other processes."""
    letters: list[tuple[str, Json]] = []
    monkeypatch.setattr(wire, "is_open", lambda: True)
    monkeypatch.setattr(wire, "send", lambda race_id, letter: letters.append((race_id, letter)))
    return letters


def cookie(browser: Any) -> dict[str, str]:
    """What a browser's handshake has from a page of ours."""
    return BY_COOKIE | {"cookie": f"sessionid={browser.cookies['sessionid'].value}"}


async def do(work: Callable[..., Any], *args: Any) -> Any:
    """Do something beside open sockets."""
    return await threads.run(work, *args)


async def is_closed(socket: Socket) -> bool:
    """Closed with 4401, whatever was said before?"""
    while True:
        message = await socket.line.receive_output(20)
        if message["type"] == "websocket.close":
            return bool(message["code"] == 4401)


class TestATokenThatIsRevoked:
    """It is no token; another token of the same player is one still."""

    def test_it_opens_no_call(self, alice: Caller) -> None:
        other = Caller(alice.player)
        assert alice.token is not None
        sign_out.revoke_token(alice.token)
        sign_out.revoke_token(alice.token)
        assert alice.does("races", SOLO) == (401, "unknown_player")
        assert alice.sees("races/nosuchrace") == (401, "unknown_player")
        assert other.does("races", SOLO) == (201, None)

    async def test_it_opens_no_socket(self, sockets: Sockets, alice: Caller, race: Json) -> None:
        await sockets.open(race, alice)
        await do(sign_out.revoke_token, alice.token)
        assert await sockets(race, alice).turned_away() == 4401

    async def test_its_sockets_are_closed_and_no_others(
        self, sockets: Sockets, alice: Caller, bob: Caller, race: Json
    ) -> None:
        other = await do(Caller, alice.player)
        hers = [await sockets.open(race, alice) for _ in range(3)]
        stay = [await sockets.open(race, caller) for caller in (other, bob, None)]
        await do(sign_out.revoke_token, alice.token)
        assert [await is_closed(socket) for socket in hers] == [True] * 3
        assert [await socket.alive() for socket in stay] == [True] * 3

    def test_what_was_never_a_token_is_told_to_nobody(self, db: None, told: list[Any]) -> None:
        sign_out.revoke_token("nonsense")
        assert told == []


class TestAPlayerWhoIsSwitchedOff:
    """Neither token nor cookie lets them in."""

    def test_no_call_and_no_page_knows_them(self, alice: Caller, race: Json) -> None:
        browser = alice.browser()
        assert "alice" in browser.get("/").content.decode()
        sign_out.deactivate(alice.player)
        assert alice.does("races", SOLO) == (401, "unknown_player")
        posted = browser.post("/api/v1/races", SOLO, content_type="application/json")
        assert posted.status_code == 401
        assert "alice" not in browser.get("/").content.decode()

    async def test_no_socket_is_opened_and_all_are_closed(
        self, sockets: Sockets, alice: Caller, bob: Caller, race: Json
    ) -> None:
        browser = await do(alice.browser)
        hers = await sockets.open(race, alice)
        page = await sockets.open(race, headers=cookie(browser))
        his = await sockets.open(race, bob)
        await do(sign_out.deactivate, alice.player)
        assert await is_closed(hers)
        assert await is_closed(page)
        assert await his.alive()
        assert await sockets(race, alice).turned_away() == 4401


class TestLoggingOut:
    """It closes the sockets of that browser; another browser of the same player goes on."""

    async def test_the_sockets_of_the_session_are_closed(
        self, sockets: Sockets, alice: Caller, race: Json
    ) -> None:
        here, there = await do(alice.browser), await do(alice.browser)
        closing = await sockets.open(race, headers=cookie(here))
        staying = await sockets.open(race, headers=cookie(there))
        program = await sockets.open(race, alice)
        await sync_to_async(here.logout)()
        assert await is_closed(closing)
        assert await staying.alive()
        assert await program.alive()

    async def test_the_old_cookie_is_nobodys(
        self, sockets: Sockets, alice: Caller, race: Json
    ) -> None:
        browser = await do(alice.browser)
        old = cookie(browser)
        assert (await sockets(race, headers=old).open())["you"]["player"] == "alice"
        await sync_to_async(browser.logout)()
        assert (await sockets(race, headers=old).open())["you"]["player"] is None

    def test_who_is_nobody_logs_out_without_a_word(self, nobody: Caller, told: list[Any]) -> None:
        nobody.browser().logout()
        assert told == []


class TestOtherProcesses:
    """They are told, and find out by themselves what they were not told."""

    def test_all_are_told_whatever_they_listen_to(self, alice: Caller, told: list[Any]) -> None:
        assert alice.token is not None
        sign_out.revoke_token(alice.token)
        key = "token:" + accounts.digest(alice.token)
        letter = {"kind": "SignedOut", "player_id": alice.player.pk, "key": key}
        assert told == [(wire.EVERYWHERE, letter)]
        assert alice.token not in str(told)

    async def test_what_another_process_says_closes_the_sockets_here(
        self, sockets: Sockets, alice: Caller, bob: Caller, race: Json
    ) -> None:
        hers, his = await sockets.open(race, alice), await sockets.open(race, bob)
        letter = news._written(news.SignedOut(alice.player.pk))
        follow.hear(wire.EVERYWHERE, letter)
        assert await is_closed(hers)
        assert await his.alive()

    async def test_what_nobody_said_is_found_by_the_sweep(
        self, sockets: Sockets, alice: Caller, bob: Caller, charlie: Caller, race: Json
    ) -> None:
        browser = await do(bob.browser)
        by_token = await sockets.open(race, alice)
        by_cookie = await sockets.open(race, headers=cookie(browser))
        off = await sockets.open(race, charlie)
        watcher, program = await sockets.open(race), await sockets.open(race, bob)
        await do(lambda: alice.player.tokens.all().delete())
        await do(lambda: Session.objects.all().delete())
        await do(lambda: Player.objects.filter(pk=charlie.player.pk).update(is_active=False))
        await do(sign_out.sweep)
        for socket in (by_token, by_cookie, off):
            assert await is_closed(socket)
        assert await watcher.alive()
        assert await program.alive()

    async def test_the_sweep_leaves_alone_who_may_stay(
        self, sockets: Sockets, alice: Caller, bob: Caller, race: Json
    ) -> None:
        browser = await do(bob.browser)
        stay = [await sockets.open(race, alice), await sockets.open(race, headers=cookie(browser))]
        await do(sign_out.sweep)
        assert [await socket.alive() for socket in stay] == [True, True]
