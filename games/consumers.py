"""The socket of a race: reads frames, asks ``play``, writes answers and news.

It holds no rules and writes nothing to the database itself.
"""

import asyncio
import contextlib
import logging
from datetime import datetime
from functools import lru_cache
from typing import Any

import orjson
from django.db import Error as DatabaseFault

from games import (
    addresses,
    clock,
    deadlines,
    drain,
    frames,
    handshake,
    limits,
    news,
    play,
    presence,
    races,
    reading,
    state,
    threads,
)
from games.journal import Unavailable
from games.models import Player, Race
from games.outbox import Outbox
from games.refusals import Refusal
from games.sockets import Socket

log = logging.getLogger(__name__)

SUBPROTOCOL = "spiderweb.v1"
PROGRESS = ("seq", "moves", "sequences", "undos", "seconds", "state")


class Close:
    """Close codes; only 4000 to 4999 reach a browser."""

    NOT_OUR_PROTOCOL = 4400
    WHO_ARE_YOU = 4401
    NOT_ALLOWED = 4403
    NO_SUCH_RACE = 4404
    TOO_FAST = 4429
    FULL = 4013


def _text(kind: str, **fields: Any) -> str:
    return orjson.dumps({"type": kind, **fields}).decode()


@lru_cache
def _progress(seat: int, numbers: tuple[tuple[str, Any], ...], presence: str) -> str:
    """Written once for all who are told of it."""
    return _text("progress", seat=seat, **dict(numbers), presence=presence)


class Stranger(Socket):
    """Whoever connects to an address that is no race's."""

    async def connect(self) -> None:
        """Accept, so that the reason can be told, and close.

        Browsers give up on an answer without the subprotocol they asked for.
        """
        ours = SUBPROTOCOL in self.scope.get("subprotocols", ())
        await self.accept(SUBPROTOCOL if ours else None)
        await self.close(code=Close.NO_SUCH_RACE)


class RaceConsumer(Socket):
    """One socket of one race; a listener of its room."""

    async def __call__(self, *connection: Any) -> None:
        """Live as long as the connection; however it ends, it takes up nothing afterwards."""
        self.passes = limits.Passes()
        try:
            await super().__call__(*connection)
        finally:
            self.passes.give_back()

    async def connect(self) -> None:
        """Find out who is here and what they may see, and say welcome."""
        self.loop = asyncio.get_running_loop()
        self.player: Player | None = None
        self.player_id: int | None = None
        self.key: str | None = None
        self.parting: asyncio.Task[None] | None = None
        self.seat: int | None = None
        self.table: play.Table | None = None
        # How far this tab has seen the log of the own attempt, and the race.
        self.shown = self.rev = 0
        self.gone = False
        self.sees_progress = False
        # By seat: what was last told of it, and whose it is.
        self.rows: dict[int, dict[str, Any]] = {}
        self.players: dict[int, int] = {}
        self.pace = limits.Pace()
        self.outbox = Outbox(self)
        self.race_id: str = self.scope["url_route"]["kwargs"]["race_id"]
        ours = SUBPROTOCOL in self.scope.get("subprotocols", ())
        await self.accept(SUBPROTOCOL if ours else None)
        try:
            code = await self._enter() if ours else Close.NOT_OUR_PROTOCOL
        except DatabaseFault:
            code = drain.RESTARTING  # whoever can be told to come back in a moment is
        if code is not None:
            await self.close(code=code)

    async def disconnect(self, code: int) -> None:
        """Note that nobody is here any more."""
        self._leave()
        if self.player_id is not None and self.player_id not in news.players(self.race_id):
            with contextlib.suppress(DatabaseFault):
                await threads.run(presence.left, self.race_id, self.player_id)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Understand a frame and answer it. The time that counts is now, on arrival."""
        arrived = clock.now()
        pace = self.pace.next()
        if pace == "flood":
            await self.close(code=Close.TOO_FAST)
            return
        try:
            frame = frames.read(text_data)
        except frames.BadFrame as fault:
            await self.say("error", code=fault.code, message=str(fault))
            return
        match frame:
            case frames.Wanted():
                await self._act(frame, arrived, calm=pace == "calm")
            case _ if pace != "calm":
                await self.say("error", code="too_fast", message="Wait a moment.")
            case frames.Ping():
                await self._pong(frame)
            case frames.Sync():
                self.outbox.ask()

    def hear(self, item: news.News) -> None:
        """Note some news; the outbox tells it as soon as the socket is free."""
        if not isinstance(item, news.SignedOut):
            self.outbox.note(item)
        elif item.player_id == self.player_id and item.key in (None, self.key):
            self.parting = self.loop.create_task(self.close(code=Close.WHO_ARE_YOU))

    async def say(self, kind: str, **fields: Any) -> None:
        """Send one message of the protocol; nothing where the socket has gone meanwhile."""
        if not self.gone:
            await self._send(_text(kind, **fields))

    async def _send(self, text: str) -> None:
        try:
            await self.send(text_data=text)
        except Exception as error:  # each server has its own for a line that is cut
            log.debug("nobody hears: %s", type(error).__name__)
            self._leave()

    async def close(self, code: int | None = None, reason: str | None = None) -> None:
        """Close with a code; nothing is said after it."""
        if not self.gone:
            self._leave()
            await super().close(code, reason)

    def _leave(self) -> None:
        self.gone = True
        news.leave(self.race_id, self)
        drain.leave(self)
        self.passes.give_back()
        self.outbox.stop()

    # --- coming in ------------------------------------------------------------------------

    async def _enter(self) -> int | None:
        """Sit down in the room; the close code where that is not possible."""
        if not self.passes.take("process"):
            return Close.FULL
        if not self.passes.take("address", addresses.of_scope(self.scope)):
            return Close.TOO_FAST
        try:
            self.player, self.key = await handshake.caller(self.scope)
            self.player_id = self.player.pk if self.player else None
            race = await threads.run(races.find, self.race_id)
        except Refusal as refusal:
            unknown = refusal.code == "unknown_player"
            return Close.WHO_ARE_YOU if unknown else Close.NO_SUCH_RACE
        if race.mode == Race.SOLO and race.host_id != self.player_id:
            return Close.NOT_ALLOWED
        if self.player_id is not None and not self.passes.take("player", self.player_id):
            return Close.TOO_FAST
        drain.enter(self)
        await news.enter(self.race_id, self)
        if self.player_id is not None:
            await threads.run(presence.arrived, self.race_id, self.player_id)
        await self.welcome()
        return None

    async def welcome(self) -> None:
        """Everything that this viewer may know, as it is now."""
        you, race = await self._look()
        message: dict[str, Any] = {"now": clock.milliseconds(clock.now()), "you": you, "race": race}
        if self.table is not None:
            message["board"] = await play.board(self.table)
            self.shown = message["board"]["seq"]
        await self.say("welcome", **message)

    async def tell_board(self) -> None:
        """The own attempt has gone on in another tab, or has ended without this one."""
        if self.table is None:
            return
        effects, board = await play.since(self.table, self.shown)
        if board["seq"] > self.shown:
            self.shown = board["seq"]
            await self.say("board", effects=effects, board=board)

    async def tell_progress(self, seat: int) -> None:
        """Where a rival stands, in absolute numbers; at most 200 bytes."""
        row = self.rows.get(seat)
        if row is not None and not self.gone:
            names = PROGRESS if self.sees_progress else ()
            numbers = tuple((name, row[name]) for name in names if name in row)
            await self._send(_progress(seat, numbers, row["presence"]))

    async def tell_race(self) -> None:
        """The race has changed; who has begun meanwhile (in another place) gets the board too."""
        playing = self.table is not None
        _, race = await self._look()
        if self.table is not None and not playing:
            await self.welcome()
        else:
            # A race that was called off has no result.
            await self.say("result" if race["state"] == Race.CLOSED else "race", race=race)

    async def _look(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Read the race and note what this socket may do and see in it."""
        facts = await reading.facts(self.race_id)
        sight = await threads.run(state.sight, facts, self.player)
        attempt_id = sight.you["attempt"]
        self.seat, self.rev = sight.you["seat"], sight.race["rev"]
        self.table = play.table_of(attempt_id) if attempt_id else None
        self.sees_progress = sight.sees_progress
        self.rows = {row["seat"]: row for row in sight.race["players"]}
        self.players = sight.players
        if attempt_id:
            # Another tab may hold the table here while the log went on elsewhere, unheard.
            play.heard(attempt_id, self.rows[sight.you["seat"]]["seq"])
        deadlines.watch(sight.due, self.race_id)
        return sight.you, sight.race

    # --- acting ---------------------------------------------------------------------------

    async def _act(self, wanted: frames.Wanted, arrived: datetime, *, calm: bool) -> None:
        refused = self._refusal_before_play(calm=calm)
        if refused is None and self.table is not None:
            try:
                answer = await play.act(
                    self.table,
                    wanted.action,
                    wanted.id,
                    wanted.seq,
                    arrived=arrived,
                    source=self,
                )
            except Unavailable:
                refused = "unavailable"
            else:
                await self._answer(wanted.id, answer)
                return
        # What is not stored for the moment is not worth a board; the client keeps it.
        await self.say("refused", id=wanted.id, code=refused, params={})

    def _refusal_before_play(self, *, calm: bool) -> str | None:
        if self.seat is None:
            return "not_a_player"
        if drain.is_draining():
            return "draining"
        if not calm:
            return "too_fast"
        return "not_started" if self.table is None else None

    async def _answer(self, client_id: str, answer: play.Answer) -> None:
        self.shown = answer.board["seq"]
        if answer.refused:
            fields: dict[str, Any] = {"code": answer.refused, "params": answer.params}
            await self.say("refused", id=client_id, **fields, board=answer.board)
            return
        again = {"again": True} if answer.again else {}
        await self.say("board", id=client_id, **again, effects=answer.effects, board=answer.board)

    async def _pong(self, ping: frames.Ping) -> None:
        try:
            pulse = await threads.run(state.pulse, self.race_id)
        except DatabaseFault:
            await self.say("error", code="unavailable", message="Try again in a moment.")
            return
        rev, seqs = pulse or (0, {})
        shown = {n: seq for n, seq in seqs.items() if self.sees_progress or n == self.seat}
        now = clock.milliseconds(clock.now())
        await self.say(
            "pong", t=ping.t, now=now, rev=rev, seqs={str(n): s for n, s in shown.items()}
        )
