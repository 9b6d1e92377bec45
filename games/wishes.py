"""What somebody asks a new race to be, checked: the defaults and limits of each mode."""

from dataclasses import dataclass

from games.engine import OFFERED, BadCode, BadRules, Code, Rules
from games.models import Player, Race
from games.refusals import Refusal

MINUTE_S, HOUR_S, DAY_S = 60, 3600, 24 * 3600
SHORTEST_S, LONGEST_S = MINUTE_S, 30 * DAY_S


@dataclass(frozen=True, slots=True)
class Mode:
    """A way to meet: how many may sit, how long an attempt lasts, how long one may begin."""

    seats: int
    least: int
    most: int
    any_number: bool
    time_limit_s: int
    window_s: int | None
    hints: bool


MODES = {
    Race.SOLO: Mode(1, 1, 1, False, 30 * DAY_S, None, hints=True),
    Race.OPEN: Mode(2, 2, 16, True, DAY_S, 7 * DAY_S, hints=False),
    Race.LIVE: Mode(2, 2, 16, False, HOUR_S, None, hints=False),
}


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody asks a new race to be; None leaves it to the defaults."""

    mode: str | None = None
    game: str | None = None
    suits: int | None = None
    build: str | None = None
    undo: str | None = None
    hints: bool | None = None
    seats: int | None = None
    code: str | None = None
    again: int | None = None
    attempt: int | None = None
    time_limit_s: int | None = None
    window_s: int | None = None
    hide_progress: bool = False
    registered_only: bool = False


@dataclass(frozen=True, slots=True)
class Terms:
    """A wish that can be granted."""

    mode: str
    code: Code | None
    rules: Rules
    hints: bool
    seats: int
    time_limit_s: int
    window_s: int | None


def check(wish: Wish, player: Player) -> Terms:
    """The terms of a race to be. Raises ``Refusal`` that names the field at fault."""
    if wish.mode is None or wish.mode not in MODES:
        raise Refusal("bad_value", "mode")
    mode = MODES[wish.mode]
    check_registered(wish.registered_only, player)
    code = _code(wish)
    return Terms(
        mode=wish.mode,
        code=code,
        rules=_rules(wish, code),
        hints=mode.hints if wish.hints is None else wish.hints,
        seats=_seats(wish, mode),
        time_limit_s=_span("time_limit_s", wish.time_limit_s, mode.time_limit_s) or 0,
        window_s=_span("window_s", wish.window_s, mode.window_s),
    )


def check_registered(registered_only: bool, player: Player) -> None:
    """Raises ``Refusal`` (``registered_only``) where guests may not sit."""
    if registered_only and player.guest:
        raise Refusal("registered_only")


def _code(wish: Wish) -> Code | None:
    if not wish.code:
        return None
    try:
        code = Code.parse(wish.code)
    except BadCode as error:
        raise Refusal("bad_code", "code", str(error)) from None
    if code.game not in OFFERED:
        raise Refusal("bad_code", "code")
    for name in ("game", "suits", "build"):
        if getattr(wish, name) not in (None, getattr(code, name)):
            raise Refusal("bad_value", name)
    return code


def _rules(wish: Wish, code: Code | None) -> Rules:
    game, suits = (code.game, code.suits) if code else (wish.game, wish.suits)
    if game not in OFFERED:
        raise Refusal("bad_value", "game")
    if suits is None:
        raise Refusal("bad_value", "suits")
    build = code.build if code else wish.build or "classic"
    drawn_alone = wish.mode == Race.SOLO and code is None
    undo = wish.undo or ("last100" if drawn_alone else "sealed")
    try:
        return Rules(game, suits, build, undo)
    except BadRules as error:
        raise Refusal("bad_value", error.field) from None


def _seats(wish: Wish, mode: Mode) -> int:
    seats = mode.seats if wish.seats is None else wish.seats
    if not mode.least <= seats <= mode.most and not (seats == 0 and mode.any_number):
        raise Refusal("bad_value", "seats")
    return seats


def _span(name: str, wished: int | None, usual: int | None) -> int | None:
    """Seconds, within limits; a mode that has no such span takes none."""
    seconds = usual if wished is None else wished
    if seconds is None:
        return None
    if usual is None or not SHORTEST_S <= seconds <= LONGEST_S:
        raise Refusal("bad_value", name)
    return seconds
