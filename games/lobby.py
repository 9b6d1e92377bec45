"""Before a live race's go: who is ready, the countdown, and one go for all."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from games import clock, seats
from games.models import Player, Race
from games.refusals import Refusal

COUNTDOWN_S = 3
LEAST_READY = 2
# A lobby that nobody starts is called off after this.
PATIENCE_S = 24 * 3600


def set_ready(player: Player, race: Race, ready: bool) -> Race:
    """Say that one is ready, or not yet. All seated and ready: the countdown begins."""
    with transaction.atomic():
        race = seats.locked(race)
        _check_before_go(race)
        seat = seats.of(player, race)
        if race.state == Race.COUNTDOWN and ready and not seat.ready:
            raise Refusal("race_started")  # who was not ready at the start watches
        if seat.ready != ready:
            seat.ready = ready
            seat.save(update_fields=["ready"])
            consider(race)
            seats.changed(race)
    return race


def start(player: Player, race: Race) -> Race:
    """The host begins the countdown with those who are ready; the others will watch."""
    with transaction.atomic():
        race = seats.locked(race)
        _check_before_go(race)
        if race.host_id != player.pk:
            raise Refusal("not_host")
        if race.seats.filter(ready=True).count() < LEAST_READY:
            raise Refusal("too_few_ready")
        if race.state == Race.GATHERING:
            _count_down(race)
            seats.changed(race)
    return race


def consider(race: Race) -> None:
    """After a change of seats: begin the countdown, go on with it, or go back to gathering."""
    ready = race.seats.filter(ready=True).count()
    if race.state == Race.COUNTDOWN and ready < LEAST_READY:
        race.state, race.go_at = Race.GATHERING, None
        race.save(update_fields=["state", "go_at"])
    elif race.state == Race.GATHERING and LEAST_READY <= ready == race.seats.count():
        _count_down(race)


def go(race_id: str, now: datetime) -> bool:
    """The cards are shown to all who are ready, in one moment. True where this call did it.

    The clock of each starts at the announced moment, not when this runs.
    """
    with transaction.atomic():
        race = Race.objects.select_for_update(of=("self",)).select_related("deal").get(pk=race_id)
        if race.state != Race.COUNTDOWN or race.go_at is None or now < race.go_at:
            return False
        race.seats.filter(ready=False).delete()
        seats.begin_all(race, race.go_at)
        race.state = Race.RUNNING
        race.ends_at = race.go_at + timedelta(seconds=race.time_limit_s)
        race.save(update_fields=["state", "ends_at"])
        seats.hand_on(race)
        seats.changed(race)
    return True


def _count_down(race: Race) -> None:
    race.state, race.go_at = Race.COUNTDOWN, clock.now() + timedelta(seconds=COUNTDOWN_S)
    race.save(update_fields=["state", "go_at"])


def _check_before_go(race: Race) -> None:
    if race.over:
        raise Refusal("race_over")
    if race.mode != Race.LIVE:
        raise Refusal("not_allowed", message=_("Only a live race has a common start."))
    if race.state == Race.RUNNING:
        raise Refusal("race_started")
