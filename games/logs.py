"""Attempts read back from their moves: the one place where a stored log becomes a game."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.engine import Action, Game, Layout, Rules, parse_action, replay
from games.models import Attempt, Move, Seat
from games.refusals import Refusal

# A move's action, the client's name for it, and its milliseconds.
_Row = tuple[str, str | None, int]


@dataclass(frozen=True, slots=True)
class Kept:
    """An attempt as it is stored, with the game that its moves come to."""

    attempt: Attempt
    rules: Rules
    layout: Layout
    game: Game
    actions: list[Action]
    client_ids: list[str | None]
    times: list[int]
    ended_at: datetime | None

    @property
    def player_id(self) -> int:
        """Whose attempt it is."""
        return self.attempt.player_id

    @property
    def practice(self) -> bool:
        """The player knew the cards."""
        return self.attempt.practice

    @property
    def begun_at(self) -> datetime:
        """When its cards were first shown."""
        return self.attempt.begun_at

    @property
    def deadline(self) -> datetime:
        """When time runs out."""
        return self.attempt.deadline


def read(attempt_id: int) -> Kept:
    """An attempt with its game, replayed. Raises ``Refusal`` (``no_such_attempt``)."""
    attempt = Attempt.objects.select_related("deal", "player").filter(pk=attempt_id).first()
    if attempt is None:
        raise Refusal("no_such_attempt")
    return of(attempt)


def of(attempt: Attempt) -> Kept:
    """A stored attempt with its game, replayed."""
    return of_all([attempt])[attempt.pk]


def of_all(attempts: Iterable[Attempt]) -> dict[int, Kept]:
    """The same of several, by attempt, for one read of their moves."""
    wanted = list(attempts)
    rows: dict[int, list[_Row]] = {attempt.pk: [] for attempt in wanted}
    moves = Move.objects.filter(attempt__in=rows).order_by("attempt", "seq")
    found = moves.values_list("attempt", "action", "client_id", "ms") if rows else ()
    for pk, action, client_id, ms in found:
        rows[pk].append((action, client_id, ms))
    return {attempt.pk: _kept(attempt, rows[attempt.pk]) for attempt in wanted}


def seats_of(attempt_id: int) -> list[tuple[str, int]]:
    """Where an attempt is played, as (race, number of the seat); the first race first."""
    return list(
        Seat.objects.filter(attempt=attempt_id).order_by("pk").values_list("race_id", "number")
    )


def _kept(attempt: Attempt, rows: list[_Row]) -> Kept:
    actions = [parse_action(action) for action, _, _ in rows]
    layout = attempt.deal.layout
    game = replay(attempt.rules, layout, actions)
    ended = bool(game.won or game.ended)
    return Kept(
        attempt=attempt,
        rules=attempt.rules,
        layout=layout,
        game=game,
        actions=actions,
        client_ids=[client_id for _, client_id, _ in rows],
        times=[ms for _, _, ms in rows],
        ended_at=attempt.begun_at + timedelta(milliseconds=rows[-1][2]) if ended else None,
        # The race that it was played in first; one that challenges to beat it comes later.
    )


def games(attempts: Iterable[Attempt]) -> dict[int, Game]:
    """The games that several attempts have come to, by attempt, for one read of their moves."""
    wanted = list(attempts)
    # Attempts of one race have one deal, whose cards are read once.
    deals = {attempt.deal_id: attempt.deal for attempt in wanted}
    cards = {deal_id: deal.layout for deal_id, deal in deals.items()}
    games = {attempt.pk: Game(attempt.rules, cards[attempt.deal_id]) for attempt in wanted}
    if not games:
        return {}
    rows = Move.objects.filter(attempt__in=games).order_by("attempt", "seq")
    for attempt_id, action in rows.values_list("attempt", "action"):
        games[attempt_id].act(parse_action(action))
    return games


def positions(kept: Kept) -> Iterator[tuple[Action | None, Game, list[dict[str, object]]]]:
    """The game after each row of the log, the start first: (action, game, effects).

    The game is one object that goes on; take what is needed before the next step.
    """
    game = Game(kept.rules, kept.layout)
    yield None, game, []
    for action in kept.actions:
        effects = game.act(action)
        yield action, game, effects
