"""Who may open the socket of a race, and what the welcome tells."""

from typing import Any

import pytest

from games import handshake, threads
from games.clock import TestClock
from games.models import Move
from tests.games.cast import Caller, alone, challenge
from tests.games.sockets import Sockets

pytestmark = pytest.mark.django_db(transaction=True)
SITE = "http://testserver"


@pytest.fixture
def race(alice: Caller, bob: Caller, clock: TestClock) -> dict[str, Any]:
    """A challenge in which both sit; alice has begun."""
    race = challenge(alice, bob)
    begun: dict[str, Any] = alice.post(f"races/{race['id']}/begin")
    return begun


class TestTheWelcome:
    """The first message: everything that this viewer may know."""

    async def test_who_plays_gets_the_board(
        self, sockets: Sockets, alice: Caller, race: dict[str, Any], clock: TestClock
    ) -> None:
        clock.advance(seconds=7)
        welcome = await sockets(race, alice).open()
        assert set(welcome) == {"type", "now", "you", "race", "board"}
        assert welcome["you"] == {
            "player": "alice",
            "seat": 1,
            "role": "player",
            "attempt": race["players"][0]["attempt"],
        }
        assert welcome["now"] == int(clock.time.timestamp() * 1000)
        assert (welcome["board"]["seq"], welcome["board"]["seconds"]) == (0, 7)
        assert welcome["race"]["players"][0]["presence"] == "here"

    async def test_who_has_not_begun_gets_no_board(
        self, sockets: Sockets, bob: Caller, race: dict[str, Any]
    ) -> None:
        welcome = await sockets(race, bob).open()
        assert (welcome["you"]["seat"], welcome["you"]["attempt"]) == (2, None)
        assert "board" not in welcome

    async def test_who_watches_has_no_seat(
        self, sockets: Sockets, charlie: Caller, race: dict[str, Any]
    ) -> None:
        watcher = {"player": "charlie", "seat": None, "role": "watcher", "attempt": None}
        welcome = await sockets(race, charlie).open()
        assert welcome["you"] == watcher
        assert "board" not in welcome
        assert (await sockets(race).open())["you"] == watcher | {"player": None}

    async def test_the_race_is_the_one_of_the_api(
        self, sockets: Sockets, bob: Caller, race: dict[str, Any]
    ) -> None:
        socket = await sockets.open(race, bob)
        fetched = await bob.reads(f"races/{race['id']}")
        assert socket.heard[0]["race"] == fetched

    async def test_a_sync_is_answered_with_a_welcome(
        self, sockets: Sockets, alice: Caller, race: dict[str, Any]
    ) -> None:
        socket = await sockets.open(race, alice)
        await socket.play("D")
        await socket.send({"type": "sync"})
        welcome = await socket.until("welcome")
        assert welcome["board"]["seq"] == 1
        assert welcome["race"]["players"][0]["seq"] == 1


class TestTurnedAway:
    """The reason is told by the code of the close."""

    @pytest.mark.parametrize(
        "path", ["/", "/ws/", "/ws/races/", "/ws/races/x", "/ws/races/a/b/", "/api/v1/races"]
    )
    async def test_a_wrong_address_is_no_race(self, sockets: Sockets, db: None, path: str) -> None:
        assert await sockets(path).turned_away() == 4404

    async def test_a_race_that_is_not_there_is_no_race(self, sockets: Sockets, db: None) -> None:
        assert await sockets("/ws/races/nosuchrace/").turned_away() == 4404
        assert await sockets(f"/ws/races/{'x' * 300}/").turned_away() == 4404

    @pytest.mark.parametrize("offered", [(), ("chat",), ("spiderweb.v2",)])
    async def test_who_does_not_speak_the_protocol_is_told(
        self, sockets: Sockets, alice: Caller, race: dict[str, Any], offered: tuple[str, ...]
    ) -> None:
        assert await sockets(race, alice, subprotocols=offered).turned_away() == 4400

    async def test_of_several_protocols_ours_is_chosen(
        self, sockets: Sockets, alice: Caller, race: dict[str, Any]
    ) -> None:
        socket = sockets(race, alice, subprotocols=("chat", "spiderweb.v1"))
        assert (await socket.open())["you"]["seat"] == 1

    async def test_a_wrong_address_answers_the_protocol_too(
        self, sockets: Sockets, db: None
    ) -> None:
        """Else a browser fails the handshake and never hears the code."""
        assert await sockets("/ws/nothing").line.connect(timeout=20) == (True, "spiderweb.v1")

    async def test_a_wrong_token_is_nobody_we_know(
        self, sockets: Sockets, race: dict[str, Any]
    ) -> None:
        wrong = sockets(race, headers={"authorization": "Bearer nonsense"})
        assert await wrong.turned_away() == 4401

    async def test_a_race_alone_is_its_players(
        self, sockets: Sockets, alice: Caller, bob: Caller
    ) -> None:
        race = await threads.run(alone, alice)
        assert await sockets(race, bob).turned_away() == 4403
        assert await sockets(race).turned_away() == 4403
        assert (await sockets(race, alice).open())["board"]["seq"] == 0


class TestCookies:
    """A cookie counts from our own pages alone."""

    @pytest.fixture
    def cookie(self, alice: Caller, race: dict[str, Any]) -> str:
        """What alice's browser sends."""
        return f"sessionid={alice.browser().cookies['sessionid'].value}; preferences=theme%3Ddark"

    async def test_from_our_pages_it_is_the_player(
        self, sockets: Sockets, race: dict[str, Any], cookie: str
    ) -> None:
        socket = sockets(race, headers={"cookie": cookie, "origin": SITE})
        welcome = await socket.open()
        assert welcome["you"]["player"] == "alice"
        assert (await socket.play("D"))["type"] == "board"

    @pytest.mark.parametrize(
        "origin",
        [
            "http://evil.example",
            "http://testserver.evil.example",
            "http://testserver:8001",
            "http://user@testserver",
            "http://[",
            "null",
            "",
        ],
    )
    async def test_from_a_foreign_page_it_is_refused(
        self, sockets: Sockets, race: dict[str, Any], cookie: str, origin: str
    ) -> None:
        assert (
            await sockets(race, headers={"cookie": cookie, "origin": origin}).turned_away() == 4401
        )

    async def test_a_foreign_page_with_a_token_is_refused_too(
        self, sockets: Sockets, alice: Caller, race: dict[str, Any]
    ) -> None:
        headers = alice.headers | {"origin": "http://evil.example"}
        assert await sockets(race, headers=headers).turned_away() == 4401

    async def test_without_an_origin_it_is_nobody(
        self, sockets: Sockets, race: dict[str, Any], cookie: str
    ) -> None:
        welcome = await sockets(race, headers={"cookie": cookie}).open()
        assert welcome["you"] == {
            "player": None,
            "seat": None,
            "role": "watcher",
            "attempt": None,
        }

    @pytest.mark.parametrize("cookie", ["", "sessionid=", "sessionid=x", 'a="b', "; =;,", "\xff"])
    async def test_a_broken_cookie_is_nobody(
        self, sockets: Sockets, race: dict[str, Any], cookie: str
    ) -> None:
        welcome = await sockets(race, headers={"cookie": cookie, "origin": SITE}).open()
        assert welcome["you"]["player"] is None


@pytest.mark.parametrize(
    ("origin", "host", "ours"),
    [
        ("https://example.org", "example.org", True),
        ("http://127.0.0.1:8000", "127.0.0.1:8000", True),
        ("https://example.org", "example.org:8000", False),
        ("https://trusted.example", "inside:8000", True),
        ("https://evil.example", "evil.example", False),
        ("http://evil.example:8000", "evil.example:8000", False),
        ("chrome-extension://example.org", "example.org", False),
        ("//example.org", "example.org", False),
        ("https://bob@example.org", "bob@example.org", False),
        ("null", "", False),
        ("http://[", "example.org", False),
    ],
)
def test_an_origin_is_ours_by_its_host_or_by_the_settings(
    settings: Any, origin: str, host: str, ours: bool
) -> None:
    settings.ALLOWED_HOSTS = ["127.0.0.1", "example.org"]
    settings.CSRF_TRUSTED_ORIGINS = ["https://trusted.example"]
    assert handshake.is_ours(origin, host) is ours


async def test_a_watcher_and_a_seat_that_waits_cannot_act(
    sockets: Sockets, bob: Caller, charlie: Caller, race: dict[str, Any]
) -> None:
    deal = {"type": "deal", "id": "d1", "seq": 1}
    for caller, code in ((charlie, "not_a_player"), (None, "not_a_player"), (bob, "not_started")):
        socket = await sockets.open(race, caller)
        refused = await socket.ask(deal)
        assert (refused["type"], refused["code"]) == ("refused", code)
        assert "board" not in refused
        await socket.close()
    assert await threads.run(Move.objects.count) == 0
