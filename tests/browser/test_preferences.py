"""What somebody has chosen in the settings, on the board."""

from collections.abc import Iterator

from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.pages import Board, Person, move
from tests.browser.stage import SHORT, actions_of, alone, challenge, play
from tests.support.vectors import won_games

GAME = won_games()[SHORT]
ACTIONS = actions_of(GAME)


def chosen(person: Person, **values: bool) -> None:
    """Set the page's switches so."""
    person.open("/settings/")
    for name, on in values.items():
        person.page.locator(f'[name="{name}"]').set_checked(on)
    person.press("Keep these settings")
    expect(person.page.get_by_text("Your settings are kept.")).to_be_visible()


def test_helps_that_are_switched_off_do_not_help(person: People, codes: Iterator[str]) -> None:
    alice = person()
    chosen(alice, double_click=False, placement_help=False, reminders=False)
    alone(alice, next(codes))
    board = Board(alice)
    source, _, count = move(ACTIONS[0])
    board.column(source).dblclick()
    expect(board.moves).to_have_text("0")
    board.take(source, count)
    expect(board.page.locator("[data-target]")).to_have_count(0)
    expect(board.said).to_contain_text("Can go to column")
    legal = board.kept()["legal"][str(source)][str(count)]
    wrong = next(n for n in range(1, 8) if n != source and n not in legal)
    board.tap(board.column(wrong))
    expect(board.notice.locator("b")).not_to_be_empty()
    expect(board.notice.locator("span").first).to_be_empty()


def test_dropped_cards_go_to_their_best_place_where_that_is_wanted(
    person: People, codes: Iterator[str]
) -> None:
    alice = person()
    chosen(alice, auto_place=True)
    alone(alice, next(codes))
    board = Board(alice)
    source, _, count = move(ACTIONS[0])
    best = board.kept()["legal"][str(source)][str(count)][0]
    box = board.card(source, count).bounding_box()
    assert box is not None
    board.page.mouse.move(box["x"] + 20, box["y"] + 8)
    board.page.mouse.down()
    board.page.mouse.move(box["x"] + 20, box["y"] + 300, steps=4)
    board.page.mouse.move(600, 640, steps=4)  # below the columns, where nothing lies
    board.page.mouse.up()
    expect(board.moves).to_have_text("1")
    expect(board.said).to_contain_text(f"to column {best}.")


def test_a_quiet_race_shows_the_reader_alone_until_the_end(
    person: People, codes: Iterator[str]
) -> None:
    alice, bob = person(), person()
    chosen(alice, quiet=True)
    race = challenge(alice, next(codes))
    bob.open(f"/r/{race}/")
    bob.press("Take a seat")
    for somebody in (alice, bob):
        somebody.press("Turn the cards")
    board = Board(alice)
    play(bob, race, ACTIONS)
    expect(board.page.locator("[data-strip] li")).to_have_count(1)
    expect(board.page.locator("[data-beat]")).to_be_hidden()
    board.column(1).focus()
    board.key("o")
    expect(board.said).to_contain_text("This is a quiet race")
    play(alice, race, ["R"])
    expect(board.page.locator("[data-strip] li")).to_have_count(2)


def test_large_print_and_less_motion_are_told_to_the_page(person: People) -> None:
    alice = person(390, 844, touch=True)
    alice.open("/settings/")
    alice.page.get_by_text("Cards appear in place").click()
    alice.page.locator('[name="large_print"]').check()
    alice.press("Keep these settings")
    root = alice.page.locator("html")
    expect(root).to_have_attribute("data-motion", "less")
    expect(root).to_have_attribute("data-large-print", "on")
    alice.open("/settings/")
    expect(alice.page.locator('[name="large_print"]')).to_be_checked()
