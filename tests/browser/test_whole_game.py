"""A whole game to the win by keys alone, with all that is said.

By mouse alone and by finger alone one is played in ``test_racing``.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from games.engine import Game, parse_action
from tests.browser.conftest import People
from tests.browser.pages import Board, move
from tests.browser.sentences import holding, told
from tests.browser.stage import SHORT, actions_of, alone, position
from tests.support.vectors import won_games

GAME = won_games()[SHORT]
ACTIONS = actions_of(GAME)
# So many actions are held against the patterns word for word, undos among them.
LISTENED = 30
# After these actions, none of them a deal.
DOUBTS = [number for number in (3, 10, 18) if ACTIONS[number] != "D"]

pytestmark = pytest.mark.timeout(300)


def test_by_keys_alone_with_every_sentence_as_promised(
    person: People, codes: Iterator[str]
) -> None:
    alice = person()
    alone(alice, next(codes))
    board, game = Board(alice), position(GAME, [])
    expect(board.said).to_contain_text("Stock: 24 cards, 4 deals left. No sequence complete.")
    expect(board.said).to_contain_text("Column 7: 6 face down, then ")
    board.column(1).focus()
    for number, action in enumerate(ACTIONS):
        by_keys(board, game, action, listen=number < LISTENED)
        if number in DOUBTS:  # back, and the same again
            by_keys(board, game, "U", listen=True)
            by_keys(board, game, action, listen=True)
    expect(board.page.locator("[data-ended]")).to_contain_text("You won in")
    expect(board.said).to_contain_text("All sequences are complete. You have won.")
    board.key("Enter")  # wherever the focus is on the board
    expect(board.page.get_by_role("heading", level=1)).to_contain_text("You finished in")


def by_keys(board: Board, game: Game, action: str, *, listen: bool) -> None:
    """Do it by keys, and in the engine; with ``listen`` the live region is read each time."""
    if action in ("D", "U"):
        board.key(action.lower())
    else:
        source, target, count = move(action)
        board.key(digit(source))
        if listen:
            held = int(board.held.text_content() or 0)
            expect(board.said).to_have_text(holding(game, source, held))
        while int(board.held.text_content() or 0) > count:
            board.key("-")
        if listen:
            expect(board.said).to_have_text(holding(game, source, count))
        board.key(digit(target))
    expected = told(game, parse_action(action))
    expect(board.moves).to_have_text(str(game.moves))
    expect(board.undos).to_have_text(str(game.undos))
    expect(board.page.locator(".card[data-pending]")).to_have_count(0)
    if listen:
        expect(board.said).to_have_text(expected)


def digit(column: int) -> str:
    """The key of a column: 0 is the tenth."""
    return str(column % 10)
