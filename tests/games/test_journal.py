"""The writer of moves: one commit for all who wait, and what a failure costs."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import OperationalError

from games import journal as module
from games import logs, play, threads
from games.clock import now
from games.engine import DEAL, RESIGN
from games.journal import Ending, Journal, Row, Unavailable, journal
from games.models import Attempt, Move, Result
from tests.games.cast import Caller, act, alone, log_of
from tests.games.sockets import Sockets
from tests.support.bot import frame

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE_S = 20


@pytest.fixture
def attempts(alice: Caller) -> list[int]:
    """Three attempts, of three races."""
    return [alice.attempt(alone(alice)) for _ in range(3)]


def deal(attempt_id: int, seq: int = 1, name: str | None = None) -> Row:
    """A deal's row."""
    return Row(attempt_id, seq, name or f"k{seq}", "D", 10)


def resignation(attempt_id: int, seq: int = 1) -> Row:
    """The row that ends an attempt."""
    ended = datetime(2026, 3, 1, 12, tzinfo=UTC)
    return Row(attempt_id, seq, None, "R", 10, Ending("resigned", 3, 9, 1, 0, 0, 497, ended))


def in_one_batch(*rows: Row) -> list[bool | str]:
    """Write rows in one commit: what each waiter is told."""

    async def batch() -> list[bool | BaseException]:
        own = Journal()
        with own._wake:  # so that its thread finds them all at once
            waiting = [own.submit(row) for row in rows]
        async with asyncio.timeout(PATIENCE_S):
            told = await asyncio.gather(*waiting, return_exceptions=True)
        await asyncio.to_thread(own.close)
        return told

    told = asyncio.run(batch())
    return [news if isinstance(news, bool) else type(news).__name__ for news in told]


class TestOneCommit:
    """Many rows go in together; a row that cannot does not hold up the others."""

    def test_rows_of_many_attempts_go_in_together(self, attempts: list[int]) -> None:
        assert in_one_batch(*map(deal, attempts)) == [True, True, True]
        assert Move.objects.count() == 3

    def test_a_taken_place_fails_that_row_alone(self, attempts: list[int]) -> None:
        a, b, c = attempts
        assert in_one_batch(deal(a), deal(a, name="other"), deal(b), deal(c)) == [
            True,
            False,
            True,
            True,
        ]
        assert [log_of(pk) for pk in attempts] == [["D"], ["D"], ["D"]]

    def test_a_known_client_id_fails_that_row_alone(self, attempts: list[int]) -> None:
        a, b, _ = attempts
        assert in_one_batch(deal(a, 1, "k"), deal(a, 2, "k"), deal(b, 1, "k")) == [
            True,
            False,
            True,
        ]

    def test_rows_of_the_server_have_no_name_and_do_not_collide(self, attempts: list[int]) -> None:
        a = attempts[0]
        rows = [Row(a, seq, None, "D", 1) for seq in (1, 2)]
        assert in_one_batch(*rows) == [True, True]

    def test_a_row_of_no_attempt_fails_alone(self, attempts: list[int]) -> None:
        a, b, _ = attempts
        told = in_one_batch(deal(a), deal(10**9), deal(b))
        assert told == [True, "Unavailable", True]
        assert Move.objects.count() == 2


class TestTheLastRow:
    """It and the result are one transaction."""

    def test_the_result_is_written_with_it(self, attempts: list[int]) -> None:
        a = attempts[0]
        assert in_one_batch(resignation(a)) == [True]
        result = Result.objects.get(pk=a)
        assert (result.won, result.moves, result.seconds, result.score) == (False, 3, 9, 497)
        assert Attempt.objects.get(pk=a).state == "resigned"

    def test_a_lost_place_writes_no_result(self, attempts: list[int]) -> None:
        a = attempts[0]
        assert in_one_batch(deal(a), resignation(a)) == [True, False]
        assert not Result.objects.exists()
        assert Attempt.objects.get(pk=a).state == "playing"

    def test_a_result_that_cannot_be_written_takes_the_row_with_it(
        self, attempts: list[int], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        a, b, _ = attempts

        def broken(**values: Any) -> None:
            raise ValueError("no result")

        with monkeypatch.context() as patch:
            patch.setattr(Result.objects, "create", broken)
            assert in_one_batch(resignation(a), deal(b)) == ["Unavailable", True]
        assert log_of(a) == []
        assert Attempt.objects.get(pk=a).state == "playing"
        assert in_one_batch(resignation(a)) == [True]

    def test_there_is_one_result(self, attempts: list[int]) -> None:
        a = attempts[0]
        assert in_one_batch(resignation(a, 1), resignation(a, 2)) == [True, "Unavailable"]
        assert (log_of(a), Result.objects.count()) == (["R"], 1)


class TestTheThread:
    """It starts with the first row and ends when it is told to."""

    async def test_what_waits_is_written_before_it_ends(self, attempts: list[int]) -> None:
        own = Journal()
        told = [own.submit(deal(pk)) for pk in attempts]
        await asyncio.to_thread(own.close)
        assert await asyncio.gather(*told) == [True, True, True]
        assert own._thread is None

    async def test_it_starts_again_after_it_was_closed(self, attempts: list[int]) -> None:
        own = Journal()
        own.close()
        assert await own.append(deal(attempts[0])) is True
        await asyncio.to_thread(own.close)

    async def test_a_row_that_comes_while_it_closes_is_not_stored(
        self, attempts: list[int]
    ) -> None:
        own = Journal()
        own._stopping = True
        with pytest.raises(Unavailable):
            await own.append(deal(attempts[0]))
        assert not await Move.objects.aexists()

    async def test_who_goes_away_does_not_stop_the_commit(self, attempts: list[int]) -> None:
        waiting = asyncio.ensure_future(journal.append(deal(attempts[0])))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert await journal.append(deal(attempts[1])) is True
        assert await threads.run(log_of, attempts[0]) == ["D"]


class TestAFailingDatabase:
    """Nothing is answered as stored, nothing has changed, and the next action goes."""

    @pytest.fixture
    def broken(self, monkeypatch: pytest.MonkeyPatch) -> Any:
        """A switch: while it is on, no commit goes through."""
        commit, switch = module._commit, {"on": True}

        def failing(rows: list[Row]) -> list[bool]:
            if switch["on"]:
                raise OperationalError("disk full")
            return commit(rows)

        monkeypatch.setattr(module, "_commit", failing)
        return switch

    def test_all_rows_of_the_batch_are_unavailable(self, attempts: list[int], broken: Any) -> None:
        assert in_one_batch(*map(deal, attempts)) == ["Unavailable"] * 3
        broken["on"] = False
        assert in_one_batch(*map(deal, attempts)) == [True, True, True]

    async def test_a_player_is_told_and_may_send_it_again(
        self, sockets: Sockets, alice: Caller, broken: Any
    ) -> None:
        race = await threads.run(alone, alice)
        socket = await sockets.open(race, alice)
        refused = await socket.ask(frame("D", 1, "k1"))
        assert (refused["type"], refused["code"]) == ("refused", "unavailable")
        await socket.send({"type": "sync"})
        assert (await socket.until("welcome"))["board"]["seq"] == 0
        broken["on"] = False
        answer = await socket.ask(frame("D", 1, "k1"))
        assert (answer["type"], answer["board"]["seq"]) == ("board", 1)
        assert "again" not in answer
        assert await threads.run(log_of, await threads.run(alice.attempt, race)) == ["D"]

    async def test_a_log_that_cannot_be_read_is_unavailable_too(
        self, sockets: Sockets, alice: Caller, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        race = await threads.run(alone, alice)
        socket = await sockets.open(race, alice)
        table = play.table_of(await threads.run(alice.attempt, race))

        def unreadable(attempt_id: int) -> Any:
            raise OperationalError("connection lost")

        table.loaded = False
        with monkeypatch.context() as patch:
            patch.setattr(logs, "read", unreadable)
            refused = await socket.ask(frame("D", 1, "k1"))
            assert (refused["type"], refused["code"]) == ("refused", "unavailable")
        assert (await socket.ask(frame("D", 1, "k1")))["board"]["seq"] == 1

    def test_a_resignation_that_cannot_be_stored_is_unavailable(
        self, alice: Caller, broken: Any
    ) -> None:
        race = alone(alice)
        assert alice.does(f"races/{race['id']}/resign") == (503, "unavailable")
        broken["on"] = False
        assert alice.does(f"races/{race['id']}/resign") == (200, None)
        assert log_of(alice.attempt(race)) == ["R"]


class TestTheTable:
    """What is in memory is what is stored."""

    def test_the_log_is_read_back_as_it_was_played(self, attempts: list[int]) -> None:
        a = attempts[0]
        answer = act(a, "D", "D", "D")
        kept = logs.read(a)
        assert kept.game.view() == play_view(answer)
        assert [str(action) for action in kept.actions] == ["D", "D", "D"]
        assert kept.client_ids == ["c1", "c2", "c3"]
        assert kept.game.problems() == []

    async def test_a_table_is_one_while_it_is_held_and_goes_after(
        self, attempts: list[int]
    ) -> None:
        one = play.table_of(attempts[0])
        assert play.table_of(attempts[0]) is one
        assert play.table_of(attempts[1]) is not one
        pk = attempts[0]
        del one
        assert pk not in play._tables

    async def test_an_end_and_a_move_at_once_are_one_after_the_other(
        self, attempts: list[int]
    ) -> None:
        a = attempts[0]
        table = play.table_of(a)
        moved, ended = await asyncio.gather(
            play.act(table, DEAL, "k1", 1, arrived=now()), play.end(a, RESIGN)
        )
        assert ended is True
        assert await threads.run(log_of, a) == (["R"] if moved.refused else ["D", "R"])
        assert not await play.end(a, RESIGN)


def play_view(answer: play.Answer) -> dict[str, Any]:
    """The engine's part of a board."""
    assert answer.board is not None
    others = {"seq", "state", "practice", "seconds", "begun_at"}
    return {name: value for name, value in answer.board.items() if name not in others}
