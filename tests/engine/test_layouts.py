"""Layouts, their texts and their commitment (rules, section 5)."""

import hashlib
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import VARIANTS, BadLayout, Layout, check_whole, commitment, lay_out, parse_card

from .table import KEY, lay

cards = st.sampled_from([parse_card(rank + suit) for suit in "SHDC" for rank in "A23456789TJQK"])
columns = st.lists(cards, max_size=9).flatmap(
    lambda column: st.tuples(st.just(tuple(column)), st.integers(0, max(len(column) - 1, 0)))
)
layouts = st.builds(
    lambda columns, stock: Layout(
        tuple(cards for cards, _ in columns), tuple(down for _, down in columns), tuple(stock)
    ),
    st.lists(columns, min_size=1, max_size=12),
    st.lists(cards, max_size=12),
)


@given(layouts)
def test_a_layout_reads_back_from_json_and_text(layout: Layout) -> None:
    assert Layout.from_json(layout.to_json()) == layout
    assert Layout.from_text(layout.to_text()) == layout


def test_a_layout_has_the_shapes_that_are_documented() -> None:
    layout = lay("KS QH | TS", "", "5H | 6S", stock="4S 3H")
    assert layout.to_text() == "KSQH|TS | 5H|6S/4S3H"
    assert layout.to_json() == {
        "columns": [
            {"down": 2, "cards": ["KS", "QH", "TS"]},
            {"down": 0, "cards": []},
            {"down": 1, "cards": ["5H", "6S"]},
        ],
        "stock": ["4S", "3H"],
    }


@pytest.mark.parametrize(
    ("part", "data"),
    [
        ("layout", None),
        ("layout", {"stock": []}),
        ("layout", {"columns": [{"down": 0, "cards": ["KS"]}]}),
        ("columns", {"columns": [], "stock": []}),
        ("stock", {"columns": [], "stock": ["1S"]}),
        ("column 1", {"columns": ["KS"], "stock": []}),
        ("column 1", {"columns": [{"down": 0, "cards": ["KX"]}], "stock": []}),
        ("column 1", {"columns": [{"down": 0, "cards": [7]}], "stock": []}),
        ("column 1", {"columns": [{"down": True, "cards": ["KS", "QS"]}], "stock": []}),
        ("column 1", {"columns": [{"down": 1, "cards": ["KS"]}], "stock": []}),
        ("column 1", {"columns": [{"down": -1, "cards": ["KS"]}], "stock": []}),
        ("column 1", {"columns": [{"cards": ["KS"]}], "stock": []}),
    ],
)
def test_json_that_is_no_layout_is_refused_by_its_part(part: str, data: Any) -> None:
    with pytest.raises(BadLayout) as bad:
        Layout.from_json(data)
    assert bad.value.part == part
    assert str(bad.value).startswith(f"{part}: ")


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("layout", ""),
        ("layout", "|KS"),
        ("columns", "/KS"),
        ("column 1", "KS/"),
        ("column 2", "|KS |K/"),
        ("column 1", "KS|/"),
        ("column 1", "K|SQH/"),
        ("stock", "|KS/4"),
    ],
)
def test_text_that_is_no_layout_is_refused_by_its_part(part: str, text: str) -> None:
    with pytest.raises(BadLayout) as bad:
        Layout.from_text(text)
    assert bad.value.part == part


@pytest.mark.parametrize("suits", [1, 2, 4])
@pytest.mark.parametrize("game", VARIANTS)
def test_a_drawn_layout_is_a_whole_pack(game: str, suits: int) -> None:
    check_whole(lay_out(KEY, game, suits, 5), game, suits)


def test_a_layout_that_is_not_whole_is_refused_by_its_part() -> None:
    whole = lay_out(KEY, "spider", 4, 5)
    twice = (whole.stock[1], *whole.stock[1:])
    down = whole.down
    wrong_in = [
        ("stock", replace(whole, stock=(*whole.stock, whole.stock[0]))),
        ("down", replace(whole, down=(4, *down[1:]))),
        ("columns", replace(whole, columns=(*whole.columns, ()), down=(*down, 0))),
    ]
    wrong = {
        "columns": replace(whole, columns=(whole.columns[-1], *whole.columns[1:]), down=(4,) * 10),
        "down": replace(whole, down=(4,) * 10),
        "stock": replace(whole, stock=whole.stock[1:]),
        "cards": replace(whole, stock=twice) if whole.stock[0] != whole.stock[1] else whole,
    }
    for part, layout in [*wrong.items(), *wrong_in]:
        with pytest.raises(BadLayout) as bad:
            check_whole(layout, "spider", 4)
        assert bad.value.part == part
    with pytest.raises(BadLayout, match=r"2 suits: missing .*, too many"):
        check_whole(whole, "spider", 2)
    with pytest.raises(BadLayout, match="Spiderette starts with"):
        check_whole(whole, "spiderette", 4)
    with pytest.raises(BadLayout, match="94 of them are hidden"):
        check_whole(whole.masked(), "spider", 4)


@pytest.mark.parametrize("down", [(0,), (0, 0, 0), (0, 1), (-1, 0), (0, True), (0, 0.0)])
def test_columns_and_their_face_down_counts_must_fit(down: Any) -> None:
    columns = lay("KS QS", "5D").columns
    assert Layout(columns, (1, 0), ()).down == (1, 0)
    with pytest.raises(BadLayout):
        Layout(columns, down, ())


def test_a_commitment_can_be_computed_by_hand() -> None:
    salt = bytes.fromhex("00ff10")
    by_hand = hashlib.sha256(b"\x00\xff\x10" + b"KSQH|TS | 5H|6S/4S3H").hexdigest()
    layout = lay("KS QH | TS", "", "5H | 6S", stock="4S 3H")
    assert commitment(salt, layout) == by_hand
    assert commitment(b"other", layout) != by_hand
    assert commitment(salt, replace(layout, down=(1, 0, 1))) != by_hand
    with pytest.raises(BadLayout, match="5 of them are hidden"):
        commitment(salt, layout.masked())


def test_face_down_counts_must_be_those_of_each_column() -> None:
    whole = lay_out(KEY, "spiderette", 4, 5)
    check_whole(whole, "spiderette", 4)
    with pytest.raises(BadLayout) as bad:
        check_whole(replace(whole, down=(0, 1, 2, 3, 4, 4, 6)), "spiderette", 4)
    assert bad.value.part == "down"
    with pytest.raises(BadLayout) as bad:
        check_whole(replace(whole, down=(0, 1, 2, 2, 4, 5, 6)), "spiderette", 4)
    assert bad.value.part == "down"


@pytest.mark.parametrize("card", [True, 1.0, "AS", None, [1], {}])
def test_what_only_equals_a_card_lies_nowhere(card: Any) -> None:
    assert Layout(((1,),), (0,), (1,)).hidden == 0
    with pytest.raises(BadLayout, match="column 1"):
        Layout(((card,),), (0,), ())
    with pytest.raises(BadLayout, match="stock"):
        Layout(((1,),), (0,), (card,))


@pytest.mark.parametrize(
    ("part", "values"),
    [
        ("columns", ([(1,)], (0,), ())),
        ("column 1", (([1],), (0,), ())),
        ("down", (((1,),), [0], ())),
        ("stock", (((1,),), (0,), [])),
        ("stock", (((1,),), (0,), None)),
    ],
)
def test_a_layout_is_of_tuples_and_can_be_in_a_set(part: str, values: Any) -> None:
    assert len({Layout(((1,),), (0,), ()), Layout(((1,),), (0,), ())}) == 1
    with pytest.raises(BadLayout) as bad:
        Layout(*values)
    assert bad.value.part == part


def test_a_layout_may_be_read_with_the_end_of_its_line_and_no_more() -> None:
    for end in ("\n", "\r\n"):
        assert Layout.from_text(f"|KS/4S{end}") == lay("KS", stock="4S")
    for end in (" ", " \n", "\nX"):
        with pytest.raises(BadLayout):
            Layout.from_text(f"|KS/4S{end}")


def test_a_layout_tells_how_many_rows_its_stock_makes() -> None:
    rows = [lay("KS", "5H", stock=stock).rows for stock in ("", "4S", "4S 3H", "4S 3H 2C")]
    assert rows == [0, 1, 1, 2]
