"""A game as it is kept and exported: JSON, text in the manner of chess's PGN, and its replay."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Self

from games.engine.actions import Action, BadAction, parse_action
from games.engine.game import Game
from games.engine.layouts import BadLayout, Layout
from games.engine.refusals import Refused, Unreadable
from games.engine.rules import Rules

# Records are kept for ever. A change of the form gets the next number, and whatever an earlier
# one wrote must still be read: tests/engine/records holds some of each to make sure.
VERSION = 1

# The headers in their order, by what their values are.
_HEADERS: dict[str, type] = {
    "version": int,
    "game": str,
    "suits": int,
    "build": str,
    "undo": str,
    "code": str,
    "player": str,
    "date": str,
    "result": str,
    "moves": int,
    "score": int,
    "seconds": int,
}
_MAY_BE_NONE = ("code", "score")
_BEYOND = 10**15  # no number of a record goes as far

_HEADER_LINE = re.compile(r'\[([A-Z][a-z]*) (".*")\]')
_NUMBER = re.compile("0|-?[1-9][0-9]{0,14}")
_ACTION_LINE = re.compile(r"(\S+) \{([0-9]{1,15})\}")


class BadRecord(Unreadable):
    """A record that cannot be read."""


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

    Each of `actions` is an action and its time in milliseconds. `result` is "won", "resigned",
    "timed_out", "void", or "playing" before that. `code`, `score` and `layout` are None where they
    are not told; of a layout told in part the other cards are hidden.

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
        for name in _HEADERS:
            _check_header(name, getattr(self, name))
        for action, ms in self.actions:
            _check_action(action, ms)

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
        seconds = self.actions[-1][1] // 1000 if self.actions else 0
        self._check_stated(result=game.result, moves=game.moves, score=game.score, seconds=seconds)
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
        _check_names(data, "layout", "actions")
        try:
            layout = data.get("layout")
            return cls(
                **_headers_of(data),
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

        The headers may stand in any order, and lines end as they do on Windows.
        """
        lines = [line for line in text.replace("\r\n", "\n").split("\n") if line]
        headers = [line for line in lines if line.startswith("[")]
        values = _read_headers(headers)
        try:
            layout = values.get("layout")
            return cls(
                **_headers_of(values),
                layout=None if layout is None else Layout.from_text(layout),
                actions=tuple(map(_read_action, lines[len(headers) :])),
            )
        except (BadLayout, BadAction) as bad:
            raise BadRecord(str(bad)) from None

    def _headers(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in _HEADERS}

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


def _check_header(name: str, value: Any) -> None:
    """Each must be of its kind (a bool is no int), and such as can be written and read."""
    kind = _HEADERS[name]
    if value is None and name in _MAY_BE_NONE:
        return
    if type(value) is not kind:
        raise BadRecord(f"{name} must be {'a number' if kind is int else 'a text'}.")
    if isinstance(value, int):
        _check_number(name, value)
    # JSON may escape half of a pair of surrogates, which is no character and has no UTF-8.
    if isinstance(value, str) and re.search("[\ud800-\udfff]", value):
        raise BadRecord(f"{name} must be a text of whole characters.")


def _check_number(name: str, value: int) -> None:
    if abs(value) >= _BEYOND:
        raise BadRecord(f"{name} is too large a number.")
    if name == "version" and not 1 <= value <= VERSION:
        raise BadRecord(f"It is of version {value}; versions 1 to {VERSION} can be read.")


def _check_action(action: Action, ms: int) -> None:
    try:
        written = parse_action(str(action)) == action
    except BadAction:
        written = False
    if not written or type(ms) is not int or not 0 <= ms < _BEYOND:
        raise BadRecord("Each of the actions must be an action and its milliseconds.")


def _check_names(values: dict[str, Any], *also: str) -> None:
    """What is not known would be lost when it is written again, so it is refused."""
    # The version first: a later one may well have more.
    _check_header("version", values.get("version"))
    if unknown := sorted(map(str, values.keys() - {*_HEADERS, *also})):
        raise BadRecord(f"A record has no {unknown[0][:20]!r}.")


def _headers_of(values: dict[str, Any]) -> dict[str, Any]:
    return {name: values.get(name) for name in _HEADERS}


def _checked_actions(pairs: Any) -> tuple[tuple[Action, int], ...]:
    if not isinstance(pairs, list):
        raise BadRecord("actions must be a list.")
    return tuple(map(_checked_action, pairs))


def _checked_action(pair: Any) -> tuple[Action, int]:
    match pair:
        case [str(text), int(ms)]:
            return parse_action(text), ms
    raise BadRecord("Each of the actions must be its text and its milliseconds.")


def _read_headers(lines: list[str]) -> dict[str, Any]:
    values = dict(map(_read_header, lines))
    if len(values) < len(lines):
        raise BadRecord("A header stands there twice.")
    _check_names(values, "layout")
    return values


def _read_header(line: str) -> tuple[str, Any]:
    """The name and the value of a header's line."""
    match = _HEADER_LINE.fullmatch(line)
    if not match:
        raise BadRecord(f"{line[:40]!r} is not a header.")
    name = match[1].lower()
    try:
        value = json.loads(match[2])
    except ValueError:
        raise BadRecord(f"The value of {name} cannot be read.") from None
    if _HEADERS.get(name) is not int:
        return name, value
    if not _NUMBER.fullmatch(value):
        raise BadRecord(f"{name} must be a number.")
    return name, int(value)


def _read_action(line: str) -> tuple[Action, int]:
    match = _ACTION_LINE.fullmatch(line)
    if not match:
        raise BadRecord(f"{line[:40]!r} is not an action with its time.")
    return parse_action(match[1]), int(match[2])
