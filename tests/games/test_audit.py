"""The operator's ``audit``: what is stored is held against itself."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F, QuerySet, Value

from games import accounts, audit, dealing
from games.audit.deals import of_deal
from games.clock import TestClock
from games.models import Attempt, Deal, Look, Move, Race, Result, ResultQuerySet, Seat
from tests.games.cast import Caller, Json, act, alone, challenge, keep, results_of, win

pytestmark = pytest.mark.django_db(transaction=True)
LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)


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
    clock.advance(minutes=2)
    return won


def test_all_is_well_where_people_have_played(
    played: int, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("audit")
    told = capsys.readouterr().out
    assert told == "All is well: 1 deal, 2 races, 3 attempts, 70 moves, 2 results.\n"


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
    ("everybody has ended, but it goes on", lambda _: _reopen("open")),
    ("everybody has ended, but it goes on", lambda _: _reopen("live", seats=16)),
    ("no seat holds it", lambda won: Seat.objects.filter(attempt=won).delete()),
    (
        "its result ended after 90001 ms, its log after 90000",
        lambda won: Result.objects.filter(pk=won).update(
            ended_at=F("ended_at") + timedelta(milliseconds=1)
        ),
    ),
    ("does not count as the first", lambda _: Attempt.objects.update(first=False)),
    (
        "it counts as the first, but its player knew the cards",
        lambda _: (
            Attempt.objects.update(first=False),
            Attempt.objects.filter(state="playing").update(first=True),
        ),
    ),
    (
        "it counts as the first, but its player knew the cards",
        lambda won: Look.objects.create(
            deal=Deal.objects.get(), player=Attempt.objects.get(pk=won).player, at=LONG_AGO
        ),
    ),
    ("not those that the key gives", lambda _: Deal.objects.update(origin="drawn")),
    ("not those that the key gives", lambda _: Deal.objects.update(origin="chosen")),
    ("its cards cannot be read", lambda _: Deal.objects.update(layout_json={})),
]


@pytest.mark.parametrize(("told", "spoil"), SPOILT, ids=[told for told, _ in SPOILT])
def test_whatever_is_not_as_it_must_be_is_told(
    played: int, told: str, spoil: Callable[[int], object], capsys: pytest.CaptureFixture[str]
) -> None:
    assert Race.objects.filter(state="closed").count() == 1
    spoil(played)
    with pytest.raises(CommandError, match=r"faults? in 1 deal, "):
        call_command("audit")
    assert told in capsys.readouterr().out


def test_cards_that_cannot_be_read_are_one_fault_and_the_rest_is_looked_at(played: int) -> None:
    Deal.objects.update(layout_json=[])
    with pytest.raises(CommandError, match=r"^1 fault in 1 deal, "):
        call_command("audit")
    Seat.objects.filter(attempt=played).delete()
    _reopen("live")
    told = "\n".join(audit.faults())
    assert "cannot be read" in told
    assert "no seat holds it" in told
    assert "but it goes on" in told


def test_a_race_has_a_minute_to_close(played: int, clock: TestClock) -> None:
    _reopen("open")
    clock.advance(minutes=-1)
    assert list(audit.faults()) == []


def test_who_has_just_looked_may_have_been_too_late_or_not(played: int) -> None:
    attempt = Attempt.objects.get(pk=played)
    Look.objects.create(deal=attempt.deal, player=attempt.player, at=attempt.begun_at)
    assert list(audit.faults()) == []
    Attempt.objects.filter(player=attempt.player).update(first=False)
    assert list(audit.faults()) == []


def test_which_was_first_is_not_told_by_when_they_began(played: int) -> None:
    first = Attempt.objects.get(pk=played)
    again = Attempt.objects.filter(player=first.player, first=False)
    again.update(begun_at=first.begun_at - timedelta(minutes=5))
    assert list(audit.faults()) == []


def test_cards_of_another_key_are_not_held_against_this_one(played: int) -> None:
    Deal.objects.update(origin="drawn", key_fingerprint="0" * 8)
    assert list(audit.faults()) == []


def test_a_deal_that_was_drawn_has_the_cards_of_its_number(alice: Caller, bob: Caller) -> None:
    challenge(alice, bob)
    assert Deal.objects.get().origin == "drawn"
    assert list(audit.faults()) == []


def test_a_missing_key_is_told_once(played: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> bytes:
        raise dealing.MissingKey

    monkeypatch.setattr(dealing, "key", missing)
    Deal.objects.update(origin="drawn")
    assert list(audit.faults()) == [
        "the key that the deals were made with is missing or cannot be read"
    ]


def test_places_are_counted_again(played: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def all_second(results: ResultQuerySet, *among: str) -> "QuerySet[Result]":
        return results.won().annotate(place=Value(2), draw=Value(False))

    monkeypatch.setattr(ResultQuerySet, "with_places", all_second)
    told = "\n".join(audit.faults())
    assert "its board of people (classic, sealed) has not the places of its results" in told
    assert "its places are not those of its results" in told


def test_boards_of_all_kinds_with_draws_are_ranked_as_counted(db: None) -> None:
    deal = dealing.draw("spider", 4)
    outcomes: list[Json] = [
        {"moves": moves, "bot": bot} for moves in (120, 117, 117, 130) for bot in (True, False)
    ]
    outcomes += [{"won": False}, {"undo": "none"}, {"first": False, "moves": 1}]
    results_of(deal, None, outcomes)
    assert list(of_deal(deal)) == []


def _reopen(mode: str, seats: int = 2) -> None:
    races = Race.objects.filter(state="closed")
    races.update(state="running", closed_at=None, mode=mode, seat_limit=seats)


def _moves(attempt: int, seq: int) -> "QuerySet[Move]":
    return Move.objects.filter(attempt=attempt, seq=seq)
