"""Every page and state, each made by a scene: for pictures, and for what all must hold."""

from playwright.sync_api import expect

from tests.browser import after_scenes, board_scenes, board_states, live_scenes
from tests.browser.board_scenes import challenge_without
from tests.browser.scenery import MEDIUM, SCENES, Stage, scene
from tests.browser.stage import SHORT, actions_of, challenge, detour, play
from tests.support.bot import Bot
from tests.support.vectors import won_games

# The scenes of the other modules are in the same list.
__all__ = ["SCENES", "Stage", "after_scenes", "board_scenes", "board_states", "live_scenes"]

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
def new_game_alone(stage: Stage) -> None:
    stage.olena.open("/new/?mode=solo").get_by_text("More options").click()


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
def challenge_any_number(stage: Stage) -> None:
    stage.olena.open("/new/?seats=0")
    stage.olena.press("Create the challenge")


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


@scene
def watching_hidden(stage: Stage) -> None:
    wish = {"mode": "open", "game": "spider", "suits": 2, "hide_progress": True}
    race = stage.marta.post("races", wish, expect=201)["id"]
    stage.ioanna.post(f"races/{race}/join")
    stage.marta.post(f"races/{race}/begin")
    stage.olena.open(f"/r/{race}/")


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
def finished_so_far_many(stage: Stage) -> None:
    actions = actions_of(won_games()[SHORT])
    race = stage.race(SHORT, rival=10, seats=4)
    for bot, played in ((stage.ioanna, [*actions[:9], "R"]), (Bot(stage.server), actions)):
        bot.post(f"races/{race}/join")
        bot.post(f"races/{race}/begin")
        play(bot, race, played)
    play(stage.olena, race, actions)
    stage.olena.open(f"/r/{race}/")


@scene
def finished_table(stage: Stage) -> None:
    race = stage.race(MEDIUM, own=len(actions_of(won_games()[MEDIUM])), rival=40)
    play(stage.marta, race, ["R"])
    stage.olena.open(f"/r/{race}/").get_by_text("The same as a table").click()


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
    stage.olena.page.wait_for_url("**/d/**")


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
    stage.olena.page.wait_for_url("**/look*")


@scene
def replay(stage: Stage) -> None:
    stage.olena.open(f"/r/{finished(stage, won=True)}/")
    stage.olena.press("Watch the replay")
    stage.olena.page.wait_for_url("**/a/*/")
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
    without.page.wait_for_url("**/a/*/")
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
