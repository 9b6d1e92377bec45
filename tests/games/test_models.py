"""What must always hold is a constraint of the database."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, models, transaction

from games.engine import Code
from games.models import Attempt, Deal, Look, Move, Player, Race, Result, Seat, Token
from tests.games.cast import Caller, alone, challenge, stored

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def things(alice: Caller, bob: Caller) -> dict[str, Any]:
    """One of each."""
    race = stored(challenge(alice, bob))
    solo = stored(alone(alice))
    attempt = Attempt.objects.get()
    Move.objects.create(attempt=attempt, seq=1, client_id="k1", action="D", ms=1)
    Result.objects.create(attempt=attempt, **RESULT)
    Look.objects.create(deal=race.deal, player=alice.player)
    return {"race": race, "solo": solo, "attempt": attempt, "alice": alice.player}


RESULT: dict[str, Any] = {
    "won": False,
    "moves": 1,
    "seconds": 1,
    "undos": 0,
    "hints": 0,
    "sequences": 0,
    "score": 499,
    "ended_at": datetime(2026, 3, 1, 12, tzinfo=UTC),
}


def copy(thing: models.Model, **changes: Any) -> Callable[[], Any]:
    """Save a second one, with changes."""

    def save() -> None:
        pk = thing.pk
        found = type(thing)._default_manager.get(pk=pk)
        found.pk = None
        found._state.adding = True
        for name, value in changes.items():
            setattr(found, name, value)
        found.save(force_insert=True)

    return save


def change(thing: models.Model, **changes: Any) -> Callable[[], Any]:
    """Change the one there is."""
    return lambda: type(thing)._default_manager.filter(pk=thing.pk).update(**changes)


def wrongs(t: dict[str, Any]) -> dict[str, Callable[[], Any]]:
    """By what they break: what no process may store."""
    race, solo, attempt = t["race"], t["solo"], t["attempt"]
    deal, seat, move = race.deal, race.seats.first(), Move.objects.get()
    return {
        "one name a player": copy(t["alice"]),
        "one token a digest": copy(Token.objects.first() or t["alice"]),
        "one deal a number": copy(deal),
        "suits 3": copy(deal, number=1, suits=3),
        "number below 0": copy(deal, number=-1),
        "number of eight letters": copy(deal, number=26**7),
        "17 seats": change(race, seat_limit=17),
        "alone with two seats": change(solo, seat_limit=2),
        "closed without a time": change(race, state="closed", closed_at=None),
        "cancelled without a time": change(race, state="cancelled", closed_at=None),
        "running with an end": change(race, closed_at=race.created_at),
        "two first attempts": copy(attempt),
        "deadline at the begin": change(attempt, deadline=attempt.begun_at),
        "deadline before it": change(attempt, deadline=attempt.begun_at - timedelta(seconds=1)),
        "a player twice in a race": copy(seat, number=9),
        "two players on a seat": copy(seat, player=Player.objects.create(name="dora")),
        "an attempt on two seats": copy(
            solo.seats.get(), number=2, player=Player.objects.create(name="emil")
        ),
        "seat 0": change(seat, number=0),
        "a seq twice": copy(move, client_id="k2"),
        "a client id twice": copy(move, seq=2),
        "seq 0": change(move, seq=0),
        "two results": lambda: Result.objects.create(attempt=attempt, **RESULT),
        "two looks": copy(Look.objects.get()),
        "a move of no attempt": copy(move, attempt_id=10**9),
        "a deal that is raced goes": lambda: Deal.objects.filter(pk=deal.pk)._raw_delete("default"),
    }


def test_the_database_refuses_every_one_of_them(things: dict[str, Any]) -> None:
    broken = wrongs(things)
    assert len(broken) == 25
    for name, wrong in broken.items():
        try:
            with transaction.atomic():
                wrong()
        except IntegrityError:
            continue
        pytest.fail(f"stored: {name}")


def test_each_of_their_neighbours_goes(things: dict[str, Any], bob: Caller) -> None:
    race, attempt = things["race"], things["attempt"]
    copy(race.deal, number=0)()
    copy(race.deal, number=26**7 - 1)()
    copy(attempt, first=False)()
    copy(attempt, player=bob.player)()
    copy(Move.objects.get(), seq=2, client_id=None)()
    copy(Move.objects.get(seq=1), seq=3, client_id=None)()
    change(race, seat_limit=16)()
    change(race, seat_limit=0)()
    change(race, state="closed", closed_at=race.created_at)()
    assert Move.objects.count() == 3
    assert Attempt.objects.count() == 3


def test_ids_are_random_and_read_aloud_without_doubt() -> None:
    from games.models import ID_ALPHABET, race_id

    ids = {race_id() for _ in range(200)}
    assert len(ids) == 200
    assert all(len(pk) == 10 and set(pk) <= set(ID_ALPHABET) for pk in ids)
    assert not set("0o1il") & set(ID_ALPHABET)


def test_things_say_what_they_are(things: dict[str, Any]) -> None:
    race, attempt = things["race"], things["attempt"]
    assert str(race) == f"open race {race.pk}"
    assert str(attempt) == f"attempt {attempt.pk} of alice"
    assert str(Move.objects.get()) == "1. D"
    assert str(Result.objects.get()) == "1 moves, 1 s"
    assert str(race.seats.get(number=2)) == f"seat 2 of {race.pk}"
    assert str(race.deal) == str(Code("spiderette", 1, "classic", race.deal.number))
    assert str(Look.objects.get()) == f"alice looked at {race.deal}"
    assert str(Token.objects.filter(player=things["alice"]).first()) == "token of alice"
    assert Seat.objects.count() == 3


def test_an_administrator_is_made_by_name() -> None:
    admin = Player.objects.create_superuser("admin", "a good password")
    assert admin.is_staff
    assert admin.is_superuser
    assert admin.check_password("a good password")
    assert not Race.objects.exists()
