"""Every page and state, each made by a scene: for pictures, and for what all must hold."""

from playwright.sync_api import expect

from tests.browser import live_scenes
from tests.browser.pages import Person
from tests.browser.scenery import LONG_PILE, MEDIUM, SCENES, STUCK_CODE, Stage, scene
from tests.browser.stage import (
    FOUR_SUITS,
    SHORT,
    actions_of,
    challenge,
    detour,
    play,
)
from tests.support.bot import Bot
from tests.support.vectors import won_games

# The scenes of the other module are in the same list.
__all__ = ["SCENES", "Stage", "live_scenes"]

# --- Pages before a race -------------------------------------------------------------------


@scene
def home(stage: Stage) -> None:
    stage.olena.open("/")


@scene
def home_carry_on(stage: Stage) -> None:
    finished_won(stage)
    stage.race(MEDIUM, own=30, rival=20)
    stage.olena.open("/")


@scene
def new_game(stage: Stage) -> None:
    stage.olena.open("/new/?suits=2")


@scene
def new_game_options(stage: Stage) -> None:
    stage.olena.open("/new/").get_by_text("More options").click()


@scene
def new_game_mistake(stage: Stage) -> None:
    stage.olena.open("/new/").get_by_text("More options").click()
    stage.olena.page.get_by_label("Game code").fill("SP1-S2C-X")
    stage.olena.press("Create the challenge")


@scene
def challenge_host(stage: Stage) -> None:
    race = challenge(stage.olena, stage.code(won_games()[MEDIUM]))
    stage.marta.post(f"races/{race}/join")
    expect(stage.olena.page.get_by_text("Marta")).to_be_visible()


@scene
def challenge_guest(stage: Stage) -> None:
    race = stage.marta.post("races", {"game": "spider", "suits": 2, "mode": "open"}, expect=201)
    stage.olena = stage.somebody()
    stage.olena.open(f"/r/{race['id']}/")


@scene
def watching(stage: Stage) -> None:
    race = stage.race(MEDIUM, own=30, rival=20)
    stage.olena = stage.somebody()
    stage.olena.open(f"/r/{race}/")


# --- The board -----------------------------------------------------------------------------


@scene
def board_start(stage: Stage) -> None:
    stage.race(MEDIUM)


@scene
def board_held(stage: Stage) -> None:
    stage.race(MEDIUM, own=40, rival=30)
    board = stage.board()
    legal = board.kept()["legal"]
    column = max(legal, key=lambda number: max(len(to) for to in legal[number].values()))
    count = max(legal[column], key=lambda held: len(legal[column][held]))
    board.take(int(column), int(count))


@scene
def board_four_colour(stage: Stage) -> None:
    stage.race(FOUR_SUITS, own=60, rival=200)


@scene
def board_long_pile(stage: Stage) -> None:
    number, at = LONG_PILE
    stage.race(number, own=at)


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
def board_reconnecting(stage: Stage) -> None:
    stage.race(SHORT, own=20, rival=25)
    page = stage.olena.page
    page.route_web_socket("**/ws/**", lambda socket: socket.close())
    page.reload()
    expect(page.locator("[data-offline]")).to_be_visible()


@scene
def board_words(stage: Stage) -> None:
    without = stage.somebody(scripts=False)
    stage.olena = without
    challenge_without(stage, without)


def challenge_without(stage: Stage, person: Person) -> None:
    """A race by somebody without scripts."""
    challenge(person, stage.code(won_games()[SHORT]))
    person.press("Turn the cards")


# --- After a race --------------------------------------------------------------------------


def finished(stage: Stage, *, won: bool) -> str:
    """A race that Olena has won, or lost by two moves."""
    game = won_games()[SHORT]
    at, wasted = detour()
    actions = actions_of(game)
    longer = [*actions[:at], *wasted, *actions[at:]]
    race = stage.race(SHORT)
    play(stage.olena, race, actions if won else longer)
    play(stage.marta, race, longer if won else actions)
    return race


@scene
def finished_won(stage: Stage) -> None:
    stage.olena.open(f"/r/{finished(stage, won=True)}/")


@scene
def finished_lost(stage: Stage) -> None:
    stage.olena.open(f"/r/{finished(stage, won=False)}/")


@scene
def finished_third(stage: Stage) -> None:
    race = finished(stage, won=True)
    stage.olena = stage.somebody()
    stage.olena.open(f"/r/{race}/")


@scene
def finished_so_far(stage: Stage) -> None:
    game = won_games()[SHORT]
    race = stage.race(SHORT, rival=10)
    play(stage.olena, race, actions_of(game))
    stage.olena.open(f"/r/{race}/")


@scene
def finished_alone(stage: Stage) -> None:
    game = won_games()[SHORT]
    stage.olena.open("/new/?mode=solo").get_by_text("More options").click()
    stage.olena.page.get_by_label("Game code").fill(stage.code(game))
    stage.olena.press("Deal the cards")
    race = stage.olena.race_id
    play(stage.olena, race, actions_of(game))
    stage.olena.open(f"/r/{race}/")


@scene
def finished_many(stage: Stage) -> None:
    game = won_games()[SHORT]
    at, wasted = detour()
    actions = actions_of(game)
    race = stage.marta.post(
        "races", {"mode": "open", "code": stage.code(game), "seats": 4}, expect=201
    )
    everybody = [stage.marta, Bot(stage.server), stage.ioanna]
    for bot in everybody[1:]:
        bot.post(f"races/{race['id']}/join")
    for bot in everybody:
        bot.post(f"races/{race['id']}/begin")
    stage.olena.open(f"/r/{race['id']}/")
    stage.olena.press("Take a seat")
    stage.olena.press("Turn the cards")
    play(stage.marta, race["id"], actions)
    play(everybody[1], race["id"], actions)
    play(stage.olena, race["id"], [*actions[:at], *wasted, *actions[at:]])
    play(everybody[2], race["id"], [*actions[:30], "R"])
    stage.olena.open(f"/r/{race['id']}/")


@scene
def deal(stage: Stage) -> None:
    finished_won(stage)
    stage.olena.press("Leaderboard of this deal")


@scene
def deal_unplayed(stage: Stage) -> None:
    stage.olena.open("/d/SP1-S2C-KQMTDAB/")


@scene
def deal_find(stage: Stage) -> None:
    stage.olena.open("/d/")


@scene
def deal_find_mistake(stage: Stage) -> None:
    stage.olena.open("/d/?code=SP1-S2C-X")


@scene
def look(stage: Stage) -> None:
    race = finished(stage, won=True)
    stage.olena = stage.somebody()
    stage.olena.open(f"/r/{race}/")
    stage.olena.press("Look at the games")


@scene
def replay(stage: Stage) -> None:
    stage.olena.open(f"/r/{finished(stage, won=True)}/")
    stage.olena.press("Watch the replay")
    stage.olena.page.goto(f"{stage.olena.page.url}?at=40")
    expect(stage.olena.page.locator("[data-choices]")).to_be_visible()


@scene
def replay_without(stage: Stage) -> None:
    without = stage.somebody(scripts=False)
    game = won_games()[SHORT]
    stage.olena = without
    challenge_without(stage, without)
    play(without, without.race_id, [*actions_of(game)[:40], "R"])
    without.open(f"/r/{without.race_id}/")
    without.press("Watch the replay")
    without.page.goto(f"{without.page.url}?at=36")


@scene
def error_404(stage: Stage) -> None:
    stage.olena.open("/nothing/here/")


@scene
def error_race(stage: Stage) -> None:
    stage.olena.open("/r/nosuchrace/")


@scene
def error_form(stage: Stage) -> None:
    stage.olena.page.route(
        "**/new/",
        lambda route: route.continue_(post_data="csrfmiddlewaretoken=old"),
    )
    stage.olena.open("/new/")
    stage.olena.press("Create the challenge")


@scene
def theme_menu(stage: Stage) -> None:
    stage.olena.open("/").locator(".theme summary").click()
