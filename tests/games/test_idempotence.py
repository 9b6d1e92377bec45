"""An action is numbered and named: whatever is sent twice happens once."""

import asyncio
from typing import Any

import pytest

from games import play, threads
from games.clock import TestClock, now
from games.engine import DEAL
from games.models import Move, Result
from tests.games.cast import Caller, act, alone, keep, log_of
from tests.games.sockets import Sockets
from tests.support.bot import frame

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def race(alice: Caller) -> dict[str, Any]:
    """alice plays alone."""
    return alone(alice)


@pytest.fixture
def attempt(alice: Caller, race: dict[str, Any]) -> int:
    """Her attempt."""
    return alice.attempt(race)


@pytest.fixture
def nearly_won(alice: Caller, clock: TestClock) -> tuple[dict[str, Any], str]:
    """alice is one action short of a win: the race, and that action."""
    game = keep()
    race = alone(alice, code=game.code)
    act(alice.attempt(race), *game.actions[:-1])
    return race, game.actions[-1]


async def test_the_same_five_times_is_one_row_and_one_answer(
    sockets: Sockets, alice: Caller, race: dict[str, Any], attempt: int
) -> None:
    socket = await sockets.open(race, alice)
    first = await socket.ask(frame("D", 1, "k1"))
    assert "again" not in first
    for _ in range(4):
        answer = await socket.ask(frame("D", 1, "k1"))
        assert answer.pop("again") is True
        answer["board"]["seconds"] = first["board"]["seconds"]
        assert answer == first
    assert await threads.run(log_of, attempt) == ["D"]


async def test_five_at_once_are_one_row_too(
    sockets: Sockets, alice: Caller, race: dict[str, Any], attempt: int
) -> None:
    socket = await sockets.open(race, alice)
    for _ in range(5):
        await socket.send(frame("D", 1, "k1"))
    answers = [await socket.until("board", id="k1") for _ in range(5)]
    assert [answer.get("again") for answer in answers] == [None, True, True, True, True]
    assert all(answer["effects"] == answers[0]["effects"] for answer in answers)
    assert await threads.run(log_of, attempt) == ["D"]


async def test_again_tells_that_actions_effects_and_the_board_of_now(
    sockets: Sockets, alice: Caller, race: dict[str, Any]
) -> None:
    socket = await sockets.open(race, alice)
    first = await socket.ask(frame("D", 1, "k1"))
    await socket.ask(frame("D", 2, "k2"))
    await socket.ask(frame("R", 3, "k3"))
    again = await socket.ask(frame("D", 1, "k1"))
    assert again["effects"] == first["effects"]
    assert (again["board"]["seq"], again["board"]["state"]) == (3, "resigned")


@pytest.mark.parametrize(
    ("seq", "name"),
    [(1, "other"), (2, "k1"), (3, "k3"), (99, "k3"), (2**31 - 1, "k3")],
    ids=["taken seq", "taken id", "taken seq of another", "future", "far future"],
)
async def test_what_is_out_of_step_is_refused_with_the_true_board(
    sockets: Sockets, alice: Caller, race: dict[str, Any], attempt: int, seq: int, name: str
) -> None:
    socket = await sockets.open(race, alice)
    await socket.ask(frame("D", 1, "k1"))
    if name == "k3" and seq == 3:
        seq = 1
    refused = await socket.ask(frame("D", seq, name))
    assert (refused["type"], refused["code"], refused["id"]) == ("refused", "out_of_step", name)
    assert refused["board"]["seq"] == 1
    assert await threads.run(log_of, attempt) == ["D"]
    assert (await socket.play("D"))["board"]["seq"] == 2


async def test_what_was_refused_is_not_remembered(
    sockets: Sockets, alice: Caller, race: dict[str, Any]
) -> None:
    socket = await sockets.open(race, alice)
    assert (await socket.ask(frame("U", 1, "k1")))["code"] == "undo_nothing"
    assert (await socket.ask(frame("D", 1, "k1")))["type"] == "board"


async def test_two_deals_in_one_tick_deal_one_row(
    sockets: Sockets, alice: Caller, race: dict[str, Any], attempt: int
) -> None:
    socket = await sockets.open(race, alice)
    await socket.send(frame("D", 1, "a"))
    await socket.send(frame("D", 1, "b"))
    assert (await socket.receive())["type"] == "board"
    refused = await socket.until("refused")
    assert (refused["code"], refused["board"]["stock"]["cards"]) == ("out_of_step", 17)
    assert await threads.run(log_of, attempt) == ["D"]


async def test_of_two_tabs_each_seq_has_one_winner(
    sockets: Sockets, alice: Caller, race: dict[str, Any], attempt: int
) -> None:
    one, other = await sockets.open(race, alice), await sockets.open(race, alice)

    async def deal(tab: Any, name: str) -> dict[str, Any]:
        answer: dict[str, Any] = await tab.ask(frame("D", 1, name))
        return answer

    answers = await asyncio.gather(deal(one, "a"), deal(other, "b"))
    assert sorted(answer["type"] for answer in answers) == ["board", "refused"]
    assert await threads.run(log_of, attempt) == ["D"]


async def test_a_second_tab_gets_the_board_without_an_id(
    sockets: Sockets, alice: Caller, race: dict[str, Any]
) -> None:
    one, other = await sockets.open(race, alice), await sockets.open(race, alice)
    mine = await one.play("D")
    theirs = await other.until("board")
    assert "id" not in theirs
    assert theirs["effects"] == mine["effects"]
    assert theirs["board"] | {"seconds": 0} == mine["board"] | {"seconds": 0}
    assert (await other.play("D"))["board"]["seq"] == 2
    assert (await one.until("board"))["board"]["seq"] == 2


async def test_the_socket_is_cut_after_the_commit_and_the_action_sent_again(
    sockets: Sockets, alice: Caller, race: dict[str, Any], attempt: int
) -> None:
    table = play.table_of(attempt)
    stored = await play.act(table, DEAL, "k1", 1, arrived=now())
    del table
    socket = await sockets.open(race, alice)
    assert socket.board["seq"] == 1
    answer = await socket.ask(frame("D", 1, "k1"))
    assert answer["again"] is True
    assert answer["effects"] == stored.effects
    assert await threads.run(log_of, attempt) == ["D"]


async def test_the_answer_finds_nobody_and_the_move_is_kept(
    sockets: Sockets, alice: Caller, race: dict[str, Any], attempt: int
) -> None:
    socket = await sockets.open(race, alice)
    await socket.send(frame("D", 1, "k1"))
    await socket.close()
    again = await sockets.open(race, alice)
    answer = await again.ask(frame("D", 1, "k1"))
    assert answer["type"] == "board"
    assert answer["board"]["seq"] == 1
    assert await threads.run(log_of, attempt) == ["D"]


async def test_a_row_written_by_another_process_is_met_and_seen(
    sockets: Sockets, alice: Caller, race: dict[str, Any], attempt: int
) -> None:
    """The table in memory does not know of it; the fence in the database does."""
    socket = await sockets.open(race, alice)
    await socket.send({"type": "sync"})
    await socket.until("welcome")
    await threads.run(
        Move.objects.create, attempt_id=attempt, seq=1, client_id="theirs", action="D", ms=5
    )
    refused = await socket.ask(frame("D", 1, "mine"))
    assert (refused["code"], refused["board"]["seq"]) == ("out_of_step", 1)
    assert (await socket.ask(frame("D", 1, "theirs")))["again"] is True
    assert (await socket.ask(frame("D", 2, "mine")))["board"]["seq"] == 2
    assert await threads.run(log_of, attempt) == ["D", "D"]


async def test_move_move_undo_undo_move_in_one_tick_stay_in_step(
    sockets: Sockets, alice: Caller, race: dict[str, Any], attempt: int
) -> None:
    other, watcher = await sockets.open(race, alice), await sockets.open(race, alice)
    socket = await sockets.open(race, alice)
    actions = ["D", "D", "U", "U", "D"]
    for seq, action in enumerate(actions, 1):
        await socket.send(frame(action, seq, f"q{seq}"))
    last = await socket.until("board", id="q5")
    assert (last["board"]["seq"], last["board"]["moves"], last["board"]["undos"]) == (5, 1, 2)
    for tab in (other, watcher):
        while tab.board["seq"] < 5:
            await tab.receive()
        assert tab.board | {"seconds": 0} == last["board"] | {"seconds": 0}
    assert await threads.run(log_of, attempt) == actions


async def test_a_winning_move_sent_again_is_one_result_with_the_time_of_its_first_arrival(
    sockets: Sockets, alice: Caller, nearly_won: tuple[dict[str, Any], str], clock: TestClock
) -> None:
    race, last = nearly_won
    hers = await sockets.open(race, alice)
    win = frame(last, hers.board["seq"] + 1, "win")
    clock.advance(seconds=60)
    first = await hers.ask(win)
    await hers.line.disconnect()
    clock.advance(seconds=60)
    hers = await sockets.open(race, alice)
    again = await hers.ask(win)
    assert (first["board"]["state"], again["again"]) == ("won", True)
    assert first["board"]["seconds"] == again["board"]["seconds"] == 60
    assert await threads.run(list, Result.objects.values_list("seconds", flat=True)) == [60]
