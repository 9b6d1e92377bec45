"""What holds in every game, however it is played."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.engine import (
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
    parse_action,
    replay,
)

from .reference import laid
from .table import KEY, SPADES_TO_TWO, lay, table, vectors

UNDOS = list(UNDO_POLICIES)
WON_GAMES = vectors("won_games") + vectors("table_games")

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


def everything(game: Game) -> tuple[Any, ...]:
    """All that a refusal must leave alone; what undo remembers is tested by undoing."""
    return snapshot(game), game.view(), game.acted, game.won, game.ended, game.start, game.rules


def twin(game: Game) -> Game:
    """A game that begins where this one stands."""
    now = Layout(tuple(map(tuple, game.columns)), tuple(game.down), tuple(game.stock))
    counters = {"moves": game.moves, "score": game.score}
    return Game(game.rules, now, sequences=game.sequences, **counters)


def replayed(game: Game, layout: Layout, actions: Iterable[Action]) -> Game:
    """The actions from the game's start, with that layout in place of its own."""
    start = game.start
    again = Game(
        game.rules, layout, moves=start.moves, score=start.score, sequences=start.sequences
    )
    for action in actions:
        again.act(action)
    return again


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
    """A game played at random: legal moves, deals, undos, and nonsense between them.

    The reference plays beside it and must agree on every table, list and refusal.
    """

    @initialize(rules=st.sampled_from(RULES), number=st.integers(0, 999))
    def begin(self, rules: Rules, number: int) -> None:
        self.begin_at(Game(rules, lay_out(KEY, rules.game, rules.suits, number)), [])

    @initialize(
        won=st.sampled_from(WON_GAMES), left=st.integers(1, 60), undo=st.sampled_from(UNDOS)
    )
    def begin_late(self, won: dict[str, Any], left: int, undo: str) -> None:
        """In the middle of a game whose way to its win is known."""
        rules = Rules(won["game"], won["suits"], won["build"], undo)
        actions = [parse_action(text) for text in won["record"].split()]
        early = replay(rules, Layout.from_json(won), actions[:-left])
        self.begin_at(twin(early), actions[-left:])

    def begin_at(self, game: Game, winning: list[Action]) -> None:
        self.game = game
        self.winning = winning
        self.log: list[Action] = []  # all that was done
        self.standing: list[Action] = []  # without what was undone
        self.snapshots = [snapshot(game)]
        start = game.start
        self.tables = [
            laid(
                start.layout.to_json(),
                sequences=start.sequences,
                moves=start.moves,
                score=start.score,
            )
        ]

    @property
    def relaxed(self) -> bool:
        return self.game.rules.build == "relaxed"

    def do(self, action: Action) -> None:
        """Do what is allowed, and see what must then hold."""
        undoable = self.game.undoable
        effects = self.game.act(action)
        self.log.append(action)
        if action == HINT:
            assert effects == []
            assert snapshot(self.game) == self.snapshots[-1]
        elif action == UNDO:
            for kept in (self.standing, self.snapshots, self.tables):
                kept.pop()
            assert snapshot(self.game) == self.snapshots[-1]
            assert self.game.undoable == undoable - 1
        else:
            assert self.tables[-1].why_not(plain(action), self.relaxed) is None
            floor = self.game.rules.variant.score_floor
            self.tables.append(self.tables[-1].after(plain(action), floor))
            self.standing.append(action)
            self.snapshots.append(snapshot(self.game))

    @rule(choice=st.randoms(use_true_random=False))
    def play_a_legal_move(self, choice: random.Random) -> None:
        moves = legal_set(self.game)
        if moves:
            self.do(choice.choice(sorted(moves, key=str)))

    @precondition(lambda self: self.standing == self.winning[: len(self.standing)])
    @rule(steps=st.integers(1, 15))
    def go_on_to_the_win(self, steps: int) -> None:
        for action in self.winning[len(self.standing) :][:steps]:
            self.do(action)

    @precondition(lambda self: self.game.can_deal() is True)
    @rule()
    def deal(self) -> None:
        self.do(DEAL)

    @precondition(lambda self: self.game.can_undo() is True)
    @rule(times=st.integers(1, 3))
    def undo(self, times: int) -> None:
        for _ in range(min(times, self.game.undoable)):
            self.do(UNDO)

    @precondition(lambda self: not self.game.is_over)
    @rule()
    def hint(self) -> None:
        self.do(HINT)

    @rule(action=st.builds(Move, *[st.integers(-1, 14)] * 3) | st.sampled_from([DEAL, UNDO]))
    def try_anything(self, action: Action) -> None:
        if action in allowed_set(self.game):
            self.do(action)
            return
        before = everything(self.game)
        with pytest.raises(Refused) as refused:
            self.game.act(action)
        assert everything(self.game) == before
        if action != UNDO:
            assert refused.value.code == self.tables[-1].why_not(plain(action), self.relaxed)

    @rule()
    def ask_for_every_move(self) -> None:
        """What is listed is exactly what `play` accepts, and a refusal changes nothing."""
        before = everything(self.game)
        listed = legal_set(self.game)
        for move in every_move(self.game):
            if move in listed:
                copy = twin(self.game)
                assert copy.act(move)
                assert copy.problems() == []
            else:
                code, _ = refusal(self.game, move)
                assert code == self.tables[-1].why_not(plain(move), self.relaxed)
        assert everything(self.game) == before

    @rule(seed=st.integers(0, 999))
    def change_the_hidden_cards_about(self, seed: int) -> None:
        """Neither the view nor a refusal tells anything of them."""
        game, layout = self.game, with_other_hidden_cards(self.game, seed)
        other = replayed(game, layout, self.log)
        assert other.view() == game.view()
        listed = legal_set(game)
        for move in every_move(game):
            if move not in listed:
                assert refusal(other, move) == refusal(game, move)

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
    def the_reference_has_the_same_table(self) -> None:
        game, reference = self.game, self.tables[-1]
        now = twin(game).start
        assert reference == laid(
            now.layout.to_json(), sequences=now.sequences, moves=now.moves, score=now.score
        )
        assert game.won == reference.won
        assert game.moves + game.undos == game.start.moves + game.acted

    def teardown(self) -> None:
        if not hasattr(self, "game"):
            return
        game, layout = self.game, self.game.start.layout
        again = replayed(game, layout, self.log)
        assert everything(again) == everything(game)
        straight = replayed(game, layout, self.standing)
        assert snapshot(straight) == snapshot(game)
        assert listed_in_order(game) == list(self.tables[-1].legal(self.relaxed)) * (not game.won)
        while game.can_undo() is True:
            self.do(UNDO)


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


def listed_in_order(game: Game) -> list[tuple[int, int, int]]:
    return [
        (source, count, target)
        for source, counts in game.legal().items()
        for count, targets in counts.items()
        for target in targets
    ]


def every_move(game: Game) -> Iterator[Move]:
    """Every move there could be, and those one beyond."""
    columns = range(len(game.columns) + 2)
    for source, target in product(columns, columns):
        cards = game.columns[source - 1] if 0 < source <= len(game.columns) else []
        for count in range(len(cards) + 2):
            yield Move(source, count, target)


def refusal(game: Game, move: Move) -> tuple[str, dict[str, Any]]:
    try:
        game.act(move)
    except Refused as refused:
        return refused.code, refused.params
    raise AssertionError(f"{move} was not refused")


def plain(action: Action) -> tuple[int, int, int] | str:
    """The action as the reference takes it."""
    if isinstance(action, Move):
        return action.source, action.count, action.target
    return str(action)


AnyGame.TestCase.settings = settings(
    max_examples=30,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestAnyGame = AnyGame.TestCase


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
    ("the game is won, but cards are left", spoilt(won=True)),
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
