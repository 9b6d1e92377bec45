"""What the result page offers next: a rematch, and the own game for others to beat."""

from typing import Any
from urllib.parse import urlencode

from games import state
from games.models import Player, Race
from games.wishes import DAY_S, HOUR_S, MINUTE_S
from games.words import Row


def of(race: Race, player: Player | None, you: Row) -> dict[str, Any] | None:
    """How it stands with the rematch: ``{state, by?, race?, same?}``; None for who had no seat.

    ``state``: ``none`` yet, ``mine`` (the viewer sits in it), ``open`` to join, ``begun``
    without the viewer, or ``withdrawn``. ``same`` presets a new challenge with what it had.
    """
    if player is None or you["role"] != "player" or not race.over:
        return None
    offer = race.successor
    if offer is None:
        return {"state": "none"}
    by = state.player_state(offer.host)
    return {"state": _state(offer, player), "by": by, "race": offer.pk, "same": _same(race)}


def can_be_beaten(own: Row) -> bool:
    """Is the own game one that others can be challenged to beat?"""
    return own["state"] == "won" and not own["practice"]


def _same(race: Race) -> str:
    """The query of the new-challenge page that presets this race's own settings."""
    live = race.mode == Race.LIVE
    limit, unit = ("time_limit_min", MINUTE_S) if live else ("time_limit_h", HOUR_S)
    values = {
        "mode": race.mode,
        "game": race.deal.game,
        "suits": race.deal.suits,
        "build": race.build,
        "undo": race.undo,
        "seats": race.seat_limit,
        "window_days": max(1, (race.window_s or 0) // DAY_S),
        limit: max(1, race.time_limit_s // unit),
    }
    ticked = ("hints", "hide_progress", "registered_only")
    return urlencode(values | {name: 1 for name in ticked if getattr(race, name)})


def _state(offer: Race, player: Player) -> str:
    if offer.state == Race.CANCELLED:
        return "withdrawn"
    if offer.seats.filter(player=player).exists():
        return "mine"
    return "open" if _has_room(offer) else "begun"


def _has_room(offer: Race) -> bool:
    waits = offer.state == (Race.GATHERING if offer.mode == Race.LIVE else Race.RUNNING)
    return waits and (not offer.seat_limit or offer.seats.count() < offer.seat_limit)
