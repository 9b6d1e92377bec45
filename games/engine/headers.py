"""The headers of a record: their names, what their values must be, and their lines."""

import json
import re
from typing import Any

from games.engine.refusals import Unreadable
from games.engine.state import BEYOND

# Records are kept for ever. A change of the form gets the next number, and whatever an earlier
# one wrote must still be read: tests/engine/records holds some of each to make sure.
VERSION = 1

# The headers in their order, by what their values are.
HEADERS: dict[str, type] = {
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
MAY_BE_NONE = ("code", "score")

_HEADER_LINE = re.compile(r'\[([A-Z][a-z]*) (".*")\]')
_NUMBER = re.compile("0|-?[1-9][0-9]{0,14}")


class BadRecord(Unreadable):
    """A record that cannot be read."""


def check_header(name: str, value: Any) -> None:
    """Each must be of its kind (a bool is no int), and such as can be written and read."""
    kind = HEADERS[name]
    if value is None and name in MAY_BE_NONE:
        return
    if type(value) is not kind:
        raise BadRecord(f"{name} must be {'a number' if kind is int else 'a text'}.")
    if isinstance(value, int):
        _check_number(name, value)
    # JSON may escape half of a pair of surrogates, which is no character and has no UTF-8.
    if isinstance(value, str) and re.search("[\ud800-\udfff]", value):
        raise BadRecord(f"{name} must be a text of whole characters.")


def _check_number(name: str, value: int) -> None:
    if abs(value) >= BEYOND:
        raise BadRecord(f"{name} is too large a number.")
    if name == "version" and not 1 <= value <= VERSION:
        raise BadRecord(f"It is of version {value}; versions 1 to {VERSION} can be read.")


def check_names(values: dict[str, Any], *also: str) -> None:
    """What is not known would be lost when it is written again, so it is refused."""
    # The version first: a later one may well have more.
    check_header("version", values.get("version"))
    if unknown := sorted(map(str, values.keys() - {*HEADERS, *also})):
        raise BadRecord(f"A record has no {unknown[0][:20]!r}.")


def headers_of(values: dict[str, Any]) -> dict[str, Any]:
    return {name: values.get(name) for name in HEADERS}


def read_headers(lines: list[str]) -> dict[str, Any]:
    values = dict(map(_read_header, lines))
    if len(values) < len(lines):
        raise BadRecord("A header stands there twice.")
    check_names(values, "layout")
    for name in HEADERS:
        if name not in values and name not in MAY_BE_NONE:
            raise BadRecord(f"There is no {name.capitalize()} header.")
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
    if HEADERS.get(name) is not int:
        return name, value
    if not _NUMBER.fullmatch(value):
        raise BadRecord(f"{name} must be a number.")
    return name, int(value)
