"""Whatever is played, a card that was never shown is in nothing that its player gets.

Spiderette with four suits has each card once, so that a card is known by its name.
"""

import itertools
import json
from types import SimpleNamespace
from typing import Any, cast

from hypothesis import given
from hypothesis import strategies as st

from games import logs, records
from games.engine import UNDO, Action, Game, Layout, Rules, lay_out

RULES = Rules("spiderette", 4, "classic", "last100")


def choices(game: Game) -> list[Action]:
    """All that the rules allow now."""
    # Undo and deal first: small numbers, which are tried most, then mean them.
    return [*[UNDO] * game.can_undo(), *reversed(game.actions())]


def walk(layout: Layout, steps: list[int]) -> tuple[list[Action], set[str], list[Any]]:
    """Some game: its actions, the cards that its player saw, and all that was told."""
    game, actions = Game(RULES, layout), []
    told: list[Any] = [game.view()]
    seen = face_up(told[0])
    for step in steps:
        allowed = choices(game)
        if not allowed:
            break
        actions.append(allowed[step % len(allowed)])
        effects = game.act(actions[-1])
        told += [effects, game.view()]
        seen |= face_up(game.view()) | {card for e in effects for card in e.get("dealt", ())}
    return actions, seen, told


def face_up(view: dict[str, Any]) -> set[str]:
    """The cards that lie open."""
    return {card for column in view["columns"] for card in column["up"]}


def kept(layout: Layout, actions: list[Action]) -> logs.Kept:
    """The log as it would be read back."""
    attempt = cast(Any, SimpleNamespace())
    numbers = [*range(len(actions))]
    game = Game(RULES, layout)
    for action in actions:
        game.act(action)
    return logs.Kept(attempt, RULES, layout, game, actions, [None] * len(actions), numbers, None)


def cards(layout: dict[str, Any]) -> list[str]:
    """All cards of a layout, in their order."""
    columns = itertools.chain.from_iterable(column["cards"] for column in layout["columns"])
    return [*columns, *layout["stock"]]


WALKS = st.lists(st.integers(0, 40), max_size=60)
NUMBERS = st.integers(0, 10_000)


@given(number=NUMBERS, steps=WALKS)
def test_the_record_holds_what_was_seen_and_nothing_else(number: int, steps: list[int]) -> None:
    layout = lay_out(b"the tests' own key", "spiderette", 4, number)
    actions, seen, _ = walk(layout, steps)
    told = cards(records.seen_layout(kept(layout, actions)).to_json())
    assert {card for card in told if card != "?"} == seen
    for card, true in zip(told, cards(layout.to_json()), strict=True):
        assert card in (true, "?")


@given(number=NUMBERS, steps=WALKS)
def test_boards_and_effects_name_no_card_that_lies_hidden(number: int, steps: list[int]) -> None:
    layout = lay_out(b"the tests' own key", "spiderette", 4, number)
    _, seen, told = walk(layout, steps)
    hidden = set(cards(layout.to_json())) - seen
    text = json.dumps(told)
    assert not [card for card in hidden if f'"{card}"' in text]


@given(number=NUMBERS, steps=WALKS)
def test_the_replay_names_no_card_that_lies_hidden(number: int, steps: list[int]) -> None:
    layout = lay_out(b"the tests' own key", "spiderette", 4, number)
    actions, seen, _ = walk(layout, steps)
    hidden = set(cards(layout.to_json())) - seen
    log = kept(layout, actions)
    text = json.dumps(records.replay(log))
    assert not [card for card in hidden if f'"{card}"' in text]


@given(number=NUMBERS, steps=WALKS, at=st.integers(0, 70))
def test_the_replay_and_the_position_at_a_step_are_the_same(
    number: int, steps: list[int], at: int
) -> None:
    layout = lay_out(b"the tests' own key", "spiderette", 4, number)
    actions, _, _ = walk(layout, steps)
    log = kept(layout, actions)
    replay = records.replay(log)
    columns = dict(enumerate(replay["start"]["columns"], 1))
    for step in replay["steps"][:at]:
        columns |= step["columns"]
    view, effects = records.position(log, at)
    assert view["columns"] == list(columns.values())
    assert effects == (replay["steps"][:at][-1]["effects"] if at and actions else [])
