"""Who may see what: the one place that decides, and what is not allowed here is denied.

The rule is the rules' section 6. A face-down or stock card has no identity in anything that
a player can reach while that could help anybody; the engine's ``view`` keeps the cards of a
running game, this module everything around it.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from games.models import Attempt, Deal, Look, Player, Race, Seat
from games.refusals import Refusal


def is_open(deal: Deal) -> bool:
    """A race is not over that keeps this deal a secret."""
    return secrecy([deal.pk])[deal.pk].open


@dataclass(frozen=True, slots=True)
class Secrecy:
    """What races that are not over keep of a deal: its cards, and the numbers of its games."""

    open: bool = False
    hides: bool = False


def secrecy(deal_ids: Iterable[int]) -> dict[int, Secrecy]:
    """How secret each of these deals is."""
    wanted = set(deal_ids)
    races = Race.objects.filter(deal__in=wanted).exclude(state__in=Race.OVER)
    kept = list(races.values_list("deal_id", "opens_deal", "hide_progress").distinct())
    return {
        pk: Secrecy(
            open=any(opens for deal, opens, _ in kept if deal == pk),
            hides=any(hides for deal, _, hides in kept if deal == pk),
        )
        for pk in wanted
    }


def knows(player: Player, deal: Deal) -> bool:
    """Has this player seen cards of the deal before? Then an attempt is practice."""
    return deal.pk in known_deals(player, [deal.pk])


def known_deals(player: Player, deal_ids: Iterable[int]) -> set[int]:
    """Those of these deals that this player has seen cards of before."""
    wanted = set(deal_ids)
    played = Attempt.objects.filter(player=player, deal__in=wanted).values_list("deal_id")
    looked = Look.objects.filter(player=player, deal__in=wanted).values_list("deal_id")
    return {deal_id for (deal_id,) in played.union(looked)}


def who_know(deal: Deal, player_ids: list[int]) -> set[int]:
    """Those of these players who have seen cards of the deal before."""
    played = Attempt.objects.filter(deal=deal, player__in=player_ids).values_list("player_id")
    looked = Look.objects.filter(deal=deal, player__in=player_ids).values_list("player_id")
    return {player_id for (player_id,) in played.union(looked)}


def has_ended_attempt(player: Player, deal: Deal) -> bool:
    """Has this player an ended attempt at the deal?"""
    return deal.pk in ended_deals(player, [deal.pk])


def ended_deals(player: Player, deal_ids: Iterable[int]) -> set[int]:
    """Those of these deals at which this player has an ended attempt."""
    attempts = Attempt.objects.filter(deal__in=set(deal_ids), player=player)
    return set(attempts.exclude(state=Attempt.PLAYING).values_list("deal_id", flat=True))


def is_seated(player: Player, deal: Deal) -> bool:
    """Has this player a seat on the deal that is waiting or playing?"""
    seats = Seat.objects.filter(player=player, race__deal=deal).exclude(race__state__in=Race.OVER)
    waiting = seats.filter(attempt=None)
    return waiting.exists() or (
        Attempt.objects.filter(deal=deal, player=player, state=Attempt.PLAYING).exists()
    )


def check_cards(deal: Deal, player: Player | None) -> None:
    """May this player see layout, salt, and everybody's boards and records?

    Raises ``Refusal``: ``not_allowed`` while the deal is open, ``playing`` for whoever has a
    seat on it, ``would_spoil`` for whoever must be asked first.
    """
    if is_open(deal):
        raise Refusal("not_allowed")
    if player is not None and is_seated(player, deal):
        raise Refusal("playing")
    if player is None or not (
        has_ended_attempt(player, deal) or Look.objects.filter(deal=deal, player=player).exists()
    ):
        raise Refusal("would_spoil")


def look(player: Player, deal: Deal) -> None:
    """Note that this player has asked to see the deal; raises as ``check_cards`` does."""
    try:
        check_cards(deal, player)
    except Refusal as refusal:
        if refusal.code != "would_spoil":
            raise
        Look.objects.get_or_create(deal=deal, player=player)


def check_attempt(attempt: Attempt, player: Player | None) -> None:
    """May this player see the attempt's board and record? The own one always."""
    if player is None or attempt.player_id != player.pk:
        check_cards(attempt.deal, player)


def sees_all(deal: Deal, player: Player | None) -> bool:
    """Are all cards of the deal this player's to see? (Else records show ``?``.)"""
    try:
        check_cards(deal, player)
    except Refusal:
        return False
    return True


def chose_code(race: Race, player: Player | None) -> bool:
    """Has this player chosen the race's game code? Then it is no secret to them, ever."""
    return race.code_chosen and player is not None and race.host_id == player.pk


def sees_progress(race: Race, own: Attempt | None, *, kept_back: bool) -> bool:
    """May a viewer with this own attempt (or none) see the numbers of the others?

    The race's own option; who has ended, and everybody once it is over, sees them.
    ``kept_back``: the viewer has no seat here, and another race ``hides_results`` from them.
    """
    if own is not None and own.state != Attempt.PLAYING:
        return True
    return not kept_back and (race.over or not race.hide_progress)


def sees_successor(race: Race, *, seated: bool) -> bool:
    """A rematch invites those who had a seat, until the offer is withdrawn."""
    offer = race.successor
    return seated and offer is not None and offer.state != Race.CANCELLED


def hides_results(deal: Deal, player: Player | None) -> bool:
    """Do boards show this player a count in place of the numbers of a deal?"""
    hides = secrecy([deal.pk])[deal.pk].hides
    return hides and not (player and has_ended_attempt(player, deal))
