"""What the others in a race are told: small, absolute, and no more than they may know."""

import asyncio
import json
import random
import threading
from typing import Any

import pytest

from games import logs, news, play, presence, records, threads
from games.clock import TestClock
from games.models import Seat
from tests.games.cast import Caller, challenge, keep, row
from tests.games.sockets import Socket, Sockets
from tests.support.bot import frame

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def race(alice: Caller, bob: Caller, clock: TestClock) -> dict[str, Any]:
    """Both sit and have begun."""
    race = challenge(alice, bob)
    for caller in (alice, bob):
        race = caller.post(f"races/{race['id']}/begin")
    return race


async def test_a_rival_and_a_watcher_hear_how_far_one_is(
    sockets: Sockets, alice: Caller, bob: Caller, race: dict[str, Any], clock: TestClock
) -> None:
    rival, watcher = await sockets.open(race, bob), await sockets.open(race)
    player = await sockets.open(race, alice)
    clock.advance(seconds=9)
    await player.play("D")
    for socket in (rival, watcher):
        assert await socket.until("progress", seq=1) == {
            "type": "progress",
            "seat": 1,
            "seq": 1,
            "moves": 1,
            "sequences": 0,
            "undos": 0,
            "seconds": 9,
            "state": "playing",
            "presence": "here",
        }


async def test_who_watches_waits_until_the_players_are_served(
    sockets: Sockets,
    alice: Caller,
    bob: Caller,
    race: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(random, "uniform", lambda *_: 3600)
    rival, watcher = await sockets.open(race, bob), await sockets.open(race)
    player = await sockets.open(race, alice)
    for action in "DDD":
        await player.play(action)
    await rival.until("progress", seq=3)
    assert "progress" not in {message["type"] for message in watcher.heard}
    await player.play("R")
    await watcher.until("progress", seat=1, state="resigned")
    await watcher.until("race")


async def test_progress_is_at_most_200_bytes(
    sockets: Sockets, alice: Caller, bob: Caller, race: dict[str, Any], clock: TestClock
) -> None:
    rival, player = await sockets.open(race, bob), await sockets.open(race, alice)
    clock.advance(hours=20)
    for _ in range(3):
        await player.play("D")
    message = await rival.until("progress", seq=3)
    largest = message | {"seat": 16, "seq": 9999, "moves": 9999, "undos": 9999, "presence": "here"}
    largest |= {"seconds": 30 * 24 * 3600, "state": "timed_out"}
    assert len(json.dumps(largest)) <= 200


async def test_news_holds_no_card(
    sockets: Sockets, alice: Caller, bob: Caller, race: dict[str, Any]
) -> None:
    watcher, player = await sockets.open(race), await sockets.open(race, alice)
    dealt = (await player.play("D"))["effects"]
    await player.play("U")
    await watcher.until("progress", seat=1)
    await player.play("R")
    await watcher.until("race")
    text = json.dumps(watcher.heard)
    assert not [card for effect in dealt for card in effect.get("dealt", ()) if f'"{card}"' in text]
    assert "board" not in text
    assert "effects" not in text


async def test_a_sleeper_wakes_to_the_last_state(
    sockets: Sockets, alice: Caller, bob: Caller, settings: Any
) -> None:
    settings.LIMITS = False
    race = await threads.run(challenge, alice, bob, undo="last100")
    for caller in (alice, bob):
        await caller.calls(f"races/{race['id']}/begin")
    sleeper, player = await sockets.open(race, bob), await sockets.open(race, alice)
    for _ in range(150):
        for action in ("D", "U"):
            assert (await player.play(action))["type"] == "board"
    last = await sleeper.until("progress", seq=300)
    assert (last["moves"], last["undos"]) == (0, 150)
    assert (await player.play("D"))["board"]["seq"] == 301
    assert (await sleeper.until("progress", seq=301))["moves"] == 1


async def test_who_joins_begins_and_ends_is_told_by_the_race(
    sockets: Sockets, alice: Caller, bob: Caller, clock: TestClock
) -> None:
    race = await threads.run(challenge, alice)
    socket = await sockets.open(race, alice)
    await bob.calls(f"races/{race['id']}/join")
    told = await socket.until("race")
    assert (told["race"]["count"], told["race"]["rev"]) == (2, race["rev"] + 1)
    await bob.calls(f"races/{race['id']}/begin")
    told = await socket.until("race")
    assert row(told["race"], bob)["state"] == "playing"
    await bob.calls(f"races/{race['id']}/resign")
    while row(told["race"], bob)["state"] != "resigned":
        told = await socket.until("race")
    assert told["race"]["state"] == "running"


async def test_the_own_begin_in_another_place_brings_the_board(
    sockets: Sockets, alice: Caller, clock: TestClock
) -> None:
    race = await threads.run(challenge, alice)
    socket = await sockets.open(race, alice)
    assert socket.board == {}
    await alice.calls(f"races/{race['id']}/begin")
    welcome = await socket.until("welcome")
    assert welcome["board"]["seq"] == 0
    assert (await socket.play("D"))["board"]["seq"] == 1


async def test_the_own_resignation_by_a_form_reaches_the_open_tab(
    sockets: Sockets, alice: Caller, race: dict[str, Any]
) -> None:
    socket = await sockets.open(race, alice)
    await alice.calls(f"races/{race['id']}/resign")
    told = await socket.until("board")
    assert told["effects"] == [{"ended": "resigned"}]
    assert told["board"]["state"] == "resigned"


async def test_the_end_of_a_race_is_told_with_places(
    sockets: Sockets, alice: Caller, bob: Caller, clock: TestClock
) -> None:
    game = await threads.run(keep)
    race = await threads.run(challenge, alice, bob, code=game.code)
    for caller in (alice, bob):
        await caller.calls(f"races/{race['id']}/begin")
    player, rival = await sockets.open(race, alice), await sockets.open(race, bob)
    for action in game.actions:
        answer = await player.play(action)
    assert answer["effects"][-1] == {"won": True}
    assert (await rival.until("progress", state="won"))["moves"] == 63
    assert "place" not in str(player.heard)
    await rival.play("R")
    for socket in (player, rival):
        result = (await socket.until("result"))["race"]
        assert result["state"] == "closed"
        assert row(result, alice)["place"] == 1
        assert "place" not in row(result, bob)


async def test_the_state_at_first_and_the_news_make_the_state_of_now(
    sockets: Sockets, alice: Caller, bob: Caller, race: dict[str, Any], clock: TestClock
) -> None:
    watcher, player = await sockets.open(race), await sockets.open(race, alice)
    rows = {row["seat"]: row for row in watcher.heard[0]["race"]["players"]}
    clock.advance(seconds=3)
    for action in ("D", "D", "D"):
        await player.play(action)
    while rows[1]["seq"] < 3:
        message = await watcher.until("progress")
        rows[message["seat"]] |= {k: v for k, v in message.items() if k not in ("type", "seat")}
    now = (await Caller().reads(f"races/{race['id']}"))["players"]
    assert rows[1] == now[0]


class TestHiddenProgress:
    """Nothing is heard of the others before the own attempt has ended."""

    @pytest.fixture
    def hidden(self, alice: Caller, bob: Caller, clock: TestClock) -> dict[str, Any]:
        """Both have begun."""
        race = challenge(alice, bob, hide_progress=True)
        for caller in (alice, bob):
            race = caller.post(f"races/{race['id']}/begin")
        return race

    async def fence(self, socket: Socket) -> dict[str, Any]:
        """What is heard up to the answer of a ping, with that answer."""
        await socket.send({"type": "ping", "t": "fence"})
        return await socket.until("pong")

    async def test_no_number_reaches_who_still_plays_or_watches(
        self, sockets: Sockets, alice: Caller, bob: Caller, hidden: dict[str, Any]
    ) -> None:
        rival, watcher = await sockets.open(hidden, bob), await sockets.open(hidden)
        player = await sockets.open(hidden, alice)
        for socket in (rival, watcher):
            await self.fence(socket)
        before = [len(socket.heard) for socket in (rival, watcher)]
        await player.play("D")
        await player.play("D")
        assert (await self.fence(rival))["seqs"] == {"2": 0}
        assert (await self.fence(watcher))["seqs"] == {}
        # Not a word: frames without numbers could be counted.
        after = [len(socket.heard) for socket in (rival, watcher)]
        assert after == [count + 1 for count in before]
        for message in rival.heard + watcher.heard:
            if message["type"] == "progress":
                assert not {"seq", "moves", "seconds", "sequences", "undos"} & set(message)

    async def test_who_has_ended_hears_the_others(
        self, sockets: Sockets, alice: Caller, bob: Caller, hidden: dict[str, Any]
    ) -> None:
        rival, player = await sockets.open(hidden, bob), await sockets.open(hidden, alice)
        await rival.play("R")
        while row(rival.heard[-1].get("race", hidden), bob)["state"] != "resigned":
            await rival.receive()
        await player.play("D")
        assert (await rival.until("progress", seat=1, seq=1))["moves"] == 1
        assert (await self.fence(rival))["seqs"] == {"1": 1, "2": 1}


async def test_where_any_number_sits_nobody_hears_of_others(
    sockets: Sockets, alice: Caller, bob: Caller, clock: TestClock
) -> None:
    race = await threads.run(challenge, alice, bob, seats=0)
    for caller in (alice, bob):
        await caller.calls(f"races/{race['id']}/begin")
    rival, player = await sockets.open(race, bob), await sockets.open(race, alice)
    assert [row["name"] for row in rival.heard[0]["race"]["players"]] == ["bob"]
    await player.play("D")
    await rival.play("D")
    await rival.send({"type": "ping", "t": 1})
    assert (await rival.until("pong"))["seqs"] == {}
    assert not [message for message in rival.heard if message["type"] == "progress"]


class TestPresence:
    """here while a process sees a socket, away after ten seconds of silence, then gone."""

    async def test_it_is_told_when_somebody_comes_and_goes(
        self,
        sockets: Sockets,
        alice: Caller,
        bob: Caller,
        race: dict[str, Any],
        clock: TestClock,
    ) -> None:
        clock.advance(seconds=30)
        watcher = await sockets.open(race, bob)
        assert row(watcher.heard[0]["race"], alice)["presence"] == "gone"
        one, other = await sockets.open(race, alice), await sockets.open(race, alice)
        assert (await watcher.until("progress", seat=1))["presence"] == "here"
        await one.close()
        await threads.run(presence.notice)
        clock.advance(seconds=9)
        await threads.run(presence.beat)
        assert await self.of(alice, race) == "here"
        await other.close()
        assert await self.of(alice, race) == "here"
        clock.advance(seconds=10)
        await threads.run(presence.notice)
        assert (await watcher.until("progress", seat=1, presence="away"))["seat"] == 1

    async def test_taking_a_seat_is_a_sign_of_life(
        self, alice: Caller, race: dict[str, Any], clock: TestClock
    ) -> None:
        for seconds, presence_then in ((9, "here"), (1, "away"), (19, "away"), (1, "gone")):
            clock.advance(seconds=seconds)
            assert await self.of(alice, race) == presence_then

    async def test_who_stays_away_is_gone(
        self, sockets: Sockets, alice: Caller, race: dict[str, Any], clock: TestClock
    ) -> None:
        socket = await sockets.open(race, alice)
        await socket.close()
        clock.advance(seconds=29)
        assert await self.of(alice, race) == "away"
        clock.advance(seconds=1)
        assert await self.of(alice, race) == "gone"

    async def test_a_process_that_died_says_no_goodbye_and_leaves_no_ghost(
        self, sockets: Sockets, alice: Caller, race: dict[str, Any], clock: TestClock
    ) -> None:
        await sockets.open(race, alice)
        news._rooms.clear()  # as if the process were another
        clock.advance(seconds=presence.HEARTBEAT_S + 30)
        await threads.run(presence.beat)
        assert await self.of(alice, race) == "gone"

    @staticmethod
    async def of(player: Caller, race: dict[str, Any]) -> str:
        seats = Seat.objects.filter(race=race["id"], player=player.player)
        return presence.of(await threads.run(seats.get))

    async def test_a_room_is_left_empty_and_leaving_twice_is_harmless(
        self, sockets: Sockets, alice: Caller, race: dict[str, Any]
    ) -> None:
        socket = await sockets.open(race, alice)
        (listener,) = news._rooms[race["id"]]
        await socket.close()
        assert race["id"] not in news._rooms
        news.leave(race["id"], listener)
        news.leave("nosuchrace", listener)
        assert race["id"] not in news._rooms


async def test_a_loaded_attempt_that_is_slow_holds_up_nobody_else(
    sockets: Sockets, alice: Caller, bob: Caller, race: dict[str, Any], monkeypatch: Any
) -> None:
    """alice's load is blocked until bob has been answered."""
    rival, player = await sockets.open(race, bob), await sockets.open(race, alice)
    free, read = threading.Event(), logs.read
    hers = await threads.run(alice.attempt, race)

    def slow(attempt_id: int) -> Any:
        if attempt_id == hers:
            assert free.wait(20)
        return read(attempt_id)

    monkeypatch.setattr(logs, "read", slow)
    play.table_of(hers).loaded = False
    await player.send(frame("D", 1, "slow"))
    assert (await rival.play("D"))["board"]["seq"] == 1
    free.set()
    assert (await player.until("board", id="slow"))["board"]["seq"] == 1


async def test_a_replay_that_is_long_holds_up_no_game(
    sockets: Sockets, alice: Caller, bob: Caller, race: dict[str, Any], monkeypatch: Any
) -> None:
    """The reading of alice's replay is blocked until bob has been answered."""
    rival = await sockets.open(race, bob)
    hers = await threads.run(alice.attempt, race)
    begun, free, replay = threading.Event(), threading.Event(), records.replay

    def slow(kept: Any) -> Any:
        begun.set()
        assert free.wait(20)
        return replay(kept)

    monkeypatch.setattr(records, "replay", slow)
    reading = asyncio.create_task(threads.run(alice.get, f"attempts/{hers}/replay"))
    while not begun.is_set():
        await asyncio.sleep(0.01)
    assert (await rival.play("D"))["board"]["seq"] == 1
    assert not reading.done()
    free.set()
    assert "steps" in await reading
