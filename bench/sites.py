"""What is measured: a server in a process of its own, on a core of its own, that makes races."""

import asyncio
import contextlib
import os
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import IO, Any, Protocol

import httpx

from bench import machine
from bench.dialects import Pair
from tests.support.services import wait_for
from tests.support.vectors import code_of, won_games

LONG_ENOUGH = 150  # actions of a record that nobody gets to the end of at once
START_S = 20

GAMES = [game for game in won_games() if len(game["record"].split()) >= LONG_ENOUGH]
RECORDS: list[list[str]] = [game["record"].split() for game in GAMES]
CODES = [code_of(game, number) for number, game in enumerate(GAMES)]


class Site(Protocol):
    """A server while it runs."""

    @property
    def process(self) -> int:
        """The id of its one process."""

    async def race(self, number: int) -> Pair:
        """Make a race on a recorded game; its two seats, ready to play."""


# Starts a server that is gone when the context ends.
Running = AbstractContextManager[Site]


class Missing(Exception):
    """It did not start; the text says why."""


async def races(site: Site, count: int) -> list[Pair]:
    """So many races, a few made at a time."""
    gate = asyncio.Semaphore(8)

    async def one(number: int) -> Pair:
        async with gate:
            return await site.race(number)

    return list(await asyncio.gather(*(one(number) for number in range(count))))


def record_of(number: int) -> int:
    """Which record is played in the race of this number."""
    return number % len(RECORDS)


@contextlib.contextmanager
def running(
    command: list[str], port: int, folder: Path, environment: Mapping[str, str]
) -> Iterator[int]:
    """A command that listens on a port, on the servers' core; its process id.

    Raises ``Missing`` with what it printed where it does not listen.
    """
    with tempfile.TemporaryFile() as log:
        try:
            with machine.servers_core():
                process = subprocess.Popen(
                    command, cwd=folder, env=os.environ | environment, stdout=log, stderr=log
                )
        except OSError as error:
            raise Missing(str(error)) from error
        try:
            _wait(process, port, log)
            yield process.pid
        finally:
            process.kill()
            process.wait()


def _wait(process: "subprocess.Popen[bytes]", port: int, log: IO[bytes]) -> None:
    try:
        wait_for(port, START_S, alive=lambda: process.poll() is None)
    except TimeoutError as error:
        log.seek(0)
        raise Missing(log.read().decode(errors="replace")[-800:]) from error


async def post(url: str, body: dict[str, Any]) -> Any:
    """The JSON that answers JSON."""
    async with httpx.AsyncClient(timeout=30, verify=False) as http:
        answer = await http.post(url, json=body)
        answer.raise_for_status()
        return answer.json()
