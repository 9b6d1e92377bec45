"""How fast one server answers and pushes actions: `python -m bench.load --help`.

Races of two on recorded games: closed loop (the next action when the last is answered) or with
think time; for the site itself also with watchers, and with sockets that are only open. Server
and client have a core each where there are two; what the client used of its own is told.
"""

import argparse
import asyncio
import contextlib
import dataclasses
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from bench import machine, measures, ours
from bench.greeting import gathered
from bench.measures import Figures, Idle
from bench.others import DAPHNE, UVICORN, BoardgameIo, Colyseus, Plain, echo, peer
from bench.ours import Ours
from bench.racers import seated
from bench.sites import Missing, Running, Site, races

Starters = dict[str, Callable[[], Running]]
Found = dict[str, Figures | Idle]

OURS: dict[str, tuple[str, ...]] = {"daphne": (), "uvicorn": ("--uvicorn",)}
OTHERS: Starters = {
    "echo, daphne": partial(echo, DAPHNE),
    "echo, uvicorn": partial(echo, UVICORN),
    "node": partial(peer, Plain, "plain.js", stored=True),
    "node, group": partial(peer, Plain, "plain.js", stored=True, group=True),
    "boardgame.io": partial(peer, BoardgameIo, "boardgame.js"),
    "boardgame.io, stored": partial(peer, BoardgameIo, "boardgame.js", stored=True),
    "colyseus": partial(peer, Colyseus, "colyseus/server.js"),
    "colyseus, stored": partial(peer, Colyseus, "colyseus/server.js", stored=True),
}


@contextlib.contextmanager
def starters(number: int) -> Iterator[Starters]:
    """Everything that can be measured; the site on an installation with so many races."""
    with tempfile.TemporaryDirectory() as folder:
        template = ours.installation(Path(folder), number)
        own = {name: partial(ours.site, template, *options) for name, options in OURS.items()}
        yield {**own, **OTHERS}


async def measured(site: Site, wish: argparse.Namespace) -> Found:
    """What is wished for, by name."""
    found: Found = {}
    pairs = await races(site, wish.races)
    if wish.idle:
        seats = [seat for pair in pairs for seat in pair]
        found["idle"] = await measures.idle(site, seats, wish.idle)
    async with seated(pairs) as racers:
        found["racing"] = await measures.race(site, racers, wish.seconds, wish.think)
        if wish.watchers and isinstance(site, Ours):
            async with gathered([site.watcher(0)] * wish.watchers):
                found["watched"] = await measures.race(site, racers, wish.seconds, wish.think)
    return found


def main() -> None:
    """Measure one server and print what was found."""
    wish = _wish()
    machine.stay_on(machine.CLIENT)
    print(machine.described())
    with starters(wish.races) as known:
        try:
            with known[wish.site]() as site:
                found = asyncio.run(measured(site, wish))
        except Missing as missing:
            raise SystemExit(f"{wish.site} did not start: {missing}") from None
    for name, figures in found.items():
        pairs = dataclasses.asdict(figures).items()
        print(f"{name}: " + ", ".join(f"{name} {value:.4g}" for name, value in pairs))


def _wish() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Load one server and tell what it does.")
    parser.add_argument("--site", default="daphne", choices=[*OURS, *OTHERS])
    parser.add_argument("--races", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--think", type=float, default=0, help="seconds before an action, mean")
    parser.add_argument("--watchers", type=int, default=0, help="of the first race, second run")
    parser.add_argument("--idle", type=int, default=0, help="sockets that are only open")
    return parser.parse_args()


if __name__ == "__main__":
    main()
