"""The main job: a friend is sent a link, both play the same cards, and see who won."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from games.board_words import column as column_words
from tests.browser.conftest import People
from tests.browser.pages import Board, Person, move
from tests.browser.stage import SHORT, actions_of, challenge, detour, play
from tests.support.vectors import won_games

GAME = won_games()[SHORT]
ACTIONS = actions_of(GAME)
MOVES = len(ACTIONS)


@pytest.mark.timeout(400)
def test_a_friend_joins_by_the_link_and_the_one_with_fewer_moves_wins(
    person: People, codes: Iterator[str]
) -> None:
    alice, bob, charlie = person(), person(390, 844, touch=True), person(820, 1180)
    race, code = invite(alice, bob, codes)

    by_mouse(Board(alice), ACTIONS)
    expect(alice.page.locator("[data-ended]")).to_contain_text(f"You finished in {MOVES} moves")
    alice.press("See the result")
    heading(alice, f"You finished in {MOVES} moves")
    expect(
        alice.page.get_by_text(f"{bob.shown_name} is still playing: 0 moves, 0 of 4")
    ).to_be_visible()

    at, wasted = detour()
    board = Board(bob, touch=True)
    expect(bob.page.get_by_text(f"finished in {MOVES} moves.")).to_be_visible()
    by_finger(board, [*ACTIONS[:at], *wasted, *ACTIONS[at:]])
    expect(bob.page.locator("[data-ended]")).to_contain_text(f"You finished in {MOVES + 2} moves")
    bob.press("See the result")

    heading(alice, "You win by 2 moves")  # her page has noticed by itself
    heading(bob, f"{alice.shown_name} wins by 2 moves")
    charlie.open(f"/r/{race}/")
    heading(charlie, f"{alice.shown_name} wins by 2 moves")
    for somebody, first in ((alice, "You"), (bob, "You"), (charlie, alice.shown_name)):
        detail = f"{MOVES} moves to {MOVES + 2}. Fewest moves wins."
        expect(somebody.page.get_by_text(detail)).to_be_visible()
        expect(somebody.page.locator("thead th").first).to_contain_text(first)
    expect(alice.page.locator(".figures thead th")).to_have_text(
        [re.compile("You.*1st"), re.compile("2nd")]
    )
    expect(bob.page.locator(".figures thead th")).to_have_text(
        [re.compile("You.*2nd"), re.compile("1st")]
    )
    expect(alice.page.get_by_role("row", name="Moves")).to_contain_text("decides")
    expect(alice.page.get_by_role("row", name="Moves").get_by_role("cell")).to_have_text(
        [str(MOVES), str(MOVES + 2)]
    )

    on_the_deals_board(alice, bob, code)
    looked_at(race, alice, bob, charlie)


def on_the_deals_board(alice: Person, bob: Person, code: str) -> None:
    """Both, in order."""
    alice.press("Leaderboard of this deal")
    heading(alice, f"Deal {code}")
    rows = alice.page.locator("tbody tr")
    expect(rows).to_contain_text([alice.shown_name, bob.shown_name])
    expect(rows.locator(".place")).to_have_text(["1", "2"])
    expect(rows.locator(".main-figure")).to_have_text([str(MOVES), str(MOVES + 2)])


def looked_at(race: str, alice: Person, bob: Person, charlie: Person) -> None:
    """The players see the games at once; who only watches is asked before."""
    for somebody in (alice, bob):
        somebody.open(f"/r/{race}/")
        somebody.press("Watch the replay")
        scrub(somebody, 40)
    charlie.press("Look at the games")
    heading(charlie, "Before you look")
    charlie.press("Show me the games")
    scrub(charlie, 12)


def test_who_gives_up_leaves_the_win_to_the_other(person: People, codes: Iterator[str]) -> None:
    alice, bob = person(), person(390, 844, touch=True)
    race, _ = invite(alice, bob, codes)
    play(alice, race, ACTIONS)
    expect(alice.page.locator("[data-ended]")).to_be_visible()  # the page follows its player

    bob.page.get_by_role("button", name="More").first.tap()
    bob.press("Give up")
    expect(bob.page.locator("#board-menu")).to_be_hidden()
    expect(bob.page.get_by_role("button", name="Play on")).to_be_focused()
    bob.page.locator("#ask-resign").get_by_role("button", name="Play on").tap()
    expect(bob.page.locator("#ask-resign")).to_be_hidden()
    bob.page.get_by_role("button", name="More").first.tap()
    bob.press("Give up")
    bob.page.locator("#ask-resign").get_by_role("button", name="Give up").tap()

    heading(bob, f"{alice.shown_name} wins")
    expect(bob.page.get_by_text("Nobody else finished.")).to_be_visible()
    expect(bob.page.locator("thead th").first).to_contain_text("Gave up")
    alice.press("See the result")
    heading(alice, "You win")


def test_the_page_of_the_link_tells_who_came_without_a_reload(
    person: People, codes: Iterator[str]
) -> None:
    alice, bob = person(), person()
    race = challenge(alice, next(codes))
    expect(alice.page.locator("#players")).to_contain_text("1 of 2 seats")
    bob.open(f"/r/{race}/")
    bob.press("Take a seat")
    expect(alice.page.locator("#players")).to_contain_text("2 of 2 seats")
    expect(alice.page.locator("#players")).to_contain_text(bob.shown_name)
    bob.press("Give up my seat")
    expect(alice.page.locator("#players")).to_contain_text("1 of 2 seats")


def test_the_link_can_be_copied(person: People, codes: Iterator[str]) -> None:
    alice = person()
    alice.context.grant_permissions(["clipboard-read", "clipboard-write"])
    race = challenge(alice, next(codes))
    alice.press("Copy")
    expect(alice.page.get_by_role("button", name="Copied")).to_be_visible()
    copied = alice.page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{alice.server.url}/r/{race}/"


def test_the_rivals_strip_follows_while_the_other_plays(
    person: People, codes: Iterator[str]
) -> None:
    alice, bob = person(), person(390, 844, touch=True)
    race, _ = invite(alice, bob, codes)
    rival = bob.page.locator(".strip-rival")
    expect(rival).to_contain_text(alice.shown_name)
    board = Board(alice)
    for count, action in enumerate(ACTIONS[:6], 1):
        board.play(action)
        expect(rival.locator(".strip-moves")).to_have_text(re.compile(rf"^{count} moves?$"))
    expect(alice.page.locator(".strip-rival .strip-moves")).to_have_text("0 moves")
    play(bob, race, ACTIONS[:50])
    done = len(bob.api(f"attempts/{Board(bob).attempt}")["sequences"])
    assert done > 0
    expect(alice.page.locator(".strip-rival .strip-moves")).to_have_text("50 moves")
    expect(alice.page.locator(".strip-rival .strip-pips [data-done]")).to_have_count(done)
    expect(alice.page.locator("[data-log]")).to_contain_text(
        f"{bob.shown_name} completed a sequence."
    )


# --- Steps ---------------------------------------------------------------------------------


def invite(alice: Person, bob: Person, codes: Iterator[str]) -> tuple[str, str]:
    """Alice makes a challenge, Bob opens its link; both turn the cards."""
    code = next(codes)
    race = challenge(alice, code)
    link = alice.page.get_by_label("Link to this race").input_value()
    bob.page.goto(link)
    bob.press("Take a seat")
    for somebody in (alice, bob):
        somebody.press("Turn the cards")
        expect(somebody.page.locator("button.column")).to_have_count(7)
    return race, code


def by_finger(board: Board, actions: list[str]) -> None:
    """All of a game by taps alone; the last answer ends it."""
    for action in actions:
        board.play(action)


def by_mouse(board: Board, actions: list[str]) -> None:
    """All of a game by dragging alone, and a click on the stock."""
    for number, action in enumerate(actions, 1):
        expect(board.page.locator("[data-flying]")).to_have_count(0)
        if action == "D":
            board.control("deal").click()
        else:
            source, target, count = move(action)
            board.drag(source, count, target)
        expect(board.moves).to_have_text(str(number))
        expect(board.page.locator(".card[data-pending]")).to_have_count(0)


def heading(person: Person, text: str) -> None:
    """The title of the page, as soon as it is so."""
    expect(person.page.get_by_role("heading", level=1)).to_have_text(text)


def scrub(person: Person, at: int) -> None:
    """To an action of the replay on the page; it shows what the API has there."""
    slider = person.page.get_by_role("slider", name="Move")
    expect(slider).to_be_enabled()
    slider.fill(str(at))
    attempt = re.findall(r"/a/(\d+)/", person.page.url)[0]
    told = person.api(f"attempts/{attempt}/replay")
    columns = told["start"]["columns"]
    for step in told["steps"][:at]:
        columns = [step["columns"].get(str(n), column) for n, column in enumerate(columns, 1)]
    for number, cards in enumerate(columns, 1):
        shown = person.page.locator(f'.column[data-column="{number}"]')
        expect(shown).to_have_attribute("aria-label", column_words(number, cards))
    expect(person.page.locator("[data-position]")).to_contain_text(f"Move {at} of")
    expect(person.page).to_have_url(re.compile(rf"\?at={at}$"))
