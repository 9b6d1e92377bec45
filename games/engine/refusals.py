"""Refusals: an action that can be read but is not allowed."""

from typing import Any


class Refused(ValueError):
    """An action that was not allowed and has changed nothing: `Refused(code, params)`.

    `code` names the rule, as the protocol lists them; `params` holds what a sentence about it
    needs: columns by number and cards by text, never one that lies face-down.
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
        return self.code
