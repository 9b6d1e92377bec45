"""Live races: ready, three, two, one, and the cards for all at once."""

from typing import cast

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import People
from tests.browser.pages import Board, Person
from tests.support.bot import Json

# Notes what a countdown shows and says: it may be over before a test has asked.
WITNESS = """
    globalThis.seen = { numerals: [], said: [], backs: 0, faces: 0, named: 0 }
    const add = (list, text) => text && list.at(-1) !== text && list.push(text)
    setInterval(() => {
        const count = (selector) => document.querySelectorAll(selector).length
        add(seen.said, document.querySelector('[data-alert]')?.textContent)
        if (!count('[data-countdown]')) return
        add(seen.numerals, document.querySelector('[data-numeral]').textContent)
        seen.backs = Math.max(seen.backs, count('.tableau .card.down'))
        seen.faces += count('.tableau .card:not(.down)')
        seen.named += count('[aria-label*=" of spades"]')
    }, 20)
"""
# Presses "Not ready yet" once, at first sight of the numeral: a slow test would come too late.
DOUBTS = """
    setInterval(() => {
        const button = document.querySelector('[data-countdown] button')
        if (!button || sessionStorage.doubted) return
        sessionStorage.doubted = 'yes'
        button.click()
    }, 20)
"""


@pytest.mark.timeout(120)
def test_a_live_race_by_forms_a_countdown_and_one_go(person: People) -> None:
    alice, bob = person(), person(390, 844, touch=True)
    for somebody in (alice, bob):
        somebody.context.add_init_script(WITNESS)
    race = gather(alice, bob)
    expect(tags(alice)).to_have_text(["Not ready", "Not ready"])
    alice.press("I am ready")
    expect(tags(bob)).to_have_text(["Ready", "Not ready"])
    expect(alice.page.get_by_role("button", name="Start with those")).to_have_count(0)
    bob.press("I am ready")

    boards = [Board(alice), Board(bob, touch=True)]
    for board in boards:
        playing(board.page)
        expect(board.page.locator("[inert]")).to_have_count(0)
        counted_down(board.page)

    kept = [own_board(somebody, race) for somebody in (alice, bob)]
    assert kept[0]["columns"] == kept[1]["columns"]
    assert kept[0]["begun_at"] == kept[1]["begun_at"] == alice.api(f"races/{race}")["go_at"]
    source, counts = next(iter(kept[0]["legal"].items()))
    count, targets = next(iter(counts.items()))
    boards[0].play(f"{source}-{targets[0]}x{count}")
    expect(bob.page.locator(".strip-rival .strip-moves")).to_have_text("1 move")
    assert alice.api(f"races/{race}")["time_limit_s"] == 3600


def test_only_the_tab_that_said_ready_goes_to_the_race(person: People) -> None:
    alice, bob = person(), person(390, 844, touch=True)
    race = gather(alice, bob)
    second = alice.tab()
    second.goto(f"{alice.server.url}/r/{race}/")
    expect(second.locator("#players")).to_contain_text(bob.shown_name)
    alice.press("I am ready")
    bob.press("I am ready")
    expect(second.get_by_text("The race is starting.")).to_be_visible()
    playing(alice.page)
    second.wait_for_timeout(500)
    expect(second.locator(".board")).to_have_count(0)
    second.get_by_role("link", name="Go to the race").click()
    playing(second)


def test_who_is_not_ready_after_all_brings_all_back(person: People) -> None:
    alice, bob = person(), person(390, 844, touch=True)
    bob.context.add_init_script(DOUBTS)
    gather(alice, bob)
    alice.press("I am ready")
    bob.press("I am ready")
    for somebody in (alice, bob):
        expect(tags(somebody)).to_have_text(["Ready", "Not ready"])
    assert bob.page.evaluate("sessionStorage.doubted") == "yes"
    expect(alice.page.get_by_role("button", name="Not ready yet")).to_be_visible()
    bob.press("I am ready")
    playing(alice.page)
    playing(bob.page)


def test_the_host_starts_with_those_who_are_ready(person: People) -> None:
    alice, bob, charlie = person(), person(390, 844, touch=True), person()
    race = gather(alice, bob, seats="3")
    charlie.open(f"/r/{race}/")
    charlie.press("Take a seat")
    for somebody in (alice, bob):
        somebody.press("I am ready")
    expect(bob.page.get_by_role("button", name="Start with those who are ready")).to_have_count(0)
    alice.press("Start with those who are ready")
    expect(charlie.page.get_by_text("with those who were ready")).to_be_visible()
    for somebody in (alice, bob):
        playing(somebody.page)
    expect(charlie.page.get_by_text("You are watching.")).to_be_visible()


def test_the_lobby_follows_also_while_its_button_has_the_focus(person: People) -> None:
    alice, bob = person(), person(390, 844, touch=True)
    race = gather(alice)
    alice.page.get_by_role("button", name="I am ready").focus()
    bob.open(f"/r/{race}/")
    bob.press("Take a seat")
    expect(alice.page.locator("#players")).to_contain_text(bob.shown_name)
    expect(alice.page.get_by_role("button", name="I am ready")).to_be_focused()


def test_without_scripts_all_is_done_by_forms(person: People) -> None:
    alice, bob, charlie = (person(scripts=False) for _ in range(3))
    race = gather(alice, bob, seats="3")
    charlie.open(f"/r/{race}/")
    charlie.press("Take a seat")
    expect(charlie.page.locator("#players noscript p")).to_contain_text("load it again")
    bob.press("I am ready")
    bob.press("Not ready yet")
    bob.press("I am ready")
    alice.press("I am ready")
    alice.press("Start with those who are ready")
    expect(alice.page.locator(".board-words p")).to_contain_text("Load this page again")
    expect(alice.page.locator(".card")).to_have_count(0)
    alice.page.wait_for_timeout(3500)
    for somebody in (alice, bob):
        somebody.open(f"/r/{race}/")
        expect(somebody.page.locator(".board-words li").nth(1)).to_contain_text("face down, then")
    charlie.open(f"/r/{race}/")
    expect(charlie.page.get_by_text("You are watching.")).to_be_visible()


# --- Steps ---------------------------------------------------------------------------------


def gather(alice: Person, bob: Person | None = None, *, seats: str = "2") -> str:
    """Alice makes a live challenge by the form, Bob opens its link and takes a seat; its id."""
    alice.open("/new/")
    alice.page.get_by_text("Live, all start together").click()
    alice.page.locator(f'.tabs label:has([name="seats"][value="{seats}"])').click()
    alice.press("Create the challenge")
    expect(alice.page.get_by_text("Live start")).to_be_visible()
    if bob:
        bob.page.goto(alice.page.get_by_label("Link to this race").input_value())
        bob.press("Take a seat")
        expect(bob.page.get_by_role("button", name="I am ready")).to_be_visible()
    return alice.race_id


def tags(person: Person) -> Locator:
    """Who is ready, by the list on the page."""
    return person.page.locator("#players .players .tag")


def counted_down(page: Page) -> None:
    """There were numerals and card backs, and no card's face, seen or said."""
    seen = page.evaluate("seen")
    assert seen["backs"] == 54
    assert seen["faces"] == seen["named"] == 0
    order = ["3", "2", "1", "Go"]
    assert seen["said"] == order[-len(seen["said"]) :]
    assert len(seen["said"]) >= 2
    assert set(seen["numerals"]) <= set(order)


def playing(page: Page) -> None:
    """The board is there, without a veil."""
    expect(page.locator(".tableau .card:not(.down)").first).to_be_visible()
    expect(page.locator("[data-countdown]")).to_have_count(0)


def own_board(person: Person, race: str) -> Json:
    """The own game as the server has it."""
    own = next(row for row in person.api(f"races/{race}")["players"] if row["name"] == person.name)
    return cast(Json, person.api(f"attempts/{own['attempt']}"))
