"""Fills an installation with races of two that are being played: ``python -m bench.stock 50 0``.

So many races, and so many actions of a recorded game stored of each of their attempts; with a third
number so many, where the record is played to there and then a move is made and undone again and
again. Prints, as JSON, the id of each race and the tokens of its two players. The recorded games
have been imported (``ours.installation``). Rows go in as they are, in bulk: what is measured comes
afterwards.
"""

import json
import os
import secrets
import sys
from collections.abc import Iterator
from datetime import timedelta

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spiderweb.settings")

import django

django.setup()

from django.db import transaction  # noqa: E402

from bench.sites import CODES, RECORDS, record_of  # noqa: E402
from games import accounts, clock, names  # noqa: E402
from games.engine import Code  # noqa: E402
from games.models import Attempt, Deal, Move, Player, Race, Seat, Token  # noqa: E402

AT_ONCE = 500  # races that are stored in one transaction
DAY_S = 24 * 3600
MOVE_MS = 1500


class Shelf:
    """Makes the rows of some races; the deals are those of the recorded games."""

    def __init__(self, length: int, to_and_fro: int) -> None:
        self.length, self.to_and_fro = length, to_and_fro
        self.codes = [Code.parse(text) for text in CODES]
        deals = {(deal.game, deal.suits, deal.number): deal for deal in Deal.objects.all()}
        self.deals = [deals[code.game, code.suits, code.number] for code in self.codes]

    def races(self, numbers: range) -> Iterator[tuple[str, list[str]]]:
        """Store the races of these numbers; their ids and tokens."""
        tokens = [[secrets.token_urlsafe(32) for _ in range(2)] for _ in numbers]
        players = Player.objects.bulk_create([_guest() for _ in numbers for _ in range(2)])
        Token.objects.bulk_create(
            Token(player=player, digest=accounts.digest(token))
            for player, token in zip(players, (t for pair in tokens for t in pair), strict=True)
        )
        pairs = [players[at : at + 2] for at in range(0, len(players), 2)]
        made = [self._race(n, pair[0]) for n, pair in zip(numbers, pairs, strict=True)]
        races = Race.objects.bulk_create(made)
        seats = [
            (race, place, player)
            for race, pair in zip(races, pairs, strict=True)
            for place, player in enumerate(pair, 1)
        ]
        attempts = Attempt.objects.bulk_create(
            [_attempt(race, player) for race, _, player in seats]
        )
        Seat.objects.bulk_create(
            Seat(race=race, player=player, number=place, attempt=attempt)
            for (race, place, player), attempt in zip(seats, attempts, strict=True)
        )
        records = [self._log(number) for number in numbers for _ in range(2)]
        Move.objects.bulk_create(
            (
                Move(attempt=attempt, seq=seq, client_id=str(seq), action=action, ms=seq * MOVE_MS)
                for attempt, record in zip(attempts, records, strict=True)
                for seq, action in enumerate(record, 1)
            ),
            batch_size=5000,
        )
        return zip((race.pk for race in races), tokens, strict=True)

    def _log(self, number: int) -> list[str]:
        record = RECORDS[record_of(number)][: self.length]
        turn = RECORDS[record_of(number)][self.length], "U"
        return record + [turn[n % 2] for n in range(self.to_and_fro - len(record))]

    def _race(self, number: int, host: Player) -> Race:
        code = self.codes[record_of(number)]
        return Race(
            deal=self.deals[record_of(number)],
            mode=Race.OPEN,
            build=code.build,
            undo="last100" if self.to_and_fro else "sealed",
            hints=False,
            seat_limit=2,
            time_limit_s=DAY_S,
            window_s=DAY_S,
            host=host,
            code_chosen=True,
            opens_deal=False,
            state=Race.RUNNING,
            ends_at=clock.now() + timedelta(seconds=DAY_S),
        )


def _guest() -> Player:
    name = f"guest-{secrets.randbelow(10**15)}"
    player = Player(name=name, guest=True, skeleton=names.skeleton(name))
    player.set_unusable_password()
    return player


def _attempt(race: Race, player: Player) -> Attempt:
    begun = clock.now() - timedelta(hours=2)
    return Attempt(
        deal=race.deal,
        player=player,
        build=race.build,
        undo=race.undo,
        hints=race.hints,
        first=True,
        begun_at=begun,
        deadline=begun + timedelta(seconds=DAY_S),
    )


def main(races: int, length: int, to_and_fro: int = 0) -> None:
    """Store them, and print where they are."""
    shelf = Shelf(length, to_and_fro)
    made: list[tuple[str, list[str]]] = []
    for first in range(0, races, AT_ONCE):
        with transaction.atomic():
            made += shelf.races(range(first, min(first + AT_ONCE, races)))
    json.dump(made, sys.stdout)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
