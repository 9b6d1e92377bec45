"""Many sockets that ask at once share a read, and never one that began before they asked."""

import asyncio
import threading
from typing import Any

import pytest

from games import reading, state
from games.models import Race
from games.refusals import Refusal
from tests.games.cast import Caller, alone

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def race(alice: Caller) -> Any:
    """She plays alone."""
    return alone(alice)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> "Reads":
    """Holds each read until it is let go."""
    reads = Reads()
    monkeypatch.setattr(state, "read", reads)
    return reads


class Reads:
    """``state.read``, counted, and held where a test wants it."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.go = threading.Event()
        self._read = state.read

    def __call__(self, race_id: str) -> state.Facts:
        """The rev that it finds is noted, then it waits."""
        facts = self._read(race_id)
        self.begun.append(facts.race.rev)
        self.go.wait(20)
        return facts

    async def under_way(self, count: int) -> None:
        """Until so many reads have begun."""
        while len(self.begun) < count:
            await asyncio.sleep(0.01)


async def test_who_asks_during_a_read_waits_for_the_next_one(race: Any, reads: Reads) -> None:
    first = asyncio.create_task(reading.facts(race["id"]))
    await reads.under_way(1)
    await Race.objects.filter(pk=race["id"]).aupdate(rev=99)
    later = [asyncio.create_task(reading.facts(race["id"])) for _ in range(15)]
    await asyncio.sleep(0)
    reads.go.set()
    assert (await first).race.rev != 99
    found = await asyncio.gather(*later)
    assert {facts.race.rev for facts in found} == {99}
    assert len(reads.begun) == 2, "the fifteen share one read"


async def test_a_race_that_is_not_there_is_refused_to_all_who_asked() -> None:
    asked = [reading.facts("nothinghere") for _ in range(3)]
    found = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(fault) for fault in found] == [Refusal] * 3
