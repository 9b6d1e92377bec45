"""How much a first visit loads, by the design's limits: bytes, requests, nodes of the page."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.pages import Board, Person

KB = 1024
# What a page may load before anything is seen, in all, and of each kind, in KB.
BOARD = {
    "first": 6,
    "all": 24,
    "Document": 8,
    "Stylesheet": 8,
    "Script": 35,
    "Font": 45,
    "total": 100,
}
PAGE = {"first": 4, "all": 8, "Document": 10, "Stylesheet": 8, "Script": 6, "Font": 45, "total": 70}
NODES = {"board": 1000, "page": 1500}


@dataclass
class Visit:
    """What the network was asked for."""

    kinds: dict[str, str] = field(default_factory=dict)
    urls: dict[str, str] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)
    blocking: set[str] = field(default_factory=set)

    def sent(self, event: dict[str, Any]) -> None:
        """A request goes out."""
        # News makes a page look again; that is no part of its first visit.
        if "favicon" in event["request"]["url"] or event["type"] == "Fetch":
            return
        name = event["requestId"]
        self.kinds[name] = event["type"]
        self.urls[name] = event["request"]["url"]
        if event["type"] in ("Document", "Stylesheet"):
            self.blocking.add(name)

    def finished(self, event: dict[str, Any]) -> None:
        """All of it has come, with its headers."""
        self.sizes[event["requestId"]] = event["encodedDataLength"]

    def bytes_of(self, kind: str) -> int:
        """Of one kind, or of all."""
        return sum(
            size for name, size in self.sizes.items() if kind in ("total", self.kinds.get(name))
        )

    def over(self, limits: dict[str, int]) -> dict[str, tuple[float, int]]:
        """What is over its limit: what there is, and the limit."""
        found: dict[str, float] = {"first": len(self.blocking), "all": len(self.kinds)}
        found |= {kind: self.bytes_of(kind) / KB for kind in limits if kind not in found}
        return {k: (round(v, 1), limits[k]) for k, v in found.items() if v > limits[k]}


def visit(person: Person, path: str) -> Visit:
    """The first visit of a page, by somebody whose browser has kept nothing."""
    seen = Visit()
    person.page.goto("about:blank")  # what the page before still asks for is no part of this one
    line = person.context.new_cdp_session(person.page)
    line.send("Network.enable")
    line.send("Network.clearBrowserCache")
    line.on("Network.requestWillBeSent", seen.sent)
    line.on("Network.loadingFinished", seen.finished)
    person.open(path)
    person.page.wait_for_load_state("networkidle")
    line.detach()
    return seen


def nodes(person: Person) -> int:
    """How many elements the page has."""
    return int(person.page.evaluate("document.querySelectorAll('*').length"))


@pytest.mark.parametrize("mode", ["solo", "open", "live"])
def test_the_board_keeps_to_its_limits(person: People, mode: str) -> None:
    alice = person(390, 844, touch=True)
    alice.open(f"/new/?mode={mode}")
    alice.page.locator(f'[name="mode"][value="{mode}"]').check(force=True)
    if mode == "solo":
        alice.press("Deal the cards")
    else:
        alice.press("Create the challenge")
    if mode == "open":
        alice.press("Turn the cards")
    path = f"/r/{alice.race_id}/"
    seen = visit(alice, path)
    if mode != "live":
        expect(Board(alice).column(1)).to_be_visible()
    assert seen.over(PAGE if mode == "live" else BOARD) == {}, sorted(seen.urls.values())
    assert nodes(alice) <= NODES["board"]


@pytest.mark.parametrize("path", ["/", "/new/", "/d/", "/d/SP1-S1C-AAAAAAD/", "/settings/"])
def test_a_page_keeps_to_its_limits(person: People, path: str) -> None:
    alice = person()
    seen = visit(alice, path)
    assert seen.over(PAGE) == {}, sorted(seen.urls.values())
    assert nodes(alice) <= NODES["page"]
