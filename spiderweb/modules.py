"""ES modules joined to one file, so that a page asks for its script once.

The modules stay plain ones, which browsers load as they are while one works on them. They keep to
a part of the language that can be joined line by line: named imports at the top, exports of
functions, classes and constants, no circles. Anything else stops the collecting with an error.
"""

import posixpath
import re
from collections.abc import Callable

_IMPORT = re.compile(r"^import \{([^}]*)\} from '(\.[^']+)';?\n", re.MULTILINE)
_LATE = re.compile(r"\bimport\('(\.[^']+)'\)")
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class) (\w+))", re.MULTILINE)
_LEFT = re.compile(r"^(?:import\b(?!\()|export\b).*", re.MULTILINE)

Read = Callable[[str], str]  # the text of a module by its name, such as "js/board/state.js"


class CannotJoin(ValueError):
    """A module says something that is not understood here."""


def joined(entry: str, read: Read) -> str:
    """The entry with all that it imports before it; its own exports stay exports."""
    names = _in_order(entry, read)
    numbers = {name: number for number, name in enumerate(names)}
    parts = [_part(name, entry, numbers, read) for name in names[:-1]]
    return "\n".join([*parts, _body(entry, entry, numbers, read)])


def _in_order(entry: str, read: Read) -> list[str]:
    """Every module once, after all that it needs."""
    order: list[str] = []
    open_: list[str] = []

    def visit(name: str) -> None:
        if name in order:
            return
        if name in open_:
            raise CannotJoin(f"{name} imports itself by way of {open_[-1]}.")
        open_.append(name)
        for _, path in _IMPORT.findall(read(name)):
            visit(_at(name, path))
        open_.pop()
        order.append(name)

    visit(entry)
    return order


def _part(name: str, entry: str, numbers: dict[str, int], read: Read) -> str:
    """A module as the value of a constant: what it exports."""
    body = _body(name, entry, numbers, read)
    told = f"return {{ {', '.join(_EXPORT.findall(body))} }}"
    return f"const module{numbers[name]} = (() => {{\n{_EXPORT.sub('', body)}\n{told}\n}})()"


def _body(name: str, entry: str, numbers: dict[str, int], read: Read) -> str:
    """A module's text with its imports taken from those constants."""

    def taken(found: re.Match[str]) -> str:
        names = re.sub(r"\s+as\s+", ": ", " ".join(found[1].split()))
        return f"const {{ {names} }} = module{numbers[_at(name, found[2])]}\n"

    def late(found: re.Match[str]) -> str:
        way = posixpath.relpath(_at(name, found[1]), posixpath.dirname(entry))
        return f"import('./{way}')"

    body = _LATE.sub(late, _IMPORT.sub(taken, read(name)))
    if left := _LEFT.search(_EXPORT.sub("", body)):
        raise CannotJoin(f"{name}: {left[0]!r} is not understood.")
    return body


def _at(name: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
