"""A game as it is kept and exported: JSON, text in the manner of chess's PGN, and its replay."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Self

from games.engine.actions import Action, BadAction, Command, Move, parse_action
from games.engine.game import Game
from games.engine.headers import (
    HEADERS,
    VERSION,
    BadRecord,
    check_header,
    check_names,
    headers_of,
    read_headers,
)
from games.engine.layouts import BadLayout, Layout
from games.engine.refusals import Refused
from games.engine.rules import Rules
from games.engine.state import BEYOND

_ACTION_LINE = re.compile(r"(\S+) \{([0-9]{1,15})\}")


class BadReplay(Refused):
    """A record that does not hold when its game is played again.

    Either an action is not allowed: `code` and `params` are those of the refusal, and `params`
    has its `number`, counted from 1, and the `action` as text as well. Or all are allowed, but
    what the record states is not what they come to: then `code` is "record_differs", and `params`
    has the `field` at fault, what was `stated` and what was `played`.
    """


@dataclass(frozen=True, kw_only=True)
class Record:
    """A game from its first action to its last, undos and hints included (rules, section 8).

    Each of `actions` is an action and its time in milliseconds since the cards were shown, none
    before the one before it. `result` is "won", "resigned", "timed_out", "void", or "playing"
    before that. `code`, `score` and `layout` are None where they are not told; of a layout told in
    part the other cards are hidden.

    What there is can be written and read back, else it raises `BadRecord` when built. Otherwise
    the values are as somebody wrote them: whether there are such rules is for `rules`, whether
    the actions are allowed and come to that result for `replay` to say.
    """

    game: str
    suits: int
    build: str = "classic"
    undo: str = "sealed"
    code: str | None = None
    player: str
    date: str
    result: str
    moves: int
    score: int | None = None
    seconds: int
    layout: Layout | None = None
    version: int = VERSION
    actions: tuple[tuple[Action, int], ...] = ()

    def __post_init__(self) -> None:
        for name in HEADERS:
            check_header(name, getattr(self, name))
        if self.layout is not None and not isinstance(self.layout, Layout):
            raise BadRecord("layout must be a Layout.")
        _check_actions(self.actions)

    @classmethod
    def of(
        cls,
        game: Game,
        actions: Iterable[tuple[Action, int]],
        *,
        player: str,
        date: str,
        code: str | None = None,
    ) -> Self:
        """The record of a game that came by these actions, with their times in milliseconds.

        Raises `BadRecord` for a game from the middle of another, which no record can tell.
        """
        start, timed = game.start, tuple(actions)
        if start != Game(game.rules, start.layout).start:
            raise BadRecord("A record begins where its cards were dealt.")
        return cls(
            **{name: getattr(game.rules, name) for name in ("game", "suits", "build", "undo")},
            **{name: getattr(game, name) for name in ("result", "moves", "score")},
            player=player,
            date=date,
            code=code,
            seconds=_seconds(timed),
            layout=start.layout,
            actions=timed,
        )

    @property
    def rules(self) -> Rules:
        """The rules it was played by. Raises `BadRules`."""
        return Rules(self.game, self.suits, self.build, self.undo)

    def replay(self) -> Game:
        """The game that the actions make, held against the result, moves, score and seconds.

        Raises `BadReplay` where they do not hold, `BadRules` where there are no such rules and
        `BadLayout` where the layout is not told or has hidden cards.
        """
        if self.layout is None:
            raise BadLayout("layout", "the record does not tell it.")
        game = replay(self.rules, self.layout, (action for action, _ in self.actions))
        self._check_stated(
            result=game.result,
            moves=game.moves,
            score=game.score,
            seconds=_seconds(self.actions),
        )
        return game

    def to_json(self) -> dict[str, Any]:
        """All fields by their names; `actions` is a list of pairs such as `["3-7x4", 1200]`."""
        return {
            **self._headers(),
            "layout": self.layout.to_json() if self.layout else None,
            "actions": [[str(action), ms] for action, ms in self.actions],
        }

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """Read what `to_json` writes. Raises `BadRecord`."""
        if not isinstance(data, dict):
            raise BadRecord("A record is an object with named fields.")
        check_names(data, "layout", "actions")
        try:
            layout = data.get("layout")
            return cls(
                **headers_of(data),
                layout=None if layout is None else Layout.from_json(layout),
                actions=_checked_actions(data.get("actions")),
            )
        except (BadLayout, BadAction) as bad:
            raise BadRecord(str(bad)) from None

    def to_text(self) -> str:
        """Headers, `[Game "spider"]`, then actions with their times, `3-7x4 {1200}`, a line each.

        A header's value is a JSON string; what is None has no header. It can be written as UTF-8.
        """
        values = {**self._headers(), "layout": self.layout.to_text() if self.layout else None}
        headers = [
            f"[{name.capitalize()} {json.dumps(str(value), ensure_ascii=False)}]"
            for name, value in values.items()
            if value is not None
        ]
        actions = [f"{action} {{{ms}}}" for action, ms in self.actions]
        return "\n".join([*headers, "", *actions, ""])

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` writes. Raises `BadRecord`.

        The headers may stand in any order, lines end as they do on Windows, and a byte order
        mark begin the text, as editors there write it.
        """
        if not isinstance(text, str) or not text.strip():
            raise BadRecord("There is no record: it must be a text, and not an empty one.")
        unmarked = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}").replace("\r\n", "\n")
        lines = [line for line in unmarked.split("\n") if line]
        headers = [line for line in lines if line.startswith("[")]
        values = read_headers(headers)
        try:
            layout = values.get("layout")
            return cls(
                **headers_of(values),
                layout=None if layout is None else Layout.from_text(layout),
                actions=tuple(map(_read_action, lines[len(headers) :])),
            )
        except (BadLayout, BadAction) as bad:
            raise BadRecord(str(bad)) from None

    def _headers(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in HEADERS}

    def _check_stated(self, **played: Any) -> None:
        for field, value in played.items():
            stated = getattr(self, field)
            if stated not in (value, None):
                differs = {"field": field, "stated": stated, "played": value}
                raise BadReplay("record_differs", differs)


def replay(rules: Rules, layout: Layout, actions: Iterable[Action]) -> Game:
    """The game that the actions make of the layout.

    Raises `BadReplay`, which is a `Refused`, at the first action that is not allowed.
    """
    game = Game(rules, layout)
    for number, action in enumerate(actions, 1):
        try:
            game.act(action)
        except Refused as refused:
            told = {"number": number, "action": str(action), **refused.params}
            raise BadReplay(refused.code, told) from refused
    return game


def _check_actions(actions: Any) -> None:
    if not isinstance(actions, tuple):
        raise BadRecord("actions must be a tuple.")
    before = 0
    for pair in actions:
        match pair:
            case (Move() | Command() as action, int(ms)) if isinstance(pair, tuple):
                _check_action(action, ms, before)
                before = ms
            case _:
                raise BadRecord("Each of the actions must be an action and its milliseconds.")


def _check_action(action: Action, ms: int, before: int) -> None:
    if isinstance(ms, bool) or not 0 <= ms < BEYOND:
        raise BadRecord("An action's milliseconds must be a whole number of 15 digits at most.")
    if ms < before:
        raise BadRecord(f"{action} comes at {ms} ms, before the action before it at {before} ms.")
    try:
        parse_action(str(action))
    except BadAction:
        raise BadRecord(f"{action} cannot be written.") from None


def _seconds(actions: tuple[tuple[Action, int], ...]) -> int:
    """Whole seconds to the last action."""
    return actions[-1][1] // 1000 if actions else 0


def _checked_actions(pairs: Any) -> tuple[tuple[Action, int], ...]:
    if not isinstance(pairs, list):
        raise BadRecord("actions must be a list.")
    return tuple(map(_checked_action, pairs))


def _checked_action(pair: Any) -> tuple[Action, int]:
    match pair:
        case [str(text), int(ms)]:
            return parse_action(text), ms
    raise BadRecord("Each of the actions must be its text and its milliseconds.")


def _read_action(line: str) -> tuple[Action, int]:
    match = _ACTION_LINE.fullmatch(line)
    if not match:
        raise BadRecord(f"{line[:40]!r} is not an action with its time.")
    return parse_action(match[1]), int(match[2])
