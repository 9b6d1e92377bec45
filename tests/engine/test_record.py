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
    Action,
    BadLayout,
    BadRecord,
    BadReplay,
    BadRules,
    Move,
    Record,
    Refused,
    Rules,
    lay_out,
    replay,
)

from .table import KEY, lay

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

# What people may call themselves, and what a text of lines and quotes could trip over.
odd_texts = st.text() | st.text(st.sampled_from('"\\[]{}\n\r\t\0\x1c\x7f\x85\u2028\ufeff é𝔸🂡 D'))
whole = lay_out(KEY, "spider", 2, 3)
layouts = st.none() | st.just(whole) | st.integers(0, 50).map(lambda n: whole.masked(stock=n))

actions = st.one_of(
    st.builds(Move, *[st.integers(0, 104)] * 3), st.sampled_from([DEAL, UNDO, HINT, RESIGN])
)
records = st.builds(
    replace,
    st.just(RECORD),
    player=odd_texts,
    date=odd_texts,
    code=st.none() | st.just("SP1-S2C-AAAAAAD") | odd_texts,
    layout=layouts,
    moves=st.integers(0, 9999),
    score=st.none() | st.integers(-999, 9999),
    actions=st.lists(st.tuples(actions, st.integers(0, 10**9)), max_size=20).map(
        lambda timed: tuple(sorted(timed, key=lambda pair: pair[1]))
    ),
)


def test_a_record_is_written_in_the_manner_of_pgn() -> None:
    assert RECORD.to_text() == TEXT
    assert Record.from_text(TEXT) == RECORD


@given(records)
def test_every_record_reads_back_from_text_and_json(record: Record) -> None:
    assert Record.from_text(record.to_text()) == record
    assert Record.from_json(json.loads(json.dumps(record.to_json()))) == record


@given(records)
def test_what_is_exported_and_imported_is_exported_again_byte_by_byte(record: Record) -> None:
    text, data = record.to_text().encode(), json.dumps(record.to_json())
    from_text = Record.from_text(text.decode())
    from_json = Record.from_json(json.loads(data))
    for again in (from_text, from_json):
        assert again.to_text().encode() == text
        assert json.dumps(again.to_json()) == data


def test_a_record_with_hidden_cards_says_so_in_both_forms() -> None:
    record = replace(RECORD, layout=lay("KS QH | 8S", "9D", stock="4S").masked())
    assert '[Layout "????|8S |9D/??"]' in record.to_text()
    assert record.to_json()["layout"]["columns"][0]["cards"] == ["?", "?", "8S"]
    with pytest.raises(BadLayout, match="3 of them are hidden"):
        record.replay()
    with pytest.raises(BadLayout, match="does not tell it"):
        replace(RECORD, layout=None).replay()


@given(st.integers(0, len(TEXT)), st.integers(0, 9), odd_texts)
def test_a_spoilt_text_is_a_record_or_refused(at: int, cut: int, put: str) -> None:
    try:
        record = Record.from_text(TEXT[:at] + put + TEXT[at + cut :])
    except BadRecord:
        return
    assert Record.from_text(record.to_text()) == record


def test_headers_may_stand_in_any_order_and_lines_end_as_on_windows() -> None:
    head, _, rest = TEXT.partition("\n\n")
    other = "\n".join([*reversed(head.split("\n")), "", rest])
    assert Record.from_text(other.replace("\n", "\r\n")) == RECORD


def test_headers_that_are_none_are_left_out() -> None:
    text = replace(RECORD, code=None, layout=None).to_text()
    assert "Code" not in text
    assert "Layout" not in text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('[Game "spider"]', "[Game spider]"),
        ('[Suits "2"]', '[Suits "two"]'),
        ('[Layout "KS|8S |9D/"]', '[Layout "KS"]'),
        ("1-2 {1200}", "1-2"),
        ("1-2 {1200}", "1-2 {-5}"),
        ("U {1900}", "X {1900}"),
        ("U {1900}", 'U {1900}\n[Code "SP1-S2C-AAAAAAD"]'),
        ('[Version "1"]', '[Version "2"]'),
        ('[Version "1"]', '[Version "0"]'),
        ('[Version "1"]\n', ""),
        ('[Suits "2"]', '[Suits "02"]'),
        ('[Suits "2"]', '[Suits "٢"]'),
        ('[Suits "2"]', '[Suits "2"]\n[Suits "4"]'),
        ('[Suits "2"]', '[Suits "2"]\n[Colour "red"]'),
        ('[Suits "2"]', '[Suits "2"]\n[Actions "D"]'),
        ('[Moves "1"]', f'[Moves "{10**15}"]'),
        ('[Player "alice"]', '[Player "ali\\ud800ce"]'),
        ('[Player "alice"]', '[Player "ali"ce"]'),
        ("|9D/", "|??/"),
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
        {"moves": 10**15},
        {"version": 2},
        {"version": None},
        {"colour": "red"},
        {"player": "ali\ud800ce"},
        {"score": "500"},
        {"actions": [["1-2", 10**15]]},
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


@pytest.mark.parametrize(
    "action",
    [
        (Move(-1, 1, 2), 0),
        (Move(1, 10_000, 2), 0),
        (DEAL, -1),
        (DEAL, 1.5),
        (DEAL, True),
        ("X", 0),
        ("D", 0),
        [DEAL, 0],
        (DEAL,),
        DEAL,
        None,
    ],
)
def test_a_record_that_could_not_be_read_again_cannot_be_built(action: Any) -> None:
    with pytest.raises(BadRecord):
        replace(RECORD, actions=(action,))
    for change in ({"player": 7}, {"actions": [(DEAL, 0)]}, {"actions": None}, {"layout": "|KS/"}):
        with pytest.raises(BadRecord):
            replace(RECORD, **change)


def test_a_record_replays_to_what_it_states() -> None:
    record = replace(RECORD, moves=0, score=500)
    game = record.replay()
    assert (game.result, game.moves, game.score, game.undos) == ("resigned", 0, 500, 1)
    assert replace(record, score=None).replay() == game


@pytest.mark.parametrize(
    ("field", "stated", "played"),
    [("result", "won", "resigned"), ("moves", 1, 0), ("score", 501, 500), ("seconds", 2, 3)],
)
def test_a_record_that_states_something_else_is_told_which_field(
    field: str, stated: Any, played: Any
) -> None:
    record = replace(RECORD, moves=0, score=500)
    with pytest.raises(BadReplay) as bad:
        replace(record, **{field: stated}).replay()
    assert bad.value.code == "record_differs"
    assert bad.value.params == {"field": field, "stated": stated, "played": played}


@pytest.mark.parametrize(
    ("number", "action", "told"),
    [
        (1, Move(1, 1, 1), {"code": "same_column", "column": 1}),
        (2, DEAL, {"code": "stock_empty", "deals": 0}),
        (3, UNDO, {"code": "undo_nothing"}),
        (5, HINT, {"code": "already_finished"}),
    ],
)
def test_the_first_action_that_is_not_allowed_is_named(
    number: int, action: Action, told: dict[str, Any]
) -> None:
    actions = (*RECORD.actions[: number - 1], (action, 5000), (Move(9, 9, 9), 6000))
    with pytest.raises(BadReplay) as bad:
        replace(RECORD, actions=actions).replay()
    refused = bad.value
    assert isinstance(refused, Refused)
    assert {"code": refused.code} | refused.params == {
        "number": number,
        "action": str(action),
    } | told
    assert f"{refused.code}: number={number}, action='{action}'" in str(refused)
