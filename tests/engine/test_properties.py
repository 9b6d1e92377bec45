"""What holds in every game, however it is played."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.engine import (
    BUILDS,
    DEAL,
    HINT,
    UNDO,
    UNDO_POLICIES,
    VARIANTS,
    Action,
    Game,
    Layout,
    Move,
    Refused,
    Rules,
    card_text,
    lay_out,
    pack,
    replay,
)
from games.engine.legal import check_move

from .table import KEY, SPADES_TO_TWO, table

RULES = [
    Rules(variant.key, suits, build, undo)
    for variant in VARIANTS.values()
    for build, levels in variant.builds.items()
    for suits in levels
    for undo in UNDO_POLICIES
]


def snapshot(game: Game) -> tuple[Any, ...]:
    """Everything that an undo restores."""
    columns = [cards.copy() for cards in game.columns]
    stock, sequences = game.stock.copy(), game.sequences.copy()
    return columns, game.down.copy(), stock, sequences, game.moves, game.score


def with_other_hidden_cards(game: Game, seed: int) -> Layout:
    """The layout of the game with those cards changed about that are still hidden."""
    layout = game.start.layout
    hidden = [
        card for cards, down in zip(game.columns, game.down, strict=True) for card in cards[:down]
    ] + game.stock
    random.Random(seed).shuffle(hidden)
    supply = iter(hidden)
    columns = tuple(
        (*(next(supply) for _ in range(down)), *cards[down:])
        for cards, down in zip(layout.columns, game.down, strict=True)
    )
    dealt = len(layout.stock) - len(game.stock)
    return replace(layout, columns=columns, stock=(*layout.stock[:dealt], *supply))


class AnyGame(RuleBasedStateMachine):
    """A game played at random: legal moves, deals, undos, and nonsense between them."""

    @initialize(rules=st.sampled_from(RULES), number=st.integers(0, 999))
    def begin(self, rules: Rules, number: int) -> None:
        self.game = Game(rules, lay_out(KEY, rules.game, rules.suits, number))
        self.log: list[Action] = []  # all that was done
        self.standing: list[Action] = []  # without what was undone
        self.snapshots = [snapshot(self.game)]

    def do(self, action: Action) -> None:
        self.game.act(action)
        self.log.append(action)

    def advance(self, action: Action) -> None:
        self.do(action)
        self.standing.append(action)
        self.snapshots.append(snapshot(self.game))

    @rule(choice=st.randoms(use_true_random=False))
    def play_a_legal_move(self, choice: random.Random) -> None:
        moves = legal_set(self.game)
        if moves:
            self.advance(choice.choice(sorted(moves, key=str)))

    @precondition(lambda self: self.game.can_deal() is True)
    @rule()
    def deal(self) -> None:
        self.advance(DEAL)

    @precondition(lambda self: self.game.can_undo() is True)
    @rule()
    def undo(self) -> None:
        undoable = self.game.undoable
        self.do(UNDO)
        self.standing.pop()
        self.snapshots.pop()
        assert snapshot(self.game) == self.snapshots[-1]
        assert self.game.undoable == undoable - 1

    @rule()
    def hint(self) -> None:
        self.do(HINT)

    @rule(
        action=st.builds(Move, *[st.integers(-1, 14)] * 3) | st.sampled_from([DEAL, UNDO]),
    )
    def try_anything(self, action: Action) -> None:
        before = self.game.view(), snapshot(self.game)
        expected = action in allowed_set(self.game)
        try:
            effects = self.game.act(action)
        except Refused:
            assert not expected
            assert (self.game.view(), snapshot(self.game)) == before
        else:
            assert expected
            assert effects
            self.note(action)

    def note(self, action: Action) -> None:
        self.log.append(action)
        if action == UNDO:
            self.standing.pop()
            self.snapshots.pop()
        else:
            self.standing.append(action)
            self.snapshots.append(snapshot(self.game))

    @invariant()
    def nothing_is_wrong(self) -> None:
        assert self.game.problems() == []

    @invariant()
    def all_cards_are_there(self) -> None:
        game = self.game
        cards = Counter(card for cards in (*game.columns, game.stock) for card in cards)
        whole = Counter(pack(game.rules.variant, game.rules.suits))
        gone = whole - cards
        assert cards <= whole
        assert sum(gone.values()) == 13 * len(game.sequences)
        assert Counter(card_text(card)[1] for card in gone.elements()) == {
            suit: 13 * count for suit, count in Counter(game.sequences).items()
        }

    @invariant()
    def what_is_listed_is_what_is_accepted(self) -> None:
        assert legal_set(self.game) == accepted_set(self.game)

    def teardown(self) -> None:
        if not hasattr(self, "game"):
            return
        game = self.game
        again = replay(game.rules, game.start.layout, self.log)
        assert (again.view(), snapshot(again)) == (game.view(), snapshot(game))
        straight = replay(game.rules, game.start.layout, self.standing)
        assert snapshot(straight) == snapshot(game)
        for seed in (1, 2):
            other = replay(game.rules, with_other_hidden_cards(game, seed), self.standing)
            assert other.view() == straight.view()


def legal_set(game: Game) -> set[Action]:
    return {
        Move(source, count, target)
        for source, counts in game.legal().items()
        for count, targets in counts.items()
        for target in targets
    }


def allowed_set(game: Game) -> set[Action]:
    allowed = legal_set(game)
    if game.can_deal() is True:
        allowed.add(DEAL)
    if game.can_undo() is True:
        allowed.add(UNDO)
    return allowed


def accepted_set(game: Game) -> set[Action]:
    """Every move there could be, asked one by one."""
    columns = range(1, len(game.columns) + 1)
    return {
        Move(source, count, target)
        for source, target in product(columns, columns)
        for count in range(1, min(len(game.columns[source - 1]), 14) + 1)
        if accepted(game, source, count, target)
    }


def accepted(game: Game, source: int, count: int, target: int) -> bool:
    try:
        check_move(game, BUILDS[game.rules.build], source, count, target)
    except Refused:
        return False
    return True


AnyGame.TestCase.settings = settings(
    max_examples=40,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestAnyGame = AnyGame.TestCase


def spoil_a_card(game: Game) -> None:
    game.columns[0][-1] = game.columns[1][-1]


def turn_all_down(game: Game) -> None:
    game.down[0] = len(game.columns[0])


def turn_more_down(game: Game) -> None:
    game.down[3] += 1


def stir_the_stock(game: Game) -> None:
    game.stock.reverse()


def leave_a_sequence(game: Game) -> None:
    game.columns[0].append(game.columns[1].pop())


def forget_a_move(game: Game) -> None:
    game.moves -= 1


def take_a_point(game: Game) -> None:
    game.score -= 1


def test_every_kind_of_fault_is_found() -> None:
    faults: dict[Callable[[Game], None], str] = {
        spoil_a_card: "the cards are not those",
        turn_all_down: "its last card is not face-up",
        turn_more_down: "its face-down cards",
        stir_the_stock: "the stock is not",
        leave_a_sequence: "a finished sequence",
        forget_a_move: "the moves are not",
        take_a_point: "the score is not",
    }
    for spoil, told in faults.items():
        game = table(SPADES_TO_TWO, "AS", "5D | 8S 7S", "9D", stock="2D 3D 4D 5H 6H")
        game.play(3, 2, 4)
        assert game.problems() == []
        spoil(game)
        assert any(told in problem for problem in game.problems()), told
