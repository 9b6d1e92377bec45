"""A game in progress: it carries out actions, counts them, takes them back and knows its end."""

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple, Self

from games.engine.actions import DEAL, ENDS, HINT, UNDO, Action, BadAction, Move
from games.engine.audit import problems
from games.engine.layouts import Layout, check_told
from games.engine.legal import Legal, check_deal, check_move, legal_moves, too_few_cards
from games.engine.position import Effect, Position
from games.engine.refusals import Refused
from games.engine.rules import BUILDS, START_SCORE, UNDO_POLICIES, Rules
from games.engine.state import State
from games.engine.view import view

__all__ = ["START_SCORE", "Game", "Start"]

SEQUENCE_SCORE = 100

Stuck = Literal[False, "no_moves", "too_few_cards"]
Verdict = Literal[True] | str


class Start(NamedTuple):
    """What a game began as: a fresh deal, or a position from the middle of a game."""

    layout: Layout
    moves: int
    score: int
    sequences: tuple[str, ...]
    undos: int = 0
    hints: int = 0


class Game(Position):
    """A game by given rules from a given layout, which need not be a whole pack.

    Beside the cards (see `Position`) it shows `moves`, `score`, `undos` and `hints` (rules,
    section 3), `won`, and `ended`: None, "resigned", "timed_out" or "void". What is not allowed
    raises `Refused` and changes nothing. Effects are as the protocol tells them; they are for
    reading only, since the game undoes by them.

    Two games are equal when their states are (see `State`): what could be undone, and what they
    began as, is no part of that. A layout with hidden cards raises `BadLayout`.
    """

    def __init__(
        self,
        rules: Rules,
        layout: Layout,
        *,
        moves: int = 0,
        score: int = START_SCORE,
        sequences: Iterable[str] = (),
        undos: int = 0,
        hints: int = 0,
    ) -> None:
        check_told(layout)
        super().__init__(layout, sequences)
        self.rules = rules
        self.start = Start(layout, moves, score, tuple(self.sequences), undos, hints)
        self.moves = moves
        self.score = score
        self.undos = undos
        self.hints = hints
        self.won = layout.is_empty
        self.ended: str | None = None
        self.last: tuple[Effect, ...] = ()  # what the last action not undone has done
        self.acted = 0  # moves and deals ever made, with those undone since
        self._bits = BUILDS[rules.build]
        self._floor = rules.variant.score_floor
        self._policy = UNDO_POLICIES[rules.undo]
        # What can be undone: the score before each action, and its effects.
        self._memory: deque[tuple[int, tuple[Effect, ...]]] = deque(maxlen=self._policy.memory)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.state() == other.state()

    __hash__ = None  # it changes

    def __repr__(self) -> str:
        return f"{type(self).__name__}.from_text({self.to_text()!r})"

    def state(self) -> State:
        """The game at this moment as a value; `state().masked()` is what everybody may see."""
        return State(
            self.rules,
            self.to_layout(),
            "".join(self.sequences),
            moves=self.moves,
            score=self.score,
            undos=self.undos,
            hints=self.hints,
            dealt=self.rows - self.rows_left(),
            result=self.result,
        )

    @classmethod
    def from_state(cls, state: State) -> Self:
        """A game that plays on from there, with the counters as they were.

        What came before is forgotten: there is nothing to undo. Raises `BadLayout` where a card
        is hidden.
        """
        game = cls(
            state.rules,
            state.layout,
            moves=state.moves,
            score=state.score,
            sequences=state.sequences,
            undos=state.undos,
            hints=state.hints,
        )
        game.rows += state.dealt
        if state.result in ENDS.values():
            game.ended = state.result
        return game

    def to_text(self) -> str:
        """One line, as `State.to_text` describes it. It names the face-down cards."""
        return self.state().to_text()

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` writes, and play on (see `from_state`).

        Raises `BadRules`, `BadLayout` or `BadState`.
        """
        return cls.from_state(State.from_text(text))

    def act(self, action: Action) -> list[Effect]:
        """Do any action and tell its effects; a hint is only counted.

        Raises `Refused`, and `BadAction` for what is no action.
        """
        if isinstance(action, Move):
            return self.play(action.source, action.count, action.target)
        if action == DEAL:
            return self.deal()
        if action == UNDO:
            return self.undo()
        if action == HINT:
            return self._hint()
        return self.end(action)

    def play(self, source: int, count: int, target: int) -> list[Effect]:
        """Move the last `count` cards of a column onto another (rules, section 2).

        The three may be any objects out of a message: what is no number of theirs is refused.
        """
        self._check_playing()
        check_move(self, self._bits, source, count, target)
        return self._count(self._move_cards(source, count, target))

    def deal(self) -> list[Effect]:
        """Deal a row from the stock (rules, section 2.5)."""
        self._check_deal()
        effects = self._count(self._deal_row())
        if self._policy.sealed_by_deal:
            self._memory.clear()
        return effects

    def undo(self) -> list[Effect]:
        """Take back the last action not undone yet (rules, section 4).

        The first effect, `{"undone": n}`, says which: the n-th of the moves that counted.
        """
        self._check_undo()
        score, effects = self._memory.pop()
        undone: list[Effect] = [{"undone": self.moves}]
        undone += [self._take_back(effect) for effect in reversed(effects)]
        self.moves -= 1
        self.undos += 1
        self.score = score
        self.last = self._memory[-1][1] if self._memory else ()
        return undone

    def end(self, action: Action) -> list[Effect]:
        """End the game without a win, by `RESIGN`, `TIME` or `VOID`; else `BadAction`."""
        if action not in ENDS:
            raise BadAction(f"{action!r} ends no game.")
        self._check_playing()
        self.ended = ENDS[action]
        return [{"ended": self.ended}]

    @property
    def is_over(self) -> bool:
        """Whether it is won or has ended without a win."""
        return self.won or self.ended is not None

    @property
    def result(self) -> str:
        """As records have it: "playing", "won", "resigned", "timed_out" or "void"."""
        return "won" if self.won else self.ended or "playing"

    @property
    def undoable(self) -> int:
        """How many actions could be undone now."""
        return 0 if self.is_over else len(self._memory)

    def legal(self) -> Legal:
        """`{source: {count: [targets, best place first]}}` (rules, sections 2 and 7).

        Empty once the game is over.
        """
        return {} if self.is_over else legal_moves(self, self._bits)

    def can_deal(self) -> Verdict:
        """True, or the code of the refusal."""
        return _verdict(self._check_deal)

    def can_undo(self) -> Verdict:
        """True, or the code of the refusal."""
        return _verdict(self._check_undo)

    def stuck(self, legal: Legal | None = None) -> Stuck:
        """Whether only undo or another game is left, and why (rules, section 7).

        Who has `legal()` at hand may pass it and save the work.
        """
        if self.is_over:
            return False
        if too_few_cards(self):
            return "too_few_cards"
        can_move = self.legal() if legal is None else legal
        return False if can_move or self.can_deal() is True else "no_moves"

    def view(self) -> dict[str, Any]:
        """The game's part of the protocol's `board`, ready for JSON.

        No card that lies face-down or in the stock has an identity in it.
        """
        return view(self)

    def problems(self) -> list[str]:
        """Everything wrong with this game, in words: empty, unless the engine has a fault."""
        return list(problems(self))

    def _check_playing(self) -> None:
        if self.won or self.ended:
            raise Refused("already_finished")

    def _check_deal(self) -> None:
        self._check_playing()
        check_deal(self)

    def _check_undo(self) -> None:
        self._check_playing()
        if self._policy.memory == 0:
            raise Refused(self._policy.refusal)
        if self.moves == self.start.moves:
            raise Refused("undo_nothing")
        if not self._memory:
            raise Refused(self._policy.refusal, {"limit": self._policy.memory})

    def _hint(self) -> list[Effect]:
        self._check_playing()
        self.hints += 1
        return []

    def _count(self, effects: list[Effect]) -> list[Effect]:
        """Count an action just carried out (rules, section 3) and see whether it has won."""
        self.last = tuple(effects)
        self._memory.append((self.score, self.last))
        self.acted += 1
        self.moves += 1
        self.score -= 1
        if len(effects) > 1:  # most actions flip nothing and finish nothing
            for effect in effects:
                if "sequence" in effect:
                    self.score += SEQUENCE_SCORE
            self.won = not self.stock and not any(self.columns)
        if self._floor is not None and self.score < self._floor:
            self.score = self._floor
        if self.won:
            effects.append({"won": True})
        return effects


def _verdict(check: Callable[[], None]) -> Verdict:
    try:
        check()
    except Refused as refused:
        return refused.code
    return True
