"""The protocol's ``race`` and ``you`` as one viewer may see them.

What the viewer may not see is absent. Numbers are absolute, times milliseconds since 1970,
so the same object serves a page, an answer, the first message of a socket and a resync.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import F, Max, OuterRef, QuerySet, Subquery

from games import clock, figures, logs, presence, standings, visibility
from games.engine import Game
from games.models import Attempt, Move, Player, Race, Seat
from games.refusals import Refusal

Json = dict[str, Any]
# By deal.
Secrets = Mapping[int, visibility.Secrecy]
Stands = Mapping[int, visibility.Stand]
PAGE = 50


@dataclass(frozen=True, slots=True)
class Facts:
    """What the database holds of a race, the same whoever asks."""

    race: Race
    # Where any number may sit, none: each viewer is shown the own one.
    seats: list[Seat]
    # By attempt: the games that are not over, and the places of a closed race.
    games: Mapping[int, Game]
    places: Mapping[int, standings.Place]
    secrecy: visibility.Secrecy


@dataclass(frozen=True, slots=True)
class _View:
    """The facts as one viewer may see them."""

    facts: Facts
    player: Player | None
    seats: list[Seat]
    games: Mapping[int, Game]
    mine: Seat | None
    # Where the viewer may see the numbers of the others; until that is known, not.
    sees_progress: bool = False
    # Without an attempt of one's own: whether the cards are known from elsewhere.
    knows: bool = False


def race_state(race: Race, player: Player | None) -> Json:
    """The ``race`` object of the protocol."""
    return races_state([race], player)[0]


def races_state(
    races: Iterable[Race], player: Player | None, stands: Stands | None = None
) -> list[Json]:
    """The same of several races, for no more questions to the database than of one.

    ``stands``: how the player stands to their deals, where that is known already.
    """
    return [_race(view) for view in _views(_read(list(races), stands), player, stands)]


@dataclass(frozen=True, slots=True)
class Seen:
    """A race as a page shows it: the protocol's ``race`` and ``you``, and what is behind them."""

    race: Json
    you: Json
    # Of all seats that have one; where any number may sit, the own.
    attempts: dict[int, Attempt]
    # Of the attempts that go on.
    games: Mapping[int, Game]

    @property
    def attempt(self) -> Attempt | None:
        """The viewer's own."""
        return self.attempts.get(self.you["attempt"])


def seen(race: Race, player: Player | None, stand: visibility.Stand) -> Seen:
    """What a viewer who stands so to the race's deal may know."""
    stands = {race.deal_id: stand}
    [view] = _views(_read([race], stands), player, stands)
    attempts = {seat.attempt.pk: seat.attempt for seat in view.seats if seat.attempt}
    return Seen(_race(view), _you(view), attempts, view.games)


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


def read(race_id: str) -> Facts:
    """What the database holds of a race. Raises ``Refusal`` (``no_such_race``)."""
    races = Race.objects.select_related("deal", "host", "successor")
    race = races.filter(pk=race_id).first()
    if race is None:
        raise Refusal("no_such_race")
    return _read([race])[0]


def sight(facts: Facts, player: Player | None) -> Sight:
    """What a viewer's socket needs of them."""
    [view], race = _views([facts], player), facts.race
    running = [seat.attempt for seat in view.seats if seat.attempt_id in view.games]
    due = [race.go_at, race.ends_at, *(attempt.deadline for attempt in running if attempt)]
    return Sight(
        you=_you(view),
        race=_race(view),
        sees_progress=bool(race.seat_limit) and view.sees_progress,
        players={seat.number: seat.player_id for seat in view.seats},
        due=[] if race.over else [moment for moment in due if moment is not None],
    )


def _read(races: Sequence[Race], secrets: Secrets | None = None) -> list[Facts]:
    """Of each race, for one question of each kind."""
    seats = _seats_of([race for race in races if race.seat_limit])
    games = _games([seat for row in seats.values() for seat in row])
    places = standings.places(race for race in races if race.state == Race.CLOSED)
    secrecy = secrets or visibility.secrecy(race.deal_id for race in races)
    return [
        Facts(
            race=race,
            seats=seats.get(race.pk, []),
            games=games,
            places=places.get(race.pk, {}),
            secrecy=secrecy[race.deal_id],
        )
        for race in races
    ]


def _views(
    read: Sequence[Facts], player: Player | None, stands: Stands | None = None
) -> list[_View]:
    """Each as this player may see it."""
    views = [_view(facts, player) for facts in read]
    # Whoever has begun in the race itself needs no other reason to know the cards.
    unsure = {view.facts.race.deal_id for view in views if not (view.mine and view.mine.attempt)}
    if player and unsure and stands is None:
        stands = visibility.stands(player, unsure)
    return [_as_known(view, (stands or {}).get(view.facts.race.deal_id)) for view in views]


def _view(facts: Facts, player: Player | None) -> _View:
    race, seats, games = facts.race, facts.seats, facts.games
    if player and not race.seat_limit:
        seats = _filled(race, _with_seq(race.seats.filter(player=player)))
        games = _games(seats)
    mine = next((seat for seat in seats if player and seat.player_id == player.pk), None)
    return _View(facts, player, seats, games, mine)


def _as_known(view: _View, stand: visibility.Stand | None) -> _View:
    """The view by what the player knows of its deal; what is kept back, from whom has no seat."""
    race, mine = view.facts.race, view.mine
    hides = stand.hides_results if stand else view.facts.secrecy.hides
    sees_progress = visibility.sees_progress(
        race, mine.attempt if mine else None, kept_back=mine is None and hides
    )
    return replace(view, knows=stand is not None and stand.knows, sees_progress=sees_progress)


def _race(view: _View) -> Json:
    race = view.facts.race
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
        "count": len(view.seats) if race.seat_limit else race.seats.count(),
        "hide_progress": race.hide_progress,
        "registered_only": race.registered_only,
        "time_limit_s": race.time_limit_s,
        "window_s": race.window_s,
        "created_at": clock.milliseconds(race.created_at),
        "go_at": _ms(race.go_at),
        "ends_at": _ms(race.ends_at),
        "closed_at": _ms(race.closed_at),
        "commitment": race.deal.commitment,
        "practice": view.mine.attempt.practice if view.mine and view.mine.attempt else view.knows,
        "players": _rows(view, view.seats),
    }
    if not view.facts.secrecy.open or visibility.chose_code(race, view.player):
        state["code"] = str(race.code)
    if visibility.sees_successor(race, seated=view.mine is not None):
        state["successor"] = race.successor_id
    return state


def _you(view: _View) -> Json:
    player, seat = view.player, view.mine
    return {
        "player": player.name if player else None,
        "seat": seat.number if seat else None,
        "role": "player" if seat else "watcher",
        "attempt": seat.attempt_id if seat else None,
    }


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
    [view] = _views(_read([race]), player)
    begun, mine = _with_seq(race.seats.filter(attempt__isnull=False)), view.mine
    if not view.sees_progress:
        shown = [mine] if mine and mine.attempt_id else []
        return {"rows": _rows(view, shown), "hidden": begun.count() - len(shown)}
    first = (page - 1) * PAGE
    result = "attempt__result__"
    order = (F(f"{result}{name}").asc(nulls_last=True) for name in ("moves", "seconds"))
    ordered = begun.order_by(F(f"{result}won").desc(nulls_last=True), *order, "number")
    seats = _filled(race, ordered[first : first + PAGE + 1])
    view = replace(view, games=_games(seats[:PAGE]))
    answer: Json = {"rows": _rows(view, seats[:PAGE])}
    return answer | ({"next": page + 1} if len(seats) > PAGE else {})


def _with_seq(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """Seats in their order, each with the number of the last row of its log."""
    log = Move.objects.filter(attempt=OuterRef("attempt")).order_by("-seq")
    seats = seats.select_related("player", "attempt__result")
    return seats.annotate(seq=Subquery(log.values("seq")[:1])).order_by("race", "number")


def _seats_of(races: Sequence[Race]) -> dict[str, list[Seat]]:
    """By race: all its seats, read together."""
    rows = list(_with_seq(Seat.objects.filter(race__in=races))) if races else []
    return {race.pk: _filled(race, [s for s in rows if s.race_id == race.pk]) for race in races}


def _filled(race: Race, seats: Iterable[Seat]) -> list[Seat]:
    """The seats, their attempts knowing the deal, which is the race's."""
    read = list(seats)
    for seat in read:
        if seat.attempt:
            seat.attempt.deal = race.deal
    return read


def _games(seats: list[Seat]) -> dict[int, Game]:
    """By attempt: the games that have no result yet."""
    attempts = (seat.attempt for seat in seats if seat.attempt)
    return logs.games([attempt for attempt in attempts if not hasattr(attempt, "result")])


def _rows(view: _View, seats: list[Seat]) -> list[Json]:
    """What the caller may know of each of these seats."""
    rows = []
    for seat in seats:
        own = view.mine is not None and seat.pk == view.mine.pk
        rows.append(_about(seat) | _progress(view, seat, own=own))
    return rows


def _progress(view: _View, seat: Seat, *, own: bool) -> Json:
    facts, told = view.facts, own or view.sees_progress
    if seat.attempt is None:
        return {"state": "waiting"}
    row: Json = {}
    if told:
        row |= {"state": seat.attempt.state}
        numbers = figures.of(seat.attempt, view.games.get(seat.attempt.pk))
        row |= numbers | {"seq": getattr(seat, "seq", None) or 0}
    if told and not own and facts.secrecy.open:  # learnt only when the deal is closed
        del row["hints"], row["score"]
    if own or not facts.secrecy.open:
        row["attempt"] = seat.attempt_id
    if told and (place := facts.places.get(seat.attempt.pk)):
        row |= {"place": place.place, "draw": place.draw}
    return row


def _about(seat: Seat) -> Json:
    return {
        "seat": seat.number,
        **player_state(seat.player),
        "ready": seat.ready,
        "presence": presence.of(seat),
        "practice": seat.attempt is not None and seat.attempt.practice,
    }


def _ms(moment: datetime | None) -> int | None:
    return None if moment is None else clock.milliseconds(moment)
