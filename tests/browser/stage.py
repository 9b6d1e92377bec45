"""What the tests and the pictures play on: recorded games, and deals made for one purpose."""

import contextlib
import sqlite3
from collections.abc import Iterable
from functools import cache

from games.engine import Game, Layout, Move, Rules, parse_action
from tests.browser.pages import Person
from tests.support.bot import Bot, Json
from tests.support.server import Server
from tests.support.vectors import won_games

RANKS = "A23456789TJQK"
SHORT = 3  # the game of fewest actions: Spiderette with one suit
FOUR_SUITS = 2


def actions_of(game: Json) -> list[str]:
    """The record's actions."""
    return str(game["record"]).split()


def play(who: Person | Bot, race_id: str, actions: Iterable[str]) -> Json:
    """Actions by a socket beside the page's own; the board after them."""
    with who.sit(race_id) as seat:
        for action in actions:
            answer = seat.play(action)
            assert answer["type"] == "board", answer
        return seat.board


def challenge(host: Person, code: str, seats: int = 2) -> str:
    """A race on the cards of a code, made by the form; its id."""
    host.open(f"/new/?seats={seats}")
    host.page.get_by_text("More options").click()
    host.page.get_by_label("Game code").fill(code)
    host.press("Create the challenge")
    return host.race_id


@cache
def detour(number: int = SHORT) -> tuple[int, list[str]]:
    """Two moves that lead nowhere, there and back; and after how many actions they can be made."""
    record = won_games()[number]
    actions = actions_of(record)
    for at in range(len(actions)):
        game = position(record, actions[:at])
        for source, counts in game.legal().items():
            for count, targets in counts.items():
                for target in targets:
                    tried = position(record, actions[:at])
                    effects = tried.act(Move(source, count, target))
                    back = tried.legal().get(target, {}).get(count, [])
                    if len(effects) == 1 and source in back:
                        times = f"x{count}" if count > 1 else ""
                        return at, [f"{source}-{target}{times}", f"{target}-{source}{times}"]
    raise AssertionError("no such moves in this game")


def position(record: Json, actions: Iterable[str]) -> Game:
    """A recorded game after some actions, by the engine alone."""
    rules = Rules(record["game"], record["suits"], record["build"])
    game = Game(rules, Layout.from_json(record))
    for action in actions:
        game.act(parse_action(action))
    return game


def stuck_deal() -> Json:
    """Easy Spider whose last row leaves nothing to move: eight aces and two fives."""
    last = "AAAAAAAA55"
    rest = [rank for rank in RANKS for _ in range(8)]
    for rank in last:
        rest.remove(rank)
    cards = [f"{rank}S" for rank in rest]
    columns = []
    for number in range(10):
        count = 6 if number < 4 else 5
        columns.append({"down": count - 1, "cards": [cards.pop(0) for _ in range(count)]})
    stock = [*cards, *(f"{rank}S" for rank in last)]
    return {"game": "spider", "suits": 1, "build": "classic", "columns": columns, "stock": stock}


TALL_ROW = "KQJT987654"


def tall_deal() -> Json:
    """Easy Spider in which thirty cards can be laid on column 1 (`tall_actions`)."""
    under = {1: "3", 2: "2", 3: "3", 4: "2"}  # by column, from 0: the card below the last one
    rest = [rank for rank in RANKS for _ in range(8)]
    for rank in [*TALL_ROW * 3, *under.values()]:
        rest.remove(rank)
    columns = []
    for number, last in enumerate(TALL_ROW):
        count = 6 if number < 4 else 5
        lower = [rest.pop() for _ in range(count - 1 - (number in under))]
        cards = [*lower, *under.get(number, ""), last]
        columns.append({"down": count - 1, "cards": [f"{rank}S" for rank in cards]})
    stock = [f"{rank}S" for rank in [*TALL_ROW * 2, *rest]]
    return {"game": "spider", "suits": 1, "build": "classic", "columns": columns, "stock": stock}


def tall_actions() -> list[str]:
    """The last one lays the thirtieth card."""
    row = [f"{number}-1" for number in range(2, 11)]
    return [*row, "2-1", "3-1", "D", *row, "4-1", "5-1", "D", *row[:5]]


def alone(person: Person, code: str) -> str:
    """A game by oneself on the cards of a code, made by the form; its race's id."""
    person.open("/new/?mode=solo")
    person.page.get_by_text("More options").click()
    person.page.get_by_label("Game code").fill(code)
    person.press("Deal the cards")
    return person.race_id


def rewrite(server: Server, statement: str, *values: object) -> None:
    """Change what a server has stored, so that a test need not wait until time has done it."""
    file = server.var / "spiderweb.sqlite3"
    with contextlib.closing(sqlite3.connect(file, timeout=20)) as database, database:
        assert database.execute(statement, values).rowcount > 0, "nothing was changed"
