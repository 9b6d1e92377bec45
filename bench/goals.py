"""What is to be reached, as ratios of what was measured in the same round."""

from collections.abc import Iterator
from statistics import median
from typing import NamedTuple

from bench.measures import Figures, Idle

Round = dict[str, Figures | Idle]  # "uvicorn racing" -> what was found


class Value(NamedTuple):
    """One figure of a measurement."""

    measurement: str
    figure: str

    def of(self, found: Round) -> float | None:
        """None where it was not measured."""
        if self.measurement not in found:
            return None
        value: float = getattr(found[self.measurement], self.figure)
        return value


class Goal(NamedTuple):
    """``over`` in relation to ``under`` is to be at least, or at most, the limit."""

    text: str
    over: Value
    under: Value | float
    limit: float
    at_least: bool = False

    def ratio(self, found: Round) -> float | None:
        """Of one round; None where one of the two is missing."""
        over = self.over.of(found)
        under = self.under.of(found) if isinstance(self.under, Value) else self.under
        return None if over is None or under is None else over / under

    def told(self, rounds: list[Round]) -> str:
        """Reached or not, with the median of the rounds' ratios and their span."""
        ratios = [ratio for found in rounds if (ratio := self.ratio(found)) is not None]
        if not ratios:
            return f"{self.text:58} {'':28} not measured"
        middle = median(ratios)
        reached = middle >= self.limit if self.at_least else middle <= self.limit
        limit = f"{'>=' if self.at_least else '<='} {self.limit:g}"
        span = f"{min(ratios):.2f} - {max(ratios):.2f}"
        verdict = "reached" if reached else "NOT REACHED"
        return f"{self.text:58} {middle:7.2f} {span:>15} {limit:>8}  {verdict}"


def goals() -> Iterator[Goal]:
    """One for each line and server."""
    speed = (
        Value("boardgame.io racing", "per_second"),
        Value("boardgame.io, stored racing", "per_second"),
    )
    for server, times in (("daphne", (2, 6)), ("uvicorn", (4, 12))):
        own = Value(f"{server} racing", "per_second")
        yield Goal(f"{server}: actions/s, of boardgame.io", own, speed[0], times[0], True)
        yield Goal(f"{server}: actions/s, of boardgame.io, stored", own, speed[1], times[1], True)
    node = Value("node racing", "per_second")
    yield Goal(
        "uvicorn: actions/s, of node", Value("uvicorn racing", "per_second"), node, 2.5, True
    )
    for server in ("daphne", "uvicorn"):
        yield from _cost(server)


def _cost(server: str) -> Iterator[Goal]:
    racing, think = f"{server} racing", f"{server} thinking"
    echo, group = Value(f"echo, {server} racing", "cpu"), "node, group thinking"
    answer = Value(think, "answer_p99")
    alone, watched = (
        Value(f"{server} alone", "answer_p99"),
        Value(f"{server} watched", "answer_p99"),
    )
    yield Goal(f"{server}: CPU per action, of an echo", Value(racing, "cpu"), echo, 1.5)
    yield Goal(f"{server}: answer p99, of node, group", answer, Value(group, "answer_p99"), 1.5)
    yield Goal(f"{server}: push p99, of answer p99", Value(think, "push_p99"), answer, 1.1)
    yield Goal(f"{server}: answer p99 with 100 watchers, of without", watched, alone, 1.3)
    yield Goal(f"{server}: idle socket, of 45 KiB", Value(f"{server} idle", "kib"), 45, 1)
