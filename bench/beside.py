"""The site side by side with its peers, round by round: `make bench`, or with ``--quick`` a trial.

In every round each server is started anew, measured and ended, one after the other, so that a busy
machine slows all alike; each round has its own ratios, and what is told are the medians. A peer
that does not start, or does not last, is reported and left out. Interrupted, it tells of the rounds
that are done.
"""

import argparse
import asyncio
import contextlib
import time
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, fields
from functools import partial
from statistics import median
from typing import cast

from bench import machine, measures
from bench.goals import Round, goals
from bench.greeting import gathered
from bench.load import OTHERS, OURS, Found, Starters, starters
from bench.measures import Figures, Idle
from bench.ours import Ours
from bench.racers import seated
from bench.sites import Missing, Site, races


@dataclass(frozen=True)
class Plan:
    """How much is measured in a round."""

    seconds: float = 3
    racing: int = 50
    thinking: int = 100  # races; with this think time about a thousand actions a second
    think: float = 0.2
    watched: int = 10
    watched_think: float = 0.1
    watchers: int = 100
    idle: int = 1000


QUICK = Plan(seconds=1.5, idle=200)
Measure = Callable[[Site, Plan], Coroutine[None, None, Found]]


async def closed_loop(site: Site, plan: Plan) -> Found:
    """What is asked of every server."""
    return {"racing": await measures.racing(site, plan.racing, plan.seconds)}


async def with_thinking(site: Site, plan: Plan) -> Found:
    """And of the one whose answer times are the measure."""
    found = await measures.racing(site, plan.thinking, plan.seconds, plan.think)
    return {"thinking": found}


async def everything(site: Site, plan: Plan, *, idle: bool) -> Found:
    """What is asked of the site: of the same races, which go on from one thing to the next."""
    found: Found = {}
    pairs = await races(site, plan.thinking)
    if idle:
        seats = [seat for pair in pairs for seat in pair]
        found["idle"] = await measures.idle(site, seats, plan.idle)
    async with seated(pairs) as racers:
        found["thinking"] = await measures.race(site, racers, plan.seconds, plan.think)
        some, last = racers[: 2 * plan.racing], racers[-2 * plan.watched :]
        found["racing"] = await measures.race(site, some, plan.seconds)
        wish = (site, last, plan.seconds, plan.watched_think)
        found["alone"] = await measures.race(*wish)
        watcher = cast(Ours, site).watcher(plan.thinking - 1)
        async with gathered([watcher] * plan.watchers):
            found["watched"] = await measures.race(*wish)
    return found


def one_round(known: Starters, plan: Plan, *, first: bool) -> Round:
    """Every server once; sockets that are only open are counted in the first round."""
    found: Round = {}
    for name in OURS:
        found |= _measured(known, name, partial(everything, idle=first), plan)
    for name in OTHERS:
        found |= _measured(known, name, closed_loop, plan)
    return found | _measured(known, "node, group", with_thinking, plan)


def _measured(known: Starters, name: str, measure: Measure, plan: Plan) -> Round:
    try:
        with known[name]() as site:
            found = asyncio.run(measure(site, plan))
    except Missing as missing:
        print(f"{name} does not start: {missing}")
    except Exception as error:  # a peer that fails is told and keeps up no other
        print(f"{name} was not measured: {error!r}")
    else:
        return {f"{name} {what}": figures for what, figures in found.items()}
    return {}


def table(rounds: list[Round]) -> Iterator[str]:
    """The medians, a line for each thing measured."""
    names = list(dict.fromkeys(name for found in rounds for name in found))
    for kind in (Figures, Idle):
        columns = [column.name for column in fields(kind)]
        yield f"\n{'median of the rounds':30}" + "".join(f"{column:>12}" for column in columns)
        for name in names:
            rows = [found[name] for found in rounds if isinstance(found.get(name), kind)]
            if rows:
                values = [median(getattr(row, column) for row in rows) for column in columns]
                yield f"{name:30}" + "".join(f"{_short(value):>12}" for value in values)


def _short(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def main() -> None:
    """Measure all, and tell what is reached."""
    parser = argparse.ArgumentParser(description="The site beside its peers.")
    parser.add_argument("--quick", action="store_true", help="one short round, for trying out")
    parser.add_argument("--rounds", type=int, default=5)
    wish = parser.parse_args()
    plan, count = (QUICK, 1) if wish.quick else (Plan(), wish.rounds)
    machine.stay_on(machine.CLIENT)
    print(machine.described(), flush=True)
    rounds: list[Round] = []
    with starters(plan.thinking) as known, contextlib.suppress(KeyboardInterrupt):
        for number in range(count):
            rounds.append(one_round(known, plan, first=number == 0))
            print(f"{time.strftime('%X')} round {number + 1} of {count} is done", flush=True)
    for line in table(rounds):
        print(line)
    print(f"\n{'ratio':58} {'median':>7} {'lowest - highest':>15} {'goal':>8}")
    for goal in goals():
        print(goal.told(rounds))
    print(machine.described())


if __name__ == "__main__":
    main()
