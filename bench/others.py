"""What ours is measured beside: the bare echo, and the peers from npm in ``bench/peers``."""

import contextlib
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bench import dialects
from bench.dialects import Pair, Seat
from bench.sites import RECORDS, Site, post, record_of, running
from tests.support.services import ROOT, free_port

PEERS = Path(__file__).parent / "peers"
ECHO = "bench.echo:application"
UVICORN = ("uvicorn", "--lifespan", "off", "--log-level", "warning")
DAPHNE = ("daphne", "-b", "127.0.0.1", "--verbosity", "0")


@dataclass
class Echoing:
    """The bare consumer; a race is two sockets that know nothing of each other."""

    port: int
    process: int

    async def race(self, number: int) -> Pair:
        """Both seats get their own actions back."""
        actions = dialects.our_actions(RECORDS[record_of(number)])
        seat = Seat(self.port, "/", actions, dialects.echo_told)
        return seat, seat


@dataclass
class Plain:
    """The peers that speak a reduced form of our protocol."""

    port: int
    process: int

    async def race(self, number: int) -> Pair:
        """The address says it all: the race, its record, the seat."""
        return self._seat(number, 0), self._seat(number, 1)

    def _seat(self, number: int, seat: int) -> Seat:
        record = record_of(number)
        path, actions = f"/{number}/{record}/{seat}", dialects.our_actions(RECORDS[record])
        return Seat(self.port, path, actions, dialects.our_told, dialects.WELCOME)


@dataclass
class BoardgameIo:
    """boardgame.io, its matches made by its own lobby."""

    port: int
    process: int

    async def race(self, number: int) -> Pair:
        """A match whose seats nobody has locked."""
        record = record_of(number)
        url = f"http://127.0.0.1:{self.port}/games/spiderweb/create"
        made = await post(url, {"numPlayers": 2, "setupData": {"record": record}})
        first, second = (
            dialects.boardgame_seat(self.port, made["matchID"], seat, RECORDS[record])
            for seat in (0, 1)
        )
        return first, second


@dataclass
class Colyseus:
    """Colyseus, its seats reserved by its own matchmaker."""

    port: int
    process: int

    async def race(self, number: int) -> Pair:
        """A room and its two seats."""
        record = record_of(number)
        maker = f"http://127.0.0.1:{self.port}/matchmake"
        first = await post(f"{maker}/create/race", {"record": record})
        second = await post(f"{maker}/joinById/{first['roomId']}", {})
        return self._seat(first, record), self._seat(second, record)

    def _seat(self, reserved: dict[str, str], record: int) -> Seat:
        path = "/{processId}/{roomId}?sessionId={sessionId}".format_map(reserved)
        return dialects.colyseus_seat(self.port, path, RECORDS[record])


@contextlib.contextmanager
def echo(server: tuple[str, ...]) -> Iterator[Site]:
    """The echo under ``DAPHNE`` or ``UVICORN``."""
    port = free_port()
    options = ("--port", str(port), ECHO)
    with running([sys.executable, "-m", *server, *options], port, ROOT, {}) as process:
        yield Echoing(port, process)


@contextlib.contextmanager
def peer(
    speaks: Callable[[int, int], Site], script: str, *, stored: bool = False, group: bool = False
) -> Iterator[Site]:
    """A peer with a database of its own where it stores at all."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        records = Path(folder) / "records.json"
        records.write_text(json.dumps(RECORDS))
        environment = {
            "NODE_ENV": "production",
            "PORT": str(port),
            "RECORDS": str(records),
            "GROUP": "on" if group else "off",
            "DATABASE": str(Path(folder) / "peer.sqlite3") if stored else "",
        }
        with running(["node", script], port, PEERS, environment) as process:
            yield speaks(port, process)
