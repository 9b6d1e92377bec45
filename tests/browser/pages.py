"""Somebody with a browser of their own, and the board as hands and keys use it."""

import json
import re
from collections.abc import Callable
from typing import Any, Literal, cast

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, expect

from games.board_words import column as column_words
from tests.support.bot import Heard, Json, Seat
from tests.support.server import Server

TIMEOUT_MS = 20_000
expect.set_options(timeout=TIMEOUT_MS)
SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


class Person:
    """A fresh context: cookies, a page, and all that its console complained of."""

    def __init__(self, server: Server, context: BrowserContext) -> None:
        self.server, self.context = server, context
        self.heard: Heard = lambda _text: None
        self.complaints: list[str] = []
        self.expected: list[str] = []
        context.set_default_timeout(TIMEOUT_MS)
        self.page = self.tab()

    def tab(self) -> Page:
        """One more page of the same person."""
        page = self.context.new_page()
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(f"page error: {error}"))
        return page

    def open(self, path: str) -> Page:
        """The page at an address of the site."""
        self.page.goto(f"{self.server.url}{path}")
        return self.page

    def press(self, name: str) -> None:
        """Click or tap what is called so and stands on the page."""
        control = self.page.get_by_role("button", name=name).or_(
            self.page.get_by_role("link", name=name)
        )
        control.first.click()

    @property
    def race_id(self) -> str:
        """Of the race on the page."""
        return str(self.page.locator("[data-race]").get_attribute("data-race"))

    @property
    def name(self) -> str:
        """As the server keeps it, "guest-4821"."""
        own = self.page.locator(".who-name").text_content() or ""
        return own.lower().replace(" ", "-")

    @property
    def shown_name(self) -> str:
        """As others read it, "Guest 4821"."""
        return self.page.locator(".who-name").text_content() or ""

    def api(self, path: str) -> Any:
        """The JSON at an address of the API, asked as this person."""
        return self.context.request.get(f"{self.server.url}/api/v1/{path}").json()

    def sit(self, race_id: str) -> Seat:
        """A socket of a race beside the page's own, like one more tab."""
        return Seat(self, race_id)

    @property
    def handshake(self) -> dict[str, str]:
        """A browser sends the page's origin and the cookies."""
        found = self.context.cookies(self.server.url)
        cookies = "; ".join(f"{cookie.get('name')}={cookie.get('value')}" for cookie in found)
        return {"Origin": self.server.url, "Cookie": cookies}

    def check(self) -> None:
        """Fail on complaints that the test did not bring about."""
        found = [
            text for text in self.complaints if not any(part in text for part in self.expected)
        ]
        assert not found, "\n".join(found)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(f"{message.text} at {message.location.get('url')}")


class Board:
    """The board page: what it shows, and gestures on it."""

    def __init__(self, person: Person, page: Page | None = None, *, touch: bool = False) -> None:
        self.person, self.page, self.touch = person, page or person.page, touch
        self.moves = self.page.locator('[data-fact="moves"] b')
        self.undos = self.page.locator('[data-fact="undos"] b')
        self.held = self.page.locator("[data-count]")
        self.notice = self.page.locator("[data-notice]")
        self.said = self.page.locator("[data-status]")
        expect(self.column(1)).to_have_attribute("type", "button")

    # --- What there is

    def column(self, number: int) -> Locator:
        """A column's button."""
        return self.page.locator(f'.tableau .column[data-column="{number}"]')

    def card(self, number: int, count: int) -> Locator:
        """The card from which on `count` cards lie on a column's end."""
        return self.column(number).locator(".card").nth(-count)

    def control(self, name: str) -> Locator:
        """A button of the bar by what it does: deal, undo, more, fewer."""
        return self.page.locator(f'.board-actions [data-do="{name}"]')

    @property
    def attempt(self) -> int:
        """The own attempt's number."""
        return int(json.loads(self.page.locator("#you-now").text_content() or "")["attempt"])

    def kept(self) -> Json:
        """The board as the server has it."""
        return cast(Json, self.person.api(f"attempts/{self.attempt}"))

    def shows(self, board: Json) -> None:
        """Every column is as on that board of the server, and so are the numbers."""
        for number, cards in enumerate(board["columns"], 1):
            words = re.escape(column_words(number, cards).rstrip("."))
            expect(self.column(number)).to_have_attribute("aria-label", re.compile(f"^{words}[.,]"))
        expect(self.page.locator(".card[data-pending]")).to_have_count(0)
        expect(self.moves).to_have_text(str(board["moves"]))
        expect(self.undos).to_have_text(str(board["undos"]))

    # --- Gestures

    def tap(self, target: Locator) -> None:
        """With a finger or the mouse; also on what says that it cannot be used now."""
        press: Callable[..., None] = target.tap if self.touch else target.click
        press(force=target.get_attribute("aria-disabled") == "true")

    def take(self, number: int, count: int) -> None:
        """Tap a column, and bring down by "−" how many are held."""
        self.tap(self.column(number))
        expect(self.column(number)).to_have_attribute("aria-pressed", "true")
        longest = int(self.held.text_content() or 0)
        for _ in range(longest - count):
            self.tap(self.control("fewer"))
        expect(self.held).to_have_text(str(count))

    def play(self, action: str) -> None:
        """An action in the notation of records, by taps; waits for the server's answer."""
        before = int(self.moves.text_content() or 0)
        if action in ("D", "U"):
            self.tap(self.control({"D": "deal", "U": "undo"}[action]))
        else:
            source, target, count = move(action)
            self.take(source, count)
            self.tap(self.column(target))
        expect(self.moves).to_have_text(str(before + (-1 if action == "U" else 1)))
        expect(self.page.locator(".card[data-pending]")).to_have_count(0)

    def drag(self, source: int, count: int, target: int) -> None:
        """With the mouse, from a card to the middle of a column."""
        start, end = _box(self.card(source, count)), _box(self.column(target))
        mouse = self.page.mouse
        mouse.move(start["x"] + start["width"] / 2, start["y"] + 8)
        mouse.down()
        mouse.move(end["x"] + end["width"] / 2, start["y"] + 24, steps=6)
        mouse.up()

    def settled(self) -> None:
        """Nothing moves any more, and nothing is left of it."""
        expect(self.page.locator(".flight, [data-flying], [data-turns]")).to_have_count(0)

    def key(self, *keys: str) -> None:
        """Keys, one after the other, wherever the focus is."""
        for key in keys:
            self.page.keyboard.press(key)


def move(action: str) -> tuple[int, int, int]:
    """Source, target and count of "3-7x4"."""
    way, _, count = action.partition("x")
    source, _, target = way.partition("-")
    return int(source), int(target), int(count or 1)


def _box(locator: Locator) -> Any:
    box = locator.bounding_box()
    assert box is not None
    return box
