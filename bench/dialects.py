"""How each server is spoken to: what opens a seat, what an action is, what an answer says.

A seat is all that a racer needs: where to connect, what is said until the race can begin, a frame
for each action of its record, and how to read from a message how far its own game is stored and
how far the rival's is; 0 where the message tells nothing of it.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from bench.wire import BINARY, frame
from tests.support.bot import frame as action_frame

Told = tuple[int, int]  # how far the own game is, how far the rival's
Greeting = tuple[bytes, bytes]  # what a message begins with, and the frame that answers it

_OURS = re.compile(rb'\{"type":"(?:(board)","id":"|(progress)","seat":\d+,"seq":)(\d+)')
_ECHO = re.compile(rb'"id": ?"(\d+)"')
_PLAYED = re.compile(rb'"played":\[(\d+),(\d+)\]')


class Unexpected(Exception):
    """The server refused what the record says, or did not understand it."""


@dataclass(frozen=True)
class Seat:
    """One player's side of a race."""

    port: int
    path: str
    actions: list[bytes]
    read: Callable[[bytes], Told]
    greetings: list[Greeting] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)


Pair = tuple[Seat, Seat]

WELCOME: list[Greeting] = [(b'{"type":"welcome"', b"")]


def our_actions(record: list[str]) -> list[bytes]:
    """A record in frames of the public protocol; an action's id is its number."""
    messages = (action_frame(action, seq, str(seq)) for seq, action in enumerate(record, 1))
    return [frame(_json(message)) for message in messages]


def our_told(message: bytes) -> Told:
    """Our protocol, and the reduced one of the plain peers."""
    found = _OURS.match(message)
    if found is None:
        if message.startswith((b'{"type":"refused"', b'{"type":"error"')):
            raise Unexpected(message[:200])
        return 0, 0
    return (int(found[3]), 0) if found[1] else (0, int(found[3]))


def echo_told(message: bytes) -> Told:
    """The action itself comes back."""
    found = _ECHO.search(message)
    if found is None:
        raise Unexpected(message[:200])
    return int(found[1]), 0


# boardgame.io: JSON in socket.io events in engine.io messages; every update holds the whole state.

SPACE = "/spiderweb,"


def boardgame_seat(port: int, match: str, seat: int, record: list[str]) -> Seat:
    """A seat of a match of boardgame.io."""
    sync = _event("sync", match, str(seat), None, 2)
    return Seat(
        port=port,
        path="/socket.io/?EIO=4&transport=websocket",
        actions=[_event("update", _move(action, seat), 0, match, str(seat)) for action in record],
        read=_first_played if seat == 0 else _second_played,
        greetings=[
            (b"0", frame(f"40{SPACE}".encode())),
            (f"40{SPACE}".encode(), sync),
            (f'42{SPACE}["sync"'.encode(), b""),
        ],
    )


def _move(action: str, seat: int) -> dict[str, object]:
    payload = {"type": "act", "args": [action], "playerID": str(seat), "credentials": None}
    return {"type": "MAKE_MOVE", "payload": payload}


def _event(*values: object) -> bytes:
    return frame(f"42{SPACE}".encode() + _json(values))


def _first_played(message: bytes) -> Told:
    found = _PLAYED.search(message)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def _second_played(message: bytes) -> Told:
    own, rival = _first_played(message)
    return rival, own


# Colyseus: a byte that says what it is, the kind of message as a short string, msgpack.

JOIN, DATA = b"\x0a", b"\x0d"
SHORT_STRING, UINT_16 = 0xA0, 0xCD


def colyseus_seat(port: int, path: str, record: list[str]) -> Seat:
    """A seat of a Colyseus room; an action is the string of its record."""
    head = DATA + _short("act")
    return Seat(
        port=port,
        path=path,
        actions=[frame(head + _short(action), BINARY) for action in record],
        read=colyseus_told,
        greetings=[(JOIN, frame(JOIN, BINARY))],
    )


def colyseus_told(message: bytes) -> Told:
    """``board`` and ``progress`` each come with the number of the action."""
    if message.startswith(b"\x0d\xa5board"):
        return _number(message[7:]), 0
    if message.startswith(b"\x0d\xa8progress"):
        return 0, _number(message[10:])
    if message.startswith(b"\x0d"):
        raise Unexpected(message[:200])
    return 0, 0


def _short(text: str) -> bytes:
    return bytes((SHORT_STRING | len(text),)) + text.encode()


def _number(packed: bytes) -> int:
    """A small msgpack number: in its own byte, or in what follows it."""
    return packed[0] if len(packed) == 1 else int.from_bytes(packed[1:], "big")


def _json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()
