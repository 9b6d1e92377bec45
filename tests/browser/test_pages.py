"""What every page must hold: nothing for axe to find, no sideways scroll, both themes."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser.conftest import People
from tests.browser.pages import SCHEMES, SIZES
from tests.browser.scenes import SCENES, Stage
from tests.support.server import Server

# Scenes that differ from another only in what is on the table, or in a word.
ALIKE = (
    "new_game",
    "board_long_pile",
    "board_tall_pile",
    "board_few_cards",
    "board_connecting",
    "board_deal_refused",
    "board_spiderette",
    "board_menu",
    "finished_lost",
    "deal_find",
    "error_form",
)
WITHOUT_SCRIPTS = ("board_words", "replay_without")  # axe is one
WIDTHS = (320, 390, 600, 1024, 1280)
AT_ONCE = "document.getAnimations().forEach((animation) => animation.finish())"
WIDER = "document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth"
GROUND = "getComputedStyle(document.documentElement).backgroundColor"
GROUNDS = {"light": "rgb(245, 243, 238)", "dark": "rgb(18, 24, 22)"}


@pytest.fixture(scope="package")
def stage(server: Server) -> Stage:
    """The deals and rivals of the scenes."""
    return Stage(server)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", [name for name in SCENES if name not in ALIKE])
def test_a_page_has_no_barrier_no_sideways_scroll_and_two_themes(
    stage: Stage, person: People, name: str
) -> None:
    stage.begin(person)
    SCENES[name](stage)
    page = stage.olena.page
    stage.olena.expected += ["status of 403", "status of 404", "status of 422"]
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert fits(page), f"{width} px: {widest(page)}"
    faults = []
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            page.evaluate(AT_ONCE)
            assert page.evaluate(GROUND) == GROUNDS[scheme]
            if name not in WITHOUT_SCRIPTS:
                found = Axe().run(page).response["violations"]
                faults += [f"{size}, {scheme}: {told(violation)}" for violation in found]
    assert not faults, "\n".join(faults)


def test_the_chosen_theme_goes_before_the_systems(person: People) -> None:
    alice = person(scheme="dark")
    alice.open("/")
    assert alice.page.evaluate(GROUND) == GROUNDS["dark"]
    alice.page.locator(".theme summary").click()
    alice.press("Light")
    assert alice.page.evaluate(GROUND) == GROUNDS["light"]
    alice.open("/d/")
    assert alice.page.evaluate(GROUND) == GROUNDS["light"]
    alice.page.locator(".theme summary").click()
    alice.press("System")
    assert alice.page.evaluate(GROUND) == GROUNDS["dark"]


def test_the_first_thing_a_key_reaches_leads_past_the_bars(person: People) -> None:
    alice = person()
    alice.open("/")
    alice.page.keyboard.press("Tab")
    expect(alice.page.get_by_role("link", name="Skip to the content")).to_be_focused()
    alice.page.keyboard.press("Enter")
    expect(alice.page.locator("#main")).to_be_focused()


def told(violation: dict[str, object]) -> str:
    """Which rule, and where."""
    nodes = violation["nodes"]
    assert isinstance(nodes, list)
    return f"{violation['id']} at " + "; ".join(str(node["html"])[:160] for node in nodes[:4])


def fits(page: Page) -> bool:
    """Nothing reaches over the edge, once the page that was asked for is there with its styles."""
    try:
        page.wait_for_function(f"{WIDER} <= 0", timeout=5000)
    except PlaywrightTimeout:
        return False
    return True


def widest(page: Page) -> str:
    """What reaches over the edge, for the message."""
    script = """[...document.querySelectorAll('body *')]
        .filter((e) => e.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5)
        .slice(0, 5).map((e) => e.outerHTML.slice(0, 100)).join('\\n')"""
    return str(page.evaluate(script))
