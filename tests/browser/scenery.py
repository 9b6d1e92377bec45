"""Where scenes play: a server with deals and people, and the list of all scenes."""

from collections import Counter
from collections.abc import Callable

from tests.browser.pages import Board, Person
from tests.browser.stage import (
    FOUR_SUITS,
    SHORT,
    actions_of,
    challenge,
    play,
    stuck_deal,
    tall_deal,
)
from tests.support.bot import Bot, Json
from tests.support.server import Server
from tests.support.vectors import code_of, won_games

LONG_PILE = 37, 204
STUCK_CODE, TALL_CODE = "SP1-S1C-AAAAAAS", "SP1-S1C-AAAAAAT"
MEDIUM = 4
USES = {SHORT: 34, MEDIUM: 24, FOUR_SUITS: 1, LONG_PILE[0]: 1}  # how many scenes play on a game

Scene = Callable[["Stage"], None]
SCENES: dict[str, Scene] = {}


def scene(made: Scene) -> Scene:
    """Make a function the scene that is called like it."""
    SCENES[made.__name__] = made
    return made


class Stage:
    """A server with deals, olena, who looks, and her rivals."""

    olena: Person

    def __init__(self, server: Server) -> None:
        self.server = server
        self.used = Counter[int]()
        self.import_deals()
        self.marta, self.ioanna = Bot(server, "Marta"), Bot(server, "Ioanna")

    def begin(self, somebody: Callable[..., Person]) -> None:
        """For the next scene: people are made so, and olena is somebody new."""
        self.somebody = somebody
        self.olena = somebody()

    def code(self, game: Json) -> str:
        """A code of a recorded game that nobody has played yet."""
        number = won_games().index(game)
        self.used[number] += 1
        return code_of(game, 100 * number + self.used[number])

    def import_deals(self) -> None:
        """All that the scenes play on, in one process."""
        deals = [
            (won_games()[number], code_of(won_games()[number], 100 * number + use))
            for number, uses in USES.items()
            for use in range(1, uses + 1)
        ]
        self.server.import_deals([*deals, (stuck_deal(), STUCK_CODE), (tall_deal(), TALL_CODE)])

    def race(self, number: int, *, own: int = 0, rival: int = 0, seats: int = 2) -> str:
        """Olena and Marta in a race, each so many actions on; the page shows the board."""
        game = won_games()[number]
        race = challenge(self.olena, self.code(game), seats)
        self.marta.post(f"races/{race}/join")
        self.marta.post(f"races/{race}/begin")
        self.olena.press("Turn the cards")
        play(self.olena, race, actions_of(game)[:own])
        play(self.marta, race, actions_of(game)[:rival])
        self.olena.open(f"/r/{race}/")
        return race

    def board(self) -> Board:
        """The board on the page."""
        return Board(self.olena)

    def hold(self) -> None:
        """Take the cards that have the most places to go to."""
        board = self.board()
        legal = board.kept()["legal"]
        column = max(legal, key=lambda number: max(len(to) for to in legal[number].values()))
        count = max(legal[column], key=lambda held: len(legal[column][held]))
        board.take(int(column), int(count))
