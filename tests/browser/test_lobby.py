"""A lobby follows by itself: every part of it, and without losing a press, the focus or a text."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import People
from tests.browser.test_live import gather
from tests.support.bot import Bot
from tests.support.server import Server

QR = "[role=img][aria-label='QR code of the link']"


def test_what_has_not_changed_stays_the_same_element(person: People, server: Server) -> None:
    alice = person()
    race = gather(alice, seats="3")
    ready = alice.page.get_by_role("button", name="I am ready")
    ready.evaluate("button => { button.kept = true }")
    box = ready.bounding_box()
    assert box is not None
    # A press that spans the news is a press.
    alice.page.mouse.move(box["x"] + 40, box["y"] + 20)
    alice.page.mouse.down()
    bob = Bot(server)
    bob.post(f"races/{race}/join")
    expect(alice.page.locator("#players")).to_contain_text("2 of 3 seats")
    bob.post(f"races/{race}/ready", {"ready": True})
    expect(alice.page.get_by_text("Ready", exact=True)).to_be_visible()
    assert ready.evaluate("button => button.kept") is True
    box = ready.bounding_box()
    assert box is not None
    alice.page.mouse.move(box["x"] + 40, box["y"] + 20)
    alice.page.mouse.up()
    expect(alice.page.locator("[data-countdown], .tableau").first).to_be_visible()


def test_the_hosts_page_follows_as_seats_are_taken_and_given_up(
    person: People, server: Server
) -> None:
    alice = person()
    race = gather(alice)
    heading = alice.page.locator("#send")
    expect(heading).to_have_text("Send this to your friend")
    expect(alice.page.locator(QR)).to_be_visible()
    bob = Bot(server)
    bob.post(f"races/{race}/join")
    expect(heading).to_have_text("All seats are taken")
    expect(alice.page.locator(QR)).to_have_count(0)
    # He has no page open, and his row says so.
    expect(row(alice.page, 2)).to_contain_text("Away")
    expect(row(alice.page, 1)).not_to_contain_text("Away")
    bob.post(f"races/{race}/leave")
    expect(heading).to_have_text("Send this to your friend")
    expect(alice.page.locator(QR)).to_be_visible()
    expect(alice.page.get_by_role("button", name="Copy")).to_be_visible()


def test_who_becomes_host_is_given_the_link_to_send(person: People) -> None:
    alice, bob = person(), person(390, 844, touch=True)
    gather(alice, bob)
    expect(bob.page.locator("#send")).to_have_text("All seats are taken")
    alice.press("Give up my seat")
    expect(bob.page.locator("#send")).to_have_text("Send this to your friend")
    expect(bob.page.locator(QR)).to_be_visible()
    expect(row(bob.page, 2)).to_contain_text("Host")


def test_a_visitor_is_offered_a_seat_while_there_is_one(person: People, server: Server) -> None:
    alice, charlie = person(), person()
    race = gather(alice)
    charlie.open(f"/r/{race}/")
    seat = charlie.page.get_by_role("button", name="Take a seat")
    expect(seat).to_be_visible()
    bob = Bot(server)
    bob.post(f"races/{race}/join")
    expect(charlie.page.get_by_text("You are watching.")).to_be_visible()
    expect(seat).to_have_count(0)
    bob.post(f"races/{race}/leave")
    expect(seat).to_be_visible()


def test_the_main_button_is_in_view_however_long_the_list_is(
    person: People, server: Server
) -> None:
    alice = person(390, 844, touch=True)
    race = gather(alice, seats="8")
    for _ in range(7):
        Bot(server).post(f"races/{race}/join")
    expect(alice.page.locator("#players")).to_contain_text("8 of 8 seats")
    box = alice.page.get_by_role("button", name="I am ready").bounding_box()
    bar = alice.page.locator(".tab-bar").bounding_box()
    assert box is not None
    assert bar is not None
    assert box["y"] + box["height"] <= bar["y"]


def row(page: Page, seat: int) -> Locator:
    """Who sits there."""
    return page.locator(f"#players [data-key=seat-{seat}]")
