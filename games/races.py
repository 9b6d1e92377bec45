"""What people do to races: one function each, one transaction each.

Every function takes the player who asks and answers the race; it raises ``Refusal`` and
changes nothing where it is not allowed. Repeating a call that went through is harmless.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from asgiref.sync import async_to_sync
from django.db import IntegrityError, transaction
from django.db.models import F

from games import clock, closing, dealing, play, visibility
from games.engine import OFFERED, RESIGN, BadCode, BadRules, Code, Rules
from games.journal import Unavailable
from games.models import Attempt, Deal, Player, Race, Seat
from games.refusals import Refusal

DAY_S = 24 * 3600
SOLO_LIMIT_S = 30 * DAY_S
OPEN_LIMIT_S = DAY_S
WINDOW_S = 7 * DAY_S
LONGEST_S = 30 * DAY_S
SHORTEST_S = 60
MOST_SEATS = 16


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody asks a new race to be; None leaves it to the defaults."""

    mode: str = Race.SOLO
    game: str | None = None
    suits: int | None = None
    build: str | None = None
    undo: str | None = None
    hints: bool | None = None
    seats: int | None = None
    code: str | None = None
    again: int | None = None
    time_limit_s: int | None = None
    window_s: int | None = None
    hide_progress: bool = False
    registered_only: bool = False


def create(player: Player, wish: Wish) -> Race:
    """Make a race; its maker is the host and has the first seat.

    ``code`` fixes game, suits and build, ``again`` (an own attempt) everything but the
    player's luck. A solo race begins at once; an attempt that is to be played again while it
    is still playing is resigned first.
    """
    if wish.mode not in (Race.SOLO, Race.OPEN):
        raise Refusal("bad_value", "mode")
    if wish.again is not None:
        return _again(player, wish)
    code = _code(wish)
    rules = _rules(wish, code)
    times = _times(wish)
    seats = _seat_limit(wish)
    _check_registered(wish.registered_only, player)
    with transaction.atomic():
        deal = dealing.by_code(code) if code else dealing.draw(rules.game, rules.suits)
        race = Race.objects.create(
            deal=deal,
            mode=wish.mode,
            build=rules.build,
            undo=rules.undo,
            hints=wish.mode == Race.SOLO if wish.hints is None else wish.hints,
            seat_limit=seats,
            hide_progress=wish.hide_progress,
            registered_only=wish.registered_only,
            time_limit_s=times[0],
            window_s=times[1],
            host=player,
            code_chosen=code is not None,
            opens_deal=_opens(deal, code),
            state=Race.RUNNING,
            ends_at=_after(times[1]),
        )
        seat = Seat.objects.create(race=race, player=player, number=1)
        if wish.mode == Race.SOLO:
            _begin(race, seat)
    return race


def join(player: Player, race: Race) -> Race:
    """Take the lowest free seat."""
    with transaction.atomic():
        race = _locked(race)
        if race.seats.filter(player=player).exists():
            return race
        _check_open(race)
        _check_registered(race.registered_only, player)
        taken = set(race.seats.values_list("number", flat=True))
        if race.mode == Race.SOLO or 0 < race.seat_limit <= len(taken):
            raise Refusal("race_full")
        number = next(n for n in range(1, len(taken) + 2) if n not in taken)
        Seat.objects.create(race=race, player=player, number=number)
        _changed(race)
    return race


def leave(player: Player, race: Race) -> Race:
    """Give up a seat whose cards have not been shown; the host's part goes to the next."""
    with transaction.atomic():
        race = _locked(race)
        seat = race.seats.filter(player=player).first()
        if seat is None or race.over:
            return race
        if seat.attempt is not None:
            playing = seat.attempt.state == Attempt.PLAYING
            raise Refusal("playing" if playing else "race_started")
        seat.delete()
        _hand_on(race)
        _changed(race)
    return race


def begin(player: Player, race: Race) -> Race:
    """Show the player the cards and start the own clock."""
    with transaction.atomic():
        race = _locked(race)
        seat = race.seats.filter(player=player).first()
        if seat is None:
            raise Refusal("not_seated")
        if seat.attempt_id is None:
            _check_open(race)
            _begin(race, seat)
            _changed(race)
    return race


def resign(player: Player, race: Race) -> Race:
    """Give up the own running game."""
    seat = race.seats.filter(player=player).first()
    if seat is None:
        raise Refusal("not_seated")
    if seat.attempt_id is None or not resign_attempt(seat.attempt_id):
        raise Refusal("nothing_playing")
    race.refresh_from_db()
    return race


def resign_attempt(attempt_id: int) -> bool:
    """Resign through the journal, as a row of the log; False where it had ended."""
    try:
        return async_to_sync(play.end)(attempt_id, RESIGN)
    except Unavailable:
        raise Refusal("unavailable") from None


def find(race_id: str) -> Race:
    """The race of an id. Raises ``Refusal`` (``no_such_race``)."""
    race = Race.objects.select_related("deal", "host").filter(pk=race_id).first()
    if race is None:
        raise Refusal("no_such_race")
    return race


def _again(player: Player, wish: Wish) -> Race:
    """The same cards once more, alone: practice."""
    if wish.mode != Race.SOLO:
        raise Refusal("bad_value", "mode")
    attempts = Attempt.objects.select_related("deal")
    attempt = attempts.filter(pk=wish.again).first() if wish.again is not None else None
    if attempt is None:
        raise Refusal("no_such_attempt", "again")
    if attempt.player_id != player.pk:
        raise Refusal("not_yours", "again")
    if attempt.state == Attempt.PLAYING:
        resign_attempt(attempt.pk)
    chosen = Race.objects.filter(deal=attempt.deal, host=player, code_chosen=True).exists()
    with transaction.atomic():
        race = Race.objects.create(
            deal=attempt.deal,
            mode=Race.SOLO,
            build=attempt.build,
            undo=attempt.undo,
            hints=attempt.hints,
            seat_limit=1,
            time_limit_s=SOLO_LIMIT_S,
            host=player,
            code_chosen=chosen,
            opens_deal=False,
            state=Race.RUNNING,
        )
        _begin(race, Seat.objects.create(race=race, player=player, number=1))
    return race


def _begin(race: Race, seat: Seat) -> None:
    now = clock.now()
    first = not visibility.knows(seat.player, race.deal)
    values = {
        "deal": race.deal,
        "player": seat.player,
        "build": race.build,
        "undo": race.undo,
        "hints": race.hints,
        "begun_at": now,
        "deadline": now + timedelta(seconds=race.time_limit_s),
    }
    try:
        with transaction.atomic():
            attempt = Attempt.objects.create(**values, first=first)
    except IntegrityError:  # begun in another race at the same moment: that one was first
        attempt = Attempt.objects.create(**values, first=False)
    seat.attempt = attempt
    seat.save(update_fields=["attempt"])


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


def _times(wish: Wish) -> tuple[int, int | None]:
    """Seconds an attempt may last, and seconds in which one may begin."""
    alone = wish.mode == Race.SOLO
    usual = SOLO_LIMIT_S if alone else OPEN_LIMIT_S
    limit = usual if wish.time_limit_s is None else wish.time_limit_s
    window = None if alone else WINDOW_S if wish.window_s is None else wish.window_s
    for name, value in (("time_limit_s", limit), ("window_s", window)):
        if value is not None and not SHORTEST_S <= value <= LONGEST_S:
            raise Refusal("bad_value", name)
    return limit, window


def _seat_limit(wish: Wish) -> int:
    if wish.mode == Race.SOLO:
        if wish.seats not in (None, 1):
            raise Refusal("bad_value", "seats")
        return 1
    seats = 2 if wish.seats is None else wish.seats
    if seats != 0 and not 2 <= seats <= MOST_SEATS:
        raise Refusal("bad_value", "seats")
    return seats


def _opens(deal: Deal, code: Code | None) -> bool:
    """Does this race keep its deal a secret? (rules, section 6)"""
    return code is None or not deal.races.exists()


def _after(seconds: int | None) -> datetime | None:
    return None if seconds is None else clock.now() + timedelta(seconds=seconds)


def _check_registered(registered_only: bool, player: Player) -> None:
    if registered_only and player.guest:
        raise Refusal("registered_only")


def _check_open(race: Race) -> None:
    if race.over:
        raise Refusal("race_over")
    if race.ends_at is not None and clock.now() >= race.ends_at:
        raise Refusal("window_over")


def _locked(race: Race) -> Race:
    """The race as it is now, with its row locked (SQLite locks the whole file instead)."""
    locked = Race.objects.select_for_update(of=("self",)).select_related("deal", "host")
    return locked.get(pk=race.pk)


def _changed(race: Race) -> None:
    Race.objects.filter(pk=race.pk).update(rev=F("rev") + 1)
    race.refresh_from_db(fields=["rev"])
    closing.announce(race.pk)


def _hand_on(race: Race) -> None:
    next_seat = race.seats.order_by("number").first()
    if next_seat is None:
        closing.close(race, Race.CANCELLED, clock.now())
        race.refresh_from_db()
    elif not race.seats.filter(player=race.host).exists():
        race.host = next_seat.player
        race.save(update_fields=["host"])
