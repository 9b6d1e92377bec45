"""What becomes of the site's cost as its work grows: ``python -m bench.growth``, or some parts.

``sockets``: 10 to 2,000 players who think two seconds before each action. ``processes``: one and
two on PostgreSQL with news by pub/sub, the two players of a race on different ones. ``pages``:
replay, record and board of games of 100, 500 and 2,000 actions, and the pages. ``restart``: 10,000
running games after the process was killed. ``stored``: the size of the database, migration and
start with 10 million actions.
"""

import argparse
import asyncio
import contextlib
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

import httpx

from bench import machine, measures, ours
from bench.greeting import gathered
from bench.ours import Installation, Ours
from bench.racers import seated
from bench.sites import CODES, GAMES, races
from tests.support.cluster import TEMPLATE, Cluster
from tests.support.server import Server, copy_of, prepared
from tests.support.services import Postgres, Valkey

THINK_S = 2.0
SECONDS = 6.0
RACES = 50  # of two, in closed loop, where processes are compared
TIMES = 15  # a page is asked for so often
STORED = 10_000_000
LONG = 100  # actions of each stored game
RESUMED = 5_000  # races of two


def sockets(template: Path) -> None:
    """Players who think, from 10 to 2,000."""
    print("\nsockets  connects/s  actions/s  answer p50  p99 ms  push p99  CPU us/action  MiB")
    for number in (10, 100, 500, 1000, 2000):
        with _stocked(template, number // 2) as site:
            print(f"{number:7}" + asyncio.run(_crowd(site, number)), flush=True)


async def _crowd(site: Ours, number: int) -> str:
    pairs = await races(site, number // 2)
    start = time.perf_counter()
    async with seated(pairs) as racers:
        connects = number / (time.perf_counter() - start)
        found = await measures.race(site, racers, SECONDS, THINK_S)
        mib = machine.resident_kib(site.process) / 1024
    return (
        f"{connects:12.0f}{found.per_second:11.0f}{found.answer_p50:12.1f}{found.answer_p99:8.1f}"
        f"{found.push_p99:10.1f}{found.cpu:15.0f}{mib:5.0f}"
    )


def processes(template: Path) -> None:
    """One and two on PostgreSQL and Redis; of each race one player is on each."""
    print("\nprocesses  actions/s  answer p50  p99 ms  push p50  p99 ms")
    with tempfile.TemporaryDirectory() as folder, _services(Path(folder), template) as services:
        for number in (1, 2):
            cluster = Cluster(copy_of(template, Path(folder) / f"{number}"), *services, number)
            for member in cluster.members:
                member.options = ("--uvicorn",)
            made = ours.stocked(cluster.members[0], RACES, 0)
            cluster.start()
            try:
                sites = [Ours(m.port, m.process.pid, made) for m in cluster.members if m.process]
                print(f"{number:9}" + asyncio.run(_across(sites)), flush=True)
            finally:
                cluster.stop()


@contextlib.contextmanager
def _services(folder: Path, template: Path) -> Iterator[tuple[Postgres, Valkey]]:
    """PostgreSQL with the recorded games, and a Redis-compatible server."""
    postgres, valkey = Postgres().start(), Valkey(folder / "valkey", []).start()
    try:
        migrating = Server(template)
        migrating.database = postgres.create(TEMPLATE)
        migrating.manage("migrate").check_returncode()
        migrating.import_deals(list(zip(GAMES, CODES, strict=True)))
        yield postgres, valkey
    finally:
        valkey.stop()
        postgres.remove()


async def _across(sites: list[Ours]) -> str:
    pairs = [((await sites[0].race(n))[0], (await sites[-1].race(n))[1]) for n in range(RACES)]
    async with seated(pairs) as racers:
        found = await measures.race(sites[0], racers, SECONDS)
    answers = f"{found.per_second:11.0f}{found.answer_p50:12.1f}{found.answer_p99:8.1f}"
    return f"{answers}{found.push_p50:10.1f}{found.push_p99:8.1f}"


def pages(template: Path) -> None:
    """What a person waits for, one at a time: medians in milliseconds."""
    print("\nactions  board  record  replay (data)  replay (page)")
    for length in (100, 500, 2000):
        with _visited(template, min(length, LONG), length) as (site, http):
            api = f"/api/v1/attempts/{_attempt(http, site)}"
            found = [_asked(http, path) for path in (api, f"{api}/record", f"{api}/replay")]
            found.append(_asked(http, f"/a/{_attempt(http, site)}/"))
            print(f"{length:7}" + "".join(f"{ms:10.1f}" for ms in found), flush=True)
    with _visited(template, LONG) as (site, http):
        for path in ("/", "/new/", f"/r/{site.races[0].id}/", f"/d/{CODES[0]}/"):
            print(f"{path:30}{_asked(http, path):8.1f} ms")


def _attempt(http: httpx.Client, site: Ours) -> int:
    race = http.get(f"/api/v1/races/{site.races[0].id}").json()
    return next(int(row["attempt"]) for row in race["players"] if "attempt" in row)


def _asked(http: httpx.Client, path: str) -> float:
    def once() -> float:
        start = time.perf_counter()
        http.get(path).raise_for_status()
        return (time.perf_counter() - start) * 1000

    once()
    return median(once() for _ in range(TIMES))


def restart(template: Path) -> None:
    """All games again after a kill: a socket each, until the board has come."""
    with _stocked(template, RESUMED, LONG) as site:
        found = asyncio.run(_resume(site))
        print(f"\n{2 * RESUMED} games of {LONG} actions: " + found)


async def _resume(site: Ours) -> str:
    pairs = await races(site, len(site.races))
    start = time.perf_counter()
    waits: list[float] = []
    for first in range(0, len(pairs), 250):
        some = [seat for pair in pairs[first : first + 250] for seat in pair]
        begun = time.perf_counter()
        async with gathered(some):
            waits.append(time.perf_counter() - begun)
    took = time.perf_counter() - start
    return f"all back in {took:.0f} s, 500 who come at once in {median(waits):.1f} s"


def stored(template: Path) -> None:
    """Size, migration and start with 10 million actions."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(copy_of(template, Path(folder) / "var"))
        file = server.var / "spiderweb.sqlite3"
        before = file.stat().st_size
        ours.stocked(server, STORED // (2 * LONG), LONG)
        size = (file.stat().st_size - before) / STORED
        print(
            f"\n{STORED} actions: {size:.0f} bytes each with all that belongs to them", flush=True
        )
        for name, work in (("prepare", _prepare), ("start until it answers", _start)):
            start = time.perf_counter()
            work(server)
            print(f"{name}: {time.perf_counter() - start:.1f} s", flush=True)
        server.kill()


def _prepare(server: Server) -> None:
    """What a start does when a release has changed nothing, or little."""
    server.manage("prepare")


def _start(server: Server) -> None:
    server.start()
    httpx.get(f"{server.url}/", timeout=60).raise_for_status()


@contextlib.contextmanager
def _stocked(template: Path, number: int, *lengths: int) -> Iterator[Ours]:
    """The site on a copy of the template with so many races."""
    with _installed(template, number, *lengths) as found, ours.site(found, "--uvicorn") as site:
        yield site


@contextlib.contextmanager
def _installed(template: Path, number: int, *lengths: int) -> Iterator[Installation]:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(copy_of(template, Path(folder) / "var"))
        yield Installation(server.var, ours.stocked(server, number, *(lengths or (0,))))


@contextlib.contextmanager
def _visited(template: Path, *lengths: int) -> Iterator[tuple[Ours, httpx.Client]]:
    """The site with one race, and a browser of its first player."""
    with _installed(template, 1, *lengths) as found:
        cookie = ours.signed_in(Server(found.folder), found.races[0].tokens[0])
        with (
            ours.site(found, "--uvicorn") as site,
            httpx.Client(
                base_url=f"http://127.0.0.1:{site.port}", cookies=cookie, timeout=60
            ) as http,
        ):
            yield site, http


PARTS: dict[str, Callable[[Path], None]] = {
    "sockets": sockets,
    "processes": processes,
    "pages": pages,
    "restart": restart,
    "stored": stored,
}


def main() -> None:
    """Measure the parts asked for, or all."""
    parser = argparse.ArgumentParser(description="The site's cost as its work grows.")
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], default=[])
    wish = parser.parse_args()
    machine.stay_on(machine.CLIENT)
    print(machine.described())
    with tempfile.TemporaryDirectory() as folder:
        server = Server(prepared(Path(folder)))
        server.import_deals(list(zip(GAMES, CODES, strict=True)))
        for part in wish.parts or PARTS:
            PARTS[part](Path(folder))


if __name__ == "__main__":
    main()
