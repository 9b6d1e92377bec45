"""Every value reads back from its text and from its repr; there are two families of error."""

import copy
import pickle
from dataclasses import replace
from typing import Any

import pytest

import games.engine
from games.engine import (
    DEAL,
    ENDS,
    UNDO_POLICIES,
    VARIANTS,
    BadAction,
    BadCard,
    BadCode,
    BadLayout,
    BadRecord,
    BadReplay,
    BadRules,
    BadState,
    Code,
    Command,
    Game,
    Layout,
    Move,
    Position,
    Record,
    Refused,
    Rules,
    State,
    Unreadable,
    card_text,
    lay_out,
    parse_action,
    parse_card,
    rank_of,
    suit_of,
)

from .playing import RULES
from .table import KEY, SPADES_TO_TWO, lay, table
from .test_record import RECORD

NAMES = {name: getattr(games.engine, name) for name in games.engine.__all__}

VALUES: list[Any] = [
    *Command,
    Move(3, 4, 7),
    Code("spider", 2, "relaxed", 41739205),
    Rules("spiderette", 4, undo="none"),
    *VARIANTS.values(),
    *UNDO_POLICIES.values(),
    lay("KS QH | TS", "", stock="4S"),
    lay("KS QH | TS", "", stock="4S").masked(),
    Position(lay("KS QH | TS", ""), "SH"),
    table("KS QH | TS", "", stock="4S").state(),
    table("KS QH | TS", "", stock="4S"),
    Game(Rules("table", 4), lay_out(KEY, "table", 4, 5)),
    table("KS QH | TS", "").start,
    RECORD,
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_the_repr_of_a_value_rebuilds_it(value: Any) -> None:
    again = eval(repr(value), dict(NAMES))
    assert again == value
    assert type(again) is type(value)
    assert repr(again) == repr(value)


def test_what_is_written_is_read_again() -> None:
    for action in (*ENDS, DEAL, Move(3, 4, 7)):
        assert parse_action(str(action)) == action
    for rules in RULES:
        assert Rules.parse(str(rules)) == rules
    assert str(Rules("spider", 2)) == "spider 2 classic sealed"
    assert card_text(parse_card("TH")) == "TH"


def test_a_game_can_be_copied_and_pickled_with_what_can_be_undone() -> None:
    game = table("5S", "", "9D")
    game.play(1, 1, 2)
    before = game.state()
    again = pickle.loads(pickle.dumps(game))
    for other in (game.copy(), copy.copy(game), copy.deepcopy(game), again):
        assert (other, other.undoable, other.problems()) == (game, 1, [])
        other.undo()
        other.play(1, 1, 2)
        other.undo()
        assert (game.state(), game.undoable, game.problems()) == (before, 1, [])
    position = Position(lay("KS | QH", "9D", stock="4S"), "S")
    for there in (position.copy(), copy.copy(position)):
        for pile in (there.columns[0], there.columns, there.down, there.stock, there.sequences):
            pile.pop()
        assert position == Position(lay("KS | QH", "9D", stock="4S"), "S")


def test_a_game_and_its_copy_go_their_own_ways() -> None:
    """All that one can do to the other's lists."""
    game = table("2D | 9S", "TH", "3C", f"{SPADES_TO_TWO}", "KH AS", stock="4S 5S 6S 7S 8S")
    there = game.copy()
    before = there.state()
    game.play(5, 1, 4)
    game.play(1, 1, 2)
    game.deal() if game.can_deal() else game.play(5, 1, 4)
    assert (there.state(), there.undoable) == (before, 0)
    while game.can_undo():
        game.undo()
    assert game.state() == replace(before, undos=game.undos)


def test_positions_are_equal_when_the_same_cards_lie_the_same_way() -> None:
    position = Position(lay("KS | QH", "9D"), "S")
    assert position == Position(lay("KS | QH", "9D"), ["S"])
    assert position != Position(lay("KS QH", "9D"), "S")
    assert position != Position(lay("KS | QH", "9D"))
    assert position != lay("KS | QH", "9D")
    assert position.to_layout() == lay("KS | QH", "9D")


UNREADABLE = [
    (BadCard, lambda: parse_card("1S")),
    (BadAction, lambda: parse_action("X")),
    (BadCode, lambda: Code.parse("SP1")),
    (BadRules, lambda: Rules.parse("spider")),
    (BadLayout, lambda: Layout.from_text("KS")),
    (BadState, lambda: State.from_text("")),
    (BadRecord, lambda: Record.from_text("")),
    (Unreadable, lambda: lay_out(b"", "spider", 1, 1)),
    (Unreadable, lambda: lay_out("key", "spider", 1, 1)),  # type: ignore[arg-type]
]

READERS: list[tuple[type[Unreadable], Any]] = [
    (BadCard, parse_card),
    (BadCard, card_text),
    (BadCard, rank_of),
    (BadCard, suit_of),
    (BadAction, parse_action),
    (BadCode, Code.parse),
    (BadRules, Rules.parse),
    (BadLayout, Layout.from_text),
    (BadLayout, Layout.from_json),
    (BadState, State.from_text),
    (BadState, Game.from_text),
    (BadState, lambda value: State.from_board(Rules("spider", 1), value)),
    (BadRecord, Record.from_text),
    (BadRecord, Record.from_json),
]


@pytest.mark.parametrize("value", [None, b"KS", [1], {}, True, 1.5], ids=repr)
@pytest.mark.parametrize(("kind", "read"), READERS)
def test_what_is_no_text_is_of_the_family_too(
    kind: type[Unreadable], read: Any, value: object
) -> None:
    with pytest.raises(kind):
        read(value)


@pytest.mark.parametrize(("kind", "read"), UNREADABLE)
def test_what_cannot_be_read_is_one_family_of_errors(kind: type[Unreadable], read: Any) -> None:
    with pytest.raises(kind) as bad:
        read()
    assert isinstance(bad.value, Unreadable)
    assert isinstance(bad.value, ValueError)
    assert not isinstance(bad.value, Refused)
    assert str(bad.value).endswith(".")
    for again in (pickle.loads(pickle.dumps(bad.value)), copy.copy(bad.value)):
        assert (type(again), str(again), vars(again)) == (kind, str(bad.value), vars(bad.value))


def test_what_is_not_allowed_is_the_other() -> None:
    for kind in (Refused, BadReplay):
        refused = kind("wrong_rank", {"card": "9S", "on": "KH"})
        assert isinstance(refused, ValueError)
        assert not isinstance(refused, Unreadable)
        assert str(refused) == "wrong_rank: card='9S', on='KH'"
        assert repr(refused) == f"{kind.__name__}('wrong_rank', {{'card': '9S', 'on': 'KH'}})"
        for again in (pickle.loads(pickle.dumps(refused)), eval(repr(refused), dict(NAMES))):
            assert (again.code, again.params) == (refused.code, refused.params)
            assert str(again) == str(refused)


def test_a_refusal_without_parameters_is_its_code() -> None:
    assert str(Refused("stuck")) == "stuck"
    assert repr(Refused("stuck")) == "Refused('stuck')"
    assert str(Refused("undo_sealed", {"limit": None})) == "undo_sealed"
