"""How many deals are won by following hints alone, and what a hint takes: `python -m bench.advice`.

Nothing is ever undone; on "back" and "stuck" a game is given up.
"""

import argparse
import time
from collections.abc import Iterator

from games.engine import DEAL, Game, Move, Rules, advise, lay_out

KEY = b"the tests' own key"
KINDS = [
    Rules("spider", 1),
    Rules("spider", 2),
    Rules("spider", 2, "relaxed"),
    Rules("spider", 4),
    Rules("spider", 4, "relaxed"),
    Rules("spiderette", 1),
    Rules("spiderette", 2),
    Rules("spiderette", 4),
]


def main() -> None:
    """Print a line for each kind of game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=200, help="of each kind, numbers 0 and up")
    deals = parser.parse_args().deals
    print("game        suits  build    won         moves   ms a hint, mean and longest")
    for rules in KINDS:
        print(f"{rules.game:10}  {rules.suits:5}  {rules.build:7}  {measured(rules, deals)}")


def measured(rules: Rules, deals: int) -> str:
    """The rest of the line."""
    times: list[float] = []
    games = [Game(rules, lay_out(KEY, rules.game, rules.suits, number)) for number in range(deals)]
    for game in games:
        times += follow_hints(game)
    won = sum(game.won for game in games)
    moves = sum(game.moves for game in games) / deals
    mean, longest = 1000 * sum(times) / len(times), 1000 * max(times)
    return f"{won:3} ({won / deals:4.0%})  {moves:6.0f}   {mean:5.1f} {longest:5.0f}"


def follow_hints(game: Game) -> Iterator[float]:
    """Play to the end; the seconds of processor time that each hint took."""
    while not game.won:
        began = time.process_time()
        advice = advise(game)
        yield time.process_time() - began
        if advice in ("back", "stuck"):
            return
        game.act(advice if isinstance(advice, Move) else DEAL)


if __name__ == "__main__":
    main()
