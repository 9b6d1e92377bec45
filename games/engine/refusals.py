"""The two families of error, each a ValueError: what cannot be read, and what is not allowed."""

from typing import Any


class Unreadable(ValueError):
    """A text or a value that is none of what was asked for: no card, action, code, layout...

    The base of `BadCard`, `BadAction` and the others named `Bad` but for `BadReplay`; what can be
    read but the rules forbid is `Refused`.
    """


class BadPart(Unreadable):
    """An `Unreadable` of several parts that names the one at fault; `str` is the message alone."""

    def __init__(self, part: str, message: str) -> None:
        super().__init__(part, message)  # both in `args`, so that it can be pickled
        self.part = part

    def __str__(self) -> str:
        return str(self.args[1])


class Refused(ValueError):
    """An action that was not allowed and has changed nothing: `Refused(code, params)`.

    `code` names the rule, as the protocol lists them; `params` holds what a sentence about it
    needs: columns by number and cards by text, never one that lies face-down. `str` is both, as
    in "king_needs_empty: card='KS'".
    """

    # Both are the exception's arguments: an `__init__` would make refusing half as dear again.

    @property
    def code(self) -> str:
        """The protocol's name of the rule."""
        code: str = self.args[0]
        return code

    @property
    def params(self) -> dict[str, Any]:
        """What a sentence about it needs."""
        return self.args[1] if len(self.args) > 1 else {}

    def __str__(self) -> str:
        told = [f"{name}={value!r}" for name, value in self.params.items() if value is not None]
        return f"{self.code}: {', '.join(told)}" if told else self.code
