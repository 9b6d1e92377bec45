"""Beside the board: many rivals, the time that is left, a server that goes."""

import json
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import People
from tests.browser.pages import Board, Person
from tests.support.bot import Bot, frame
from tests.support.server import Server

Change = Callable[[dict[str, Any]], None]


def test_who_leads_is_shown_first_and_all_are_in_a_panel(person: People, server: Server) -> None:
    alice = person(390, 844, touch=True)
    race = new_race(server, alice, 6)
    bots = rivals(server, race, 4)
    with bots[3].sit(race) as seat:
        seat.ask(frame("R", 1, "end"))
    alice.press("Take a seat")
    alice.press("Turn the cards")
    Board(alice, touch=True)
    rows = alice.page.locator(".strip .rows li")
    expect(rows).to_have_count(6)
    expect(rows.first).to_contain_text("You")
    expect(rows.last).to_contain_text("gave up")
    expect(rows.filter(visible=True)).to_have_count(4)
    alice.page.get_by_role("button", name="+2 more").tap()
    panel = alice.page.get_by_role("dialog", name="Players")
    expect(panel.locator("li")).to_have_count(6)
    expect(panel).to_contain_text("Time limit 90 minutes.")
    expect(panel.locator("li").last).to_contain_text("0 undos")
    expect(alice.page.get_by_role("button", name="Close")).to_be_focused()
    alice.page.keyboard.press("Escape")
    alice.page.get_by_role("button", name="More", exact=True).tap()
    alice.page.get_by_role("button", name="Players").tap()
    expect(panel).to_be_visible()


@pytest.mark.parametrize("size", [(390, 844), (360, 640), (640, 360)])
def test_a_guest_is_called_by_the_whole_name_on_a_phone(
    person: People, server: Server, size: tuple[int, int]
) -> None:
    alice = person(*size, touch=True)
    new_race(server, alice, 6)
    rivals(server, alice.race_id, 4)
    alice.press("Take a seat")
    alice.press("Turn the cards")
    Board(alice, touch=True)
    names = alice.page.locator(".strip .guest").filter(visible=True)
    expect(names.first).to_have_text(re.compile(r"^Guest \d+$"))
    assert names.evaluate_all("all => all.filter((it) => it.scrollWidth > it.clientWidth)") == []


def test_six_players_are_all_in_view_on_a_desk(person: People, server: Server) -> None:
    alice = person()
    race = new_race(server, alice, 6)
    rivals(server, race, 4)
    alice.press("Take a seat")
    alice.press("Turn the cards")
    Board(alice)
    strip = alice.page.locator(".strip")
    expect(strip.locator("li")).to_have_count(6)
    assert strip.evaluate("strip => strip.scrollHeight - strip.clientHeight") <= 0


@pytest.mark.parametrize(
    ("left", "said"), [(302, "5 minutes left."), (90, "1 minute left."), (600, None)]
)
def test_the_time_left_is_told_when_it_is_short(
    person: People, server: Server, left: int, said: str | None
) -> None:
    alice = person()
    new_race(server, alice, 2)
    alice.press("Take a seat")
    early = (5400 - left) * 1000

    def shift(message: dict[str, Any]) -> None:
        if message["type"] == "welcome" and message.get("board"):
            message["board"]["begun_at"] -= early

    relay(alice.page, shift)
    alice.press("Turn the cards")
    board = Board(alice)
    label = alice.page.locator('[data-fact="time"] span')
    if said:
        expect(board.said).to_contain_text(said)
        expect(label).to_contain_text(" left")
        board.said.evaluate("status => { status.textContent = '' }")
        alice.page.wait_for_timeout(1500)
        expect(board.said).to_be_empty()  # once
    else:
        alice.page.wait_for_timeout(1000)
        expect(label).to_have_text("time")
    board.column(1).focus()
    board.key("t")
    expect(board.said).to_contain_text("left.")


def test_a_restart_is_told_as_it_is_and_waited_for(person: People, server: Server) -> None:
    alice = person()
    new_race(server, alice, 2)
    alice.press("Take a seat")
    alice.press("Turn the cards")
    Board(alice)  # this page's own socket is open: the next is that of the page loaded anew
    opened: list[float] = []

    def handle(socket: WebSocketRoute) -> None:
        opened.append(time.monotonic())
        beyond = socket.connect_to_server()
        if len(opened) > 1:
            return

        def pass_on(text: str | bytes) -> None:
            socket.send(text)
            if json.loads(text)["type"] == "welcome":
                socket.send(json.dumps({"type": "restart", "in_ms": 0, "back_ms": 4000}))
                socket.close(code=4012)

        beyond.on_message(pass_on)

    alice.page.route_web_socket("**/ws/**", handle)
    alice.page.reload()
    board = Board(alice)
    expect(board.notice).to_have_text("The server restarts.One moment.")
    expect(board.notice).to_be_hidden()  # it is back
    assert len(opened) == 2
    assert opened[1] - opened[0] >= 3.9


# --- Steps ---------------------------------------------------------------------------------


def new_race(server: Server, alice: Person, seats: int) -> str:
    """Somebody's challenge, 90 minutes long; Alice has its page open."""
    wish = {"mode": "open", "game": "spider", "suits": 1, "seats": seats, "time_limit_s": 5400}
    host = Bot(server)
    race = str(host.post("races", wish, expect=201)["id"])
    alice.open(f"/r/{race}/")
    return race


def rivals(server: Server, race: str, count: int) -> list[Bot]:
    """So many more in the race, who play; its host has not begun."""
    found = [Bot(server) for _ in range(count)]
    for bot in found:
        bot.post(f"races/{race}/join")
        bot.post(f"races/{race}/begin")
    return found


def relay(page: Page, change: Change) -> None:
    """What the server says comes to the page changed."""

    def handle(socket: WebSocketRoute) -> None:
        beyond = socket.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            message = json.loads(text)
            change(message)
            socket.send(json.dumps(message))

        beyond.on_message(pass_on)

    page.route_web_socket("**/ws/**", handle)
