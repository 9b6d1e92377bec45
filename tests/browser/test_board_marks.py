"""The board's marks: targets, the focus, large print, pips, where a menu opens."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.pages import Board
from tests.browser.stage import alone, challenge


def test_targets_have_a_frame_and_an_arrow_and_the_focus_can_be_seen(
    person: People, codes: Iterator[str]
) -> None:
    alice = person()
    alone(alice, next(codes))
    board = Board(alice)
    board.column(5).focus()
    board.key("Enter")
    target = board.column(3).locator(".card").last
    expect(board.column(3)).to_have_attribute("data-target", "")
    assert "rgb(255, 201, 77)" in style(target.evaluate, "boxShadow")
    assert style(target.evaluate, "borderBottomColor", "::before") == "rgb(255, 201, 77)"
    board.key("ArrowLeft")
    focused = board.column(4).locator(".card").last
    assert style(focused.evaluate, "outlineStyle") == "solid"
    board.page.emulate_media(forced_colors="active")
    assert style(target.evaluate, "outlineStyle") == "solid"
    assert style(focused.evaluate, "outlineStyle") == "solid"
    assert style(target.evaluate, "borderBottomWidth") == "2px"
    # What is lit, and what is off, by the colours of the system alone.
    assert "rgb(255, 201, 77)" not in style(target.evaluate, "boxShadow")
    assert style(board.card(5, 1).evaluate, "borderTopColor") in style(target.evaluate, "boxShadow")
    usual = style(board.control("deal").evaluate, "color")
    assert style(board.control("undo").evaluate, "color") != usual


def test_large_print_makes_marks_larger_and_all_stay_on_their_cards(
    person: People, tall_codes: Iterator[str]
) -> None:
    alice = person(390, 844)
    alice.open("/settings/")
    alice.page.locator('[name="large_print"]').check()
    alice.press("Keep these settings")
    alone(alice, next(tall_codes))
    board = Board(alice)
    card = board.card(1, 1)
    assert float(style(card.locator(".index").evaluate, "fontSize")[:-2]) > 18.5
    assert float(style(card.locator(".suit").first.evaluate, "width")[:-2]) > 15
    for width in (390, 360, 320):
        board.page.set_viewport_size({"width": width, "height": 640})
        board.settled()
        assert board.page.evaluate(OVER) == [], width


# The ranks whose marks run out of their cards, and what runs out of the Deal button.
OVER = """() => {
    const over = ([inner, outer]) =>
        inner.getBoundingClientRect().right > outer.getBoundingClientRect().right - 0.5
    const cards = [...document.querySelectorAll('.tableau .card:not(.down)')]
    const deal = document.querySelector('.board-deal')
    const pairs = cards.map((card) => [card.querySelector('.suit'), card])
    pairs.push([deal.firstElementChild, deal])
    return pairs.filter(over).map(([, outer]) => outer.dataset.rank)
}"""


def test_the_menu_of_a_desk_opens_at_its_button(person: People, codes: Iterator[str]) -> None:
    alice = person()
    alone(alice, next(codes))
    board = Board(alice)
    button = board.page.locator(".board-actions .board-more")
    button.click()
    menu, more = board.page.locator("#board-menu").bounding_box(), button.bounding_box()
    assert menu is not None
    assert more is not None
    assert 0 <= more["y"] - (menu["y"] + menu["height"]) <= 16
    assert menu["x"] + menu["width"] == pytest.approx(more["x"] + more["width"], abs=1)


def test_all_of_the_menu_is_in_sight_on_a_phone_held_across(
    person: People, codes: Iterator[str]
) -> None:
    alice = person(640, 360, touch=True)
    challenge(alice, next(codes))
    alice.press("Turn the cards")
    board = Board(alice, touch=True)
    board.tap(board.page.locator(".board-actions .board-more"))
    entries = board.page.locator("#board-menu > :is(a, button)").filter(visible=True)
    expect(entries.last).to_have_text("Give up")
    for entry in entries.all():
        expect(entry).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [(360, 640), (640, 360)])
def test_the_way_out_of_a_long_text_is_in_sight(
    person: People, codes: Iterator[str], size: tuple[int, int]
) -> None:
    alice = person(*size)
    alone(alice, next(codes))
    board = Board(alice)
    board.page.locator(".board-head .board-more, .board-head [popovertarget]").last.click()
    board.page.get_by_role("button", name="Keys").click()
    close = board.page.locator("#board-keys").get_by_role("button", name="Close")
    expect(close).to_be_in_viewport(ratio=1)
    board.page.locator("#board-keys").evaluate("keys => keys.scrollTo(0, 9999)")
    expect(close).to_be_in_viewport(ratio=1)


def test_a_card_that_is_pressed_for_long_is_shown_whole(
    person: People, codes: Iterator[str]
) -> None:
    alice = person()
    alone(alice, next(codes))
    board = Board(alice)
    board.play("5-3")
    board.card(3, 2).hover(position={"x": 20, "y": 8})
    board.page.mouse.down()
    peek = board.page.locator(".peek")
    expect(peek.locator(".pip")).to_be_visible()
    assert peek.get_attribute("data-rank") == board.card(3, 2).get_attribute("data-rank")
    board.page.mouse.up()
    expect(peek).to_have_count(0)
    expect(board.held).to_have_text("0")


@pytest.mark.parametrize("width", [1280, 320])
def test_pips_keep_their_shape_in_large_print(
    person: People, codes: Iterator[str], width: int
) -> None:
    alice = person(width, 640)
    alice.open("/settings/")
    alice.page.locator('[name="large_print"]').check()
    alice.press("Keep these settings")
    challenge(alice, next(codes))
    alice.press("Turn the cards")
    Board(alice)
    own = alice.page.locator(".strip .strip-you .strip-pips i").first
    wide, high = own.evaluate("({ offsetWidth, offsetHeight }) => [offsetWidth, offsetHeight]")
    assert wide == pytest.approx(high, abs=1)
    assert wide >= 5


def test_own_pips_are_round_and_those_of_rivals_square(
    person: People, codes: Iterator[str]
) -> None:
    alice = person()
    challenge(alice, next(codes))
    alice.press("Turn the cards")
    Board(alice)
    own = alice.page.locator(".strip .strip-you .strip-pips i").first
    expect(own).to_have_css("border-radius", "50%")
    assert style(own.evaluate, "width") == style(own.evaluate, "height")


def style(evaluate: Callable[[str], object], name: str, pseudo: str = "") -> str:
    """One computed value of an element."""
    return str(evaluate(f"card => getComputedStyle(card, '{pseudo}').{name}"))
