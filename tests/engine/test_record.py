"""Records: as JSON, as text, and replayed (rules, section 8)."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import (
    DEAL,
    HINT,
    RESIGN,
    UNDO,
    BadRecord,
    BadRules,
    Move,
    Record,
    Refused,
    Rules,
    lay_out,
    replay,
)

from .table import KEY, SPADES_TO_TWO, lay

RECORD = Record(
    game="spider",
    suits=2,
    undo="last100",
    code="SP1-S2C-AAAAAAD",
    player="alice",
    date="2025-11-30",
    result="resigned",
    moves=1,
    seconds=3,
    layout=lay("KS | 8S", "9D"),
    actions=((Move(1, 1, 2), 1200), (UNDO, 1900), (HINT, 2500), (RESIGN, 3000)),
)

TEXT = """\
[Version "1"]
[Game "spider"]
[Suits "2"]
[Build "classic"]
[Undo "last100"]
[Code "SP1-S2C-AAAAAAD"]
[Player "alice"]
[Date "2025-11-30"]
[Result "resigned"]
[Moves "1"]
[Seconds "3"]
[Layout "KS|8S |9D/"]

1-2 {1200}
U {1900}
H {2500}
R {3000}
"""

actions = st.one_of(
    st.builds(Move, *[st.integers(0, 104)] * 3), st.sampled_from([DEAL, UNDO, HINT, RESIGN])
)
records = st.builds(
    replace,
    st.just(RECORD),
    player=st.text(),
    code=st.none() | st.just("SP1-S2C-AAAAAAD"),
    layout=st.none() | st.just(lay_out(KEY, "spider", 2, 3)),
    moves=st.integers(0, 9999),
    actions=st.lists(st.tuples(actions, st.integers(0, 10**9)), max_size=20).map(tuple),
)


def test_a_record_is_written_in_the_manner_of_pgn() -> None:
    assert RECORD.to_text() == TEXT
    assert Record.from_text(TEXT) == RECORD


@given(records)
def test_every_record_reads_back_from_text_and_json(record: Record) -> None:
    assert Record.from_text(record.to_text()) == record
    assert Record.from_json(json.loads(json.dumps(record.to_json()))) == record


def test_headers_that_are_none_are_left_out() -> None:
    text = replace(RECORD, code=None, layout=None).to_text()
    assert "Code" not in text
    assert "Layout" not in text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('[Game "spider"]\n', ""),
        ('[Game "spider"]', "[Game spider]"),
        ('[Suits "2"]', '[Suits "two"]'),
        ('[Layout "KS|8S |9D/"]', '[Layout "KS"]'),
        ("1-2 {1200}", "1-2"),
        ("1-2 {1200}", "1-2 {-5}"),
        ("U {1900}", "X {1900}"),
    ],
)
def test_text_that_is_no_record_is_refused(old: str, new: str) -> None:
    assert old in TEXT
    with pytest.raises(BadRecord):
        Record.from_text(TEXT.replace(old, new))


@pytest.mark.parametrize(
    "change",
    [
        {"game": None},
        {"undo": None},
        {"player": None},
        {"date": None},
        {"result": None},
        {"seconds": None},
        {"code": 3},
        {"suits": "2"},
        {"moves": True},
        {"layout": "KS"},
        {"actions": None},
        {"actions": ["1-2"]},
        {"actions": [["1-2", -1]]},
        {"actions": [["1-2", True]]},
        {"actions": [["x", 1]]},
    ],
)
def test_json_that_is_no_record_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(BadRecord):
        Record.from_json(RECORD.to_json() | change)


def test_an_action_may_come_at_once_or_very_late() -> None:
    for ms in (0, 1, 10**15 - 1):
        record = replace(RECORD, actions=((DEAL, ms),))
        assert Record.from_text(record.to_text()) == record
        assert Record.from_json(record.to_json()) == record
    with pytest.raises(BadRecord):
        Record.from_text(replace(RECORD, actions=((DEAL, 10**15),)).to_text())


def test_a_replay_refuses_what_comes_after_the_end() -> None:
    layout = lay(SPADES_TO_TWO, "AS")
    rules = Rules("spider", 2)
    assert replay(rules, layout, [Move(2, 1, 1)]).won
    for after in (Move(2, 1, 1), DEAL, UNDO, HINT, RESIGN):
        with pytest.raises(Refused) as refused:
            replay(rules, layout, [Move(2, 1, 1), after])
        assert refused.value.code == "already_finished"


def test_what_is_no_object_is_no_record() -> None:
    with pytest.raises(BadRecord):
        Record.from_json([])


def test_a_record_can_be_read_though_no_game_has_such_rules() -> None:
    record = replace(RECORD, suits=3)
    assert Record.from_text(record.to_text()) == record
    with pytest.raises(BadRules):
        print(record.rules)


def test_a_replay_comes_to_the_same_game_or_is_refused() -> None:
    assert RECORD.layout is not None
    game = replay(RECORD.rules, RECORD.layout, [action for action, _ in RECORD.actions])
    assert (game.moves, game.undos, game.hints, game.ended) == (0, 1, 1, "resigned")
    with pytest.raises(Refused):
        replay(Rules("spider", 2), RECORD.layout, [DEAL])
