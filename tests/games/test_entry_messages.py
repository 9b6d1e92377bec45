"""No message of the socket reaches another player's game, whatever ids are in it."""

import re

import pytest

from games import frames, threads
from tests.games.cast import Caller
from tests.games.sockets import Sockets
from tests.games.world import World

pytestmark = pytest.mark.django_db(transaction=True)

# What bob, and who has no seat, are answered on the socket of the race.
FRAMES = {
    "move": ("refused", "refused"),
    "deal": ("board", "refused"),
    "undo": ("refused", "refused"),
    "hint": ("refused", "refused"),
    "resign": ("board", "refused"),
    "sync": ("welcome", "welcome"),
    "ping": ("pong", "pong"),
}


def test_every_kind_of_message_is_in_the_table() -> None:
    with pytest.raises(frames.BadFrame) as told:
        frames.read('{"type": "nonsense"}')
    assert set(re.findall(r"\b\w+\b", str(told.value).split("none of")[1])) == set(FRAMES)


@pytest.mark.parametrize("kind", FRAMES)
async def test_a_message_with_her_ids_reaches_nothing_of_hers(
    sockets: Sockets, world: World, bob: Caller, charlie: Caller, kind: str
) -> None:
    ids = await threads.run(world.ids, world.race)
    hers = {"seat": 1, "attempt": ids["attempt_id"], "player": "alice", **ids}
    action = {"id": f"x-{kind}", "seq": 2, "from": 1, "count": 99, "to": 2}
    for caller, answer in zip((bob, charlie, None), (*FRAMES[kind], FRAMES[kind][1]), strict=True):
        socket = await sockets.open(world.race, caller)
        await socket.send({"type": kind} | action | hers)
        heard = await socket.until(answer)
        if answer == "refused" and caller is not bob:
            assert heard["code"] == "not_a_player"
        assert await threads.run(world.is_untouched)


async def test_the_socket_of_a_game_alone_is_shut(
    sockets: Sockets, world: World, bob: Caller, charlie: Caller
) -> None:
    for caller in (bob, charlie, None):
        assert await sockets(world.alone, caller).turned_away() == 4403
