"""Who may see what: the one place that decides, and what is not allowed here is denied.

The rule is the rules' section 6. A face-down or stock card has no identity in anything that
a player can reach while that could help anybody; the engine's ``view`` keeps the cards of a
running game, this module everything around it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import TypeVar

from django.db.models import Exists, Model, OuterRef, QuerySet

from games.models import Attempt, Deal, Look, Player, Race, Seat
from games.refusals import Refusal

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Secrecy:
    """What races that are not over keep of a deal: its cards, and the numbers of its games."""

    open: bool = False
    hides: bool = False


@dataclass(frozen=True, slots=True)
class Stand(Secrecy):
    """How one viewer stands to a deal: all that decides what they may see of it."""

    # A seat on it that has not begun, and an attempt that goes on.
    waiting: bool = False
    playing: bool = False
    ended: bool = False
    looked: bool = False

    @property
    def knows(self) -> bool:
        """Cards of it have been seen: another attempt is practice."""
        return self.playing or self.ended or self.looked

    @property
    def hides_results(self) -> bool:
        """Boards show a count in place of the numbers of its games."""
        return self.hides and not self.ended

    @property
    def sees_all(self) -> bool:
        """All its cards may be seen. (Else records show ``?``.)"""
        return self.why_not is None

    @property
    def why_not(self) -> str | None:
        """What keeps layout, salt, and everybody's boards and records from this viewer.

        ``not_allowed`` while the deal is open, ``playing`` for whoever has a seat on it,
        ``would_spoil`` for whoever must be asked first.
        """
        if self.open:
            return "not_allowed"
        if self.waiting or self.playing:
            return "playing"
        return None if self.ended or self.looked else "would_spoil"


def with_stand(rows: QuerySet[Row], player: Player | None, deal: str = "pk") -> QuerySet[Row]:
    """Rows with what ``stand`` reads from them; ``deal`` names their column of the deal."""
    pk, this = player.pk if player else 0, OuterRef(deal)
    on_it = Race.objects.filter(deal=this).exclude(state__in=Race.OVER)
    seats = Seat.objects.filter(race__deal=this, player=pk).exclude(race__state__in=Race.OVER)
    attempts = Attempt.objects.filter(deal=this, player=pk)
    found = {
        "open": on_it.filter(opens_deal=True),
        "hides": on_it.filter(hide_progress=True),
        "waiting": seats.filter(attempt=None),
        "playing": attempts.filter(state=Attempt.PLAYING),
        "ended": attempts.exclude(state=Attempt.PLAYING),
        "looked": Look.objects.filter(deal=this, player=pk),
    }
    annotated: QuerySet[Row] = rows.annotate(
        **{f"stand_{name}": Exists(what) for name, what in found.items()}
    )
    return annotated


def stand(row: Model) -> Stand:
    """How the viewer that ``with_stand`` was asked for stands to the row's deal."""
    return Stand(*(getattr(row, f"stand_{field.name}") for field in fields(Stand)))


def stands(player: Player | None, deal_ids: Iterable[int]) -> dict[int, Stand]:
    """The same of several deals, by deal."""
    rows = with_stand(Deal.objects.filter(pk__in=set(deal_ids)).only("pk"), player)
    return {deal.pk: stand(deal) for deal in rows}


def secrecy(deal_ids: Iterable[int]) -> dict[int, Secrecy]:
    """How secret each of these deals is, whoever asks."""
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


def to(deal: Deal, player: Player | None) -> Stand:
    """How a viewer stands to a deal."""
    return stands(player, [deal.pk])[deal.pk]


def knows(player: Player, deal: Deal) -> bool:
    """Has this player seen cards of the deal before? Then an attempt is practice."""
    return to(deal, player).knows


def who_know(deal: Deal, player_ids: list[int]) -> set[int]:
    """Those of these players who have seen cards of the deal before."""
    played = Attempt.objects.filter(deal=deal, player__in=player_ids).values_list("player_id")
    looked = Look.objects.filter(deal=deal, player__in=player_ids).values_list("player_id")
    return {player_id for (player_id,) in played.union(looked)}


def check_cards(deal: Deal, player: Player | None) -> None:
    """May this player see everything of the deal? Raises ``Refusal`` with ``Stand.why_not``."""
    if refused := to(deal, player).why_not:
        raise Refusal(refused)


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


def chose_code(race: Race, player: Player | None) -> bool:
    """Has this player chosen the race's game code? Then it is no secret to them, ever."""
    return race.code_chosen and player is not None and race.host_id == player.pk


def sees_progress(race: Race, own: Attempt | None, *, kept_back: bool) -> bool:
    """May a viewer with this own attempt (or none) see the numbers of the others?

    The race's own option; who has ended, and everybody once it is over, sees them.
    ``kept_back``: the viewer has no seat here, and another race hides its results from them.
    """
    if own is not None and own.state != Attempt.PLAYING:
        return True
    return not kept_back and (race.over or not race.hide_progress)


def sees_successor(race: Race, *, seated: bool) -> bool:
    """A rematch invites those who had a seat, until the offer is withdrawn."""
    offer = race.successor
    return seated and offer is not None and offer.state != Race.CANCELLED
