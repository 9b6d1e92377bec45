"""What is alice's: a race with bob, in which both play, and a game alone."""

from typing import Any

from games.models import Attempt, Move, Player, Race, Result, Seat, Token
from tests.games.cast import Caller, Json, act, alone, challenge


class World:
    """alice's race with bob, her game alone, and how to tell whether they were touched."""

    def __init__(self, alice: Caller, bob: Caller) -> None:
        self.alice = alice
        self.race = challenge(alice, bob, game="spiderette", suits=4)
        for caller in (alice, bob):
            caller.post(f"races/{self.race['id']}/begin")
        act(alice.attempt(self.race), "D")
        act(bob.attempt(self.race), "D")
        self.alone = alone(alice, suits=4)
        self.before = self.hers()

    def hers(self) -> list[Any]:
        """Every row that is alice's."""
        player = self.alice.player
        rows = (
            Player.objects.filter(pk=player.pk),
            Token.objects.filter(player=player),
            Race.objects.filter(pk=self.alone["id"]),
            Seat.objects.filter(player=player),
            Attempt.objects.filter(player=player),
            Move.objects.filter(attempt__player=player),
            Result.objects.filter(attempt__player=player),
        )
        hosts = list(Race.objects.order_by("pk").values_list("pk", "host", "state"))
        return [hosts, *(list(each.order_by("pk").values()) for each in rows)]

    def ids(self, race: Json) -> Json:
        """What a stranger would have to guess."""
        code = Race.objects.select_related("deal").get(pk=race["id"]).code
        return {"race_id": race["id"], "attempt_id": self.alice.attempt(race), "code": str(code)}

    def is_untouched(self) -> bool:
        """Is all of it as it was?"""
        return self.hers() == self.before
