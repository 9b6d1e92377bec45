"""What calls take, and the shapes of answers that are worth naming in the documentation."""

from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import ConfigDict, Field, StrictBool, StrictInt

# ``accounts.NAME`` as JSON Schema (ECMA 262) writes it.
NAME = r"^[\p{L}\p{N}]{3,20}$"


class Strict(Schema):
    """A body whose unknown fields are refused, so that a misspelt option is noticed."""

    model_config = ConfigDict(extra="forbid")


class NewGuest(Strict):
    """A guest to be."""

    # Said, not checked: ``accounts`` refuses a name with a sentence for people.
    name: str | None = Field(default=None, json_schema_extra={"pattern": NAME})
    bot: StrictBool = False


class NewRace(Strict):
    """A race to be; what is left out takes the defaults of the rules."""

    # Left out with ``attempt`` alone, whose races are open.
    mode: Literal["solo", "open", "live"] | None = None
    game: Literal["spider", "spiderette"] | None = None
    # Not a Literal: JSON's true would pass for 1.
    suits: StrictInt | None = Field(None, json_schema_extra={"enum": [1, 2, 4]})
    build: Literal["classic", "relaxed"] | None = None
    undo: Literal["last100", "sealed", "none"] | None = None
    hints: StrictBool | None = None
    seats: StrictInt | None = None
    code: str | None = Field(None, max_length=64)
    again: StrictInt | None = Field(None, ge=1, le=2**63 - 1)
    attempt: StrictInt | None = Field(None, ge=1, le=2**63 - 1)
    time_limit_s: StrictInt | None = None
    window_s: StrictInt | None = None
    hide_progress: StrictBool = False
    registered_only: StrictBool = False


class Readiness(Strict):
    """Ready for the countdown, or not yet."""

    ready: StrictBool


class Error(Schema):
    """Why something was not done."""

    code: str
    message: str
    field: str | None = None


class PlayerOut(Schema):
    """A player as everybody sees them."""

    name: str
    guest: bool
    bot: bool


class GuestOut(Schema):
    """A new guest with the token that speaks for it (shown this once)."""

    player: PlayerOut
    token: str


class RowOut(Schema):
    """A seat of a race. What the caller may not see is absent."""

    seat: int
    name: str
    guest: bool
    bot: bool
    state: str | None = None
    ready: bool
    presence: str
    practice: bool
    attempt: int | None = None
    seq: int | None = None
    moves: int | None = None
    sequences: int | None = None
    undos: int | None = None
    hints: int | None = None
    seconds: int | None = None
    score: int | None = None
    place: int | None = None
    draw: bool | None = None


class RaceOut(Schema):
    """A race as the caller may see it. What the caller may not see is absent."""

    id: str
    rev: int
    game: str
    suits: int
    build: str
    undo: str
    hints: bool
    mode: str
    state: str
    host: str
    seats: int
    count: int
    hide_progress: bool
    registered_only: bool
    time_limit_s: int
    window_s: int | None
    created_at: int
    go_at: int | None
    ends_at: int | None
    closed_at: int | None
    code: str | None = None
    commitment: str
    practice: bool
    players: list[RowOut]
    successor: str | None = None


Json = dict[str, Any]
Page = Annotated[int, Field(ge=1, le=100_000)]
ERRORS = {frozenset({401, 403, 404, 409, 422, 429, 503}): Error}
