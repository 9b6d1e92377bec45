"""Trouble after trouble while pairs play; then everything answered is compared with the log."""

import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.server.torture.players import Pair
from tests.support.bot import Place
from tests.support.server import Server
from tests.support.vectors import code_of, won_games

Trouble = Callable[[], None]
GAMES = (3, 9, 17, 30)


@dataclass
class Report:
    """What a storm came to; ``lost`` and ``doubled`` are actions, ``behind`` listeners."""

    troubles: Counter[str] = field(default_factory=Counter)
    answered: int = 0
    attempts: int = 0
    lost: int = 0
    doubled: int = 0
    behind: int = 0
    seconds: float = 0
    audit: str = ""

    def __str__(self) -> str:
        done = ", ".join(f"{count} x {name}" for name, count in sorted(self.troubles.items()))
        return (
            f"{done}\n{self.answered} actions answered in {self.attempts} attempts and "
            f"{self.seconds:.0f} s; lost {self.lost}, doubled {self.doubled}, "
            f"listeners behind {self.behind}\n{self.audit}"
        )


def storm(
    place: Place,
    server: Server,
    troubles: dict[str, Trouble],
    count: int,
    *,
    pairs: int = 2,
    pause_s: tuple[float, float] = (0.05, 0.6),
) -> Report:
    """So many troubles, each kind in turn, while pairs play at ``place``.

    ``server`` is one of the installation, at which deals are kept and the audit is made; it runs
    when this begins and when it ends.
    """
    games = [won_games()[number] for number in GAMES[:pairs]]
    codes = [code_of(game, 9000 + number) for number, game in enumerate(games)]
    server.import_deals(list(zip(games, codes, strict=True)))
    report, begun = Report(), time.monotonic()
    playing = [
        Pair(place, game, code, number)
        for number, (game, code) in enumerate(zip(games, codes, strict=True))
    ]
    for pair in playing:
        pair.start()
    dice = random.Random(count)
    for number in range(count):
        name = list(troubles)[number % len(troubles)]
        time.sleep(dice.uniform(*pause_s))
        troubles[name]()
        report.troubles[name] += 1
        check(playing)
    finish(playing)
    report.seconds = time.monotonic() - begun
    for pair in playing:
        compare(pair, report)
        report.behind += pair.behind
    report.audit = server.manage("audit").stdout.strip()
    return report


def check(playing: list[Pair]) -> None:
    """Nobody has met what must not be."""
    for pair in playing:
        if pair.fault:
            raise pair.fault


def finish(playing: list[Pair]) -> None:
    """Let all play their race to its end."""
    for pair in playing:
        pair.stop.set()
    for pair in playing:
        pair.join(300)
        assert not pair.is_alive(), "a race does not end"
    check(playing)


def compare(pair: Pair, report: Report) -> None:
    """The log of each attempt beside what was answered."""
    for attempt, answered in pair.answered.items():
        record = pair.whose[attempt].get(f"attempts/{attempt}/record")
        stored = [action for action, _ms in record["actions"]]
        report.attempts += 1
        report.answered += len(answered)
        report.lost += max(0, len(answered) - len(stored))
        report.doubled += max(0, len(stored) - len(answered))
        assert stored[: len(answered)] == answered[: len(stored)], attempt
