"""The live table: an attempt in memory, replayed from its moves, acted on, stored, answered.

A table is loaded when somebody needs it and goes when nobody holds it. It holds nothing
that its log does not: after a conflict with another tab or process it is replayed anew.
"""

import asyncio
import logging
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from weakref import WeakValueDictionary

from django.db import Error as DatabaseFault

from games import clock, closing, logs, news, threads
from games.engine import (
    HINT,
    TIME,
    Action,
    Game,
    Layout,
    Refused,
    Rules,
    advise,
    hint_effect,
)
from games.journal import Ending, Row, Unavailable, journal
from games.models import Attempt

log = logging.getLogger(__name__)

Effects = list[dict[str, Any]]

# A tab that is further behind gets the board without what led to it.
MOST_MISSED = 20


@dataclass(frozen=True, slots=True)
class Answer:
    """What an action came to: its effects, and the board as it is now.

    ``refused`` is the engine's or the log's code where it was not applied; ``board`` then is
    the true one. ``again`` says that the action had been stored before.
    """

    board: dict[str, Any]
    effects: Effects = field(default_factory=list)
    again: bool = False
    refused: str | None = None
    params: dict[str, Any] = field(default_factory=dict)


class Table:
    """One attempt in memory. ``lock`` is held from the check to the commit."""

    def __init__(self, attempt_id: int) -> None:
        self.attempt_id = attempt_id
        self.lock = asyncio.Lock()
        self.loaded = False
        # How far the log is by what other processes have told.
        self.heard = 0
        # The races it is played in, and its seats there: who is told of it.
        self.seats: list[tuple[str, int]] = []

    def fill(self, kept: logs.Kept) -> None:
        """Take over what was replayed from the database."""
        self.rules: Rules = kept.rules
        self.layout: Layout = kept.layout
        self.game: Game = kept.game
        self.actions: list[Action] = kept.actions
        self.ids = {name: seq for seq, name in enumerate(kept.client_ids, 1) if name}
        self.player_id = kept.player_id
        self.attempt = kept.attempt
        self.begun_at = kept.begun_at
        self.deadline = kept.deadline
        self.hints_allowed = kept.attempt.hints
        self.ended_at = kept.ended_at
        self.stored()

    def stored(self) -> None:
        """The position in memory is the one in the database, and may be told."""
        game, now = self.game, self.ended_at or clock.now()
        self.loaded = True
        self.standing = news.Standing(
            seq=self.seq,
            moves=game.moves,
            sequences=len(game.sequences),
            undos=game.undos,
            seconds=self.milliseconds(now) // 1000,
            state=self.state,
        )

    @property
    def seq(self) -> int:
        """The number of the last row of the log; 0 before the first."""
        return len(self.actions)

    @property
    def state(self) -> str:
        """The attempt's state, as the log says it."""
        return Attempt.WON if self.game.won else self.game.ended or Attempt.PLAYING

    def milliseconds(self, moment: datetime) -> int:
        """From the beginning of the attempt to a moment."""
        return max(0, (moment - self.begun_at) // timedelta(milliseconds=1))

    def board(self) -> dict[str, Any]:
        """The protocol's ``board``: all that the player may know."""
        seconds = self.milliseconds(self.ended_at or clock.now()) // 1000
        return board_of(self.attempt, self.game, self.seq, self.state, seconds)

    def effects_of(self, seq: int) -> Effects:
        """What the action ``seq`` did, found again by replaying up to it."""
        return self.game_before(seq).act(self.actions[seq - 1])

    def game_before(self, seq: int) -> Game:
        """The position in which the action ``seq`` was made, replayed."""
        game = Game(self.rules, self.layout)
        for action in self.actions[: seq - 1]:
            game.act(action)
        return game


def board_of(attempt: Attempt, game: Game, seq: int, state: str, seconds: int) -> dict[str, Any]:
    """The protocol's ``board`` of an attempt whose log, ``seq`` rows long, comes to ``game``."""
    return {
        "seq": seq,
        "state": state,
        "practice": attempt.practice,
        "seconds": seconds,
        "begun_at": clock.milliseconds(attempt.begun_at),
        **game.view(),
    }


_tables: WeakValueDictionary[int, Table] = WeakValueDictionary()


def table_of(attempt_id: int) -> Table:
    """The one table of an attempt in this process; keep it while it is needed."""
    table = _tables.get(attempt_id)
    if table is None:
        table = _tables[attempt_id] = Table(attempt_id)
    return table


async def board(table: Table) -> dict[str, Any]:
    """The board as it is stored, an action that is being committed included."""
    async with table.lock:
        await _load(table)
        await _end_if_due(table, clock.now())
        return table.board()


def held() -> list[Table]:
    """The tables that somebody needs in this process."""
    return [table for table in list(_tables.values()) if table.loaded]


def heard(attempt_id: int, seq: int) -> bool:
    """Another process has brought a log to ``seq``. True where a table here is behind."""
    table = _tables.get(attempt_id)
    if table is None or not table.loaded or seq <= table.seq:
        return False
    table.heard = max(table.heard, seq)
    return True


async def since(table: Table, seq: int) -> tuple[Effects, dict[str, Any]]:
    """For a tab that has seen the log up to ``seq``: what happened since, and the board."""
    async with table.lock:
        await _load(table)
        missed = range(seq + 1, table.seq + 1)
        effects: Effects = []
        if len(missed) <= MOST_MISSED:
            effects = [effect for number in missed for effect in table.effects_of(number)]
        return effects, table.board()


async def act(
    table: Table,
    action: Action,
    client_id: str,
    seq: int,
    *,
    arrived: datetime,
    source: object = None,
) -> Answer:
    """Check an action, apply it, store it; the answer is true once it is returned.

    ``arrived`` is when its frame came in. Raises ``Unavailable`` where it could not be
    stored: then nothing has changed.
    """
    async with table.lock:
        await _load(table)
        await _end_if_due(table, arrived)
        answer = await _act(table, action, client_id, seq, arrived)
        if answer is None:  # the place was taken by somebody else: look again at what is true
            await _load(table)
            answer = await _act(table, action, client_id, seq, arrived)
    if answer is None:
        raise Unavailable("the log went on twice while this was stored")
    if not answer.again and not answer.refused:
        await _after(table, source)
    return answer


async def end(attempt_id: int, action: Action) -> bool:
    """End an attempt by an action of the server or of a form; False where it has ended."""
    table = table_of(attempt_id)
    while True:
        async with table.lock:
            await _load(table)
            now = clock.now()
            await _end_if_due(table, now)
            if table.state != Attempt.PLAYING:
                return False
            effects = await _store(table, action, None, now)
        if effects is not None:
            await _after(table)
            return True


async def _act(
    table: Table, action: Action, client_id: str, seq: int, arrived: datetime
) -> Answer | None:
    known = table.ids.get(client_id)
    if known == seq:
        return Answer(table.board(), await _again(table, seq), again=True)
    if known is not None or seq != table.seq + 1:
        return Answer(table.board(), refused="out_of_step")
    if action == HINT and table.state == Attempt.PLAYING and not table.hints_allowed:
        return Answer(table.board(), refused="hints_off")
    try:
        stored = await _store(table, action, client_id, arrived)
    except Refused as refusal:
        return Answer(table.board(), refused=refusal.code, params=refusal.params)
    if stored is None:
        return None
    return Answer(table.board(), await _told(action, stored, table.game))


async def _again(table: Table, seq: int) -> Effects:
    """What the stored action ``seq`` did, whatever the frame that names it says this time."""
    action, game = table.actions[seq - 1], table.game_before(seq)
    return await _told(action, game.act(action), game)


async def _told(action: Action, effects: Effects, game: Game) -> Effects:
    """What an action did; a hint's advice is sought in a thread, for that takes a while."""
    return [hint_effect(await threads.run(advise, game))] if action == HINT else effects


async def _store(
    table: Table, action: Action, client_id: str | None, arrived: datetime
) -> Effects | None:
    """Apply and commit; None where the place in the log was taken. Raises ``Refused``."""
    effects = table.game.act(action)
    table.loaded = False  # until it is stored the position in memory is a guess
    seq, ms = table.seq + 1, table.milliseconds(arrived)
    ending = _ending(table, arrived) if table.state != Attempt.PLAYING else None
    row = Row(table.attempt_id, seq, client_id, str(action), ms, ending)
    if not await journal.append(row):
        return None
    table.actions.append(action)
    if client_id:
        table.ids[client_id] = seq
    if ending:
        table.ended_at = arrived
    table.stored()
    return effects


def _ending(table: Table, arrived: datetime) -> Ending:
    game = table.game
    return Ending(
        state=table.state,
        moves=game.moves,
        seconds=table.milliseconds(arrived) // 1000,
        undos=game.undos,
        hints=game.hints,
        sequences=len(game.sequences),
        score=game.score,
        ended_at=arrived,
    )


async def _load(table: Table) -> None:
    if not table.loaded or table.seq < table.heard:
        try:
            kept, seats = await threads.run(_read, table.attempt_id)
        except DatabaseFault as fault:
            raise Unavailable(str(fault)) from fault
        table.seats = seats
        table.fill(kept)
        table.heard = min(table.heard, table.seq)


def _read(attempt_id: int) -> tuple[logs.Kept, list[tuple[str, int]]]:
    return logs.read(attempt_id), logs.seats_of(attempt_id)


async def _end_if_due(table: Table, moment: datetime) -> None:
    """Time runs out on whoever asks; the sweep does it for those who do not."""
    if table.state == Attempt.PLAYING and moment >= table.deadline:
        effects = await _store(table, TIME, None, table.deadline)
        await (_load(table) if effects is None else _after(table))


async def _after(table: Table, source: object = None) -> None:
    """What follows a stored action: close what is over, then tell."""
    if table.state != Attempt.PLAYING:
        await _close(table.attempt_id)
    for race_id, seat in table.seats:
        news.tell(
            race_id, news.Acted(table.player_id, table.attempt_id, table.standing.seq, source)
        )
        news.tell(race_id, news.Progress(seat, table.player_id, table.standing))
        if table.state != Attempt.PLAYING:
            news.tell(race_id, news.RaceChanged())


async def tell_here(table: Table) -> None:
    """Tell the sockets of this process where an attempt stands that went on elsewhere."""
    async with table.lock:
        await _load(table)
    for race_id, seat in table.seats:
        news.tell_here(race_id, news.Acted(table.player_id, table.attempt_id, table.seq))
        news.tell_here(race_id, news.Progress(seat, table.player_id, table.standing))


async def _close(attempt_id: int) -> None:
    try:
        await threads.run(closing.after_attempt, attempt_id)
    except Exception:  # the row is stored; the sweep closes what is left open
        log.exception("after the end of attempt %s", attempt_id)
