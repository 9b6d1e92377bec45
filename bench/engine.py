"""The engine's speed, side by side with python-chess: `make bench`.

The measure is python-chess's `board.push(move)` with the `board.pop()` that takes it back, averaged
over all the positions of a famous game. `push` checks no rule, `Game.play` checks them all and
tells what happened; what `board.is_legal(move)` would add is told as well. Everything is measured
in turn in every round, in CPU time with the garbage collector off, and each round has its own
ratios, so that a busy machine slows both sides alike; the table has the medians of the rounds.

What is done again and again on the same positions (refusals, views, replays) stands beside push+pop
through the same game again and again. A legal move can be played only once: every won game of the
test vectors is gone through once and, after each, the game of chess once. What it is beside the
other push+pop, whose code and data are at the processor's hand by then, is told too.

python-chess is needed here only: `make bench` installs it and runs this. Without it there are
times, but no ratios.
"""

import gc
from collections import defaultdict
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import groupby
from statistics import fmean, median
from time import process_time
from typing import Any, NamedTuple

from bench.subjects import Attempt, Won, positions, refused_moves, refused_others, won_games
from games.engine import DEAL, Game, Move, Refused

ROUNDS = 11
PASSES = 10  # how often the same game is gone through in a row, on either side

MEASURE, MEASURE_ONCE = "push+pop", "push+pop once"
PLAY, REPLAY, VIEW = "play", "replay", "view"
# D. Byrne - R. Fischer, New York 1956
CHESS_GAME = (
    "Nf3 Nf6 c4 g6 Nc3 Bg7 d4 O-O Bf4 d5 Qb3 dxc4 Qxc4 c6 e4 Nbd7 Rd1 Nb6 Qc5 Bg4 Bg5 Na4 Qa3 Nxc3 "
    "bxc3 Nxe4 Bxe7 Qb6 Bc4 Nxc3 Bc5 Rfe8+ Kf1 Be6 Bxb6 Bxc4+ Kg1 Ne2+ Kf1 Nxd4+ Kg1 Ne2+ Kf1 Nc3+ "
    "Kg1 axb6 Qb4 Ra4 Qxb6 Nxd1 h3 Rxa2 Kh2 Nxf2 Re1 Rxe1 Qd8+ Bf8 Nxe1 Bd5 Nf3 Ne4 Qb8 b5 h4 h5 "
    "Ne5 Kg7 Kg1 Bc5+ Kf1 Ng3+ Ke1 Bb4+ Kd1 Bb3+ Kc1 Ne2+ Kb1 Nc3+ Kc1 Rc2#"
)

Run = Callable[[], int]  # does the work and tells how many times it did it
Spent = tuple[float, int]  # seconds, and for how many times
Times = dict[str, list[float]]  # what was measured -> microseconds, round by round


# What is measured: each function sets up what it needs and gives the work itself.


def playing(won: Won) -> Run:
    """Every move of a won game, by games that stand ready where each row was dealt."""
    stretches = list(_stretches(won))

    def run() -> int:
        for play, moves in stretches:
            for source, count, target in moves:
                play(source, count, target)
        return sum(len(moves) for _, moves in stretches)

    return run


def _stretches(won: Won) -> Iterator[tuple[Callable[..., Any], list[tuple[int, int, int]]]]:
    at = 0
    for is_deal, group in groupby(won.actions, lambda action: action is DEAL):
        actions = list(group)
        if not is_deal:
            moves = [(a.source, a.count, a.target) for a in actions if isinstance(a, Move)]
            yield won.until(at).play, moves
        at += len(actions)


def replaying(won: Won) -> Run:
    """A whole game from its layout, by actions already parsed."""

    def run() -> int:
        for _ in range(PASSES):
            won.until(len(won.actions))
        return PASSES

    return run


def viewing(games: list[Game]) -> Run:
    """The whole view with its legal moves."""

    def run() -> int:
        for game in games:
            game.view()
        return len(games)

    return run


def refusing_a_move(attempts: list[Attempt]) -> Run:
    """Game.play with what is refused: checked, raised and caught."""
    moves = _refused_plays(attempts)

    def run() -> int:
        caught = 0
        for play, source, count, target in moves:
            try:
                play(source, count, target)
            except Refused:
                caught += 1
        return caught

    return run


def asking_why_not(attempts: list[Attempt]) -> Run:
    """Game.why_not, the refusal as a code: what a program asks that looks before it acts."""
    asked = [
        (game.why_not, action) for game, action in attempts for _ in range(400 // len(attempts))
    ]

    def run() -> int:
        return sum(why_not(action) is not None for why_not, action in asked)

    return run


def refusing_params(attempts: list[Attempt]) -> Run:
    """The same, and what a sentence about it needs, as a server sends it."""
    moves = _refused_plays(attempts)

    def run() -> int:
        for play, source, count, target in moves:
            try:
                play(source, count, target)
            except Refused as refused:
                refused.params  # noqa: B018 - reading may be what works them out
        return len(moves)

    return run


def _refused_plays(attempts: list[Attempt]) -> list[tuple[Callable[..., Any], int, int, int]]:
    return [
        (game.play, action.source, action.count, action.target)
        for game, action in attempts
        if isinstance(action, Move)
        for _ in range(400 // len(attempts))
    ]


def refusing(attempt: Attempt) -> Run:
    """Game.deal or Game.undo where it is refused."""
    act = attempt.game.deal if attempt.action is DEAL else attempt.game.undo

    def run() -> int:
        caught = 0
        for _ in range(400):
            try:
                act()
            except Refused:
                caught += 1
        return caught

    return run


def pushing(board: Any, moves: list[Any], passes: int = PASSES) -> Run:
    """python-chess: every move of a game pushed, then every one popped."""

    def run() -> int:
        for _ in range(passes):
            for move in moves:
                board.push(move)
            for _ in moves:
                board.pop()
        return passes * len(moves)

    return run


def checking_and_pushing(board: Any, moves: list[Any]) -> Run:
    """The same, each move checked first, as a server must."""

    def run() -> int:
        for _ in range(PASSES):
            for move in moves:
                board.is_legal(move)
                board.push(move)
            for _ in moves:
                board.pop()
        return PASSES * len(moves)

    return run


def chess_runs() -> dict[str, Run]:
    """What is measured of python-chess; nothing where it is not installed."""
    try:
        chess = import_module("chess")
    except ImportError:
        return {}
    board = chess.Board()
    moves = [board.push_san(san) for san in CHESS_GAME.split()]
    return {
        MEASURE: pushing(chess.Board(), moves),
        MEASURE_ONCE: pushing(chess.Board(), moves, passes=1),
        f"is_legal+{MEASURE}": checking_and_pushing(chess.Board(), moves),
    }


# Measuring and telling.


class Row(NamedTuple):
    """A line of the table: one thing measured, or the mean of several, and beside what."""

    name: str
    of: list[str]
    target: float | None = None
    beside: str = MEASURE


def main() -> None:
    """Measure everything in turn, round by round, and print the table."""
    won = won_games()
    games = positions(won)
    moves, others = refused_moves(won, games), refused_others(won, games)
    chess = chess_runs()
    once = chess.pop(MEASURE_ONCE, None)
    runs = {
        **chess,
        REPLAY: replaying(next(game for game in won if len(game.actions) == 118)),
        VIEW: viewing(games),
        **{code: refusing_a_move(attempts) for code, attempts in moves.items()},
        **{f"{code}?": asking_why_not(attempts) for code, attempts in moves.items()},
        **{f"{code}+params": refusing_params(attempts) for code, attempts in moves.items()},
        **{code: refusing(attempt) for code, attempt in others.items()},
    }
    times: Times = defaultdict(list)
    gc.disable()
    for _ in range(ROUNDS):
        for name, spent in game_by_game(won, once).items():
            times[name].append(microseconds(spent))
        for name, run in runs.items():
            times[name].append(microseconds([timed(run)]))
    for text in table(rows(list(moves), list(others)), times):
        print(text)


def game_by_game(won: list[Won], push_once: Run | None) -> dict[str, list[Spent]]:
    """Each won game played once and, after each, a game of chess pushed and popped once."""
    spent: dict[str, list[Spent]] = defaultdict(list)
    for game in won:
        spent[PLAY].append(timed(playing(game)))
        if push_once:
            spent[MEASURE_ONCE].append(timed(push_once))
    return spent


def timed(run: Run) -> Spent:
    """CPU time in seconds, and how many times it did it in that time."""
    start = process_time()
    times = run()
    return process_time() - start, times


def microseconds(spent: list[Spent]) -> float:
    """The mean for doing it once."""
    return sum(seconds for seconds, _ in spent) / sum(times for _, times in spent) * 1e6


def rows(moves: list[str], others: list[str]) -> list[Row]:
    """What the table tells, in its order."""
    return [
        Row(f"python-chess {MEASURE}", [MEASURE]),
        Row(f"python-chess is_legal+{MEASURE}", [f"is_legal+{MEASURE}"]),
        Row(f"python-chess {MEASURE}, game by game", [MEASURE_ONCE]),
        Row("play a legal move, game by game", [PLAY], 0.5, MEASURE_ONCE),
        Row(f"  beside {MEASURE} again and again", [PLAY]),
        Row("refuse a move: why_not", [f"{code}?" for code in moves], 0.2),
        Row("refuse a move: play raises", moves),
        Row("replay 118 actions", [REPLAY], 100),
        Row("view with legal moves", [VIEW], 12),
        Row("refuse a move and read its params", [f"{code}+params" for code in moves]),
        *(Row(f"  refuse: {code}", [code]) for code in [*moves, *others]),
    ]


def table(rows: list[Row], times: Times) -> Iterator[str]:
    """Medians over the rounds, with ratios where python-chess is there to compare with."""
    if MEASURE not in times:
        yield "python-chess is not installed: no ratios (see the top of bench/engine.py)."
    head = f"median of {ROUNDS} rounds"
    yield f"{head:38} {'us':>8} {'of push+pop':>13} {'lowest':>8} {'highest':>8}   target"
    for row in rows:
        if row.of[0] in times:
            yield line(row, times)


def line(row: Row, times: Times) -> str:
    """One row's figures."""
    spent = [fmean(values) for values in zip(*(times[name] for name in row.of), strict=True)]
    told = f"{row.name:38} {median(spent):8.2f}"
    if MEASURE not in times:
        return told
    ratios = [own / measure for own, measure in zip(spent, times[row.beside], strict=True)]
    told += f" {median(ratios):13.2f} {min(ratios):8.2f} {max(ratios):8.2f}"
    if row.target is not None:
        told += f"   {row.target:g}: {'met' if median(ratios) <= row.target else 'MISSED'}"
    return told


if __name__ == "__main__":
    main()
