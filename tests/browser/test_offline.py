"""Without a connection: the last board as it was, else a page that says so."""

from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.pages import Board


def test_the_board_is_kept_and_every_other_page_says_that_one_is_offline(person: People) -> None:
    alice = person(390, 844, touch=True, offline=True)
    alice.expected = ["net::ERR", "Failed to load resource", "WebSocket"]
    alice.open("/")
    alice.press("Play now")
    Board(alice)
    page = alice.page
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("navigator.serviceWorker.controller")
    page.reload()
    board = Board(alice, touch=True)
    before = board.kept()

    alice.context.set_offline(True)
    page.reload()
    Board(alice, touch=True).shows(before)
    expect(page.locator("[data-offline]")).to_contain_text("necting")

    page.goto(f"{alice.server.url}/new/")
    expect(page.get_by_role("heading", level=1)).to_have_text("You are offline")
    expect(page.locator(".who")).to_have_count(0)
    alice.context.set_offline(False)
    alice.press("Try again")
    expect(page.get_by_role("heading", level=1)).to_have_text("New challenge")


def test_nothing_is_kept_of_who_only_looks_at_the_start_page(person: People) -> None:
    alice = person(offline=True)
    alice.open("/")
    count = "navigator.serviceWorker.getRegistrations().then(({ length }) => length)"
    assert alice.page.evaluate(count) == 0
