"""A race of two on a deal that the server drew: alice has ended, bob plays."""

from typing import Any

from games.models import Race
from tests.games.cast import Caller, Json, act, challenge

DRAWN = {"game": "spiderette", "suits": 4}


class Scene:
    """A race of alice and bob on a deal that the server drew."""

    def __init__(self, alice: Caller, bob: Caller, **wish: Any) -> None:
        self.alice, self.bob = alice, bob
        self.race = challenge(alice, bob, **(DRAWN | wish))
        for caller in (alice, bob):
            caller.post(f"races/{self.race['id']}/begin")
        self.hers, self.his = alice.attempt(self.race), bob.attempt(self.race)
        act(self.hers, "D")
        act(self.his, "D", "D")
        alice.post(f"races/{self.race['id']}/resign")
        self.stored = Race.objects.select_related("deal").get(pk=self.race["id"])
        self.deal = self.stored.deal
        self.code = str(self.stored.code)

    def seen(self, caller: Caller) -> Json:
        """The race as somebody sees it."""
        race: Json = caller.get(f"races/{self.race['id']}")
        return race

    def close(self) -> None:
        """bob gives up too."""
        self.bob.post(f"races/{self.race['id']}/resign")
