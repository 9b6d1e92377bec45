"""Races on the cards of an own game: once more for practice, or for others to beat."""

from dataclasses import replace
from typing import Any

from django.db import transaction

from games import closing
from games.making import make_race
from games.models import Attempt, Player, Race
from games.refusals import Refusal
from games.resigning import resign_attempt
from games.wishes import MODES, Wish, check


def again(player: Player, wish: Wish) -> Race:
    """The same cards once more, alone: practice. A game that is still playing is resigned."""
    if wish.mode != Race.SOLO:
        raise Refusal("bad_value", "mode")
    attempt = _own(player, wish.again, "again")
    if attempt.state == Attempt.PLAYING:
        resign_attempt(attempt.pk)
    with transaction.atomic():
        return make_race(
            player,
            attempt.deal,
            Race.SOLO,
            **_kept(attempt),
            seat_limit=1,
            time_limit_s=MODES[Race.SOLO].time_limit_s,
            opens_deal=False,
        )


def beat(player: Player, wish: Wish) -> Race:
    """A challenge to beat a game that the player has won at the first attempt.

    The maker's seat holds that attempt. Its numbers are hidden from who has yet to play, and
    the deal is a secret again (rules, section 6).
    """
    attempt = _own(player, wish.attempt, "attempt")
    if attempt.state != Attempt.WON:
        raise Refusal("not_won", "attempt")
    if not attempt.first:
        raise Refusal("not_first", "attempt")
    terms = check(_as_it_was(attempt, wish), player)
    with transaction.atomic():
        others = list(attempt.deal.races.exclude(state__in=Race.OVER))
        race = make_race(
            player,
            attempt.deal,
            Race.OPEN,
            **_kept(attempt),
            seat_limit=terms.seats,
            time_limit_s=terms.time_limit_s,
            window_s=terms.window_s,
            attempt=attempt,
            hide_progress=True,
            registered_only=wish.registered_only,
            opens_deal=True,
        )
        # Who only watches these cards elsewhere sees less from now on.
        for other in others:
            closing.announce(other.pk)
    return race


def _kept(attempt: Attempt) -> dict[str, Any]:
    """What a race on its cards takes over from a game."""
    rules = {name: getattr(attempt, name) for name in ("build", "undo", "hints")}
    return rules | {"code_chosen": _chose_code(attempt)}


def is_to_beat(race: Race) -> bool:
    """Does its host challenge the others to beat a game that was won before?"""
    return race.seats.filter(player=race.host, attempt__begun_at__lt=race.created_at).exists()


def _own(player: Player, attempt_id: int | None, field: str) -> Attempt:
    attempts = Attempt.objects.select_related("deal")
    attempt = attempts.filter(pk=attempt_id).first() if attempt_id is not None else None
    if attempt is None:
        raise Refusal("no_such_attempt", field)
    if attempt.player_id != player.pk:
        raise Refusal("not_yours", field)
    return attempt


def _as_it_was(attempt: Attempt, wish: Wish) -> Wish:
    """The wish with what the attempt fixes. Raises ``Refusal`` where it says otherwise."""
    fixed: dict[str, Any] = {
        "mode": Race.OPEN,
        "game": attempt.deal.game,
        "suits": attempt.deal.suits,
        "build": attempt.build,
        "undo": attempt.undo,
        "hints": attempt.hints,
        "code": None,
        "again": None,
    }
    for name, value in fixed.items():
        if getattr(wish, name) not in (None, value):
            raise Refusal("bad_value", name)
    return replace(wish, **fixed)


def _chose_code(attempt: Attempt) -> bool:
    """Has the player chosen the deal's code before? Then it is no secret to them."""
    chosen = Race.objects.filter(deal=attempt.deal, host=attempt.player, code_chosen=True)
    return chosen.exists()
