"""A game in progress: it carries out actions, counts them, takes them back and knows its end."""

from collections import deque
from collections.abc import Iterable
from typing import Any, Literal, Self

from games.engine.actions import DEAL, ENDS, HINT, UNDO, Action, BadAction, Move, checked
from games.engine.audit import problems
from games.engine.layouts import Layout, check_told
from games.engine.legal import Legal, legal_moves, too_few_cards, why_no_deal, why_no_move
from games.engine.params import Params, deal_params, move_params
from games.engine.position import Effect, Position
from games.engine.refusals import Refused
from games.engine.rules import BUILDS, SEQUENCE_SCORE, START_SCORE, UNDO_POLICIES, Rules
from games.engine.state import State
from games.engine.view import view

Stuck = Literal[False, "no_moves", "too_few_cards"]
Effects = tuple[Effect, ...]


class Game(Position):
    """A game by given rules from a given layout, which need not be a whole pack.

    Beside the cards (see `Position`) it shows `moves`, `score`, `undos` and `hints` (rules,
    section 3), `won`, `ended`: None, "resigned", "timed_out" or "void", and `start`, the state
    that it began as. What is not allowed raises `Refused` and changes nothing. Effects are as the
    protocol tells them; they are for reading only, since the game undoes by them.

    Two games are equal when their states are (see `State`): what could be undone, and what they
    began as, is no part of that. Hidden cards raise `BadLayout`, what no state can be `BadState`.
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
        suits, result = "".join(sequences), "won" if layout.is_empty else "playing"
        self.start = State(rules, layout, suits, moves, score, undos, hints, result=result)
        super().__init__(layout, suits)
        self.rules = rules
        self.moves, self.score = moves, score
        self.undos, self.hints = undos, hints
        self.won = layout.is_empty
        self.ended: str | None = None
        self.last: Effects = ()  # what the last action that stands has done
        self.acted = 0  # moves and deals ever made, with those undone since
        self._bits = BUILDS[rules.build]
        self._floor = rules.variant.score_floor
        self._policy = UNDO_POLICIES[rules.undo]
        # What can be undone: `score` and `last` before each action, and its effects.
        self._memory: deque[tuple[int, Effects, Effects]] = deque(maxlen=self._policy.memory)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.state() == other.state()

    __hash__ = None  # it changes

    def __repr__(self) -> str:
        return f"{type(self).__name__}.from_text({self.to_text()!r})"

    def __str__(self) -> str:
        """The table as its player sees it, and the counters beneath."""
        told = f"moves {self.moves}  score {self.score}  stock {len(self.stock)}"
        return f"{super().__str__()}\n{told}  sequences {''.join(self.sequences) or '-'}"

    def copy(self) -> Self:
        """The same once more, with what can be undone: neither changes the other."""
        again = super().copy()
        again._memory = self._memory.copy()
        return again

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
        names = ("moves", "score", "sequences", "undos", "hints")
        game = cls(state.rules, state.layout, **{name: getattr(state, name) for name in names})
        game.start = state
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
        """Do any action and tell its effects; a hint is only counted and has none.

        Raises `Refused`, and `BadAction` for what is no action: a text goes through
        `parse_action` first.
        """
        if isinstance(action, Move):
            return self.play(action.source, action.count, action.target)
        if action is DEAL:
            return self.deal()
        if action is UNDO:
            return self.undo()
        if action is HINT:
            self._check(HINT)
            self.hints += 1
            return []
        return self.end(action)

    def play(self, source: int, count: int, target: int) -> list[Effect]:
        """Move the last `count` cards of a column onto another (rules, section 2).

        The three may be any objects out of a message: what is no number of theirs is refused.
        """
        if self.won or self.ended:
            raise Refused("already_finished")
        if code := why_no_move(self, self._bits, source, count, target):
            raise Refused(code, move_params(code, self, self._bits, source, count, target))
        return self._count(self._move_cards(source, count, target))

    def deal(self) -> list[Effect]:
        """Deal a row from the stock (rules, section 2.5)."""
        self._check(DEAL)
        effects = self._count(self._deal_row())
        if self._policy.sealed_by_deal:
            self._memory.clear()
        return effects

    def undo(self) -> list[Effect]:
        """Take back the last action not undone yet (rules, section 4).

        The first effect, `{"undone": n}`, says which: the n-th that counted.
        """
        self._check(UNDO)
        self.score, self.last, effects = self._memory.pop()
        undone: list[Effect] = [{"undone": self.moves}]
        undone += [self._take_back(effect) for effect in reversed(effects)]
        self.moves -= 1
        self.undos += 1
        return undone

    def end(self, action: Action) -> list[Effect]:
        """End the game without a win, by `RESIGN`, `TIME` or `VOID`; else `BadAction`."""
        if checked(action) not in ENDS:
            raise BadAction(f"{action!r} ends no game.")
        self._check(action)
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
        """`{source: {count: [targets, best place first]}}`, empty when over (rules, section 7)."""
        return {} if self.is_over else legal_moves(self, self._bits)

    def actions(self) -> list[Action]:
        """Every legal move, as `legal` lists them, and last `DEAL` where a row can be dealt."""
        moves = [
            Move(source, count, target)
            for source, counts in self.legal().items()
            for count, targets in counts.items()
            for target in targets
        ]
        return [*moves, DEAL] if self.can_deal() else [*moves]

    def why_not(self, action: Action) -> str | None:
        """The code that `act` would refuse the action with; None where it is allowed.

        Raises `BadAction` for what is no action. It is several times cheaper than to try.
        """
        checked(action)
        if self.won or self.ended:
            return "already_finished"
        if isinstance(action, Move):
            return why_no_move(self, self._bits, action.source, action.count, action.target)
        if action is DEAL:
            return why_no_deal(self)
        return self._why_no_undo() if action is UNDO else None

    def is_legal(self, action: Action) -> bool:
        """Whether `act` would do it: a move, a deal, an undo, a hint or an end."""
        return self.why_not(action) is None

    def can_deal(self) -> bool:
        """Whether a row can be dealt now; `why_not(DEAL)` says why not."""
        return self.is_legal(DEAL)

    def can_undo(self) -> bool:
        """Whether an action can be undone now; `why_not(UNDO)` says why not."""
        return self.is_legal(UNDO)

    def stuck(self, legal: Legal | None = None) -> Stuck:
        """Whether only undo or another game is left, and why (rules, section 7).

        Who has `legal()` at hand may pass it and save the work.
        """
        if self.is_over:
            return False
        if too_few_cards(self):
            return "too_few_cards"
        can_move = self.legal() if legal is None else legal
        return False if can_move or self.can_deal() else "no_moves"

    def view(self) -> dict[str, Any]:
        """The game's part of the protocol's `board`, ready for JSON.

        No card that lies face-down or in the stock has an identity in it.
        """
        return view(self)

    def problems(self) -> list[str]:
        """Everything that cannot be in this game, in words.

        Empty, unless the game began from what cannot be (see `audit.problems`) or the engine has
        a fault.
        """
        return list(problems(self))

    def _check(self, action: Action) -> None:
        """Raise `Refused` unless the deal, undo, hint or end is allowed."""
        if code := self.why_not(action):
            raise Refused(code, self._params(code))

    def _params(self, code: str) -> Params:
        if code == "undo_limit":
            return {"limit": self._policy.memory}
        return deal_params(code, self)

    def _why_no_undo(self) -> str | None:
        if self._policy.memory == 0:
            return self._policy.refusal
        if self.moves == self.start.moves:
            return "undo_nothing"
        return None if self._memory else self._policy.refusal

    def _count(self, effects: list[Effect]) -> list[Effect]:
        """Count an action just carried out (rules, section 3) and see whether it has won."""
        done = tuple(effects)
        self._memory.append((self.score, self.last, done))
        self.last = done
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
