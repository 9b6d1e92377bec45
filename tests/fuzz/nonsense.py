"""Frames that are no action, or none that may be done now: one odd value in every place."""

import json
import re
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from tests.support.bot import Json

Frame = str | bytes

ODD_NUMBERS = st.sampled_from(
    [
        *(0, -1, 11, 2**31 - 1, 2**31, 2**53, 2**63, 2**64, -(2**63), 10**30, 10**400),
        *(0.0, -0.0, 0.5, 2.0, 1e300, 5e-324, float("nan"), float("inf"), float("-inf")),
    ]
)
# Lone surrogates travel as escapes: in the bytes of a text frame they are not UTF-8.
ODD_TEXT = st.sampled_from(
    [
        *("", "\0", "\ud800", "\udfff\ud800", "\u202e", "\ufeff", "\U0001f577", "e\u0301" * 9),
        *("k\n", "null", "1", "true", "__proto__", "' OR 1=1 --", "<script>", "%00", "x" * 41),
        *("deal", "undo", "hint", "resign", "move", "ping", "sync", "DEAL", "welcome"),
    ]
)
SCALARS = (
    st.none() | st.booleans() | st.integers(-3, 99) | ODD_NUMBERS | ODD_TEXT | st.text(max_size=6)
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ODD_TEXT, inner, max_size=3),
    max_leaves=5,
)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
INGREDIENTS = st.tuples(VALUES, TEXTS, st.binary(max_size=40), st.integers(1, 9000))

NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")
PLACES = ("from", "count", "to")
PLAIN = ("deal", "undo", "hint", "resign")


def nonsense(
    board: Json, value: Any = None, text: str = "", data: bytes = b"", size: int = 1
) -> list[Frame]:
    """Frames of these ingredients, after which this board of their sender is as it was."""
    objects = [
        frame
        for action in _actions_out_of_step(board)
        for frame in _with(value, action)
        if not _may_be_done(frame, board)
    ]
    objects += [frame for frame in _almost_valid(value, board) if not _may_be_done(frame, board)]
    objects += [{"type": "ping", "t": value}, {"type": "sync", "t": value}, {"type": value}]
    return [
        *(json.dumps(item) for item in (*objects, value)),
        *_unreadable(json.dumps(objects[0]), size),
        *(text, data, json.dumps({"type": "ping", "t": text})),
    ]


def _actions_out_of_step(board: Json) -> list[Json]:
    """Every type of action; it is not the turn of any."""
    head = {"id": "k3", "seq": board["seq"] + 2}
    move = head | {"type": "move", "from": 1, "count": 1, "to": 2}
    again = {"type": "deal", "id": "b0", "seq": 1}
    return [move, *(head | {"type": kind} for kind in PLAIN), again]


def _almost_valid(value: Any, board: Json) -> Iterator[Json]:
    """A move that may be done now, but for one field."""
    source, counts = next(iter(board["legal"].items()))
    count, targets = next(iter(counts.items()))
    places = {"from": int(source), "count": int(count), "to": targets[0]}
    move = {"type": "move", "id": "almost", "seq": board["seq"] + 1} | places
    for wrong in (value, 0, 1, 10, 11, -1, 2.0, str(source), True, [1]):
        yield from _with(wrong, move)


def _with(value: Any, frame: Json) -> Iterator[Json]:
    """The frame with the value in each field, without each field, and with one field more."""
    for name in frame:
        yield frame | {name: value}
        yield {kept: frame[kept] for kept in frame if kept != name}
    yield {"cards": value, "player": value, "\u202e": value} | frame


def _may_be_done(frame: Json, board: Json) -> bool:
    """Would the protocol allow it? Then it is not nonsense."""
    name, seq, kind = (frame.get(field) for field in ("id", "seq", "type"))
    in_step = seq == board["seq"] + 1 and isinstance(name, str) and NAME.fullmatch(name)
    if not in_step or kind != "move":
        return bool(in_step) and kind in PLAIN
    source, count, target = (frame.get(place) for place in PLACES)
    return any(
        (source, count, target) == (int(here), int(many), there)
        for here, counts in board["legal"].items()
        for many, targets in counts.items()
        for there in targets
    )


def _unreadable(text: str, size: int) -> Iterator[Frame]:
    """No JSON object, or not what its beginning says: binary, cut off, twice, deep, long."""
    yield text.encode()
    yield text[: size % len(text)]
    yield text[:-1] + ', "type": "dance"}'
    yield "[" * size
    yield '{"type":' * (size // 8) + "1" + "}" * (size // 8)
    yield text + " " * 4096 + "x" * size
    yield '{"type": "ping", "t": ' + "9" * size + "}"
