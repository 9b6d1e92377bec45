"""A browser, a running server, and people who each have a context of their own.

They last as long as this folder's tests: while Playwright's loop runs in a thread, tests that
are coroutines cannot.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal, Protocol

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.pages import Person
from tests.browser.stage import SHORT, tall_deal
from tests.support import chromium
from tests.support.server import Server, copy_of, prepared
from tests.support.vectors import code_of, won_games

Scheme = Literal["light", "dark"]


class People(Protocol):
    """Makes somebody who has not been here before."""

    def __call__(
        self,
        width: int = 1280,
        height: int = 800,
        scheme: Scheme = "light",
        *,
        touch: bool = False,
        scripts: bool = True,
        offline: bool = False,
        at: Server | None = None,
    ) -> Person: ...


@pytest.fixture(scope="package")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A prepared folder, to be copied."""
    return prepared(tmp_path_factory.mktemp("installation"))


@pytest.fixture(scope="package")
def server(installation: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server; its tests stay out of each other's way by their races and codes."""
    server = Server(copy_of(installation, tmp_path_factory.mktemp("browser") / "var")).start()
    yield server
    server.stop()


@pytest.fixture(scope="package")
def codes(server: Server) -> Iterator[str]:
    """Codes of the short game (``stage.SHORT``), one for each game that a test plays on it."""
    game = won_games()[SHORT]
    found = [code_of(game, number) for number in range(2000, 2100)]
    server.import_deals([(game, code) for code in found])
    return iter(found)


@pytest.fixture(scope="package")
def tall_codes(server: Server) -> Iterator[str]:
    """Codes of the deal with the tall pile."""
    deal = tall_deal()
    found = [code_of(deal, number) for number in range(4000, 4040)]
    server.import_deals([(deal, code) for code in found])
    return iter(found)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A Chromium without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.path(), args=chromium.ARGUMENTS
        )
        yield browser
        browser.close()


@pytest.fixture
def person(browser: Browser, server: Server) -> Iterator[People]:
    """Who had an error in the console or on the page that was not expected fails the test."""
    everybody: list[Person] = []

    def make(
        width: int = 1280,
        height: int = 800,
        scheme: Scheme = "light",
        *,
        touch: bool = False,
        scripts: bool = True,
        offline: bool = False,
        at: Server | None = None,
    ) -> Person:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            has_touch=touch,
            is_mobile=touch,
            java_script_enabled=scripts,
            locale="en-GB",
            # What is kept for offline must not help the other tests.
            service_workers="allow" if offline else "block",
        )
        everybody.append(Person(at or server, context))
        return everybody[-1]

    yield make
    for somebody in everybody:
        somebody.context.close()
    for somebody in everybody:
        somebody.check()
