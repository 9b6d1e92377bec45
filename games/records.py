"""Records and replays of attempts, with what the reader may not know left out."""

from dataclasses import replace
from itertools import accumulate
from typing import Any

from games import logs, visibility
from games.engine import Game, Layout, Record
from games.models import Player, Race

Json = dict[str, Any]


def of(kept: logs.Kept, reader: Player | None) -> Record:
    """The record; it names the code and hidden cards only where the reader may know them."""
    attempt = kept.attempt
    stand = visibility.to(attempt.deal, reader)
    sees_code = not stand.open or _chose_code(kept, reader)
    record = Record.of(
        kept.game,
        # A clock that was set back, or another process's, may be behind: a record's time never is.
        zip(kept.actions, accumulate(kept.times, max), strict=True),
        player=attempt.player.name,
        date=attempt.begun_at.date().isoformat(),
        code=str(attempt.deal.code(attempt.build)) if sees_code else None,
    )
    return record if stand.sees_all else replace(record, layout=seen_layout(kept))


def seconds(kept: logs.Kept) -> int:
    """Whole seconds to the last row of the log."""
    return kept.times[-1] // 1000 if kept.times else 0


def seen_layout(kept: logs.Kept) -> Layout:
    """The layout as its player has seen it: what stayed hidden stays hidden, ``?`` in the JSON.

    Face-down cards turn up from the last to the first of their column, stock cards in their
    order; an undo that hides one again does not make it unseen.
    """
    down, stock = list(kept.layout.down), len(kept.layout.stock)
    for _, game, _ in logs.positions(kept):
        down = [min(before, now) for before, now in zip(down, game.down, strict=True)]
        stock = min(stock, len(game.stock))
    return kept.layout.masked(down, stock)


def replay(kept: logs.Kept) -> Json:
    """``{start, steps}``: the first position, then of each action what it changed.

    A step's ``columns`` holds, by number, the new state of each column that changed, so that
    a client shows any position without knowing a rule.
    """
    steps = []
    start: Json = {}
    before: list[Json] = []
    for seq, (action, game, effects) in enumerate(logs.positions(kept)):
        now = _columns(game)
        if action is None:
            start = game.view()
        else:
            changed = {n: new for n, new in enumerate(now, 1) if new != before[n - 1]}
            head = {"seq": seq, "action": str(action), "ms": kept.times[seq - 1]}
            steps.append(head | {"effects": effects, "columns": changed} | _counters(game))
        before = now
    return {"start": start, "steps": steps}


def position(kept: logs.Kept, at: int) -> tuple[Json, list[Json]]:
    """The view after ``at`` rows of the log, and the effects of the last of them."""
    for seq, (_, game, effects) in enumerate(logs.positions(kept)):
        if seq == min(at, len(kept.actions)):
            return game.view(), effects
    raise AssertionError("a log has a first position")


def _columns(game: Game) -> list[Json]:
    columns: list[Json] = game.view()["columns"]
    return columns


def _counters(game: Game) -> Json:
    return {
        "moves": game.moves,
        "score": game.score,
        "undos": game.undos,
        "sequences": list(game.sequences),
        "stock": {"cards": len(game.stock), "deals": game.rows_left()},
    }


def _chose_code(kept: logs.Kept, reader: Player | None) -> bool:
    mine = Race.objects.filter(deal=kept.attempt.deal, host=reader, code_chosen=True)
    return reader is not None and mine.exists()
