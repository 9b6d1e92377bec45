"""Every value reads back from its text and from its repr; there are two families of error."""

import copy
import pickle
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
)

from .table import KEY, lay, table
from .test_properties import RULES
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
    for again in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert (again, again.undoable) == (game, 1)
        again.undo()
        assert again != game


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
]


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
