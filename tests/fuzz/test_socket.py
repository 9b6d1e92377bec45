"""Nonsense on the socket of a race: it is answered, and that is all that it does."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from tests.fuzz.line import Line
from tests.fuzz.nonsense import INGREDIENTS, nonsense
from tests.support.bot import Bot, Json, frame
from tests.support.length import LONG
from tests.support.server import Server
from tests.support.vectors import code_of, won_games

pytestmark = pytest.mark.timeout(1800)

FRAMES = 110_000 if LONG else 5_000
SHORT = won_games()[3]
CODE = code_of(SHORT, 77)
# What passes by itself: time, and who is looking.
PASSING = ("seconds", "presence")


@pytest.fixture
def race(server: Server, alice: Bot, bob: Bot) -> Json:
    """alice has begun; bob, her rival, has not."""
    wish = {"mode": "open", "game": "spider", "suits": 4, "undo": "last100"}
    race: Json = alice.post("races", wish, expect=201)
    bob.post(f"races/{race['id']}/join")
    alice.post(f"races/{race['id']}/begin")
    return race


@pytest.fixture
def lines(race: Json, alice: Bot, bob: Bot, charlie: Bot) -> Iterator[list[Line]]:
    """alice plays, with three actions stored; bob has no attempt; charlie only watches."""
    with alice.sit(race["id"]) as hers, bob.sit(race["id"]) as his, charlie.sit(race["id"]) as eye:
        for number, action in enumerate(("D", "D", "U")):
            assert hers.ask(frame(action, number + 1, f"b{number}"))["type"] == "board"
        yield [Line(hers), Line(his), Line(eye)]


@pytest.fixture(scope="module")
def recorded(site: Server) -> None:
    """A recorded game's layout is kept, for bob to play alone."""
    site.import_deals([(SHORT, CODE)])


def test_nonsense_is_answered_and_changes_nothing(
    alice: Bot, bob: Bot, race: Json, lines: list[Line], recorded: None, capsys: Any
) -> None:
    before = all_of(alice, race)
    with a_game_going_on(bob):
        send_nonsense(lines)
    assert all_of(alice, race) == before
    assert [line.sync()["you"]["seat"] for line in lines] == [1, 2, None]
    win(bob)
    answer = lines[0].seat.play("D")
    assert (answer["type"], answer["board"]["seq"]) == ("board", 4)
    with capsys.disabled():
        print(f"\n{sum(line.sent for line in lines)} frames of nonsense")


def send_nonsense(lines: list[Line]) -> None:
    """As many frames as the form of the test wants, in batches, to one or another."""
    board = lines[0].seat.board
    often = settings(
        max_examples=FRAMES // len(nonsense(board)) + 1,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )

    @often
    @given(st.sampled_from(lines), INGREDIENTS)
    def send(line: Line, ingredients: tuple[Any, str, bytes, int]) -> None:
        line.send(nonsense(board, *ingredients))

    send()


@contextmanager
def a_game_going_on(player: Bot) -> Iterator[None]:
    """The player wins one game after another meanwhile, at least one."""
    done = Event()

    def play() -> None:
        win(player)
        while not done.is_set():
            win(player)

    with ThreadPoolExecutor() as pool:
        games = pool.submit(play)
        try:
            yield
        finally:
            done.set()
    games.result()


def win(player: Bot) -> None:
    """Play the recorded game alone, to its end."""
    race = player.post("races", {"mode": "solo", "code": CODE}, expect=201)
    with player.sit(race["id"]) as seat:
        for action in SHORT["record"].split():
            assert seat.play(action)["type"] == "board"
        assert (seat.board["state"], seat.board["moves"]) == ("won", SHORT["moves"])


def all_of(player: Bot, race: Json) -> list[Json]:
    """The race, the player's board and its log, without what passes by itself."""
    seen = player.get(f"races/{race['id']}")
    attempt = next(row["attempt"] for row in seen["players"] if row["name"] == player.name)
    paths = [f"attempts/{attempt}", f"attempts/{attempt}/record"]
    return [lasting(seen), *(lasting(player.get(path)) for path in paths)]


def lasting(data: Any) -> Any:
    """The same without what passes by itself."""
    if isinstance(data, list):
        return [lasting(item) for item in data]
    if isinstance(data, dict):
        return {name: lasting(data[name]) for name in data if name not in PASSING}
    return data


@pytest.mark.parametrize(
    "broken", [b'{"type": "\xed\xa0\x80"}', b"x" * 2**20], ids=["no UTF-8", "a megabyte"]
)
def test_what_is_no_message_at_all_ends_its_own_socket_alone(
    lines: list[Line], broken: bytes
) -> None:
    hers, his, _ = lines
    hers.seat.socket.send(broken, text=True)
    with pytest.raises(ConnectionClosed):
        hers.seat.receive()
    his.send(["still here"])
    hers.seat.reconnect()
    assert hers.seat.welcome["board"]["seq"] == 3
