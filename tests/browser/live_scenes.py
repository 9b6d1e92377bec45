"""Scenes of races with others: lobby, countdown, many players, time that runs out."""

import re

from playwright.sync_api import Route, expect

from tests.browser.pages import Person
from tests.browser.scenery import MEDIUM, Stage, scene
from tests.browser.stage import SHORT, actions_of, play
from tests.support.bot import Bot
from tests.support.vectors import won_games


def lobby(stage: Stage, seats: int) -> str:
    """A live race of Olena, its host; its page is open."""
    stage.olena.open(f"/new/?mode=live&seats={seats}")
    stage.olena.press("Create the challenge")
    return stage.olena.race_id


def guests(stage: Stage, race: str, count: int) -> list[Bot]:
    """So many take a seat."""
    found = [Bot(stage.server) for _ in range(count)]
    for bot in found:
        bot.post(f"races/{race}/join")
    return found


@scene
def new_live(stage: Stage) -> None:
    stage.olena.open("/new/?mode=live").get_by_text("More options").click()


@scene
def lobby_waiting(stage: Stage) -> None:
    race = lobby(stage, 3)
    guests(stage, race, 1)
    expect(stage.olena.page.locator("#players")).to_contain_text("2 of 3 seats")


@scene
def lobby_eight(stage: Stage) -> None:
    race = lobby(stage, 8)
    for bot in guests(stage, race, 7)[:3]:
        bot.post(f"races/{race}/ready", {"ready": True})
    expect(stage.olena.page.get_by_role("heading", name="All seats are taken")).to_be_visible()
    expect(stage.olena.page.get_by_text("Ready", exact=True)).to_have_count(3)


@scene
def lobby_left_behind(stage: Stage) -> None:
    host = Bot(stage.server)
    wish = {"mode": "live", "game": "spider", "suits": 1, "seats": 3}
    race = host.post("races", wish, expect=201)["id"]
    stage.olena.open(f"/r/{race}/")
    stage.olena.press("Take a seat")
    for bot in (host, *guests(stage, race, 1)):
        bot.post(f"races/{race}/ready", {"ready": True})
    stay(stage.olena)
    host.post(f"races/{race}/start")  # the page is fetched within the three seconds
    stage.olena.open(f"/r/{race}/")
    expect(stage.olena.page.get_by_text("You can watch it.")).to_be_visible()


@scene
def countdown(stage: Stage) -> None:
    race = lobby(stage, 2)
    guests(stage, race, 1)[0].post(f"races/{race}/ready", {"ready": True})
    stay(stage.olena)
    stage.olena.press("I am ready")
    expect(stage.olena.page.locator("[data-numeral]")).to_be_visible()


def stay(person: Person) -> None:
    """From the next page on nothing is heard of the server: a state that passes stands still."""
    person.page.route_web_socket("**/ws/**", lambda _socket: None)


@scene
def called_off(stage: Stage) -> None:
    lobby(stage, 2)
    stage.olena.press("Give up my seat")


@scene
def watching_absent(stage: Stage) -> None:
    race = stage.race(MEDIUM, own=30)
    stage.olena = stage.somebody()
    stage.olena.open(f"/r/{race}/")
    expect(stage.olena.page.get_by_text(re.compile("Away|Left, may return"))).to_be_visible()


def crowd(stage: Stage, seats: int) -> str:
    """A race in which all but one have begun: some are done, some gave up; Olena plays too."""
    game = won_games()[SHORT]
    actions = actions_of(game)
    wish = {"mode": "open", "code": stage.code(game), "seats": seats, "time_limit_s": 5400}
    race = str(stage.marta.post("races", wish, expect=201)["id"])
    bots = [stage.marta, *guests(stage, race, seats - 2)]
    for number, bot in enumerate(bots):
        bot.post(f"races/{race}/begin")
        ways = (actions[: 5 + 3 * number], [*actions[:9], "R"], actions[:40])
        play(bot, race, ways[number % 3])
    stage.olena.open(f"/r/{race}/")
    stage.olena.press("Take a seat")
    stage.olena.press("Turn the cards")
    play(stage.olena, race, actions[:12])
    stage.olena.open(f"/r/{race}/")
    stage.board()
    return race


@scene
def board_six(stage: Stage) -> None:
    crowd(stage, 6)


@scene
def board_sixteen(stage: Stage) -> None:
    crowd(stage, 16)


@scene
def board_players(stage: Stage) -> None:
    stage.race(MEDIUM, own=40, rival=30)
    page = stage.olena.page
    page.locator("[popovertarget=board-menu]").filter(visible=True).click()
    page.get_by_role("button", name="Players").click()
    expect(page.locator("#board-players li")).to_have_count(2)


@scene
def board_short_time(stage: Stage) -> None:
    race = stage.race(MEDIUM, own=40, rival=30)

    def late(route: Route) -> None:
        response = route.fetch()
        text = re.sub(r'"seconds": \d+', '"seconds": 86113', response.text())
        route.fulfill(response=response, body=text)

    stage.olena.page.route(f"**/r/{race}/", late)
    stay(stage.olena)
    stage.olena.open(f"/r/{race}/")
    expect(stage.olena.page.get_by_text("4:47 left")).to_be_visible()
