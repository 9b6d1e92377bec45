"""What people do to races: one function each, one transaction each.

Every function takes the player who asks and answers the race; it raises ``Refusal`` and
changes nothing where it is not allowed. Repeating a call that went through is harmless.
What is done before a live race's go is in ``lobby``, after its end in ``rematch``.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from games import clock, dealing, lobby, same_cards, seats, visibility
from games.making import make_race
from games.models import Player, Race
from games.refusals import Refusal
from games.resigning import resign_attempt
from games.wishes import Terms, Wish, check, check_registered


def create(player: Player, wish: Wish) -> Race:
    """Make a race; its maker is the host and has the first seat.

    ``code`` fixes game, suits and build; ``again`` and ``attempt``, which name an own game,
    everything but the player's luck (see ``same_cards``). A solo race begins at once.
    """
    if wish.attempt is not None:
        return same_cards.beat(player, wish)
    if wish.again is not None:
        return same_cards.again(player, wish)
    terms = check(wish, player)
    with transaction.atomic():
        return _make(player, wish, terms)


def join(player: Player, race: Race) -> Race:
    """Take the lowest free seat."""
    with transaction.atomic():
        race = seats.locked(race)
        if race.seats.filter(player=player).exists():
            return race
        if race.mode == Race.SOLO:
            raise Refusal("race_full")
        _check_open(race)
        check_registered(race.registered_only, player)
        seats.take(player, race)
        seats.changed(race)
    return race


def leave(player: Player, race: Race) -> Race:
    """Give up a seat whose cards have not been shown; the host's part goes to the next."""
    with transaction.atomic():
        race = seats.locked(race)
        seat = race.seats.select_related("attempt").filter(player=player).first()
        if seat is None or race.over:
            return race
        seats.give_up(seat, race)
        lobby.consider(race)
        seats.changed(race)
    return race


def begin(player: Player, race: Race) -> Race:
    """Show the player the cards and start the own clock; in a live race the go does that."""
    with transaction.atomic():
        race = seats.locked(race)
        seat = seats.of(player, race)
        if seat.attempt_id is None:
            if race.mode == Race.LIVE:
                begins = _("A live race begins for all at once, after the countdown.")
                raise Refusal("not_allowed", message=begins)
            _check_open(race)
            seats.begin(race, seat, clock.now())
            seats.changed(race)
    return race


def resign(player: Player, race: Race) -> Race:
    """Give up the own running game."""
    seat = seats.of(player, race)
    if seat.attempt_id is None or not resign_attempt(seat.attempt_id):
        raise Refusal("nothing_playing")
    race.refresh_from_db()
    return race


def find(race_id: str, viewer: Player | None = None) -> Race:
    """The race of an id. Raises ``Refusal`` (``no_such_race``).

    From it ``visibility.stand`` reads how the viewer stands to its deal.
    """
    every = Race.objects.select_related("deal", "host", "successor__host")
    races = visibility.with_stand(every, viewer, "deal")
    # PostgreSQL fails at a NUL, where SQLite finds nothing.
    race = races.filter(pk=race_id).first() if "\0" not in race_id else None
    if race is None:
        raise Refusal("no_such_race")
    return race


def _make(player: Player, wish: Wish, terms: Terms) -> Race:
    rules, code = terms.rules, terms.code
    deal = dealing.by_code(code) if code else dealing.draw(rules.game, rules.suits)
    return make_race(
        player,
        deal,
        terms.mode,
        build=rules.build,
        undo=rules.undo,
        hints=terms.hints,
        seat_limit=terms.seats,
        hide_progress=wish.hide_progress,
        registered_only=wish.registered_only,
        time_limit_s=terms.time_limit_s,
        window_s=terms.window_s,
        code_chosen=code is not None,
        # A code keeps its deal a secret the first time only (rules, section 6).
        opens_deal=code is None or not deal.races.exists(),
    )


def _check_open(race: Race) -> None:
    if race.over:
        raise Refusal("race_over")
    if race.mode == Race.LIVE and race.state != Race.GATHERING:
        raise Refusal("race_started")
    if race.ends_at is not None and clock.now() >= race.ends_at:
        raise Refusal("window_over")


__all__ = ["Wish", "begin", "create", "find", "join", "leave", "resign"]
