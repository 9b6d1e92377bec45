"""What holds in every game, however it is played."""

import random
from collections import Counter
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

from .playing import (
    RULES,
    allowed_set,
    every_move,
    legal_moves,
    plain,
    refusal,
    replayed,
    twin,
    with_other_hidden_cards,
)
from .reference import laid
from .table import KEY, vectors

UNDOS = list(UNDO_POLICIES)
WON_GAMES = vectors("won_games") + vectors("table_games")


def snapshot(game: Game) -> tuple[Any, ...]:
    """Everything that an undo restores."""
    columns = [cards.copy() for cards in game.columns]
    stock, sequences = game.stock.copy(), game.sequences.copy()
    return columns, game.down.copy(), stock, sequences, game.moves, game.score


def everything(game: Game) -> tuple[Any, ...]:
    """All that a refusal must leave alone; what undo remembers is tested by undoing."""
    return snapshot(game), game.view(), game.acted, game.won, game.ended, game.start, game.rules


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
                sequences=tuple(start.sequences),
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
        if moves := legal_moves(self.game):
            self.do(choice.choice(moves))

    @precondition(lambda self: self.standing == self.winning[: len(self.standing)])
    @rule(steps=st.integers(1, 15))
    def go_on_to_the_win(self, steps: int) -> None:
        for action in self.winning[len(self.standing) :][:steps]:
            self.do(action)

    @precondition(lambda self: self.game.can_deal())
    @rule()
    def deal(self) -> None:
        self.do(DEAL)

    @precondition(lambda self: self.game.can_undo())
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
        listed = legal_moves(self.game)
        for move in every_move(self.game):
            if move in listed:
                assert self.game.is_legal(move)
                for other in (twin(self.game), self.game.copy()):
                    assert other.act(move)
                    assert other.problems() == []
            else:
                code, _ = refusal(self.game, move)
                assert self.game.why_not(move) == code
                assert code == self.tables[-1].why_not(plain(move), self.relaxed)
        assert everything(self.game) == before

    @rule(seed=st.integers(0, 999))
    def change_the_hidden_cards_about(self, seed: int) -> None:
        """Neither the view nor a refusal tells anything of them."""
        game, layout = self.game, with_other_hidden_cards(self.game, seed)
        # What was undone may have moved a card that now lies hidden again, and is another there.
        other = replayed(game, layout, self.standing)
        assert other.view() | {"undos": game.undos, "hints": game.hints} == game.view()
        listed = legal_moves(game)
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
            now.layout.to_json(), sequences=tuple(now.sequences), moves=now.moves, score=now.score
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
        listed = [plain(move) for move in legal_moves(game)]
        assert listed == list(self.tables[-1].legal(self.relaxed)) * (not game.won)
        while game.can_undo():
            self.do(UNDO)


AnyGame.TestCase.settings = settings(
    max_examples=30,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestAnyGame = AnyGame.TestCase
