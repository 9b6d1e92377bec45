"""Moves, deals, their refusals and what a refusal tells (rules, section 2)."""

from itertools import product
from typing import Any

import pytest

from games.engine import (
    DEAL,
    HINT,
    RESIGN,
    TIME,
    UNDO,
    VOID,
    Action,
    BadAction,
    Game,
    Move,
    Refused,
    Rules,
    lay_out,
    parse_action,
)

from .table import KEY, SPADES_TO_TWO, table


def refusal(game: Game, action: Action) -> Refused:
    before = game.view()
    with pytest.raises(Refused) as refused:
        game.act(action)
    assert game.view() == before
    assert game.problems() == []
    return refused.value


def told(game: Game, action: Action) -> tuple[str, dict[str, Any]]:
    refused = refusal(game, action)
    return refused.code, refused.params


def test_a_move_tells_what_happened_in_order() -> None:
    game = table("4H | KH " + SPADES_TO_TWO, "7D | AS", "9D")
    assert game.play(2, 1, 1) == [
        {"moved": [2, 1, 1]},
        {"flipped": [2, "7D"]},
        {"sequence": [1, "S"]},
    ]
    assert game.undo() == [
        {"undone": 1},
        {"returned": [1, "S"]},
        {"turned_down": [2]},
        {"moved": [1, 1, 2]},
    ]


def test_a_deal_removes_sequences_first_column_to_last_and_flips() -> None:
    game = table("4H | " + SPADES_TO_TWO, "9D", "5H | " + SPADES_TO_TWO, stock="AS 8D AS")
    assert game.deal() == [
        {"dealt": ["AS", "8D", "AS"]},
        {"sequence": [1, "S"]},
        {"flipped": [1, "4H"]},
        {"sequence": [3, "S"]},
        {"flipped": [3, "5H"]},
    ]
    assert (game.moves, game.score) == (1, 500 - 1 + 200)
    assert game.undo() == [
        {"undone": 1},
        {"turned_down": [3]},
        {"returned": [3, "S"]},
        {"turned_down": [1]},
        {"returned": [1, "S"]},
        {"gathered": 3},
    ]


def test_a_wrong_rank_tells_the_columns_that_would_take_the_card() -> None:
    game = table("7H", "9H", "8S", "8D", "")
    params = {"card": "7H", "on": "9H", "columns": [3, 4]}
    assert told(game, Move(1, 1, 2)) == ("wrong_rank", params)
    game = table("7H", "9H", "5S")
    assert told(game, Move(1, 1, 3))[1]["columns"] == []


def test_nothing_goes_on_an_ace_and_a_king_on_nothing() -> None:
    game = table("7H", "AS", "KS", "")
    assert told(game, Move(1, 1, 2)) == ("on_ace", {"card": "7H", "on": "AS"})
    assert told(game, Move(3, 1, 2)) == ("on_ace", {"card": "KS", "on": "AS"})
    assert told(game, Move(3, 1, 1)) == ("king_needs_empty", {"card": "KS"})
    assert game.play(3, 1, 4)


def test_a_mixed_group_tells_where_it_breaks_and_what_can_move() -> None:
    game = table("TD 9H 8S 7S", "JS", "")
    params = {"upper": "9H", "lower": "8S", "movable": "8S"}
    assert told(game, Move(1, 4, 2)) == ("mixed_suit", params)
    assert game.play(1, 2, 3)


def test_a_group_out_of_order_is_told_before_its_suits() -> None:
    game = table("TD QS 3H 2D", "JS")
    params = {"upper": "QS", "lower": "3H", "movable": "2D"}
    assert told(game, Move(1, 4, 2)) == ("not_descending", params)
    assert told(game, Move(1, 2, 2))[0] == "mixed_suit"


def test_the_relaxed_rule_moves_mixed_groups_but_removes_only_one_suit() -> None:
    hearts_to_two = SPADES_TO_TWO.replace("S", "H")
    game = table("TD 9H 8S", "JS", hearts_to_two, "AS", build="relaxed")
    assert game.play(1, 3, 2)
    game.play(4, 1, 3)
    assert game.sequences == []
    assert refusal(game, Move(2, 5, 1)).code == "bad_count"


def test_a_relaxed_group_breaks_where_its_ranks_do() -> None:
    game = table("TD 9H 7S 6H 5S", "JS", build="relaxed")
    params = {"upper": "9H", "lower": "7S", "movable": "7S"}
    assert told(game, Move(1, 5, 2)) == ("not_descending", params)


def test_a_refusal_may_need_no_more_than_its_code() -> None:
    refused = refusal(table("8S", "9D"), Move(1, 1, 3))
    assert (refused.code, refused.params) == ("bad_column", {})
    refused = refusal(table("8S", "9D"), Move(1, 1, 1))
    assert (refused.code, refused.params) == ("same_column", {"column": 1})


def test_a_face_down_card_does_not_move_and_is_not_named() -> None:
    game = table("8S 7S | 6S 5S", "9D")
    assert told(game, Move(1, 3, 2)) == ("face_down", {"column": 1})
    assert told(game, Move(1, 5, 2)) == ("bad_count", {"column": 1})


@pytest.mark.parametrize("column", [0, 4, -1, True, "3", 2.0, None, 10**30, [], {"card": "KS"}])
def test_what_is_no_column_is_refused(column: Any) -> None:
    game = table("8S", "9D", "TD")
    assert refusal(game, Move(column, 1, 2)).code == "bad_column"
    assert refusal(game, Move(1, 1, column)).code == "bad_column"


@pytest.mark.parametrize("count", [0, -1, 2, True, "1", 1.0, None, 10**30, [], {"card": "KS"}])
def test_what_is_no_count_is_refused(count: Any) -> None:
    game = table("8S", "9D", "TD")
    assert refusal(game, Move(1, count, 2)).code == "bad_count"


def test_refusals_come_in_the_order_of_the_protocol() -> None:
    game = table("KS | QS 3H", "", "AD", "TD 8S")
    bad: Any = "x"
    assert refusal(game, Move(0, bad, 0)).code == "bad_column"
    assert refusal(game, Move(2, bad, 2)).code == "same_column"
    assert refusal(game, Move(2, bad, 3)).code == "empty_source"
    assert refusal(game, Move(1, bad, 3)).code == "bad_count"
    assert refusal(game, Move(1, 3, 3)).code == "face_down"
    assert refusal(game, Move(1, 2, 3)).code == "not_descending"
    assert refusal(game, Move(4, 1, 3)).code == "on_ace"


def test_a_deal_is_refused_while_any_column_is_empty() -> None:
    game = table("KS QS JS", "9D", "", "5D", stock="AS 2S 3S 4S")
    assert told(game, DEAL) == ("deal_empty_column", {"column": 3})
    assert game.why_not(DEAL) == "deal_empty_column"
    game.play(1, 1, 3)
    assert game.can_deal()
    assert game.deal() == [{"dealt": ["AS", "2S", "3S", "4S"]}]
    assert told(game, DEAL) == ("stock_empty", {"deals": 1})


def test_a_deal_that_can_never_go_is_told_apart() -> None:
    game = table("KS", "9D", "", stock="AS 2S 3S")
    assert refusal(game, DEAL).code == "deal_too_few_cards"
    assert game.stuck() == "too_few_cards"


def test_a_last_row_of_three_goes_onto_the_first_columns_and_looks_at_all() -> None:
    game = Game(Rules("spiderette", 4), lay_out(KEY, "spiderette", 4, 1))
    for _ in range(3):
        game.deal()
    assert game.view()["stock"] == {"cards": 3, "deals": 1}
    heights = [len(cards) for cards in game.columns]
    game.deal()
    grown = [len(cards) - before for cards, before in zip(game.columns, heights, strict=True)]
    assert grown == [1, 1, 1, 0, 0, 0, 0]
    assert refusal(game, DEAL).params == {"deals": 4}
    game = table("KS QS", "9D", "5D", "", stock="AS")
    assert told(game, DEAL) == ("deal_empty_column", {"column": 4})


def test_a_table_game_ends_its_stock_with_a_row_of_four() -> None:
    game = Game(Rules("table", 1), lay_out(KEY, "table", 1, 1))
    rows = [len(game.deal()[0]["dealt"]) for _ in range(6)]
    assert rows == [10, 10, 10, 10, 10, 4]


@pytest.mark.parametrize("end", [RESIGN, TIME, VOID])
def test_after_its_end_a_game_refuses_everything(end: Action) -> None:
    game = table("8S", "9D", stock="AS 2S")
    assert game.act(end) == [{"ended": game.ended}]
    assert game.ended in {"resigned", "timed_out", "void"}
    for action in (Move(1, 1, 2), DEAL, UNDO, HINT, RESIGN):
        assert refusal(game, action).code == "already_finished"
    assert (game.actions(), game.why_not(DEAL), game.undoable) == ([], "already_finished", 0)
    assert not game.won


def test_only_an_end_ends_a_game() -> None:
    game = table("8S", "9D")
    with pytest.raises(BadAction):
        game.end(DEAL)
    assert game.ended is None


@pytest.mark.parametrize("action", ["3-7", "D", None, [1], 3, {"moved": [1, 1, 2]}])
def test_what_is_no_action_is_not_acted_on(action: Any) -> None:
    game = table("8S", "9D", stock="AS 2S")
    for asked in (game.act, game.end, game.why_not, game.is_legal):
        with pytest.raises(BadAction, match="parse_action first"):
            asked(action)
    assert game.act(parse_action("1-2"))


def test_a_hint_is_counted_and_never_given_back() -> None:
    game = table("8S", "9D")
    game.play(1, 1, 2)
    assert game.act(HINT) == []
    game.undo()
    assert (game.hints, game.undos, game.moves) == (1, 1, 0)


def test_a_sequence_whose_king_lies_face_down_stays() -> None:
    game = table("KS | " + SPADES_TO_TWO.removeprefix("KS "), "AS", "9D")
    assert game.play(2, 1, 1) == [{"moved": [2, 1, 1]}]
    assert (game.sequences, len(game.columns[0])) == ([], 13)
    game = table("5D | " + SPADES_TO_TWO, "AS", "9D")
    game.play(2, 1, 1)
    assert game.sequences == ["S"]


def test_a_bare_tableau_is_no_win_while_cards_are_in_the_stock() -> None:
    game = table(SPADES_TO_TWO, "AS", stock="5D 6D")
    assert game.play(2, 1, 1)[-1] == {"sequence": [1, "S"]}
    assert (game.won, game.stuck()) == (False, "too_few_cards")
    game = table(SPADES_TO_TWO, "AS")
    assert game.play(2, 1, 1)[-1] == {"won": True}
    assert (game.won, game.stuck()) == (True, False)


@pytest.mark.parametrize(("upper", "lower"), [*product("SHDC", repeat=2)])
def test_a_classic_group_is_of_one_suit_and_a_relaxed_one_of_any_two(
    upper: str, lower: str
) -> None:
    for build in ("classic", "relaxed"):
        game = table(f"7{upper} 6{lower}", "8H", "", build=build)
        if build == "relaxed" or upper == lower:
            assert game.legal()[1] == {1: [3], 2: [2, 3]}
            assert game.play(1, 2, 2)
        else:
            assert game.legal()[1] == {1: [3]}
            assert refusal(game, Move(1, 2, 2)).code == "mixed_suit"
