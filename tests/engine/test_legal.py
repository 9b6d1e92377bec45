"""What a game says can be done, and what everybody may see of it (rules, sections 2 and 7)."""

from games.engine import DEAL, HINT, RESIGN, UNDO, Action, Move, Position

from .table import lay, table


def test_best_place_is_the_same_suit_then_another_then_empty() -> None:
    game = table("", "8D", "8H", "7H", "8S", "", "8H")
    assert game.legal()[4][1] == [3, 7, 2, 5, 1, 6]


def test_best_place_makes_the_longer_of_two_runs_in_one_suit() -> None:
    assert table("5S", "6S", "7S 6S").legal()[1] == {1: [3, 2]}


def test_best_place_makes_the_longest_run_in_one_suit() -> None:
    game = table("8H", "9H | 8H", "TH 9H 8H", "7H", "9D 8H", "9H 8H")
    assert game.legal()[4][1] == [3, 6, 1, 2, 5]


def test_all_that_can_be_done_is_the_moves_in_their_order_and_then_the_deal() -> None:
    game = table("KD 3C | 8S", "9D", "TS 9S", stock="AS 2S 3S 4S")
    assert game.legal() == {1: {1: [3, 2]}}
    assert game.actions() == [Move(1, 1, 3), Move(1, 1, 2), DEAL]
    for action in game.actions():
        game.copy().act(action)
    game = table("5S 4S", "", stock="AS 2S 3S 4S")
    assert game.actions() == [Move(1, 1, 2), Move(1, 2, 2)]
    game.act(RESIGN)
    assert game.actions() == []


def test_an_action_is_legal_or_it_is_told_why_not() -> None:
    game = table("8S", "9D", stock="AS 2S")
    able: list[Action] = [Move(1, 1, 2), DEAL, HINT, RESIGN]
    assert all(map(game.is_legal, able))
    assert not game.is_legal(UNDO)
    assert not game.can_undo()
    assert (game.why_not(UNDO), game.why_not(Move(2, 1, 1))) == ("undo_nothing", "wrong_rank")
    assert (game.why_not(DEAL), game.can_deal()) == (None, True)
    game.act(RESIGN)
    for action in (Move(1, 1, 2), DEAL, UNDO, HINT, RESIGN):
        assert game.why_not(action) == "already_finished"


def test_what_a_bot_does_with_its_list_changes_no_other() -> None:
    game = table("8S", "8S", "9D", "9H")
    legal = game.legal()
    legal[1][1].clear()
    assert legal[2][1] == [3, 4]
    assert game.view()["legal"]["1"]["1"] == [3, 4]


def test_a_whole_column_into_an_empty_one_is_legal_and_listed() -> None:
    assert table("5S 4S", "").legal() == {1: {1: [2], 2: [2]}}


def test_the_view_is_the_board_of_the_protocol() -> None:
    game = table("KD 3C | 8S", "9D", "TS 9S", stock="AS 2S 3S 4S")
    assert game.view() == {
        "moves": 0,
        "undos": 0,
        "hints": 0,
        "score": 500,
        "sequences": [],
        "stock": {"cards": 4, "deals": 2},
        "columns": [
            {"down": 2, "up": ["8S"]},
            {"down": 0, "up": ["9D"]},
            {"down": 0, "up": ["TS", "9S"]},
        ],
        "legal": {"1": {"1": [3, 2]}},
        "can_deal": True,
        "can_undo": "undo_nothing",
        "undoable": 0,
        "stuck": False,
    }


def test_as_many_cards_as_columns_are_not_too_few() -> None:
    game = table("KS QS", "", stock="AS 2S")
    assert (game.why_not(DEAL), game.stuck()) == ("deal_empty_column", False)
    game = table("KS", "", stock="AS 2S")
    assert (game.why_not(DEAL), game.stuck()) == ("deal_too_few_cards", "too_few_cards")
    game = table("KS", "")
    assert (game.why_not(DEAL), game.stuck()) == ("stock_empty", False)


def test_a_game_is_not_stuck_while_a_row_can_be_dealt() -> None:
    game = table("5S", "5D", stock="KS KD KH")
    assert (game.legal(), game.stuck()) == ({}, False)
    game.deal()
    assert (game.actions(), game.stuck()) == ([DEAL], False)
    game.deal()
    assert (game.actions(), game.why_not(DEAL), game.stuck()) == ([], "stock_empty", "no_moves")


def test_a_game_is_drawn_as_its_player_sees_it() -> None:
    game = table("KD 3C | 8S", "", "TS 9S", stock="AS 2S 3S 4S")
    assert str(game).split("\n") == [
        " 1  2  3",
        "??    TS",
        "??    9S",
        "8S",
        "moves 0  score 500  stock 4  sequences -",
    ]
    assert "KD" not in str(game)
    assert str(Position(lay("5D | 8S"))) == " 1\n??\n8S"
