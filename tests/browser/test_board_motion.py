"""The board's motion: how long, what completes it, where none is wanted."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.pages import Board
from tests.browser.stage import SHORT, actions_of, alone, play, tall_actions
from tests.support.vectors import won_games

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
MOVED = """() => new Promise((done) => {
    const look = () => (window.motions.length ? done() : requestAnimationFrame(look))
    look()
})"""
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
    assert all(0 <= delay <= 160 for _, delay in turn), "it turns over after the move"
    board.settled()

    board.tap(board.control("undo"))
    expect(board.undos).to_have_text("1")
    assert {tuple(times) for times in page.evaluate(TIMES)} == {(120, 0)}
    board.settled()

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
    board.settled()
    board.tap(board.control("undo"))
    expect(board.page.locator(".house[data-suit]")).to_have_count(0)
    back = [delay for duration, delay in board.page.evaluate(TIMES) if duration == 120]
    assert back == [0] * 13
    board.settled()


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


def test_a_notice_that_takes_room_lets_no_card_jump(
    person: People, tall_codes: Iterator[str]
) -> None:
    alice = person(360, 640)
    race = alone(alice, next(tall_codes))
    board = Board(alice)
    play(alice, race, tall_actions()[:12])  # the last one is a row, which no undo takes back
    expect(board.moves).to_have_text("12")
    board.settled()
    board.page.evaluate(WATCH)
    board.tap(board.control("undo"))
    expect(board.notice).to_be_visible()
    glides(board)
    board.key("Escape")
    expect(board.notice).to_be_hidden()
    glides(board)


def glides(board: Board) -> None:
    """All motion since the last look is that of cards finding their places at once."""
    board.page.evaluate(MOVED)
    assert {tuple(times) for times in board.page.evaluate(TIMES)} == {(120, 0)}
    board.settled()


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
