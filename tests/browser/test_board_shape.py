"""The board's shape: long piles, small screens, a phone that is turned."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.pages import Board
from tests.browser.stage import alone, play, tall_actions

SMALL = [(360, 640), (640, 360), (320, 568), (640, 400)]
# What of the element can be seen, in the middle and at the corners: itself, and nothing over it.
IN_SIGHT = """card => {
    const { left, top, right, bottom } = card.getBoundingClientRect()
    const points = [[left + 3, top + 3], [right - 3, bottom - 3], [left + 9, (top + bottom) / 2]]
    return points.every(([x, y]) => card.contains(document.elementFromPoint(x, y)))
}"""


def test_the_last_of_thirty_five_cards_is_seen_and_can_be_tapped(
    person: People, tall_codes: Iterator[str]
) -> None:
    alice = person(360, 640, touch=True)
    race = alone(alice, next(tall_codes))
    board = Board(alice, touch=True)
    *before, final = tall_actions()
    play(alice, race, before)
    expect(board.column(1).locator(".card")).to_have_count(34)
    play(alice, race, [final])
    expect(board.column(1).locator(".card")).to_have_count(35)
    for width, height in SMALL:
        board.page.set_viewport_size({"width": width, "height": height})
        expect(board.page.locator("[data-scrolls]")).to_have_count(1)
        board.settled()
        card = board.card(1, 1)
        card.scroll_into_view_if_needed()
        assert card.evaluate(IN_SIGHT), (width, height)
        card.tap()
        expect(board.column(1)).to_have_attribute("aria-pressed", "true")
        board.key("Escape")
        board.page.wait_for_timeout(320)  # sooner, it is a double tap


def test_the_end_of_the_column_that_grew_is_shown(
    person: People, tall_codes: Iterator[str]
) -> None:
    alice = person(360, 640)
    race = alone(alice, next(tall_codes))
    board = Board(alice)
    play(alice, race, tall_actions())
    expect(board.column(1).locator(".card")).to_have_count(35)
    board.settled()
    assert board.card(1, 1).evaluate(IN_SIGHT)
    assert board.page.evaluate("document.querySelector('.board-scroll').scrollTop") > 0


@pytest.mark.parametrize(("height", "step"), [(844, 27.0), (664, 23.3)])
def test_twenty_cards_keep_full_marks_on_a_phone(
    person: People, tall_codes: Iterator[str], height: int, step: float
) -> None:
    alice = person(390, height)
    race = alone(alice, next(tall_codes))
    board = Board(alice)
    play(alice, race, tall_actions()[:15])  # five face down and sixteen face up
    expect(board.column(1).locator(".card")).to_have_count(21)
    board.settled()
    # One face-down card more than in the design's table, and no strip: 49 px more room.
    shown = steps(board)
    assert shown["tight"] is False
    assert shown["index"] == pytest.approx(17.5, abs=0.1)
    assert shown["step"] >= step - 0.1
    assert board.page.locator("[data-scrolls]").count() == 0
    assert board.card(1, 1).evaluate(IN_SIGHT)


def steps(board: Board) -> dict[str, float | bool]:
    """How far apart the first column's last two cards lie, and how large the mark is."""
    script = """column => {
        const cards = [...column.querySelectorAll('.card')].slice(-2)
        const [upper, last] = cards.map((card) => card.getBoundingClientRect().top)
        const index = parseFloat(getComputedStyle(cards[0].querySelector('.index')).fontSize)
        return { step: last - upper, index, tight: column.hasAttribute('data-tight') }
    }"""
    found: dict[str, float | bool] = board.column(1).evaluate(script)
    return found


# Those of a column, from the top: where each mark ends, and where the next card begins.
FEET = """column => {
    const cards = [...column.querySelectorAll('.card:not(.down)')]
    return cards.slice(1).map((card, at) => {
        const mark = cards[at].querySelector('.index').getBoundingClientRect()
        return [mark.bottom, card.getBoundingClientRect().top]
    })
}"""


@pytest.mark.parametrize("size", [(1024, 700), (1280, 600), (1280, 800)])
def test_no_card_of_a_long_column_covers_the_foot_of_a_mark_on_a_desk(
    person: People, tall_codes: Iterator[str], size: tuple[int, int]
) -> None:
    alice = person(*size)
    race = alone(alice, next(tall_codes))
    board = Board(alice)
    actions = tall_actions()
    for start, end in ((0, 9), (9, 13), (13, 15), (15, 20), (20, 29)):
        play(alice, race, actions[start:end])
        expect(board.moves).to_have_text(str(end))
        board.settled()
        feet = board.column(1).evaluate(FEET)
        assert len(feet) >= 9
        assert all(foot <= top for foot, top in feet), (end, feet)


def test_what_is_held_stays_in_sight_when_the_phone_is_turned(
    person: People, tall_codes: Iterator[str]
) -> None:
    alice = person(390, 844, touch=True)
    race = alone(alice, next(tall_codes))
    board = Board(alice, touch=True)
    play(alice, race, tall_actions())
    expect(board.column(1).locator(".card")).to_have_count(35)
    board.settled()
    board.card(1, 1).tap()
    expect(board.column(1)).to_have_attribute("aria-pressed", "true")
    board.page.set_viewport_size({"width": 844, "height": 390})
    expect(board.card(1, 1)).to_be_in_viewport(ratio=0.9)
    assert board.card(1, 1).evaluate(IN_SIGHT)


def test_a_finger_that_scrolls_a_long_column_takes_no_cards(
    person: People, tall_codes: Iterator[str]
) -> None:
    alice = person(360, 640, touch=True)
    race = alone(alice, next(tall_codes))
    board = Board(alice, touch=True)
    play(alice, race, tall_actions())
    expect(board.page.locator("[data-scrolls]")).to_have_count(1)
    board.settled()
    scrolled = "document.querySelector('.board-scroll').scrollTop"
    before = board.page.evaluate(scrolled)
    board.page.evaluate("""window.heard = []
        const heard = ([{ target }]) => window.heard.push(target.textContent)
        const all = { childList: true, characterData: true, subtree: true }
        new MutationObserver(heard).observe(document.querySelector('[data-status]'), all)""")
    swipe(board, (0, 120))
    board.page.wait_for_function(f"{scrolled} < {before}")
    expect(board.held).to_have_text("0")
    assert board.page.evaluate("window.heard") == []
    swipe(board, (120, 0))
    assert any("Holding" in said for said in board.page.evaluate("window.heard"))


def swipe(board: Board, way: tuple[int, int]) -> None:
    """One finger, from a card in the middle of column 1."""
    line = board.page.context.new_cdp_session(board.page)
    box = board.page.locator(".board-scroll").bounding_box()
    column = board.column(1).bounding_box()
    assert box is not None
    assert column is not None
    x, y = column["x"] + 8, box["y"] + box["height"] / 2
    touch = "Input.dispatchTouchEvent"
    line.send(touch, {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 13):
        point = {"x": x + way[0] * step / 12, "y": y + way[1] * step / 12}
        line.send(touch, {"type": "touchMove", "touchPoints": [point]})
    line.send(touch, {"type": "touchEnd", "touchPoints": []})
    line.detach()
