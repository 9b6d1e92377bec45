"""What one player, one address and one process may ask for; above it others are unharmed."""

import time
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from games import limits
from games.limits import Bucket, Pace
from games.models import Player
from tests.games.cast import Caller, alone, challenge
from tests.games.sockets import Sockets

Json = dict[str, Any]


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The second that it is."""
    seconds = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: seconds[0])
    return seconds


def test_a_bucket_gives_its_burst_and_fills_again(settings: Any, now: list[float]) -> None:
    bucket = Bucket(3, 2)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] += 1
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    now[0] += 1000
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    settings.LIMITS = False
    assert all(bucket.take() for _ in range(100))


def test_a_flood_is_one_also_where_now_and_then_a_frame_is_allowed(
    settings: Any, now: list[float]
) -> None:
    settings.ACTIONS_BURST, settings.ACTIONS_PER_SECOND = 60, 30
    pace, told = Pace(), []
    for _ in range(1000):
        now[0] += 0.005
        told.append(pace.next())
    assert (told.count("calm") > 100, "flood" in told) == (True, True)
    slow = Pace()
    for _ in range(1000):
        now[0] += 1 / 60
        assert slow.next() != "flood"


@pytest.mark.django_db(transaction=True)
class TestSockets:
    """So many may be open at once."""

    @pytest.fixture
    def race(self, alice: Caller, bob: Caller) -> Json:
        """alice and bob sit in it."""
        return challenge(alice, bob)

    @pytest.fixture
    def solo(self, alice: Caller) -> Json:
        """Nobody else comes in."""
        race: Json = alone(alice)
        return race

    async def test_a_player_has_so_many_and_may_open_another_when_one_is_closed(
        self, sockets: Sockets, alice: Caller, bob: Caller, race: Json, settings: Any
    ) -> None:
        settings.SOCKETS_PER_PLAYER = 2
        first = await sockets.open(race, alice)
        await sockets.open(race, alice)
        assert await sockets(race, alice).turned_away() == 4429
        await sockets.open(race, bob)
        await first.line.disconnect()
        await sockets.open(race, alice)
        assert await sockets(race, alice).turned_away() == 4429

    async def test_an_address_has_so_many_whoever_calls(
        self, sockets: Sockets, alice: Caller, race: Json, settings: Any
    ) -> None:
        settings.SOCKETS_PER_ADDRESS, settings.PROXIES = 2, 1
        here, there = ({"x-forwarded-for": address} for address in ("192.0.2.1", "192.0.2.2"))
        for _ in range(2):
            await sockets(race, headers=here).open()
        assert await sockets(race, headers=alice.headers | here).turned_away() == 4429
        await sockets(race, headers=there).open()

    async def test_a_process_that_is_full_says_so(
        self, sockets: Sockets, alice: Caller, race: Json, settings: Any
    ) -> None:
        settings.SOCKETS_PER_PROCESS = 1
        await sockets.open(race, alice)
        assert await sockets(race, alice).turned_away() == 4013

    async def test_what_is_closed_takes_up_nothing(
        self, sockets: Sockets, alice: Caller, bob: Caller, race: Json, solo: Json
    ) -> None:
        for turned_away in (sockets("/ws/races/nosuchrace/", alice), sockets(solo, bob)):
            await turned_away.turned_away()
        socket = await sockets.open(race, alice)
        await socket.line.disconnect()
        assert not limits._open

    async def test_without_limits_there_are_none(
        self, sockets: Sockets, alice: Caller, race: Json, settings: Any
    ) -> None:
        settings.LIMITS, settings.SOCKETS_PER_PLAYER, settings.SOCKETS_PER_ADDRESS = False, 1, 1
        for _ in range(3):
            await sockets.open(race, alice)


@pytest.mark.django_db
class TestGuests:
    """So many are made for one address in a minute."""

    @pytest.fixture(autouse=True)
    def two_a_minute(self, settings: Any) -> None:
        """And nobody has asked yet."""
        settings.GUESTS_PER_MINUTE, settings.PROXIES = 2, 1
        cache.clear()

    def test_a_program_that_asks_for_more_is_refused_and_another_is_not(
        self, nobody: Caller
    ) -> None:
        for _ in range(2):
            nobody.post("guests", expect=201)
        assert nobody.post("guests", expect=429)["code"] == "too_fast"
        elsewhere = Client(headers={"x-forwarded-for": "192.0.2.2"})
        assert elsewhere.post("/api/v1/guests", {}, "application/json").status_code == 201
        assert Player.objects.count() == 3

    def test_a_form_that_would_make_one_more_says_so_on_a_page(self, nobody: Caller) -> None:
        for _ in range(2):
            nobody.post("guests", expect=201)
        page = Client().post("/new/", {"game": "spider", "suits": "1", "mode": "open"})
        assert page.status_code == 429
        assert "Too fast. Wait a moment, then try again." in page.content.decode()
        assert Player.objects.count() == 2

    def test_who_is_somebody_already_is_not_counted(self, alice: Caller) -> None:
        for _ in range(5):
            alice.post("races", {"mode": "solo", "game": "spider", "suits": 1}, expect=201)
