"""The board's shape: long piles, small and zoomed screens, marks, motion."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import People
from tests.browser.pages import Board
from tests.browser.stage import SHORT, actions_of, alone, challenge, play, tall_actions, tall_deal
from tests.support.server import Server
from tests.support.vectors import code_of, won_games

SMALL = [(360, 640), (640, 360), (320, 568), (640, 400)]
# What of the element can be seen, in the middle and at the corners: itself, and nothing over it.
IN_SIGHT = """card => {
    const { left, top, right, bottom } = card.getBoundingClientRect()
    const points = [[left + 3, top + 3], [right - 3, bottom - 3], [left + 9, (top + bottom) / 2]]
    return points.every(([x, y]) => card.contains(document.elementFromPoint(x, y)))
}"""


@pytest.fixture(scope="package")
def tall_codes(server: Server) -> Iterator[str]:
    """Codes of the deal with the tall pile."""
    deal = tall_deal()
    found = [code_of(deal, number) for number in range(4000, 4010)]
    server.import_deals([(deal, code) for code in found])
    return iter(found)


# --- Piles -----------------------------------------------------------------------------------


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
        settled(board.page)
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
    settled(board.page)
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
    settled(board.page)
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
        settled(board.page)
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
    settled(board.page)
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
    settled(board.page)
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


# --- Marks -----------------------------------------------------------------------------------


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
        settled(board.page)
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


def test_own_pips_are_round_and_those_of_rivals_square(
    person: People, codes: Iterator[str]
) -> None:
    alice = person()
    challenge(alice, next(codes))
    alice.press("Turn the cards")
    Board(alice)
    own = alice.page.locator(".strip .strip-you .strip-pips i").first
    assert style(own.evaluate, "borderRadius") == "50%"
    assert style(own.evaluate, "width") == style(own.evaluate, "height")


def style(evaluate: Callable[[str], object], name: str, pseudo: str = "") -> str:
    """One computed value of an element."""
    return str(evaluate(f"card => getComputedStyle(card, '{pseudo}').{name}"))


# --- Motion ----------------------------------------------------------------------------------

# Every motion from now on: what it changes, how long, when it begins.
WATCH = """() => {
    window.motions = []
    const animate = Element.prototype.animate
    Element.prototype.animate = function (frames, options) {
        const props = [...new Set(frames.flatMap(Object.keys))]
        window.motions.push({ props, duration: options.duration, delay: options.delay ?? 0 })
        return animate.call(this, frames, options)
    }
}"""
TIMES = """() => window.motions.splice(0).map(({ duration, delay }) => [duration, delay])"""


def test_cards_move_as_long_as_the_design_says_and_input_completes_it(
    person: People, codes: Iterator[str]
) -> None:
    alice = person()
    alone(alice, next(codes))
    board = Board(alice)
    page = board.page
    page.evaluate(WATCH)
    board.take(5, 1)
    board.column(3).click()
    expect(board.moves).to_have_text("1")
    move, *turn = page.evaluate(TIMES)
    assert move == [160, 0]
    assert {duration for duration, _ in turn} == {140}
    assert all(0 < delay <= 160 for _, delay in turn), "it turns over after the move"
    settled(page)

    board.tap(board.control("undo"))
    expect(board.undos).to_have_text("1")
    assert {tuple(times) for times in page.evaluate(TIMES)} == {(120, 0)}
    settled(page)

    board.tap(board.control("deal"))
    expect(board.moves).to_have_text("1")
    dealt = page.evaluate(TIMES)
    assert dealt == [[180, 25 * at] for at in range(7)]
    board.column(1).click()
    assert (
        page.evaluate(
            "document.getAnimations().filter((a) => a.effect.target.closest('.tableau')).length"
        )
        == 0
    )
    expect(board.held).not_to_have_text("0")


def settled(page: Page) -> None:
    """Nothing moves any more, and nothing is left of it."""
    expect(page.locator(".flight, [data-flying], [data-turns]")).to_have_count(0)


def test_a_sequence_finished_in_another_tab_flies_home_and_an_undo_brings_it_back(
    person: People, codes: Iterator[str]
) -> None:
    alice = person()
    race = alone(alice, next(codes))
    actions = actions_of(won_games()[SHORT])
    play(alice, race, actions[:35])
    alice.open(f"/r/{race}/")
    board = Board(alice)
    expect(board.moves).to_have_text("35")
    board.page.evaluate(WATCH)
    play(alice, race, actions[35:36])
    expect(board.moves).to_have_text("36")
    expect(board.page.locator(".house[data-suit]")).to_have_count(1)
    home = [delay for duration, delay in board.page.evaluate(TIMES) if duration == 164]
    assert home == [8 * at for at in range(13)]
    settled(board.page)
    board.tap(board.control("undo"))
    expect(board.page.locator(".house[data-suit]")).to_have_count(0)
    back = [delay for duration, delay in board.page.evaluate(TIMES) if duration == 120]
    assert back == [0] * 13
    settled(board.page)


def test_the_answer_does_not_cut_a_move_short(person: People, codes: Iterator[str]) -> None:
    alice = person()
    alone(alice, next(codes))
    board = Board(alice)
    board.take(5, 1)
    # Slowed down, so that the answer is there in time.
    found = board.page.evaluate(
        """async () => {
            document.querySelector('.column[data-column="3"]').click()
            const all = document.getAnimations()
            const own = ({ effect }) => effect.target.closest('.column') && !effect.pseudoElement
            const motion = all.find(own)
            motion.playbackRate = 0.01
            const moves = document.querySelector('[data-fact="moves"] b')
            for (let tries = 0; tries < 200 && moves.textContent !== '1'; tries += 1) {
                await new Promise((done) => setTimeout(done, 20))
            }
            return [moves.textContent, motion.playState, motion.effect.target.isConnected]
        }"""
    )
    assert found == ["1", "running", True]


@pytest.mark.parametrize("by", ["system", "setting"])
def test_nothing_moves_or_rises_where_that_is_not_wanted(
    person: People, codes: Iterator[str], by: str
) -> None:
    alice = person()
    if by == "system":
        alice.page.emulate_media(reduced_motion="reduce")
    else:
        alice.open("/settings/")
        alice.page.get_by_label("Cards appear in place").check()
        alice.press("Keep these settings")
    alone(alice, next(codes))
    board = Board(alice)
    board.page.evaluate(WATCH)
    board.take(5, 1)
    assert board.page.locator(".run").evaluate("run => getComputedStyle(run).transform") in (
        "none",
        "matrix(1, 0, 0, 1, 0, 0)",
    )
    board.column(3).click()
    expect(board.moves).to_have_text("1")
    board.play("U")
    board.tap(board.control("deal"))
    expect(board.moves).to_have_text("1")
    assert board.page.evaluate("window.motions") == []


def test_only_what_changed_is_painted_anew(person: People, codes: Iterator[str]) -> None:
    alice = person()
    alone(alice, next(codes))
    board = Board(alice)
    board.page.evaluate(
        "document.querySelectorAll('.tableau .card').forEach((card) => { card.kept = true })"
    )
    board.play("5-3")
    fresh = "[...document.querySelectorAll('.tableau .card')].filter((card) => !card.kept).length"
    # The card that moved, the one under it there without its large suit, the one turned over.
    assert board.page.evaluate(fresh) == 3
