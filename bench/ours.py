"""The site itself, under either of its servers, spoken to by the public protocol."""

import asyncio
import contextlib
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from bench import dialects, machine
from bench.dialects import Pair, Seat
from bench.sites import CODES, GAMES, RECORDS, record_of
from tests.support.server import Server, copy_of, prepared

SUBPROTOCOL = {"Sec-WebSocket-Protocol": "spiderweb.v1"}
RACE = ("game", "suits", "build")  # what a race takes over from a recorded game
AT_ONCE = 8  # races that are made side by side


@dataclass(frozen=True)
class Made:
    """A race that two guests have begun."""

    id: str
    tokens: list[str]


@dataclass(frozen=True)
class Installation:
    """A folder with the recorded games and races on them, to be copied for every start."""

    folder: Path
    races: list[Made]


@dataclass(frozen=True)
class Ours:
    """The site while it runs."""

    port: int
    process: int
    races: list[Made]

    async def race(self, number: int) -> Pair:
        """The seats of one of the races made."""
        first, second = (self._seat(number, token) for token in self.races[number].tokens)
        return first, second

    def watcher(self, number: int) -> Seat:
        """Somebody without a name who looks at a race."""
        return self._at(number, [], SUBPROTOCOL)

    def _seat(self, number: int, token: str) -> Seat:
        actions = dialects.our_actions(RECORDS[record_of(number)])
        return self._at(number, actions, SUBPROTOCOL | {"Authorization": f"Bearer {token}"})

    def _at(self, number: int, actions: list[bytes], headers: dict[str, str]) -> Seat:
        path = f"/ws/races/{self.races[number].id}/"
        return Seat(self.port, path, actions, dialects.our_told, dialects.WELCOME, headers)


class Maker:
    """Makes races by the public HTTP calls."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http
        self.gate = asyncio.Semaphore(AT_ONCE)

    async def race(self, number: int) -> Made:
        """Two guests sit down at a recorded game, and both turn their cards."""
        record = record_of(number)
        wanted = {key: GAMES[record][key] for key in RACE}
        wanted |= {"mode": "open", "seats": 2, "code": CODES[record]}
        async with self.gate:
            tokens = [(await self._post("guests", {}))["token"] for _ in range(2)]
            race: str = (await self._post("races", wanted, tokens[0]))["id"]
            await self._post(f"races/{race}/join", {}, tokens[1])
            for token in tokens:
                await self._post(f"races/{race}/begin", {}, token)
        return Made(race, tokens)

    async def _post(self, path: str, body: dict[str, Any], token: str | None = None) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = await self.http.post(f"/{path}", json=body, headers=headers)
        answer.raise_for_status()
        return answer.json()


async def _races(url: str, number: int) -> list[Made]:
    async with httpx.AsyncClient(base_url=f"{url}/api/v1", timeout=60) as http:
        maker = Maker(http)
        return list(await asyncio.gather(*(maker.race(race) for race in range(number))))


def installation(folder: Path, races: int) -> Installation:
    """Prepare a folder: the recorded games, and so many races that have begun."""
    server = Server(prepared(folder))
    server.import_deals(list(zip(GAMES, CODES, strict=True)))
    server.start()
    try:
        return Installation(folder, asyncio.run(_races(server.url, races)))
    finally:
        server.stop()


@contextlib.contextmanager
def site(template: Installation, *options: str) -> Iterator[Ours]:
    """The site on a copy of an installation; ``--uvicorn`` is an option of ``serve``."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(copy_of(template.folder, Path(folder) / "var"))
        server.options = options
        try:
            with machine.servers_core():
                server.start()
            assert server.process is not None
            yield Ours(server.port, server.process.pid, template.races)
        finally:
            server.kill()
