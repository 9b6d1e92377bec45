"""The operator's ``audit``: what is stored is held against itself."""

from collections.abc import Callable

import pytest
from django.core.management import CommandError, call_command
from django.db.models import QuerySet

from games import accounts
from games.clock import TestClock
from games.models import Attempt, Deal, Move, Race, Result, Seat
from tests.games.cast import Caller, act, alone, challenge, keep, win

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def played(alice: Caller, bob: Caller, clock: TestClock) -> int:
    """alice has won a race that bob gave up, and plays on alone; the attempt that won."""
    game = keep()
    race = challenge(alice, bob, code=game.code)
    for caller in (alice, bob):
        caller.post(f"races/{race['id']}/begin")
    won = win(alice, race, game, clock)
    act(bob.attempt(race), "R")
    act(alice.attempt(alone(alice, code=game.code)), *game.actions[:5], "U")
    return won


def test_all_is_well_where_people_have_played(
    played: int, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("audit")
    told = capsys.readouterr().out
    assert told == "All is well: 1 deals, 2 races, 3 attempts, 70 moves, 2 results.\n"


SPOILT: list[tuple[str, Callable[[int], object]]] = [
    ("its log has a gap", lambda won: Move.objects.get(attempt=won, seq=3).delete()),
    ("bad_column: number=2", lambda won: _moves(won, 2).update(action="0-1")),
    ("its log cannot be replayed", lambda won: _moves(won, 2).update(action="what")),
    ("it is won, its log says playing", lambda won: _moves(won, 63).delete()),
    ("it has a result and goes on", lambda won: _moves(won, 63).delete()),
    ("it has ended without a result", lambda won: Result.objects.get(pk=won).delete()),
    ("which says moves 63", lambda won: Result.objects.filter(pk=won).update(moves=62)),
    ("which says seconds 90", lambda won: Result.objects.filter(pk=won).update(seconds=9)),
    ("not those that its commitment names", lambda _: Deal.objects.update(commitment="0" * 64)),
    (
        "somebody else",
        lambda won: Seat.objects.filter(attempt=won).update(player=accounts.make_guest()),
    ),
    ("but somebody plays", lambda won: Attempt.objects.filter(pk=won).update(state="playing")),
]


@pytest.mark.parametrize(("told", "spoil"), SPOILT, ids=[told for told, _ in SPOILT])
def test_whatever_is_not_as_it_must_be_is_told(
    played: int, told: str, spoil: Callable[[int], object], capsys: pytest.CaptureFixture[str]
) -> None:
    assert Race.objects.filter(state="closed").count() == 1
    spoil(played)
    with pytest.raises(CommandError, match="faults in 1 deals"):
        call_command("audit")
    assert told in capsys.readouterr().out


def _moves(attempt: int, seq: int) -> "QuerySet[Move]":
    return Move.objects.filter(attempt=attempt, seq=seq)
