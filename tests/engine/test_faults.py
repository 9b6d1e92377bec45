"""Faults that people met in other programs, and that must be impossible here."""

from typing import Any

import pytest

from games.engine import DEAL, UNDO, Game, Layout, Move, Refused, Rules, lay_out, parse_action

from .table import KEY, SPADES_TO_TWO, lay, table, vectors


def code_of(game: Game, move: Move) -> str:
    with pytest.raises(Refused) as refused:
        game.act(move)
    return refused.value.code


def test_a_deal_over_an_empty_column_names_it_and_goes_once_it_is_filled() -> None:
    game = table("KS QS", "9D", "5D", "", stock="AS 2S 3S 4S")
    with pytest.raises(Refused) as refused:
        game.deal()
    assert (refused.value.code, refused.value.params) == ("deal_empty_column", {"column": 4})
    assert (game.moves, len(game.stock)) == (0, 4)
    game.play(1, 1, 4)
    game.deal()
    assert (game.moves, len(game.stock)) == (2, 0)


def test_a_game_is_not_stuck_while_a_run_can_be_split_over_empty_columns() -> None:
    game = table(SPADES_TO_TWO, *[""] * 9, stock="AS " * 10, suits=1)
    assert game.stuck() is False
    for target in range(2, 11):
        assert game.why_not(DEAL) == "deal_empty_column"
        game.play(1, 1, target)
    assert game.can_deal()
    game.deal()
    assert game.moves == 10


def test_a_deal_removes_the_sequence_that_it_completes() -> None:
    game = table(SPADES_TO_TWO, "9D", stock="AS 8D")
    game.deal()
    assert (game.columns[0], game.sequences) == ([], ["S"])
    assert (game.moves, game.score) == (1, 599)


def test_the_last_sequence_wins_at_once_and_only_once() -> None:
    layout = lay(SPADES_TO_TWO, "AS", *[""] * 8)
    game = Game(Rules("spider", 1), layout, moves=116, score=1084, sequences="S" * 7)
    effects = game.play(2, 1, 1)
    assert effects == [{"moved": [2, 1, 1]}, {"sequence": [1, "S"]}, {"won": True}]
    assert (game.won, game.moves, game.score) == (True, 117, 1183)
    assert code_of(game, Move(2, 1, 1)) == "already_finished"


def test_undo_goes_through_a_removal_again_and_again() -> None:
    game = table("2D 3D | KH " + SPADES_TO_TWO, "5D | AS", "9D")
    before = game.view()
    for times in (1, 2):
        game.play(2, 1, 1)
        assert (game.sequences, game.down) == (["S"], [2, 0, 0])
        game.undo()
        assert game.view() == before | {"undos": times}
    game = table("2D 3D | " + SPADES_TO_TWO, "5D | AS", "9D")
    game.play(2, 1, 1)
    assert game.down == [1, 0, 0]
    game.undo()
    assert (game.down, game.moves, game.score) == ([2, 1, 0], 0, 500)


def test_a_move_into_an_empty_column_counts_one_there_and_one_back() -> None:
    game = table("5S", "")
    game.play(1, 1, 2)
    assert game.moves == 1
    game.play(2, 1, 1)
    assert (game.moves, game.score) == (2, 498)


def test_one_number_is_one_layout_after_ten_moves_too() -> None:
    layout = lay_out(KEY, "spider", 1, 7)
    game = Game(Rules("spider", 1), layout)
    for _ in range(10):
        source, counts = next(iter(game.legal().items()))
        count, targets = next(iter(counts.items()))
        game.play(source, count, targets[0])
    assert lay_out(KEY, "spider", 1, 7) == layout


def test_part_of_a_run_moves_and_a_mixed_group_says_why_not() -> None:
    game = table("TD 9S 8S", "JS", "TC")
    assert code_of(game, Move(1, 3, 2)) == "mixed_suit"
    game.play(1, 2, 3)
    assert game.columns[0] == list(lay("TD").columns[0])


@pytest.mark.parametrize("value", [0, 11, -1, True, "3", 2.0, 10**40, None, [1], {"card": "KS"}])
def test_numbers_from_a_client_are_held_against_the_own_position(value: Any) -> None:
    game = Game(Rules("spider", 4), lay_out(KEY, "spider", 4, 7))
    before = game.view()
    for move in (Move(value, 1, 2), Move(1, 1, value)):
        assert code_of(game, move) == "bad_column"
    assert code_of(game, Move(1, value if value != 1 else 0, 2)) == "bad_count"
    assert game.view() == before


def test_a_card_cannot_be_pulled_out_of_a_finished_sequence() -> None:
    game = table(SPADES_TO_TWO, "AS", "9D")
    game.play(2, 1, 1)
    assert code_of(game, Move(1, 1, 2)) == "empty_source"
    assert code_of(game, Move(4, 1, 2)) == "bad_column"


def test_a_replay_shown_twice_goes_the_same_way() -> None:
    vector = next(game for game in vectors("walks") if game["undo"] == "last100")
    actions = [parse_action(text) for text, code in vector["steps"] if code is None]
    assert UNDO in actions
    assert DEAL in actions
    rules = Rules(vector["game"], vector["suits"], vector["build"], "last100")

    def views() -> list[dict[str, Any]]:
        game = Game(rules, Layout.from_json(vector))
        shown = []
        for action in actions:
            game.act(action)
            shown.append(game.view())
        return shown

    assert views() == views()
