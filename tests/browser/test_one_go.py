"""Sixteen clients far and near, their clocks wrong: one go for all."""

import asyncio
import json
import random
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from tests.browser.conftest import People
from tests.support.bot import Bot, Json, frame
from tests.support.server import Server
from tests.support.slow_way import slow_way

SEATS = 16
WITHIN_MS = 150
HOUR_MS = 3_600_000
LIVE = {"mode": "live", "game": "spider", "suits": 1, "seats": SEATS}
# As the page does: three pings soon after opening.
PINGS_S = (0.2, 0.2, 0.2)


class Device:
    """Somebody's phone: a slow way, a wrong clock, and what its page would feed to clock.js."""

    def __init__(self, bot: Bot, chance: random.Random) -> None:
        self.bot = bot
        self.wrong = chance.uniform(-HOUR_MS, HOUR_MS)
        trip = chance.uniform(0.02, 0.33)
        share = chance.uniform(0.3, 0.7)
        self.there = lambda: (trip + chance.uniform(0, 0.07)) * share
        self.back = lambda: (trip + chance.uniform(0, 0.07)) * (1 - share)
        self.opened: Json = {}
        self.pongs: list[Json] = []
        self.refused: Json = {}

    def clock(self) -> float:
        """Milliseconds, by the device."""
        return time.time() * 1000 + self.wrong

    async def live(self, server: Server, race_id: str) -> Json:
        """Connect, measure, be ready, try to play too early; the first board."""
        async with (
            slow_way(server.port, self.there, self.back) as port,
            self._socket(port, race_id) as socket,
        ):
            welcome = await self._hear(socket)
            self.opened = {"at": self.clock(), "now": welcome["now"]}
            for pause in PINGS_S:
                await asyncio.sleep(pause)
                sent = round(self.clock())
                await socket.send(json.dumps({"type": "ping", "t": sent}))
                pong = await self._hear(socket, "pong")
                self.pongs.append({"sent": pong["t"], "at": self.clock(), "now": pong["now"]})
            await asyncio.to_thread(self.bot.post, f"races/{race_id}/ready", {"ready": True})
            counting = await self._hear(socket, "race", state="countdown")
            await socket.send(json.dumps(frame("D", 1, "early")))
            self.refused = await self._hear(socket, "refused")
            board = await self._hear(socket, "welcome")
            return {"go_at": counting["race"]["go_at"], **board}

    def _socket(self, port: int, race_id: str) -> connect:
        return connect(
            f"ws://127.0.0.1:{port}/ws/races/{race_id}/",
            subprotocols=[Subprotocol("spiderweb.v1")],
            additional_headers=self.bot.handshake,
            proxy=None,
        )

    async def _hear(self, socket: ClientConnection, kind: str = "welcome", **race: str) -> Json:
        while True:
            message: Json = json.loads(await asyncio.wait_for(socket.recv(), 30))
            if message["type"] == kind and message.get("race", {}).items() >= race.items():
                return message


@pytest.mark.timeout(120)
def test_sixteen_clients_see_the_go_together(person: People, server: Server) -> None:
    chance = random.Random(7)
    alice = Bot(server)
    race_id = alice.post("races", LIVE, expect=201)["id"]
    devices = [Device(alice, chance)]
    for _ in range(SEATS - 1):
        rival = Bot(server)
        rival.post(f"races/{race_id}/join")
        devices.append(Device(rival, chance))

    boards = _together(devices, server, race_id)

    go = boards[0]["go_at"]
    assert {board["go_at"] for board in boards} == {go}
    assert {board["board"]["begun_at"] for board in boards} == {go}, "elapsed is 0 at the go"
    assert {device.refused["code"] for device in devices} == {"not_started"}
    assert {board["board"]["seq"] for board in boards} == {0}
    seen = _moments_of_the_go(person, devices, go)
    assert max(seen) - min(seen) <= WITHIN_MS, seen
    assert max(map(abs, seen)) <= WITHIN_MS, seen


def _moments_of_the_go(person: People, devices: list[Device], go: int) -> list[float]:
    """By the page's own clock, when each device sees the go, less when it truly is."""
    page = person()
    page.open("/")
    page.press("Play now")
    found: list[float] = page.page.evaluate(
        """async ([devices, go]) => {
            const { createClock } = await import('/static/js/clock.js')
            return devices.map(({ wrong, opened, pongs }) => {
                let device = opened.at
                const clock = createClock(() => device)
                clock.set(opened.now)
                for (const { sent, at, now } of pongs) {
                    device = at
                    clock.pong(sent, now)
                }
                const left = go - clock.now()
                return device + left - wrong - go
            })
        }""",
        [[{"wrong": d.wrong, "opened": d.opened, "pongs": d.pongs} for d in devices], go],
    )
    return found


def _together(devices: list[Device], server: Server, race_id: str) -> list[Json]:
    """The first boards of all, lived in a thread of its own: Playwright's loop has this one."""

    async def all_of_them() -> list[Json]:
        return await asyncio.gather(*(device.live(server, race_id) for device in devices))

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(all_of_them())).result()
