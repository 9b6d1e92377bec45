"""Scenes of the board: what lies on it, what is held, what is refused."""

from playwright.sync_api import expect

from tests.browser.pages import Person
from tests.browser.scenery import LONG_PILE, MEDIUM, STUCK_CODE, TALL_CODE, Stage, scene
from tests.browser.stage import FOUR_SUITS, SHORT, actions_of, challenge, play, tall_actions
from tests.support.bot import Bot
from tests.support.vectors import won_games


@scene
def board_start(stage: Stage) -> None:
    stage.race(MEDIUM)


@scene
def board_held(stage: Stage) -> None:
    stage.race(MEDIUM, own=40, rival=30)
    stage.hold()


@scene
def board_four_colour(stage: Stage) -> None:
    stage.race(FOUR_SUITS, own=60, rival=200)


@scene
def board_long_pile(stage: Stage) -> None:
    number, at = LONG_PILE
    stage.race(number, own=at)


@scene
def board_tall_pile(stage: Stage) -> None:
    """Five face down and thirty face up in one column."""
    race = challenge(stage.olena, TALL_CODE)
    stage.olena.press("Turn the cards")
    play(stage.olena, race, tall_actions())
    stage.olena.open(f"/r/{race}/")
    expect(stage.board().column(1).locator(".card")).to_have_count(35)


@scene
def board_few_cards(stage: Stage) -> None:
    """Near the end: short columns, empty columns, many houses."""
    stage.race(MEDIUM, own=126, rival=80)


@scene
def board_refused(stage: Stage) -> None:
    stage.race(MEDIUM, own=40, rival=30)
    board = stage.board()
    kept = board.kept()
    legal = kept["legal"]
    source = next(iter(legal))
    wrong = [
        number
        for number, column in enumerate(kept["columns"], 1)
        if column["up"] and number not in legal[source].get("1", []) and number != int(source)
    ]
    board.take(int(source), 1)
    board.tap(board.column(wrong[0]))
    expect(board.notice).to_be_visible()


@scene
def board_deal_refused(stage: Stage) -> None:
    stage.race(SHORT, own=5)
    board = stage.board()
    board.tap(board.control("deal"))


@scene
def board_spiderette(stage: Stage) -> None:
    stage.race(SHORT, own=20, rival=25)


@scene
def board_stuck(stage: Stage) -> None:
    race = challenge(stage.olena, STUCK_CODE)
    stage.olena.press("Turn the cards")
    play(stage.olena, race, ["D"] * 5)


@scene
def board_menu(stage: Stage) -> None:
    stage.race(MEDIUM, own=40, rival=30)
    stage.olena.page.locator("[popovertarget=board-menu]").filter(visible=True).click()


@scene
def board_ask(stage: Stage) -> None:
    stage.race(MEDIUM, own=40, rival=30)
    stage.olena.page.locator(".board-actions .board-more").click()
    stage.olena.page.get_by_role("button", name="Give up").click()


@scene
def board_as_text(stage: Stage) -> None:
    stage.race(MEDIUM, own=40, rival=30)
    stage.olena.page.evaluate("document.querySelector('#board-words').showPopover()")


@scene
def board_rival_finished(stage: Stage) -> None:
    game = won_games()[SHORT]
    stage.race(SHORT, own=20, rival=len(actions_of(game)))


@scene
def board_alone(stage: Stage) -> None:
    stage.olena.open("/")
    stage.olena.press("Play now")
    stage.board()


@scene
def board_three(stage: Stage) -> None:
    game = won_games()[MEDIUM]
    wish = {"mode": "open", "code": stage.code(game), "seats": 8}
    race = stage.marta.post("races", wish, expect=201)["id"]
    stage.marta.post(f"races/{race}/begin")
    play(stage.marta, race, actions_of(game)[:50])
    for count in (10, 80, 100, 143):
        rival = Bot(stage.server)
        rival.post(f"races/{race}/join")
        rival.post(f"races/{race}/begin")
        play(rival, race, actions_of(game)[:count])
    stage.olena.open(f"/r/{race}/")
    stage.olena.press("Take a seat")
    stage.olena.press("Turn the cards")
    stage.board()


@scene
def board_ended(stage: Stage) -> None:
    game = won_games()[SHORT]
    race = stage.race(SHORT, rival=10)
    play(stage.olena, race, actions_of(game))
    expect(stage.olena.page.locator("[data-ended]")).to_be_visible()


@scene
def board_words(stage: Stage) -> None:
    without = stage.somebody(scripts=False)
    stage.olena = without
    challenge_without(stage, without)


def challenge_without(stage: Stage, person: Person) -> None:
    """A race by somebody without scripts."""
    challenge(person, stage.code(won_games()[SHORT]))
    person.press("Turn the cards")
