"""The site itself, under either of its servers, spoken to by the public protocol."""

import contextlib
import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench import dialects, machine
from bench.dialects import Pair, Seat
from bench.sites import CODES, GAMES, RECORDS, record_of
from tests.support.server import Server, copy_of, prepared

SETTINGS = "DJANGO_SETTINGS_MODULE=spiderweb.settings"
SIGN_IN = """
import django, sys; django.setup()
from django.test import Client
from games.accounts import player_of_token
browser = Client()
browser.force_login(player_of_token(sys.argv[1]))
print(browser.cookies["sessionid"].value)
"""
SUBPROTOCOL = {"Sec-WebSocket-Protocol": "spiderweb.v1"}


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


def installation(folder: Path, races: int) -> Installation:
    """Prepare a folder: the recorded games, and so many races that have begun."""
    server = Server(prepared(folder))
    server.import_deals(list(zip(GAMES, CODES, strict=True)))
    return Installation(folder, stocked(server, races, 0))


def stocked(server: Server, races: int, *lengths: int) -> list[Made]:
    """More races in an installation, with so many actions stored (see ``bench.stock``)."""
    told = server.run(sys.executable, "-m", "bench.stock", str(races), *map(str, lengths))
    if told.returncode:
        raise RuntimeError(told.stderr)
    return [Made(race_id, tokens) for race_id, tokens in json.loads(told.stdout)]


def signed_in(server: Server, token: str) -> dict[str, str]:
    """The cookie of a browser of the player with this token."""
    told = server.run("env", SETTINGS, sys.executable, "-c", SIGN_IN, token)
    if told.returncode:
        raise RuntimeError(told.stderr)
    return {"sessionid": told.stdout.strip()}


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
