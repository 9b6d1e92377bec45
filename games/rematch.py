"""Rematch: the same race once more with new cards, one for all who accept.

The first who asks makes the successor, the others take seats in it. Of a live race the offer
is withdrawn when whoever made it has gone and nobody has joined.
"""

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from games import clock, closing, dealing, presence, races, seats
from games.making import make_race
from games.models import Player, Race, Seat
from games.refusals import Refusal

SAME = (
    "build",
    "undo",
    "hints",
    "seat_limit",
    "hide_progress",
    "registered_only",
    "time_limit_s",
    "window_s",
)


def rematch(player: Player, race: Race) -> Race:
    """Offer a rematch of a race that is over, or accept the one that was offered.

    Answers the race, which names its successor.
    """
    with transaction.atomic():
        # Two who ask at once make one successor: the second waits for the lock.
        race = seats.locked(race)
        seats.of(player, race)
        if not race.over or race.mode == Race.DAILY:
            raise Refusal("not_allowed", message=_("There is a rematch once the race is over."))
        if race.successor is None:
            race.successor = _offer(player, race)
            race.save(update_fields=["successor"])
            seats.changed(race)
            return race
    _accept(player, race.successor)
    return race


def abandoned() -> QuerySet[Race]:
    """Offers of live races that nobody has joined and whose maker has gone."""
    lonely = Race.objects.filter(predecessor__isnull=False, mode=Race.LIVE, state=Race.GATHERING)
    return lonely.annotate(seated=Count("seats")).filter(
        Exists(Seat.objects.filter(presence.gone(), race=OuterRef("pk"))), seated=1
    )


def withdraw(offer: Race) -> bool:
    """Call an abandoned offer off; True where this call did it."""
    with transaction.atomic():
        offer = seats.locked(offer)
        if not abandoned().filter(pk=offer.pk).exists():
            return False
        return closing.close(offer, Race.CANCELLED, clock.now())


def _offer(player: Player, race: Race) -> Race:
    deal = dealing.draw(race.deal.game, race.deal.suits)
    same = {name: getattr(race, name) for name in SAME}
    return make_race(player, deal, race.mode, opens_deal=True, **same)


def _accept(player: Player, offer: Race) -> None:
    if not offer.seats.filter(player=player).exists():
        withdraw(offer)  # it happens to whoever asks, not only by the sweep
    offer.refresh_from_db(fields=["state"])
    if offer.state == Race.CANCELLED:
        raise Refusal("rematch_withdrawn")
    races.join(player, offer)
