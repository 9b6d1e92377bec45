"""What a client may send, and that nothing it sends ends more than its own frame."""

import json
from typing import Any

import orjson
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games import frames
from games.engine import DEAL, RESIGN, UNDO, Move
from games.frames import BadFrame, Ping, Sync, Wanted
from tests.games.cast import Caller, alone
from tests.games.sockets import Sockets

HEAD = {"id": "k3", "seq": 17}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


@pytest.mark.parametrize(
    ("frame", "meaning"),
    [
        (HEAD | {"type": "deal"}, Wanted("k3", 17, DEAL)),
        (HEAD | {"type": "undo"}, Wanted("k3", 17, UNDO)),
        (HEAD | {"type": "resign"}, Wanted("k3", 17, RESIGN)),
        (HEAD | {"type": "move", "from": 8, "count": 3, "to": 7}, Wanted("k3", 17, Move(8, 3, 7))),
        (HEAD | {"type": "deal", "more": ["fields", 1]}, Wanted("k3", 17, DEAL)),
        ({"type": "sync"}, Sync()),
        ({"type": "ping", "t": 1.5}, Ping(1.5)),
        ({"type": "ping"}, Ping(None)),
    ],
)
def test_a_frame_is_read(frame: dict[str, Any], meaning: object) -> None:
    assert frames.read(json.dumps(frame)) == meaning


MOVE = HEAD | {"type": "move", "from": 8, "count": 3, "to": 7}
BAD: list[tuple[Any, str]] = [
    ("", "bad_frame"),
    ("{", "bad_frame"),
    ("[]", "bad_frame"),
    ("null", "bad_frame"),
    ('"deal"', "bad_frame"),
    ("\ud800", "bad_frame"),
    ('{"type": NaN}', "bad_frame"),
    ("[" * 4000, "bad_frame"),
    ('{"a":' * 800, "bad_frame"),
    ('{"t": "' + "x" * 4096 + '"}', "too_large"),
    ('{"t": "' + "\N{SPIDER WEB}" * 1024 + '"}', "too_large"),
    ('{"seq": ' + "9" * 1_000_000 + "}", "too_large"),
    ({}, "bad_type"),
    ({"type": "dance"}, "bad_type"),
    ({"type": ["deal"]}, "bad_type"),
    ({"type": {"deal": 1}}, "bad_type"),
    ({"type": None}, "bad_type"),
    ({"type": "deal", "seq": 1}, "bad_field"),
    ({"type": "deal", "id": "k3"}, "bad_field"),
    (HEAD | {"type": "deal", "id": ""}, "bad_field"),
    (HEAD | {"type": "deal", "id": "x" * 41}, "bad_field"),
    (HEAD | {"type": "deal", "id": "a b"}, "bad_field"),
    (HEAD | {"type": "deal", "id": "a\n"}, "bad_field"),
    (HEAD | {"type": "deal", "id": "é"}, "bad_field"),
    (HEAD | {"type": "deal", "id": 7}, "bad_field"),
    (HEAD | {"type": "deal", "seq": 0}, "bad_field"),
    (HEAD | {"type": "deal", "seq": -1}, "bad_field"),
    (HEAD | {"type": "deal", "seq": True}, "bad_field"),
    (HEAD | {"type": "deal", "seq": 1.0}, "bad_field"),
    (HEAD | {"type": "deal", "seq": "1"}, "bad_field"),
    (HEAD | {"type": "deal", "seq": 2**31}, "bad_field"),
    (HEAD | {"type": "move", "from": 1, "to": 2}, "bad_field"),
    ({"type": "ping", "t": [1]}, "bad_field"),
]


@pytest.mark.parametrize(("frame", "code"), BAD)
def test_what_is_no_frame_is_told_why(frame: Any, code: str) -> None:
    text = frame if isinstance(frame, str) else json.dumps(frame)
    with pytest.raises(BadFrame) as told:
        frames.read(text)
    assert told.value.code == code
    assert str(told.value)


def test_binary_is_no_frame() -> None:
    with pytest.raises(BadFrame, match="not binary"):
        frames.read(None)


@given(text=st.text(max_size=200) | JSON.map(json.dumps))
@example("9" * 4000)
@example('{"type": "ping", "t": ' + "9" * 4000 + "}")
@example('{"type": "ping", "t": 1e400}')
@example('{"type": "ping", "t": "\\ud800"}')
@example('{"type": "ping", "t": -0.0}')
def test_any_text_is_a_frame_or_a_bad_frame(text: str) -> None:
    try:
        frame = frames.read(text)
    except BadFrame as bad:
        assert bad.code in {"bad_frame", "too_large", "bad_type", "bad_field"}
    else:
        assert isinstance(frame, Wanted | Sync | Ping)
        if isinstance(frame, Ping):  # it is sent back as it came
            assert orjson.loads(orjson.dumps(frame.t)) == frame.t


@given(
    fields=st.fixed_dictionaries(
        {"from": JSON, "count": JSON, "to": JSON, "id": JSON | st.just("k")}
    )
)
def test_whatever_a_move_holds_is_the_engines_to_refuse(fields: dict[str, Any]) -> None:
    try:
        frame = frames.read(json.dumps(fields | {"type": "move", "seq": 1}))
    except BadFrame as bad:
        assert bad.code in {"bad_frame", "bad_field"}
    else:
        assert isinstance(frame, Wanted)
        assert isinstance(frame.action, Move)


WRONG_MOVES: list[tuple[dict[str, Any], str]] = [
    ({"from": 0}, "bad_column"),
    ({"from": 11}, "bad_column"),
    ({"from": -1}, "bad_column"),
    ({"from": True}, "bad_column"),
    ({"from": "3"}, "bad_column"),
    ({"from": 2.0}, "bad_column"),
    ({"from": None}, "bad_column"),
    ({"from": [1]}, "bad_column"),
    ({"from": 1e300}, "bad_column"),
    ({"from": 2**63}, "bad_column"),
    ({"to": {}}, "bad_column"),
    ({"to": 1}, "same_column"),
    ({"count": 0}, "bad_count"),
    ({"count": -1}, "bad_count"),
    ({"count": "1"}, "bad_count"),
    ({"count": 9999}, "bad_count"),
    ({"count": 6}, "face_down"),
]


@pytest.mark.django_db(transaction=True)
class TestOnASocket:
    """A frame that cannot be understood gets ``error``; the socket lives on."""

    @pytest.fixture
    def race(self, alice: Caller) -> dict[str, Any]:
        """alice plays alone."""
        return alone(alice, game="spider", suits=4, build="relaxed")

    async def test_every_bad_frame_is_answered_and_the_next_one_goes(
        self, sockets: Sockets, alice: Caller, race: dict[str, Any], settings: Any
    ) -> None:
        settings.LIMITS = False
        socket = await sockets.open(race, alice)
        for frame, code in BAD:
            await socket.send(frame)
            error = await socket.receive()
            assert (error["type"], error["code"]) == ("error", code), frame
        await socket.send(b"\x00\x01")
        assert (await socket.receive())["code"] == "bad_frame"
        assert (await socket.play("D"))["board"]["seq"] == 1

    async def test_a_wrong_move_is_refused_by_the_servers_own_position(
        self, sockets: Sockets, alice: Caller, race: dict[str, Any], settings: Any
    ) -> None:
        settings.LIMITS = False
        socket = await sockets.open(race, alice)
        move = {"type": "move", "seq": 1, "from": 1, "count": 1, "to": 2, "cards": ["KS"]}
        for n, (wrong, code) in enumerate(WRONG_MOVES):
            refused = await socket.ask(move | wrong | {"id": f"w{n}"})
            assert (refused["type"], refused["code"]) == ("refused", code), wrong
            assert refused["board"]["seq"] == 0
        assert (await socket.play("D"))["board"]["seq"] == 1

    async def test_a_ping_comes_back_as_it_was_sent(
        self, sockets: Sockets, alice: Caller, race: dict[str, Any]
    ) -> None:
        socket = await sockets.open(race, alice)
        for t in (0, -1.5, "abc", None, 2**53):
            await socket.send({"type": "ping", "t": t})
            pong = await socket.until("pong")
            assert pong["t"] == t
        assert (pong["rev"], pong["seqs"]) == (race["rev"], {"1": 0})

    async def test_too_fast_is_refused_and_a_flood_is_ended(
        self, sockets: Sockets, alice: Caller, race: dict[str, Any], settings: Any
    ) -> None:
        settings.ACTIONS_BURST, settings.ACTIONS_PER_SECOND = 1, 0
        socket = await sockets.open(race, alice)
        assert (await socket.play("D"))["type"] == "board"
        refused = await socket.ask({"type": "deal", "id": "fast", "seq": 2})
        assert (refused["type"], refused["code"]) == ("refused", "too_fast")
        for _ in range(300):
            await socket.send("{")
        while (message := await socket.line.receive_output(20))["type"] == "websocket.send":
            assert json.loads(message["text"])["type"] == "error"
        assert message["code"] == 4429
