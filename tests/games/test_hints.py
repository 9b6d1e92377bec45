"""Asking for a hint: counted, kept in the log, skipped by undo."""

from typing import Any

import pytest

from games import threads
from games.models import Move, Result
from tests.games.cast import Caller, alone, challenge, keep, log_of
from tests.games.sockets import Sockets

pytestmark = pytest.mark.django_db(transaction=True)
Json = dict[str, Any]


@pytest.fixture
def practice(alice: Caller) -> Json:
    """She plays alone, where hints are allowed; the first hint is a move, not a deal."""
    race: Json = alone(alice, code=keep().code, undo="last100")
    return race


@pytest.fixture
def without(alice: Caller, bob: Caller) -> Json:
    """A challenge without hints; alice has begun."""
    race: Json = alice.post(f"races/{challenge(alice, bob)['id']}/begin")
    return race


async def test_a_hint_names_a_move_that_is_legal(
    sockets: Sockets, alice: Caller, practice: Json
) -> None:
    hers = await sockets.open(practice, alice)
    before = hers.board
    answer = await hers.play("H")
    [effect] = answer["effects"]
    source, count, target = effect["hint"]
    assert target in before["legal"][str(source)][str(count)]
    now = answer["board"]
    assert (now["seq"], now["hints"], now["moves"]) == (1, 1, 0)
    assert now["columns"] == before["columns"]
    assert (await hers.play(f"{source}-{target}x{count}"))["type"] == "board"


async def test_a_hint_that_is_sent_again_is_counted_once_and_told_again(
    sockets: Sockets, alice: Caller, practice: Json
) -> None:
    hers = await sockets.open(practice, alice)
    frame = {"type": "hint", "id": "h1", "seq": 1}
    first = await hers.ask(frame)
    again = await hers.ask(frame)
    assert (again["again"], again["effects"]) == (True, first["effects"])
    assert again["board"]["hints"] == 1


async def test_undo_skips_a_hint_and_does_not_give_it_back(
    sockets: Sockets, alice: Caller, practice: Json
) -> None:
    hers = await sockets.open(practice, alice)
    await hers.play("D")
    await hers.play("H")
    answer = await hers.play("U")
    assert answer["effects"][0] == {"undone": 1}
    now = answer["board"]
    assert (now["moves"], now["undos"], now["hints"], now["seq"]) == (0, 1, 1, 3)


async def test_the_log_and_the_result_keep_it(
    sockets: Sockets, alice: Caller, practice: Json
) -> None:
    hers = await sockets.open(practice, alice)
    await hers.play("H")
    await hers.play("R")
    assert await threads.run(log_of, await threads.run(alice.attempt, practice)) == ["H", "R"]
    assert await threads.run(Result.objects.values_list("hints", flat=True).get) == 1


async def test_where_the_host_allows_none_it_is_refused(
    sockets: Sockets, alice: Caller, without: Json
) -> None:
    hers = await sockets.open(without, alice)
    answer = await hers.play("H")
    assert (answer["type"], answer["code"]) == ("refused", "hints_off")
    assert answer["board"]["hints"] == 0
    assert not await threads.run(Move.objects.exists)


async def test_when_the_game_is_over_that_is_what_is_said(
    sockets: Sockets, alice: Caller, practice: Json
) -> None:
    hers = await sockets.open(practice, alice)
    await hers.play("R")
    assert (await hers.play("H"))["code"] == "already_finished"


async def test_no_hint_is_had_by_naming_another_action_anew(
    sockets: Sockets, alice: Caller, without: Json
) -> None:
    hers = await sockets.open(without, alice)
    first = await hers.play("D", name="a1")
    again = await hers.ask({"type": "hint", "id": "a1", "seq": 1})
    assert (again["again"], again["effects"]) == (True, first["effects"])
    assert again["board"]["hints"] == 0
