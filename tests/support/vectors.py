"""The recorded won games, as the tests of the server use them."""

import functools
import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).resolve().parents[1] / "engine" / "vectors" / "won_games.json"


@functools.cache
def won_games() -> list[dict[str, Any]]:
    """69 games with their layout, their record, and what must come out."""
    games: list[dict[str, Any]] = json.loads(FILE.read_text())
    return games


def code_of(game: dict[str, Any], number: int) -> str:
    """A code that fits the game, under a number of the test's choice."""
    letters = ""
    for _ in range(7):
        number, digit = divmod(number, 26)
        letters = chr(65 + digit) + letters
    if game["game"] == "spiderette":
        return f"SD1-S{game['suits']}-{letters}"
    return f"SP1-S{game['suits']}{game['build'][0].upper()}-{letters}"
