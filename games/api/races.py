"""Races: make one, sit down, begin, resign."""

from collections.abc import Callable

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Router, Status

from games import lobby, races, state, visibility
from games.api.auth import caller, signed_in
from games.api.schemas import ERRORS, Json, NewRace, Page, RaceOut, Readiness
from games.models import Player, Race
from games.refusals import Refusal
from games.rematch import rematch

router = Router(tags=["races"])


@router.post("races", auth=signed_in, response={201: RaceOut, **ERRORS}, exclude_unset=True)
def create(request: HttpRequest, body: NewRace) -> Status[Json]:
    """Make a race and take its first seat; ``solo`` begins at once."""
    player = request.auth  # type: ignore[attr-defined]
    race = races.create(player, races.Wish(**body.dict()))
    return Status(201, state.race_state(race, player))


@router.get("races/{race_id}", response={200: RaceOut, **ERRORS}, exclude_unset=True)
def show(request: HttpRequest, race_id: str) -> Json:
    """The race as the caller may see it."""
    player = caller(request)
    race = races.find(race_id)
    check_watching(race, player)
    return state.race_state(race, player)


@router.get("races/{race_id}/proof", response={200: dict, **ERRORS})
def proof(request: HttpRequest, race_id: str) -> Json:
    """The commitment; salt and layout once the deal is closed, for whoever may see them."""
    race = races.find(race_id)
    player = caller(request)
    check_watching(race, player)
    shown: Json = {"commitment": race.deal.commitment}
    if visibility.to(race.deal, player).sees_all:
        shown |= {"salt": bytes(race.deal.salt).hex(), "layout": race.deal.layout.to_json()}
    return shown


@router.get("races/{race_id}/standings", response={200: dict, **ERRORS})
def standings(request: HttpRequest, race_id: str, page: Page = 1) -> Json:
    """All who play, in the order of the result, 50 a page."""
    race = races.find(race_id)
    player = caller(request)
    check_watching(race, player)
    return state.standings_state(race, player, page)


def _does(action: Callable[[Player, Race], Race]) -> Callable[[HttpRequest, str], Json]:
    """An operation that does something to a race and answers it."""

    def operation(request: HttpRequest, race_id: str) -> Json:
        player = request.auth  # type: ignore[attr-defined]
        found = races.find(race_id)
        check_watching(found, player)
        race = action(player, found)
        return state.race_state(race, player)

    operation.__name__ = action.__name__
    operation.__doc__ = action.__doc__
    return operation


for _action in (races.join, races.leave, races.begin, races.resign, lobby.start, rematch):
    router.post(
        f"races/{{race_id}}/{_action.__name__}",
        auth=signed_in,
        response={200: RaceOut, **ERRORS},
        exclude_unset=True,
    )(_does(_action))


@router.post(
    "races/{race_id}/ready",
    auth=signed_in,
    response={200: RaceOut, **ERRORS},
    exclude_unset=True,
)
def ready(request: HttpRequest, race_id: str, body: Readiness) -> Json:
    """Ready for the countdown, or not yet; when all seated are ready it begins."""
    player = request.auth  # type: ignore[attr-defined]
    found = races.find(race_id)
    check_watching(found, player)
    race = lobby.set_ready(player, found, body.ready)
    return state.race_state(race, player)


def check_watching(race: Race, player: Player | None) -> None:
    """A race alone is its player's alone. Raises ``Refusal`` (``not_allowed``)."""
    if race.mode == Race.SOLO and (player is None or race.host_id != player.pk):
        alone = _("Somebody plays this game alone; only its player sees it.")
        raise Refusal("not_allowed", message=alone)
