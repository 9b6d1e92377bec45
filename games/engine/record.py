"""A game as it is kept and exported: JSON, text in the manner of chess's PGN, and its replay."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Self

from games.engine.actions import Action, BadAction, parse_action
from games.engine.game import Game
from games.engine.layouts import BadLayout, Layout
from games.engine.rules import Rules

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
    "seconds": int,
}
_MAY_BE_NONE = ("code",)

_HEADER_LINE = re.compile(r'\[([A-Z][a-z]*) (".*")\]')
_ACTION_LINE = re.compile(r"(\S+) \{([0-9]{1,15})\}")


class BadRecord(ValueError):
    """A record that cannot be read."""


@dataclass(frozen=True, kw_only=True)
class Record:
    """A game from its first action to its last, undos and hints included (rules, section 8).

    Each of `actions` is an action and its time in milliseconds. `result` is "won", "resigned",
    "timed_out", "void", or "playing" before that. `code` and `layout` are None where they are not
    told. The values are as somebody wrote them: whether there are such rules is for `rules`,
    whether the actions are allowed for `replay` to say.
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
    seconds: int
    layout: Layout | None = None
    version: int = VERSION
    actions: tuple[tuple[Action, int], ...] = ()

    @property
    def rules(self) -> Rules:
        """The rules it was played by. Raises `BadRules`."""
        return Rules(self.game, self.suits, self.build, self.undo)

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
        try:
            layout = data.get("layout")
            return cls(
                **_checked_headers(data),
                layout=None if layout is None else Layout.from_json(layout),
                actions=_checked_actions(data.get("actions")),
            )
        except (BadLayout, BadAction) as bad:
            raise BadRecord(str(bad)) from None

    def to_text(self) -> str:
        """Headers, `[Game "spider"]`, then actions with their times, `3-7x4 {1200}`, a line each.

        A header's value is a JSON string; what is None has no header.
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
        """Read what `to_text` writes. Raises `BadRecord`."""
        lines = [line for line in text.split("\n") if line]
        headers = [line for line in lines if line.startswith("[")]
        values = dict(map(_read_header, headers))
        try:
            layout = values.get("layout")
            return cls(
                **_checked_headers(values),
                layout=None if layout is None else Layout.from_text(layout),
                actions=tuple(map(_read_action, lines[len(headers) :])),
            )
        except (BadLayout, BadAction) as bad:
            raise BadRecord(str(bad)) from None

    def _headers(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in _HEADERS}


def replay(rules: Rules, layout: Layout, actions: Iterable[Action]) -> Game:
    """The game that the actions make of the layout. Raises `Refused` at the first not allowed."""
    game = Game(rules, layout)
    for action in actions:
        game.act(action)
    return game


def _checked_headers(values: dict[str, Any]) -> dict[str, Any]:
    """The headers alone, each of its kind (a bool is no int)."""
    for name, kind in _HEADERS.items():
        value = values.get(name)
        if type(value) is not kind and not (value is None and name in _MAY_BE_NONE):
            what = "a number" if kind is int else "a text"
            raise BadRecord(f"{name} must be {what}.")
    return {name: values.get(name) for name in _HEADERS}


def _checked_actions(pairs: Any) -> tuple[tuple[Action, int], ...]:
    if not isinstance(pairs, list):
        raise BadRecord("actions must be a list.")
    return tuple(map(_checked_action, pairs))


def _checked_action(pair: Any) -> tuple[Action, int]:
    match pair:
        case [str(text), int(ms)] if ms >= 0 and not isinstance(ms, bool):
            return parse_action(text), ms
    raise BadRecord("Each of the actions must be its text and its milliseconds.")


def _read_header(line: str) -> tuple[str, Any]:
    """The name and the value of a header's line."""
    match = _HEADER_LINE.fullmatch(line)
    if not match:
        raise BadRecord(f"{line[:40]!r} is not a header.")
    name = match[1].lower()
    try:
        value = json.loads(match[2])
        return name, int(value) if _HEADERS.get(name) is int else value
    except ValueError:
        raise BadRecord(f"The value of {name} cannot be read.") from None


def _read_action(line: str) -> tuple[Action, int]:
    match = _ACTION_LINE.fullmatch(line)
    if not match:
        raise BadRecord(f"{line[:40]!r} is not an action with its time.")
    return parse_action(match[1]), int(match[2])
