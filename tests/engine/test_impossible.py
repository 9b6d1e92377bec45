"""What cannot be is refused when it is built."""

from dataclasses import replace
from typing import Any

import pytest

from games.engine import BadLayout, BadState, Game, Rules, State

from .table import lay
from .test_state import MIDDLE, played


@pytest.mark.parametrize(
    ("part", "changes"),
    [
        ("rules", {"rules": "spider 2 classic sealed"}),
        ("layout", {"layout": "KSQH|TS/"}),
        ("sequences", {"sequences": ("S",)}),
        ("sequences", {"sequences": None}),
        ("moves", {"moves": "9"}),
        ("moves", {"moves": True}),
        ("score", {"score": 10**16}),
        ("score", {"score": 10**15}),
        ("score", {"score": -1}),
        ("hints", {"hints": None}),
        ("dealt", {"moves": 999, "dealt": 25}),
        ("dealt", {"moves": 3}),
    ],
)
def test_what_no_state_can_be_is_refused_by_its_part(part: str, changes: Any) -> None:
    state = State.from_text(MIDDLE)
    with pytest.raises(BadState) as bad:
        replace(state, **changes)
    assert bad.value.part == part


def test_what_a_state_can_just_be_is_one() -> None:
    state = State.from_text(MIDDLE)
    last = replace(state, moves=24, dealt=24, score=0, sequences="S" * 8, undos=10**15 - 1)
    assert State.from_text(last.to_text()) == last
    without_floor = replace(state, rules=Rules("spiderette", 2), sequences="", score=-7)
    assert State.from_text(without_floor.to_text()) == without_floor


@pytest.mark.parametrize("counter", ["moves", "score", "undos", "hints"])
def test_no_game_begins_with_what_no_state_can_be(counter: str) -> None:
    good: dict[str, Any] = {counter: 3}
    wrong: Any = "spider 4"
    assert Game(Rules("spider", 4), lay("5S"), **good)
    with pytest.raises(BadState):
        Game(Rules("spider", 4), lay("5S"), **{counter: wrong})
    with pytest.raises(BadState):
        Game(wrong, lay("5S"))
    with pytest.raises(BadLayout):
        Game(Rules("spider", 4), wrong)
    with pytest.raises(BadState):
        Game(Rules("spider", 1), lay("5S"), sequences=["H"])


def test_a_state_may_be_read_with_the_end_of_its_line() -> None:
    assert State.from_text(f"{MIDDLE}\r\n") == State.from_text(f"{MIDDLE}\n")
    with pytest.raises(BadState):
        State.from_text(f"{MIDDLE} \n")


def test_a_board_of_the_protocol_is_a_state_with_hidden_cards() -> None:
    game = played(Rules("spider", 2), 3, 30, 5)
    assert State.from_board(game.rules, game.view()) == game.state().masked()
    ended = State.from_board(game.rules, game.view() | {"state": "timed_out", "seq": 30})
    assert ended.result == "timed_out"
    changes: list[dict[str, Any]] = [
        {"columns": [5]},
        {"stock": {}},
        {"score": "x"},
        {"sequences": 3},
    ]
    for change in changes:
        with pytest.raises(BadState):
            State.from_board(game.rules, game.view() | change)
    with pytest.raises(BadLayout):
        State.from_board(game.rules, game.view() | {"columns": []})
