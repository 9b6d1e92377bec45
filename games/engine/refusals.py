"""Refusals: an action that can be read but is not allowed."""

from typing import Any


class Refused(ValueError):
    """An action that was not allowed and has changed nothing.

    `code` names the rule, as the protocol lists them; `params` holds what a sentence about it
    needs: columns by number and cards by text, never one that lies face-down.
    """

    __slots__ = ("code", "params")

    def __init__(self, code: str, **params: Any) -> None:
        self.code = code
        self.params = params
