"""Seats: taking, leaving, and the attempt that one holds. Called within a transaction."""

from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.translation import gettext as _

from games import clock, closing, visibility
from games.models import Attempt, Player, Race, Seat
from games.refusals import Refusal


def locked(race: Race) -> Race:
    """The race as it is now, with its row locked (SQLite locks the whole file instead)."""
    Race.objects.select_for_update().get(pk=race.pk)
    # Read anew: PostgreSQL joins a row that it had to wait for to what there was before.
    return Race.objects.select_related("deal", "host", "successor").get(pk=race.pk)


def changed(race: Race) -> None:
    """Count a change of state or seats, and announce it once it is committed."""
    Race.objects.filter(pk=race.pk).update(rev=F("rev") + 1)
    race.refresh_from_db(fields=["rev"])
    closing.announce(race.pk, race.rev)


def of(player: Player, race: Race) -> Seat:
    """The player's seat. Raises ``Refusal`` (``not_seated``)."""
    seat = race.seats.select_related("attempt", "player").filter(player=player).first()
    if seat is None:
        raise Refusal("not_seated")
    return seat


def take(player: Player, race: Race) -> Seat:
    """The lowest free seat. Raises ``Refusal`` (``race_full``)."""
    taken = set(race.seats.values_list("number", flat=True))
    if 0 < race.seat_limit <= len(taken):
        raise Refusal("race_full")
    number = next(n for n in range(1, len(taken) + 2) if n not in taken)
    return Seat.objects.create(race=race, player=player, number=number)


def give_up(seat: Seat, race: Race) -> None:
    """Leave a seat without an attempt; the host's part goes to the next, the last cancels."""
    if seat.attempt is not None:
        if seat.attempt.state == Attempt.PLAYING:
            begun = _("Your game has begun: it can only be played or given up.")
            raise Refusal("playing", message=begun)
        raise Refusal("race_started")
    seat.delete()
    if race.seats.exists():
        hand_on(race)
    else:
        closing.close(race, Race.CANCELLED, clock.now())
        race.refresh_from_db()


def hand_on(race: Race) -> None:
    """A host who has no seat any more hands that part to the next."""
    seated = list(race.seats.order_by("number").select_related("player"))
    if race.host_id not in {seat.player_id for seat in seated}:
        race.host = seated[0].player
        race.save(update_fields=["host"])


def begin(race: Race, seat: Seat, at: datetime) -> None:
    """Give a seat its attempt, whose cards are first shown at ``at``."""
    attempt = _attempt(race, seat, at, first=not visibility.knows(seat.player, race.deal))
    try:
        with transaction.atomic():
            attempt.save()
    except IntegrityError:  # begun in another race at the same moment: that one was first
        attempt = _attempt(race, seat, at, first=False)
        attempt.save()
    seat.attempt = attempt
    seat.save(update_fields=["attempt"])


def begin_all(race: Race, at: datetime) -> None:
    """The same for all seats, in a few statements: the players are waiting for their cards."""
    seated = list(race.seats.select_related("player"))
    known = visibility.who_know(race.deal, [seat.player_id for seat in seated])
    attempts = [_attempt(race, s, at, first=s.player_id not in known) for s in seated]
    try:
        with transaction.atomic():
            Attempt.objects.bulk_create(attempts)
    except IntegrityError:  # somebody began the deal elsewhere at the same moment
        for seat in seated:
            begin(race, seat, at)
        return
    for seat, attempt in zip(seated, attempts, strict=True):
        seat.attempt = attempt
    Seat.objects.bulk_update(seated, ["attempt"])


def _attempt(race: Race, seat: Seat, at: datetime, *, first: bool) -> Attempt:
    return Attempt(
        deal=race.deal,
        player=seat.player,
        build=race.build,
        undo=race.undo,
        hints=race.hints,
        begun_at=at,
        deadline=at + timedelta(seconds=race.time_limit_s),
        first=first,
    )
