"""Golden counts: how many ways lead on from fixed positions (what chess engines call perft).

`vectors/counts.json` keeps the positions as texts, so nothing here hangs on the shuffle. Of all
sequences of n actions, n from 1 to as many as are counted (legal moves and deals; no undos, no
hints; a won game goes no further): `actions` is how many there are, `positions` how many different
positions they end in (cards, what is face-down, stock and foundations; not the counters). `deals`,
`flips`, `removed` and `won` sum up what their last actions did: rows dealt, cards turned face-up,
sequences removed and games won.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import pytest

from games.engine import DEAL, VARIANTS, Game, Layout, Rules

from .reference import Act, Table, laid
from .table import vectors

COUNTS = vectors("counts")
NAMES = ["{name} {game} {suits} {build}".format(**vector) for vector in COUNTS]

T = TypeVar("T")
Sums = dict[str, int]
Step = tuple[T, Sums]  # where an action leads, and what it did


def counts(start: T, steps: Callable[[T], Iterator[Step[T]]], depth: int) -> list[Sums]:
    """Each position is gone on from once, however many ways lead to it."""
    told, ends = [], Counter({start: 1})
    for _ in range(depth):
        following: Counter[T] = Counter()
        sums = dict.fromkeys(("actions", "positions", "deals", "flips", "removed", "won"), 0)
        for before, ways in ends.items():
            for now, did in steps(before):
                following[now] += ways
                for what, times in did.items():
                    sums[what] += times * ways
        ends = following
        sums |= {"actions": ends.total(), "positions": len(ends)}
        told.append(sums)
    return told


def counts_of_engine(vector: dict[str, Any], depth: int) -> list[Sums]:
    rules = Rules(vector["game"], vector["suits"], vector["build"])

    def steps(state: tuple[Layout, str]) -> Iterator[Step[tuple[Layout, str]]]:
        layout, sequences = state
        first = Game(rules, layout, sequences=sequences)
        for action in first.actions():
            game = first.copy()
            game.act(action)
            removed = "".join(game.sequences)
            yield (
                (game.to_layout(), removed),
                {
                    "deals": action == DEAL,
                    "flips": sum(layout.down) - sum(game.down),
                    "removed": len(removed) - len(sequences),
                    "won": game.won,
                },
            )

    return counts((Layout.from_text(vector["layout"]), vector["sequences"]), steps, depth)


def counts_of_reference(vector: dict[str, Any], depth: int) -> list[Sums]:
    relaxed = vector["build"] == "relaxed"

    def steps(before: Table) -> Iterator[Step[Table]]:
        actions: list[Act] = [*before.legal(relaxed)]
        if before.why_not("D", relaxed) is None:
            actions.append("D")
        for action in actions:
            after = before.after(action, 0)
            did = {
                "deals": action == "D",
                "flips": hidden(before) - hidden(after),
                "removed": len(after.sequences) - len(before.sequences),
                "won": after.won,
            }
            yield after._replace(moves=0, score=500), did

    layout = Layout.from_text(vector["layout"]).to_json()
    return counts(laid(layout, sequences=tuple(vector["sequences"])), steps, depth)


def hidden(table: Table) -> int:
    return sum(card.islower() for column in table.columns for card in column)


@pytest.mark.parametrize("vector", COUNTS, ids=NAMES)
def test_as_many_ways_lead_on_as_were_counted_once(vector: dict[str, Any]) -> None:
    assert counts_of_engine(vector, len(vector["counts"])) == vector["counts"]


@pytest.mark.parametrize("vector", COUNTS, ids=NAMES)
def test_the_reference_counts_the_same(vector: dict[str, Any]) -> None:
    depth = 2 if vector["name"] == "end" else 1
    assert counts_of_reference(vector, depth) == vector["counts"][:depth]


def test_every_game_level_and_build_is_counted_from_a_whole_pack_and_near_its_end() -> None:
    counted = Counter((vector["game"], vector["suits"], vector["build"]) for vector in COUNTS)
    assert set(counted) == {
        (variant.key, suits, build)
        for variant in VARIANTS.values()
        for build, levels in variant.builds.items()
        for suits in levels
    }
    assert min(counted.values()) >= 2
    assert all(len(vector["counts"]) == 4 for vector in COUNTS if vector["name"] == "start")
    for what in ("deals", "flips", "removed", "won"):
        assert sum(vector["counts"][-1][what] for vector in COUNTS) > 0, what


if __name__ == "__main__":  # count anew, by the reference alone
    for vector in COUNTS:
        vector["counts"] = counts_of_reference(vector, len(vector["counts"]))
    print("[", ",\n".join(map(json.dumps, COUNTS)), "]", sep="\n")
