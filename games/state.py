"""The protocol's ``race`` and ``you`` as one viewer may see them.

What the viewer may not see is absent. Numbers are absolute, times milliseconds since 1970,
so the same object serves a page, an answer, the first message of a socket and a resync.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F, Max, QuerySet

from games import clock, logs, presence, standings, visibility
from games.models import Attempt, Player, Race, Seat
from games.refusals import Refusal

Json = dict[str, Any]
PAGE = 50


def race_state(race: Race, player: Player | None) -> Json:
    """The ``race`` object of the protocol."""
    # Where any number may sit, the race itself shows the caller's row alone.
    seats = list(_seats(race) if race.seat_limit else _seats(race).filter(player=player))
    mine = _own(seats, player)
    state: Json = {
        "id": race.pk,
        "rev": race.rev,
        "game": race.deal.game,
        "suits": race.deal.suits,
        "build": race.build,
        "undo": race.undo,
        "hints": race.hints,
        "mode": race.mode,
        "state": race.state,
        "host": race.host.name,
        "seats": race.seat_limit,
        "count": len(seats) if race.seat_limit else race.seats.count(),
        "hide_progress": race.hide_progress,
        "registered_only": race.registered_only,
        "time_limit_s": race.time_limit_s,
        "window_s": race.window_s,
        "created_at": clock.milliseconds(race.created_at),
        "go_at": _ms(race.go_at),
        "ends_at": _ms(race.ends_at),
        "closed_at": _ms(race.closed_at),
        "commitment": race.deal.commitment,
        "practice": _is_practice(race, player, mine),
        "players": _rows(race, seats, mine),
    }
    if visibility.sees_code(race, player):
        state["code"] = str(race.code)
    return state


def you_state(race: Race, player: Player | None) -> Json:
    """The ``you`` object: who the caller is in this race."""
    seat = race.seats.filter(player=player).first() if player else None
    return {
        "player": player.name if player else None,
        "seat": seat.number if seat else None,
        "role": "player" if seat else "watcher",
        "attempt": seat.attempt_id if seat else None,
    }


@dataclass(frozen=True, slots=True)
class Sight:
    """All that a socket needs to know of its race, read at once."""

    you: Json
    race: Json
    sees_progress: bool
    # Whose seat each number is; never told.
    players: dict[int, int]
    # When something is due that somebody who watches should see at once.
    due: list[datetime]


def sight(race_id: str, player: Player | None) -> Sight:
    """Read a race for one viewer. Raises ``Refusal`` (``no_such_race``)."""
    race = Race.objects.select_related("deal", "host").filter(pk=race_id).first()
    if race is None:
        raise Refusal("no_such_race")
    seats = list(race.seats.select_related("attempt"))
    own = next((seat.attempt for seat in seats if player and seat.player_id == player.pk), None)
    playing = [s.attempt for s in seats if s.attempt and s.attempt.state == Attempt.PLAYING]
    due = [race.go_at, race.ends_at, *(attempt.deadline for attempt in playing)]
    return Sight(
        you=you_state(race, player),
        race=race_state(race, player),
        sees_progress=bool(race.seat_limit) and visibility.sees_progress(race, own),
        players={seat.number: seat.player_id for seat in seats},
        due=[] if race.over else [moment for moment in due if moment is not None],
    )


def pulse(race_id: str) -> tuple[int, dict[int, int]] | None:
    """What tells a socket whether it has missed news: the race's ``rev``, and by seat ``seq``.

    Read from the database, for news may be lost. None where there is no such race.
    """
    race = Race.objects.filter(pk=race_id).first()
    if race is None:
        return None
    if not race.seat_limit:
        return race.rev, {}
    seats = Seat.objects.filter(race=race).annotate(seq=Max("attempt__moves__seq"))
    return race.rev, {number: seq or 0 for number, seq in seats.values_list("number", "seq")}


def player_state(player: Player) -> Json:
    """A player as others see them."""
    return {"name": player.name, "guest": player.guest, "bot": player.bot}


def standings_state(race: Race, player: Player | None, page: int = 1) -> Json:
    """All who play in the order of the result, a page of rows: ``{rows, next?, hidden?}``.

    Who may not see the others' numbers yet gets the own row and a count of the others.
    """
    begun = _seats(race).filter(attempt__isnull=False)
    mine = _own(begun.filter(player=player), player)
    if not visibility.sees_progress(race, mine.attempt if mine else None):
        shown = [mine] if mine else []
        return {"rows": _rows(race, shown, mine), "hidden": begun.count() - len(shown)}
    first = (page - 1) * PAGE
    result = "attempt__result__"
    order = (F(f"{result}{name}").asc(nulls_last=True) for name in ("moves", "seconds"))
    ordered = begun.order_by(F(f"{result}won").desc(nulls_last=True), *order, "number")
    seats = list(ordered[first : first + PAGE + 1])
    answer: Json = {"rows": _rows(race, seats[:PAGE], mine)}
    return answer | ({"next": page + 1} if len(seats) > PAGE else {})


def _seats(race: Race) -> QuerySet[Seat]:
    seats = race.seats.select_related("player", "attempt__result", "attempt__deal")
    return seats.annotate(seq=Max("attempt__moves__seq")).order_by("number")


def _own(seats: Iterable[Seat], player: Player | None) -> Seat | None:
    return next((seat for seat in seats if player and seat.player_id == player.pk), None)


def _rows(race: Race, seats: list[Seat], mine: Seat | None) -> list[Json]:
    """What the caller may know of each of these seats."""
    places = standings.places(race) if race.state == Race.CLOSED else {}
    deal_open = visibility.is_open(race.deal)
    sees_progress = visibility.sees_progress(race, mine.attempt if mine else None)
    rows = []
    for seat in seats:
        own = mine is not None and seat.pk == mine.pk
        row = _about(race, seat)
        if seat.attempt is None or own or sees_progress:
            row["state"] = seat.attempt.state if seat.attempt else "waiting"
        if own or sees_progress:
            row |= _numbers(seat, whole=own or not deal_open)
        if seat.attempt_id and (own or not deal_open):
            row["attempt"] = seat.attempt_id
        if place := places.get(seat.attempt_id or 0):
            row |= {"place": place.place, "draw": place.draw}
        rows.append(row)
    return rows


def _about(race: Race, seat: Seat) -> Json:
    return {
        "seat": seat.number,
        **player_state(seat.player),
        "ready": seat.ready,
        "presence": presence.of(seat),
        "practice": seat.attempt is not None and seat.attempt.practice,
    }


def _numbers(seat: Seat, *, whole: bool) -> Json:
    """How far it is: with ``whole`` also what rivals learn only when the deal is closed."""
    if seat.attempt is None:
        return {}
    numbers = _ended(seat.attempt) if hasattr(seat.attempt, "result") else _running(seat.attempt)
    numbers["seq"] = getattr(seat, "seq", None) or 0
    if not whole:
        del numbers["hints"], numbers["score"]
    return numbers


def _ended(attempt: Attempt) -> Json:
    result = attempt.result
    names = ("moves", "sequences", "undos", "hints", "seconds", "score")
    return {name: getattr(result, name) for name in names}


def _running(attempt: Attempt) -> Json:
    game = logs.of(attempt).game
    return {
        "moves": game.moves,
        "sequences": len(game.sequences),
        "undos": game.undos,
        "hints": game.hints,
        "seconds": max(0, int((clock.now() - attempt.begun_at).total_seconds())),
        "score": game.score,
    }


def _is_practice(race: Race, player: Player | None, mine: Seat | None) -> bool:
    """Is the caller's attempt practice, or would it be?"""
    if mine and mine.attempt:
        return mine.attempt.practice
    return player is not None and visibility.knows(player, race.deal)


def _ms(moment: datetime | None) -> int | None:
    return None if moment is None else clock.milliseconds(moment)
