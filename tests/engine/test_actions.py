"""Actions as values and as text (rules, section 8)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import (
    DEAL,
    HINT,
    RESIGN,
    TIME,
    UNDO,
    VOID,
    Action,
    BadAction,
    Move,
    parse_action,
)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("3-7", Move(3, 1, 7)),
        ("3-7x4", Move(3, 4, 7)),
        ("10-1x13", Move(10, 13, 1)),
        ("D", DEAL),
        ("U", UNDO),
        ("H", HINT),
        ("R", RESIGN),
        ("T", TIME),
        ("V", VOID),
    ],
)
def test_an_action_is_written_and_read(text: str, action: Action) -> None:
    assert parse_action(text) == action
    assert str(action) == text


@given(st.builds(Move, *[st.integers(0, 9999)] * 3))
def test_every_move_reads_back(move: Move) -> None:
    assert parse_action(str(move)) == move


def test_an_impossible_move_can_still_be_read() -> None:
    assert parse_action("0-7x0") == Move(0, 0, 7)


@pytest.mark.parametrize(
    "text",
    ["", "d", "X", "3", "3-", "-3-7", "3-7x", "3--7", "03-7", "3-7x4 ", "3-7\n", "٣-7", None],
)
def test_what_is_no_action_cannot_be_read(text: Any) -> None:
    with pytest.raises(BadAction):
        parse_action(text)


@pytest.mark.parametrize(
    "numbers", [(-1, 1, 2), (1, -1, 2), (1, 1, -2), (10_000, 1, 2), (True, 1, 2), ("1", 1, 2)]
)
def test_a_move_that_no_text_can_tell_is_shown_as_what_it_is(numbers: Any) -> None:
    assert str(Move(*numbers)) == repr(Move(*numbers))
    assert str(Move(9999, 1, 9999)) == "9999-9999"
