"""Without JavaScript: pages and forms, and the board in words."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from games.board_words import sentences
from tests.browser.conftest import People
from tests.browser.pages import Person
from tests.browser.stage import SHORT, actions_of, challenge, play
from tests.support.server import Server
from tests.support.vectors import code_of, won_games

GAME = won_games()[SHORT]


@pytest.fixture(scope="package")
def codes(server: Server) -> Iterator[str]:
    """Codes of the short game for these tests."""
    found = [code_of(GAME, number) for number in range(3000, 3005)]
    server.import_deals([(GAME, code) for code in found])
    return iter(found)


def test_a_race_goes_from_the_invitation_to_the_replay(
    person: People, codes: Iterator[str]
) -> None:
    alice, bob = person(scripts=False), person(390, 844, scripts=False)
    code = next(codes)
    race = challenge(alice, code)
    bob.page.goto(alice.page.get_by_label("Link to this race").input_value())
    bob.press("Take a seat")
    expect(bob.page.locator("#players")).to_contain_text("2 of 2 seats")
    for somebody in (alice, bob):
        somebody.press("Turn the cards")
        board_in_words(somebody, race)
    play(alice, race, actions_of(GAME)[:40])
    alice.page.reload()
    board_in_words(alice, race)
    expect(alice.page.locator(".strip-you")).to_contain_text("40 moves")
    expect(alice.page.locator(".strip-rival")).to_contain_text(f"{bob.shown_name}0 moves")

    play(alice, race, actions_of(GAME)[40:])
    expect(bob.open(f"/r/{race}/").locator(".strip-rival")).to_contain_text("63 moves")
    give_up(bob)
    expect(bob.page.get_by_role("heading", level=1)).to_have_text(f"{alice.shown_name} wins")
    alice.page.reload()
    expect(alice.page.get_by_role("heading", level=1)).to_have_text("You win")

    alice.press("Leaderboard of this deal")
    expect(alice.page.get_by_role("heading", level=1)).to_have_text(f"Deal {code}")
    expect(alice.page.locator("tbody tr")).to_contain_text([alice.shown_name])
    alice.press("Watch")
    replayed(alice)


def replayed(alice: Person) -> None:
    """Each move has its address: one on, one back, the last."""
    position = alice.page.locator("[data-position]")
    moves = alice.page.locator("[data-moves]")
    expect(position).to_have_text(re.compile(r"^\s*Move 0 of 63\s*$"))
    alice.press("Forward one move")
    alice.press("Forward one move")
    expect(position).to_contain_text("Move 2 of 63")
    alice.press("Back one move")
    expect(moves).to_have_text("1 move")
    expect(alice.page.locator('.column[data-column="3"] .card').last).to_have_attribute(
        "data-rank", "9"
    )
    alice.press("Last move")
    expect(position).to_contain_text("Move 63 of 63")
    expect(alice.page.locator(".column .card")).to_have_count(0)


@pytest.mark.parametrize("width", [1280, 390])
def test_a_game_can_be_given_up(person: People, codes: Iterator[str], width: int) -> None:
    alice = person(width, 844, scripts=False)
    challenge(alice, next(codes))
    alice.press("Turn the cards")
    give_up(alice)
    # Nobody else sat down: the race goes on until its days are over.
    expect(alice.page.get_by_role("heading", level=1)).to_have_text("You gave up this game")


def test_home_starts_a_game_and_offers_to_carry_on(person: People) -> None:
    alice = person(scripts=False)
    alice.open("/")
    alice.press("Play now")
    expect(alice.page.locator(".board-words p")).to_have_text("Moving cards needs JavaScript.")
    race = alice.race_id
    alice.open("/")
    expect(alice.page.get_by_role("heading", name="Carry on")).to_be_visible()
    alice.press("Return to the game")
    assert alice.race_id == race


def test_the_theme_is_chosen_by_a_form_and_kept(person: People) -> None:
    alice = person(scripts=False)
    alice.open("/new/")
    ground = "getComputedStyle(document.body.parentElement).backgroundColor"
    assert alice.page.evaluate(ground) == "rgb(245, 243, 238)"
    alice.page.locator(".theme summary").click()
    alice.press("Dark")
    expect(alice.page).to_have_url(re.compile("/new/$"))
    expect(alice.page.locator("html")).to_have_attribute("data-theme", "dark")
    alice.open("/")
    assert alice.page.evaluate(ground) == "rgb(18, 24, 22)"


def test_a_wrong_code_is_marked_where_it_was_typed(person: People) -> None:
    alice = person(scripts=False)
    alice.expected.append("422")
    alice.open("/d/")
    alice.page.get_by_label("Game code or deal number").fill("SP1-S2C-X")
    alice.press("Find the deal")
    expect(alice.page.locator("#deal-code")).to_have_attribute("aria-invalid", "true")
    expect(alice.page.locator("#deal-code")).to_have_value("SP1-S2C-X")
    alice.page.get_by_label("Game code or deal number").fill("41739205-2")
    alice.press("Find the deal")
    expect(alice.page.get_by_role("heading", level=1)).to_have_text(re.compile("^Deal SP1-S2C-"))


def board_in_words(person: Person, race: str) -> None:
    """The page says the position of the API, sentence by sentence."""
    expect(person.page.locator(".board-words p")).to_have_text("Moving cards needs JavaScript.")
    own = next(p for p in person.api(f"races/{race}")["players"] if p["name"] == person.name)
    board = person.api(f"attempts/{own['attempt']}")
    expect(person.page.locator(".board-words li")).to_have_text(sentences(board))


def give_up(person: Person) -> None:
    """By the menu, whose parts open without a script."""
    size = person.page.viewport_size
    place = ".board-actions" if size and size["width"] >= 1024 else ".board-head"
    person.page.locator(f"{place} [popovertarget=board-menu]").click()
    person.page.locator("#board-menu").get_by_role("button", name="Give up").click()
    person.page.locator("#ask-resign").get_by_role("button", name="Give up").click()
