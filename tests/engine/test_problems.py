"""What cannot be in a game is told in words."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games.engine import Game, Rules, lay_out

from .table import KEY, SPADES_TO_TWO, lay, table


def spoilt(**values: Any) -> Callable[[Game], None]:
    """Sets attributes of a game."""

    def spoil(game: Game) -> None:
        for name, value in values.items():
            setattr(game, name, value)

    return spoil


FAULTS: list[tuple[str, Callable[[Game], object]]] = [
    ("the cards are not those", lambda game: game.columns[0].pop()),
    ("the cards are not those", lambda game: game.columns[0].append(game.columns[1][-1])),
    ("the cards are not those", lambda game: game.sequences.append("S")),
    ("the cards are not those", lambda game: game.stock.pop()),
    ("the cards are not those", lambda game: game.columns[0].__setitem__(0, game.stock[0])),
    ("the stock is not what is left", lambda game: game.stock.reverse()),
    ("the stock is not what is left", lambda game: game.columns[0].append(game.stock.pop())),
    ("the stock is not what is left", lambda game: game.stock.insert(0, game.columns[1].pop())),
    ("there are more cards than in the pack: 9D", lambda game: game.stock.extend([41] * 2)),
    ("there are more cards than in the pack: 999", lambda game: game.stock.append(999)),
    ("there are more cards than in the pack", lambda game: game.sequences.extend("SS")),
    ("a sequence has a suit that is none", lambda game: game.sequences.append("X")),
    ("the rows are not as many", spoilt(rows=3)),
    ("the columns are not as many", lambda game: game.columns.pop()),
    ("the columns are not as many", lambda game: game.down.append(0)),
    ("the game is won, but cards are left", spoilt(won=True)),
    ("no card is left, but", spoilt(columns=[[], [], [], []], stock=[])),
    ("'lost' is no end", spoilt(ended="lost")),
    ("the game is won, and has ended", spoilt(won=True, ended="resigned")),
    ("column 1: its last card is not face-up", spoilt(down=[12, 0, 0, 0])),
    ("column 4: its last card is not face-up", spoilt(down=[0, 0, 0, -1])),
    ("column 4: its face-down cards are not those", spoilt(down=[0, 0, 0, 3])),
    ("column 4: its face-down cards are not those", lambda game: game.columns[3].reverse()),
    ("column 1: a finished sequence", lambda game: game.columns[0].append(game.columns[1].pop())),
    ("the moves are not", spoilt(moves=0)),
    ("the moves are not", spoilt(moves=2)),
    ("the moves are not", spoilt(undos=1)),
    ("the moves are not", spoilt(moves=2, undos=-1)),
    ("the moves are not", spoilt(moves=-1, undos=2)),
    ("the moves are not", spoilt(hints=-1)),
    ("more can be undone", spoilt(acted=0, moves=0)),
    ("the score is not", spoilt(score=498)),
    ("the score is not", spoilt(score=500)),
    ("the score is more than", spoilt(score=500)),
    ("the score is below its floor", spoilt(score=-1)),
]


@pytest.mark.parametrize(("told", "spoil"), FAULTS)
def test_every_kind_of_fault_is_found(told: str, spoil: Callable[[Game], object]) -> None:
    game = table(SPADES_TO_TWO, "AS", "5D 8S", "9D 7H | 8H TS 7S", stock="2D 3D 4D 5H 6H")
    game.play(4, 1, 3)
    assert game.problems() == []
    spoil(game)
    assert any(problem.startswith(told) for problem in game.problems()), game.problems()


def test_without_a_floor_a_score_must_be_exact() -> None:
    for score, wrong in ((-1, []), (0, ["the score is not what the moves and sequences come to"])):
        game = Game(Rules("spiderette", 4), lay("5S", "6S"), score=0)
        game.play(1, 1, 2)
        game.score = score
        assert game.problems() == wrong


TOO_MANY = "there are more cards than in the pack: "


def test_what_a_pack_cannot_have_is_told_of_the_start_too() -> None:
    assert table("KS KS", "5D").problems() == []
    assert table("KS KS", "5D KS").problems() == [f"{TOO_MANY}KS"]
    assert table("KS 5H", "5S", suits=2).problems() == []
    assert table("KS 5H", "5S", suits=1).problems() == [f"{TOO_MANY}5H"]
    assert Game(Rules("spider", 4), lay("5D"), sequences="SS").problems() == []
    assert Game(Rules("spider", 4), lay("KS"), sequences="SS").problems() == [f"{TOO_MANY}KS"]
    assert len(Game(Rules("spider", 2), lay("5D"), sequences="S" * 5).problems()) == 1


def test_undos_where_the_rules_have_none_are_told() -> None:
    for policy, wrong in (("none", ["there are undos, but the rules have none"]), ("sealed", [])):
        game = Game(Rules("spider", 4, undo=policy), lay("5S", "6S"), moves=3, score=497, undos=1)
        assert game.problems() == wrong


def test_missing_cards_are_no_problem_and_can_be_told() -> None:
    whole = Game(Rules("spider", 2), lay_out(KEY, "spider", 2, 1))
    part = Game(whole.rules, replace(whole.start.layout, stock=whole.start.layout.stock[1:]))
    assert (whole.problems(), whole.state().unseen()) == ([], [])
    assert (part.problems(), part.state().unseen()) == ([], [whole.stock[0]])


def test_a_finished_sequence_that_lay_there_from_the_start_is_told() -> None:
    lying = table("5D", f"{SPADES_TO_TWO} AS").problems()
    assert lying == ["column 2: a finished sequence was left lying"]
    assert table("5D", f"KS | {SPADES_TO_TWO[3:]} AS").problems() == []


def test_a_score_can_be_no_higher_than_moves_and_sequences_come_to() -> None:
    text = (
        "spider 1 classic sealed; |5S |9S/; S; moves {} score {} undos 0 hints 0 dealt 0; playing"
    )
    too_high = ["the score is more than so many moves and sequences can come to"]
    for moves, score, wrong in [
        (9, 591, []),
        (9, 592, too_high),
        (9, 90, []),  # it may have begun with less
        (500, 100, []),
        (500, 101, too_high),
        (501, 99, []),  # the floor has held it up, then the sequence came
        (900, 99, []),
        (900, 100, too_high),
    ]:
        assert Game.from_text(text.format(moves, score)).problems() == wrong, (moves, score)


def test_a_floor_holds_a_score_up_by_so_much_and_no_more() -> None:
    for score, wrong in ((0, []), (1, ["the score is not what the moves and sequences come to"])):
        game = Game(Rules("spider", 4), lay("5S", "6S"), score=0)
        game.play(1, 1, 2)
        game.score = score
        assert game.problems() == wrong
