"""A new member of the family is a new row of data and no new branch (rules, section 1)."""

import ast
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from games.engine import (
    OFFERED,
    VARIANTS,
    BadCode,
    BadLayout,
    Code,
    Game,
    Layout,
    Refused,
    Rules,
    check_whole,
    lay_out,
    parse_action,
    replay,
)

from .table import KEY, ROOT, vectors

TABLE_GAMES = vectors("table_games")
MODULES = sorted((ROOT / "games" / "engine").glob("*.py"))


@pytest.mark.parametrize("vector", TABLE_GAMES)
def test_a_whole_table_game_goes_to_its_win(vector: dict[str, Any]) -> None:
    layout = Layout.from_json(vector)
    check_whole(layout, "table", vector["suits"])
    actions = [parse_action(text) for text in vector["record"].split()]
    rules = Rules("table", vector["suits"])
    early = replay(rules, layout, actions[:-1])
    assert not early.won
    game = replay(rules, layout, actions)
    assert game.won
    assert (game.moves, game.score) == (vector["moves"], vector["score"])
    assert Counter(game.sequences) == dict.fromkeys("SH"[: vector["suits"]], 8 // vector["suits"])
    assert game.problems() == []


@pytest.mark.parametrize("suits", [1, 2, 4])
def test_a_table_game_is_laid_out_in_ten_columns_of_five(suits: int) -> None:
    game = Game(Rules("table", suits), lay_out(KEY, "table", suits, 3))
    view = game.view()
    assert [(pile["down"], len(pile["up"])) for pile in view["columns"]] == [(4, 1)] * 10
    assert view["stock"] == {"cards": 54, "deals": 6}


def test_a_table_game_deals_five_whole_rows_and_a_last_one_of_four() -> None:
    game = Game(Rules("table", 4, undo="last100"), lay_out(KEY, "table", 4, 3))
    stock = game.start.layout.to_json()["stock"]
    for row in range(5):
        assert game.deal()[0] == {"dealt": stock[10 * row : 10 * row + 10]}
    assert game.view()["stock"] == {"cards": 4, "deals": 1}
    before = game.view()["columns"]
    assert game.deal()[0] == {"dealt": stock[50:]}
    grown = [
        len(now["up"]) - len(then["up"])
        for now, then in zip(game.view()["columns"], before, strict=True)
    ]
    assert grown == [1] * 4 + [0] * 6
    with pytest.raises(Refused) as refused:
        game.deal()
    assert (refused.value.code, refused.value.params) == ("stock_empty", {"deals": 6})
    assert game.undo()[1:] == [{"gathered": 4}]
    assert game.view()["columns"] == before


def test_a_table_score_has_the_floor_of_spider() -> None:
    layout = lay_out(KEY, "table", 1, 3)
    floored = Game(Rules("table", 1), layout, score=0)
    floored.deal()
    assert floored.score == 0


def test_a_layout_of_spider_is_none_of_the_table_game() -> None:
    check_whole(lay_out(KEY, "table", 2, 3), "table", 2)
    with pytest.raises(BadLayout) as bad:
        check_whole(lay_out(KEY, "spider", 2, 3), "table", 2)
    assert bad.value.part == "columns"


def test_a_table_game_has_codes_but_is_not_offered() -> None:
    assert str(Code("table", 2, "relaxed", 3)) == "ST1-S2R-AAAAAAD"
    assert Code.parse("st1 s2r aaaaaad") == Code("table", 2, "relaxed", 3)
    for text, part in (("ST1-S1R-AAAAAAD", "build"), ("ST1-S2-AAAAAAD", "build")):
        with pytest.raises(BadCode) as bad:
            Code.parse(text)
        assert bad.value.part == part
    assert "table" not in OFFERED
    with pytest.raises(BadCode) as bad:
        Code.parse("XX1-S1C-AAAAAAD")
    assert "ST1" not in str(bad.value)


@pytest.mark.parametrize(
    "module",
    [path for path in MODULES if path.name != "rules.py"],
    ids=lambda path: str(path.name),
)
def test_no_module_but_the_rules_knows_a_game_by_name(module: Path) -> None:
    rows = VARIANTS.values()
    names = {name for row in rows for name in (row.key, row.name, row.prefix)}
    nodes = ast.walk(ast.parse(module.read_text()))
    assert not names & {node.value for node in nodes if isinstance(node, ast.Constant)}
