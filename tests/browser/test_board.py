"""The board under mouse, finger and keys; and what a hint says."""

import re
from collections.abc import Iterator

from playwright.sync_api import expect

from games.engine import BUILDS, parse_card
from games.engine.legal import run_start
from tests.browser.conftest import People
from tests.browser.pages import Board, move
from tests.browser.stage import SHORT, actions_of, alone, challenge, play
from tests.support.bot import Json
from tests.support.server import Server
from tests.support.vectors import code_of, won_games

GAME = won_games()[SHORT]
# 5-3 2-7 3-7x2 6-2 2-4x2 6-2 7-6x4 D ...: after five actions column 2 is empty.
ACTIONS = actions_of(GAME)


# --- Hints -----------------------------------------------------------------------------------


def test_a_hint_is_told_in_words_and_rings_until_the_next_action(
    person: People, codes: Iterator[str]
) -> None:
    alice = person()
    alone(alice, next(codes))
    board = Board(alice)
    board.column(1).focus()
    board.key("h")
    said = re.compile(r"^Move the last (card|\d+ cards) of column \d to column \d\.$")
    expect(board.said).to_have_text(said)
    expect(board.notice.locator("b")).to_have_text(said)
    expect(board.notice).to_contain_text("1 hint so far")
    expect(board.page.locator("[data-hint]")).to_have_count(2)
    expect(board.moves).to_have_text("0")
    board.play(ACTIONS[0])
    expect(board.page.locator("[data-hint]")).to_have_count(0)
    assert board.kept()["hints"] == 1


def test_the_rings_of_a_hint_go_with_its_words(person: People, codes: Iterator[str]) -> None:
    alice = person()
    alone(alice, next(codes))
    board = Board(alice)
    board.tap(board.control("hint"))
    expect(board.page.locator("[data-hint]")).to_have_count(2)
    board.notice.get_by_role("button", name="Close").click()
    expect(board.notice).to_be_hidden()
    expect(board.page.locator("[data-hint]")).to_have_count(0)


def test_a_race_without_hints_says_so(person: People, codes: Iterator[str]) -> None:
    alice = person()
    challenge(alice, next(codes))
    alice.press("Turn the cards")
    board = Board(alice)
    expect(board.control("hint")).to_have_count(0)
    board.column(1).focus()
    board.key("h")
    expect(board.notice).to_contain_text("This race has no hints.")


# --- Mouse, finger, keys -------------------------------------------------------------------


def test_cards_are_dragged_with_the_mouse(person: People, codes: Iterator[str]) -> None:
    alice = person()
    alone(alice, next(codes))
    board = Board(alice)
    for count, action in enumerate(ACTIONS[:3], 1):
        source, target, cards = move(action)
        board.drag(source, cards, target)
        expect(board.moves).to_have_text(str(count))
    board.shows(board.kept())

    before = board.kept()
    wrong = refusing(before, 7, 4)
    board.drag(7, 4, wrong)
    expect(board.notice.locator("b")).to_have_text(re.compile("can’t go on"))
    expect(board.notice).to_contain_text("A card goes on one exactly one higher, of any suit.")
    expect(board.held).to_have_text("4")
    expect(board.column(7)).to_have_attribute("aria-pressed", "true")
    assert board.kept() | {"seconds": 0} == before | {"seconds": 0}
    board.key("Escape")
    expect(board.held).to_have_text("0")
    expect(board.notice).to_be_hidden()
    board.shows(before)


def test_a_drag_that_is_let_go_over_its_own_column_moves_nothing(
    person: People, codes: Iterator[str]
) -> None:
    alice = person()
    alone(alice, next(codes))
    board = Board(alice)
    before = board.kept()
    board.drag(5, 1, 5)
    expect(board.held).to_have_text("0")
    expect(board.notice).to_be_hidden()
    board.shows(before)


def test_a_drag_that_takes_nothing_says_why(person: People, codes: Iterator[str]) -> None:
    alice = person()
    race = alone(alice, next(codes))
    board = Board(alice)
    board.drag(7, 2, 5)  # six face down, and one on them
    expect(board.notice.locator("b")).to_have_text("That card is still face down.")
    expect(board.notice).to_contain_text("It turns over when nothing lies on it.")
    expect(board.held).to_have_text("0")
    board.take(7, 1)
    board.key("Escape")

    play(alice, race, ["R"])
    expect(board.page.locator("[data-ended]")).to_be_visible()
    for count in (1, 2):
        board.drag(7, count, 5)
        expect(board.notice.locator("b")).to_have_text("This game is finished.")
        expect(board.held).to_have_text("0")
        board.notice.get_by_role("button", name="Close").click()


def test_cards_are_moved_by_two_taps_of_a_finger(person: People, codes: Iterator[str]) -> None:
    alice = person(390, 844, touch=True)
    alone(alice, next(codes))
    board = Board(alice, touch=True)
    for action in ACTIONS[:3]:
        board.play(action)
    board.shows(board.kept())

    run = run_of(board.kept()["columns"][6])
    legal = board.kept()["legal"]["7"]
    assert run > int(max(legal, key=int)) >= 2, "a run that nothing takes whole"
    board.tap(board.column(7))
    expect(board.held).to_have_text(str(run))
    expect(board.page.locator("[data-target]")).to_have_count(0)
    expect(board.said).to_contain_text("Nowhere to go.")
    board.page.wait_for_timeout(350)  # sooner, two taps on a column are a double tap
    board.card(7, 2).tap(position={"x": 8, "y": 6})
    expect(board.held).to_have_text("2")
    board.tap(board.control("fewer"))
    expect(board.held).to_have_text("1")
    board.tap(board.control("more"))
    expect(board.held).to_have_text("2")
    expect(board.said).to_contain_text("Holding 2 cards from 10 of spades, column 7.")

    before = board.kept()
    board.tap(board.column(refusing(before, 7, 2)))
    expect(board.notice).to_contain_text("can’t go on")
    expect(board.held).to_have_text("2")
    expect(board.moves).to_have_text("3")
    board.tap(board.notice.get_by_role("button", name="Close"))
    expect(board.notice).to_be_hidden()
    board.tap(board.column(7))
    expect(board.held).to_have_text("0")
    board.shows(before)


def test_a_double_click_sends_a_run_to_its_best_place(person: People, codes: Iterator[str]) -> None:
    alice = person()
    alone(alice, next(codes))
    board = Board(alice)
    legal = board.kept()["legal"]["5"]
    longest = max(legal, key=int)
    board.column(5).dblclick()
    expect(board.moves).to_have_text("1")
    expect(board.said).to_contain_text(f"column 5 to column {legal[longest][0]}.")
    board.shows(board.kept())


def test_what_has_no_best_place_is_told_why(person: People, codes: Iterator[str]) -> None:
    alice = person()
    race = alone(alice, next(codes))
    board = Board(alice)
    headline = board.notice.locator("b")
    board.column(4).focus()
    board.key("a")
    expect(headline).to_have_text("These cards can go nowhere now.")
    board.key("Escape")
    play(alice, race, ACTIONS[:5])
    expect(board.moves).to_have_text("5")
    board.column(2).focus()
    board.key("a")
    expect(headline).to_have_text("That column is empty.")
    board.key("Escape")
    board.column(2).dblclick()
    expect(headline).to_have_text("That column is empty.")
    play(alice, race, ["R"])
    expect(board.page.locator("[data-ended]")).to_be_visible()
    board.column(7).focus()
    board.key("a")
    expect(headline).to_have_text("This game is finished.")


def test_cards_of_two_suits_have_no_best_place_together(person: People, server: Server) -> None:
    game = won_games()[4]
    code = code_of(game, 5000)
    server.import_deals([(game, code)])
    alice = person()
    alone(alice, code)
    board = Board(alice)
    board.play(actions_of(game)[0])  # 3 of spades on 4 of hearts
    board.column(1).focus()
    board.key("4", "+", "a")
    expect(board.notice.locator("b")).to_have_text("Those cards can’t move together.")
    expect(board.notice).to_contain_text("3♠ on 4♥ changes suit.")
    expect(board.notice).to_contain_text("a group is one suit: only 3♠ can move.")
    expect(board.held).to_have_text("2")
    expect(board.column(4)).to_be_focused()
    assert board.kept()["moves"] == 1


def test_a_double_click_that_puts_cards_down_moves_them_once(
    person: People, codes: Iterator[str]
) -> None:
    alice = person()
    alone(alice, next(codes))
    board = Board(alice)
    board.take(5, 1)
    board.column(3).dblclick()
    expect(board.moves).to_have_text("1")
    expect(board.column(3)).to_have_attribute("aria-pressed", "true")
    board.key("Escape")
    kept = board.kept()
    assert kept["moves"] == 1
    board.shows(kept)


def test_the_board_is_played_by_keys_alone(person: People, codes: Iterator[str]) -> None:
    alice = person()
    alone(alice, next(codes))
    board = Board(alice)
    stops = board.page.locator('.column[tabindex="0"]')
    expect(stops).to_have_count(1)
    board.column(1).focus()

    board.key("5", "3")  # by digits
    expect(board.moves).to_have_text("1")
    expect(board.column(3)).to_be_focused()
    board.key("ArrowLeft", "Enter", *["ArrowRight"] * 5, "Space")  # by arrows
    expect(board.moves).to_have_text("2")
    expect(board.said).to_contain_text("column 2 to column 7.")
    board.key("3", "ArrowDown")  # one card fewer, one more
    expect(board.held).to_have_text("1")
    board.key("+")
    expect(board.held).to_have_text("2")
    board.key("7")
    expect(board.moves).to_have_text("3")
    board.shows(board.kept())
    undone_by_keys(board)

    board.key("6", "Escape")
    expect(board.held).to_have_text("0")
    best = board.kept()["legal"]["3"]["2"][0]
    board.key("3", "a")
    expect(board.said).to_contain_text(f"column 3 to column {best}.")
    board.key("d")
    expect(board.said).to_contain_text("Dealt one card to each column. 3 deals left. Now:")
    board.shows(board.kept())
    board.key("Shift+2")
    expect(board.said).to_contain_text("Column 2: ")
    board.key("t")
    expect(board.said).to_contain_text("4 moves, 2 undos, ")
    expect(stops).to_have_count(1)


def undone_by_keys(board: Board) -> None:
    """The move just made, and once more with the other key."""
    board.key("u")
    expect(board.said).to_contain_text("Undone: 2 cards back to column 3. 2 moves, 1 undo.")
    board.key("3", "7")
    expect(board.moves).to_have_text("3")
    board.key("Control+z")
    expect(board.undos).to_have_text("2")


def test_arrows_stay_in_the_toolbar_and_letters_act(person: People, codes: Iterator[str]) -> None:
    alice = person()
    alone(alice, next(codes))
    board = Board(alice)
    board.control("undo").focus()
    board.key("ArrowRight")
    expect(board.control("hint")).to_be_focused()
    board.key("ArrowLeft", "ArrowLeft")
    expect(board.control("deal")).to_be_focused()
    board.key("ArrowRight")
    expect(board.control("undo")).to_be_focused()
    board.key("d")
    expect(board.moves).to_have_text("1")


def test_keys_do_nothing_while_a_question_is_open(person: People, codes: Iterator[str]) -> None:
    alice = person()
    alone(alice, next(codes))
    board = Board(alice)
    board.page.get_by_role("button", name="Restart").click()
    question = board.page.get_by_role("dialog", name="Restart this deal?")
    question.get_by_role("button", name="Play on").focus()
    board.key("d")
    question.get_by_role("button", name="Play on").press("Enter")
    expect(question).to_be_hidden()
    expect(board.moves).to_have_text("0")


def test_the_list_of_keys_takes_the_focus_and_escape_gives_it_back(
    person: People, codes: Iterator[str]
) -> None:
    alice = person()
    alone(alice, next(codes))
    board = Board(alice)
    board.column(5).focus()
    board.key("?")
    keys = board.page.get_by_role("dialog", name="Keys")
    expect(keys.get_by_role("button", name="Close")).to_be_focused()
    board.key("d", "5")
    expect(board.held).to_have_text("0")
    board.key("Escape")
    expect(keys).to_be_hidden()
    expect(board.column(5)).to_be_focused()

    board.key("?")
    expect(keys).to_be_visible()
    board.column(5).focus()  # the board behind it does not play either
    board.key("d", "5", "Escape")
    expect(keys).to_be_hidden()
    expect(board.held).to_have_text("0")
    expect(board.moves).to_have_text("0")
    board.key("5")
    expect(board.held).to_have_text("1")


# --- Choosing moves ------------------------------------------------------------------------


def refusing(board: Json, source: int, count: int) -> int:
    """A column with cards on which so many of another may not go."""
    legal = board["legal"].get(str(source), {}).get(str(count), [])
    return next(
        number
        for number, column in enumerate(board["columns"], 1)
        if number != source and number not in legal and column["up"] and column["up"][-1][0] != "A"
    )


def run_of(column: Json) -> int:
    """How many cards at a column's end run down in one suit."""
    cards = [parse_card(text) for text in column["up"]]
    return len(cards) - run_start(cards, 0, len(cards) - 1, BUILDS["classic"])
