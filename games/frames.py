"""What a client may send over a socket, read and checked."""

import re
from dataclasses import dataclass
from typing import Any

import orjson

from games.engine import DEAL, HINT, RESIGN, UNDO, Action, Move

MOST_BYTES = 4096
# The log of a game never comes near this; larger numbers do not fit the column.
MOST_SEQ = 2**31 - 1
_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")
_PLAIN = {"deal": DEAL, "undo": UNDO, "hint": HINT, "resign": RESIGN}


class BadFrame(ValueError):
    """A frame that could not be understood; the text says why, for developers."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class Wanted:
    """An action that a client asks for, named and numbered by it."""

    id: str
    seq: int
    action: Action


@dataclass(frozen=True, slots=True)
class Sync:
    """Tell me everything anew."""


@dataclass(frozen=True, slots=True)
class Ping:
    """Are you there? ``t`` comes back as it was sent."""

    t: Any


Frame = Wanted | Sync | Ping


def read(text: str | None) -> Frame:
    """A frame's meaning. Raises ``BadFrame``; a wrong column or count is the engine's to refuse."""
    if text is None:
        raise BadFrame("bad_frame", "Frames are JSON text, not binary.")
    if len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise BadFrame("too_large", f"A frame has at most {MOST_BYTES} bytes.")
    try:
        data = orjson.loads(text)
    except (orjson.JSONDecodeError, UnicodeEncodeError):
        raise BadFrame("bad_frame", "This is not JSON.") from None
    if not isinstance(data, dict):
        raise BadFrame("bad_frame", "A frame is a JSON object.")
    return _meaning(data)


def _meaning(data: dict[str, Any]) -> Frame:
    kind = data.get("type")
    if kind == "sync":
        return Sync()
    if kind == "ping":
        return _ping(data)
    if kind == "move" or (isinstance(kind, str) and kind in _PLAIN):
        return Wanted(_id(data), _seq(data), _action(kind, data))
    raise BadFrame("bad_type", "The type is none of move, deal, undo, hint, resign, sync, ping.")


def _ping(data: dict[str, Any]) -> Ping:
    t = data.get("t")
    if not isinstance(t, int | float | str | None):
        raise BadFrame("bad_field", "t is a number or a text.")
    return Ping(t)


def _id(data: dict[str, Any]) -> str:
    value = data.get("id")
    if not isinstance(value, str) or not _ID.fullmatch(value):
        raise BadFrame("bad_field", "id is 1 to 40 of A-Z, a-z, 0-9, _ and -.")
    return value


def _seq(data: dict[str, Any]) -> int:
    value = data.get("seq")
    if type(value) is not int or not 1 <= value <= MOST_SEQ:
        raise BadFrame("bad_field", "seq is a whole number from 1.")
    return value


def _action(kind: str, data: dict[str, Any]) -> Action:
    if kind != "move":
        return _PLAIN[kind]
    missing = [name for name in ("from", "count", "to") if name not in data]
    if missing:
        raise BadFrame("bad_field", f"A move needs {', '.join(missing)}.")
    return Move(data["from"], data["count"], data["to"])
