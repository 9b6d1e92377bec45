"""Positions for the tests, written as one would lay them on a table."""

import json
from pathlib import Path
from typing import Any

from games.engine import Game, Layout, Rules, parse_card

ROOT = Path(__file__).parents[2]
VECTORS = Path(__file__).parent / "vectors"
KEY = b"the tests' own key"

SPADES_TO_TWO = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"


def vectors(name: str) -> list[dict[str, Any]]:
    """One of the files of right values, made by another engine."""
    data: list[dict[str, Any]] = json.loads((VECTORS / f"{name}.json").read_text())
    return data


def lay(*columns: str, stock: str = "") -> Layout:
    """Columns such as "KD 3C | 8S", the bar after the face-down cards; "" is an empty one."""
    halves = [column.rpartition("|") for column in columns]
    return Layout(
        columns=tuple(_cards(f"{hidden} {shown}") for hidden, _, shown in halves),
        down=tuple(len(hidden.split()) for hidden, _, _ in halves),
        stock=_cards(stock),
    )


def table(
    *columns: str, stock: str = "", suits: int = 4, build: str = "classic", undo: str = "last100"
) -> Game:
    """A game of Spider at that position."""
    return Game(Rules("spider", suits, build, undo), lay(*columns, stock=stock))


def _cards(texts: str) -> tuple[int, ...]:
    return tuple(parse_card(text) for text in texts.split())
