"""What a player can do, as values and as text (rules, section 8)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from games.engine.refusals import Unreadable


class BadAction(Unreadable):
    """A text that is no action at all; one that the rules forbid is `Refused` instead."""


@dataclass(frozen=True, slots=True)
class Move:
    """The last `count` cards of column `source` onto column `target`; columns count from 1.

    The three may be anything that came in a message: a game refuses what is no place. `str` is
    the move's text, or its `repr` where they are no numbers from 0 to 9999 and there is no text.
    """

    source: int
    count: int
    target: int

    def __str__(self) -> str:
        numbers = self.source, self.count, self.target
        if not all(type(number) is int and 0 <= number <= 9999 for number in numbers):
            return repr(self)
        group = "" if self.count == 1 else f"x{self.count}"
        return f"{self.source}-{self.target}{group}"


class Command(StrEnum):
    """The actions that need no more said; the value is the text."""

    DEAL = "D"
    UNDO = "U"
    HINT = "H"
    RESIGN = "R"
    TIME = "T"
    VOID = "V"

    def __repr__(self) -> str:
        return f"Command.{self.name}"


DEAL, UNDO, HINT = Command.DEAL, Command.UNDO, Command.HINT
RESIGN, TIME, VOID = Command.RESIGN, Command.TIME, Command.VOID

Action = Move | Command

# the actions that end a game -> how the game has then ended
ENDS: Mapping[Action, str] = MappingProxyType({RESIGN: "resigned", TIME: "timed_out", VOID: "void"})


def checked(action: Action) -> Action:
    """The same, if it is an action at all: a text equals its command, but is none. `BadAction`."""
    if not isinstance(action, Action):
        raise BadAction(f"{action!r} is no action; a text goes through parse_action first.")
    return action


_NUMBER = "(0|[1-9][0-9]{0,3})"
_MOVE = re.compile(f"{_NUMBER}-{_NUMBER}(?:x{_NUMBER})?")


def parse_action(text: str) -> Action:
    """Read what `str(action)` writes. Raises `BadAction`.

    Whether the rules allow it is for the game to say: "0-7x0" can be read.
    """
    if not isinstance(text, str):
        raise BadAction("An action is a text.")
    if match := _MOVE.fullmatch(text):
        source, target, count = match.groups()
        return Move(int(source), int(count or 1), int(target))
    try:
        return Command(text)
    except ValueError:
        raise BadAction(f"{text[:20]!r} is not an action, such as 3-7, 3-7x4, D or U.") from None
