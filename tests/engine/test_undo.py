"""What can be undone, and what undo restores (rules, section 4)."""

import pytest

from games.engine import DEAL, RESIGN, UNDO, Game, Move, Refused, Rules

from .table import SPADES_TO_TWO, lay, table


def refused_undo(game: Game) -> Refused:
    with pytest.raises(Refused) as refused:
        game.act(UNDO)
    assert game.why_not(UNDO) == refused.value.code
    assert game.undoable == 0
    return refused.value


def back_and_forth(game: Game, times: int) -> None:
    for turn in range(times):
        game.play(*((1, 1, 2) if turn % 2 == 0 else (2, 1, 1)))


def test_last100_remembers_a_hundred_actions() -> None:
    game = table("5S", "")
    back_and_forth(game, 101)
    assert game.undoable == 100
    for left in range(100, 0, -1):
        assert game.can_undo()
        assert game.undo()[0] == {"undone": left + 1}
    refused = refused_undo(game)
    assert (refused.code, refused.params) == ("undo_limit", {"limit": 100})
    assert (game.moves, game.undos, game.score) == (1, 100, 499)


def test_what_last100_forgot_does_not_come_back() -> None:
    game = table("5S", "")
    back_and_forth(game, 101)
    game.undo()
    game.play(1, 1, 2)
    assert game.undoable == 100
    for _ in range(100):
        game.undo()
    assert refused_undo(game).code == "undo_limit"


def test_last100_undoes_a_deal() -> None:
    game = table("5S", "9D", stock="KS QS")
    game.deal()
    assert game.undo() == [{"undone": 1}, {"gathered": 2}]
    assert (len(game.stock), game.moves) == (2, 0)
    assert refused_undo(game).code == "undo_nothing"


def test_sealed_undoes_any_number_of_moves_back_to_the_deal() -> None:
    game = table("5S 4S", "", "9D", stock="KS QS JS", undo="sealed")
    game.play(1, 1, 2)
    game.deal()
    for _ in range(150):
        game.play(3, 1, 2)
        game.undo()
    game.play(3, 1, 2)
    game.undo()
    assert refused_undo(game).code == "undo_sealed"
    assert game.undos == 151


def test_sealed_tells_the_start_from_a_seal() -> None:
    game = table("5S", "9D", stock="KS QS", undo="sealed")
    assert refused_undo(game).code == "undo_nothing"
    game.deal()
    assert refused_undo(game).code == "undo_sealed"


def test_none_undoes_nothing() -> None:
    game = table("5S", "", undo="none")
    assert refused_undo(game).code == "undo_off"
    game.play(1, 1, 2)
    assert refused_undo(game).code == "undo_off"


def test_a_floored_score_returns_to_its_earlier_value() -> None:
    game = Game(Rules("spider", 4, undo="last100"), lay("5S", ""), score=1)
    game.play(1, 1, 2)
    game.play(2, 1, 1)
    assert game.score == 0
    game.undo()
    game.undo()
    assert game.score == 1


def test_an_action_that_gains_is_one_sum_floored_once() -> None:
    layout = lay(SPADES_TO_TWO, "AS", "9D")
    game = Game(Rules("spider", 4), layout, score=0)
    game.play(2, 1, 1)
    assert game.score == 99


def test_after_a_win_nothing_can_be_undone() -> None:
    game = table(SPADES_TO_TWO, "AS")
    game.play(2, 1, 1)
    assert game.won
    assert refused_undo(game).code == "already_finished"


def test_a_game_from_its_middle_has_nothing_to_undo_before_its_start() -> None:
    for undo in ("last100", "sealed"):
        game = Game(Rules("spider", 4, undo=undo), lay("5S", ""), moves=7, score=480)
        assert refused_undo(game).code == "undo_nothing"
        game.play(1, 1, 2)
        assert game.undo() == [{"undone": 8}, {"moved": [2, 1, 1]}]
        assert (game.moves, game.score, refused_undo(game).code) == (7, 480, "undo_nothing")


def test_an_undone_deal_goes_back_into_the_stock_in_its_order() -> None:
    game = table("5S", "9D", "7H", stock="KS QD JH 2C")
    stock = game.stock.copy()
    game.deal()
    game.undo()
    assert game.stock == stock
    assert game.deal()[0] == {"dealt": ["KS", "QD", "JH"]}


def test_the_sequence_that_an_undo_returns_is_the_last_one() -> None:
    hearts_to_two = SPADES_TO_TWO.replace("S", "H")
    game = table(SPADES_TO_TWO, "AS", hearts_to_two, "AH", "9D")
    game.play(2, 1, 1)
    game.play(4, 1, 3)
    assert game.sequences == ["S", "H"]
    assert game.undo()[1] == {"returned": [3, "H"]}
    assert game.sequences == ["S"]
    assert game.undo()[1] == {"returned": [1, "S"]}
    assert game.sequences == []


def test_a_refusal_leaves_everything_that_can_be_undone() -> None:
    game = table("5S 4S", "", "6S", stock="KS QS JS")
    begun = game.view()
    game.play(1, 1, 2)
    game.deal()
    for action in (Move(1, 1, 2), Move(1, 1, 1), Move(2, 9, 3), DEAL):
        with pytest.raises(Refused):
            game.act(action)
        assert game.undoable == 2
    game.undo()
    game.undo()
    assert game.view() == begun | {"undos": 2}


def test_spider_and_its_table_game_have_a_floor_and_spiderette_has_none() -> None:
    scores = {}
    for name in ("spider", "table", "spiderette"):
        game = Game(Rules(name, 4), lay("5S", ""), score=0)
        game.play(1, 1, 2)
        scores[name] = game.score
    assert scores == {"spider": 0, "table": 0, "spiderette": -1}


@pytest.mark.parametrize("undo", ["last100", "sealed"])
def test_after_an_undo_the_last_action_is_the_one_that_stands(undo: str) -> None:
    game = table("9S 4H", "5H", stock="8S 9H", undo=undo)
    moved, dealt = game.play(1, 1, 2), game.deal()
    assert game.last == tuple(dealt)
    game.play(1, 1, 2)
    game.undo()
    assert game.last == tuple(dealt)
    if undo == "last100":
        game.undo()
        assert game.last == tuple(moved)
        game.undo()
        assert game.last == ()


def test_what_can_be_undone_no_more_is_still_the_last_action() -> None:
    game = table("5S", "")
    back_and_forth(game, 101)
    for _ in range(100):
        game.undo()
    assert game.last == ({"moved": [1, 1, 2]},)


def test_only_a_limit_that_there_is_is_told() -> None:
    game = table("5S", "9D", stock="KS QS", undo="sealed")
    game.deal()
    assert refused_undo(game).params == {}


def test_nothing_can_be_undone_once_the_game_is_given_up() -> None:
    game = table("8S", "9D")
    game.play(1, 1, 2)
    assert game.undoable == 1
    game.end(RESIGN)
    assert (game.undoable, game.can_undo()) == (0, False)
