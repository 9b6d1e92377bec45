"""After a race: the same once more with new cards, and a won game for others to beat."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.pages import Board, Person
from tests.browser.stage import SHORT, actions_of, alone, challenge, detour, play
from tests.browser.test_live import gather, playing
from tests.support.server import Server
from tests.support.vectors import code_of, won_games

GAME = won_games()[SHORT]
ACTIONS = actions_of(GAME)


@pytest.fixture(scope="package")
def codes(server: Server) -> Iterator[str]:
    """Codes of the short game for these tests."""
    found = [code_of(GAME, number) for number in range(3100, 3110)]
    server.import_deals([(GAME, code) for code in found])
    return iter(found)


def test_of_an_own_time_race_the_other_hears_and_joins(
    person: People, codes: Iterator[str]
) -> None:
    alice, bob = person(), person(390, 844, touch=True)
    race = given_up(alice, bob, next(codes))
    alice.press("Rematch, new cards")
    expect(alice.page.get_by_label("Link to this race")).to_be_visible()
    assert alice.race_id != race

    expect(bob.page.get_by_text(f"{alice.shown_name} wants a rematch.")).to_be_visible()
    bob.press("Join the rematch")
    expect(bob.page.locator("#players")).to_contain_text("2 of 2 seats")
    expect(alice.page.locator("#players")).to_contain_text("2 of 2 seats")
    assert alice.race_id == bob.race_id
    for somebody in (alice, bob):
        somebody.press("Turn the cards")
        Board(somebody)
    boards = [somebody.api(f"attempts/{Board(somebody).attempt}") for somebody in (alice, bob)]
    assert boards[0]["columns"] == boards[1]["columns"]
    settings = ("game", "suits", "build", "undo", "hints", "mode", "seats")
    before, after = alice.api(f"races/{race}"), alice.api(f"races/{alice.race_id}")
    assert [before[name] for name in settings] == [after[name] for name in settings]

    for somebody in (alice, bob):
        somebody.open(f"/r/{race}/")
        expect(somebody.page.get_by_role("link", name="Go to the rematch")).to_be_visible()


def test_who_is_still_at_the_board_hears_too(person: People, codes: Iterator[str]) -> None:
    alice, bob = person(), person(390, 844, touch=True)
    race = begun(alice, bob, next(codes))
    for somebody in (alice, bob):
        play(somebody, race, ["R"])
    ended = bob.page.locator("[data-ended]")
    expect(ended).to_contain_text("You gave up this game.")
    alice.open(f"/r/{race}/")
    alice.press("Rematch, new cards")
    expect(ended).to_contain_text("A rematch is offered.")
    bob.press("See the result")
    expect(bob.page.get_by_role("button", name="Join the rematch")).to_be_visible()


@pytest.mark.timeout(120)
def test_of_a_live_race_it_goes_to_the_countdown_again(person: People) -> None:
    alice, bob = person(), person(390, 844, touch=True)
    race = live_and_over(alice, bob)
    bob.press("Rematch, new cards")
    expect(alice.page.get_by_text(f"{bob.shown_name} wants a rematch.")).to_be_visible()
    alice.press("Join the rematch")
    for somebody in (alice, bob):
        somebody.press("I am ready")
    for somebody in (alice, bob):
        playing(somebody.page)
        assert somebody.race_id != race


@pytest.mark.timeout(120)
def test_an_offer_that_is_taken_back_goes_from_the_others_page(person: People) -> None:
    alice, bob = person(), person(390, 844, touch=True)
    live_and_over(alice, bob)
    alice.press("Rematch, new cards")
    expect(bob.page.get_by_role("button", name="Join the rematch")).to_be_visible()
    alice.press("Give up my seat")
    expect(bob.page.get_by_text("The offer is withdrawn.")).to_be_visible()
    expect(bob.page.get_by_role("button", name="Join the rematch")).to_have_count(0)
    bob.press("New challenge")
    expect(bob.page.locator('[name="mode"][value="live"]')).to_be_checked()


def test_without_scripts_by_forms(person: People, codes: Iterator[str]) -> None:
    alice, bob = person(scripts=False), person(390, 844, scripts=False)
    race = given_up(alice, bob, next(codes))
    alice.press("Rematch, new cards")
    expect(alice.page.locator("#players")).to_contain_text("1 of 2 seats")
    bob.open(f"/r/{race}/")
    bob.press("Join the rematch")
    expect(bob.page.locator("#players")).to_contain_text("2 of 2 seats")
    assert alice.race_id == bob.race_id


def test_alone_the_next_cards_are_dealt_at_once(person: People, codes: Iterator[str]) -> None:
    alice = person()
    race = alone(alice, next(codes))
    play(alice, race, ["R"])
    alice.open(f"/r/{race}/")
    alice.press("Play again, new cards")
    Board(alice)
    assert alice.race_id != race


def test_a_friend_is_challenged_to_beat_a_won_game(person: People, codes: Iterator[str]) -> None:
    alice, bob = person(), person(390, 844, touch=True)
    race = alone(alice, next(codes))
    play(alice, race, ACTIONS)
    alice.open(f"/r/{race}/")
    alice.press("Challenge a friend to beat it")
    link = alice.page.get_by_label("Link to this race").input_value()
    assert alice.race_id != race

    bob.page.goto(link)
    title = f"{alice.shown_name} has won this game. Can you beat it?"
    expect(bob.page.get_by_role("heading", name=title)).to_be_visible()
    bob.press("Take a seat")
    bob.press("Turn the cards")
    board = Board(bob, touch=True)
    board.play(ACTIONS[0])
    expect(bob.page.locator(".strip-rival")).to_contain_text(alice.shown_name)
    expect(bob.page.locator(".strip-rival .strip-moves")).to_have_count(0)
    at, wasted = detour()
    play(bob, bob.race_id, [*ACTIONS[:at], *wasted, *ACTIONS[at:]][1:])
    bob.press("See the result")
    heading = bob.page.get_by_role("heading", level=1)
    expect(heading).to_have_text(f"{alice.shown_name} wins by 2 moves")
    expect(alice.page.get_by_role("heading", level=1)).to_have_text("You win by 2 moves")
    expect(alice.page.get_by_role("button", name=re.compile("^Rematch"))).to_be_visible()


# --- Steps ---------------------------------------------------------------------------------


def begun(alice: Person, bob: Person, code: str) -> str:
    """An own-time race in which both see the board."""
    race = challenge(alice, code)
    bob.page.goto(alice.page.get_by_label("Link to this race").input_value())
    bob.press("Take a seat")
    for somebody in (alice, bob):
        somebody.press("Turn the cards")
        expect(somebody.page.locator(".board")).to_be_visible()
    return race


def given_up(alice: Person, bob: Person, code: str) -> str:
    """An own-time race that both have given up; both look at its result."""
    race = begun(alice, bob, code)
    see_the_end(alice, bob, race)
    return race


def live_and_over(alice: Person, bob: Person) -> str:
    """The same of a live race."""
    race = gather(alice, bob)
    for somebody in (alice, bob):
        somebody.press("I am ready")
    for somebody in (alice, bob):
        playing(somebody.page)
    see_the_end(alice, bob, race)
    return race


def see_the_end(alice: Person, bob: Person, race: str) -> None:
    """Both give up, and look at the result."""
    for somebody in (alice, bob):
        play(somebody, race, ["R"])
    for somebody in (alice, bob):
        somebody.open(f"/r/{race}/")
        expect(somebody.page.get_by_role("heading", level=1)).to_have_text(
            "Nobody finished this race"
        )
