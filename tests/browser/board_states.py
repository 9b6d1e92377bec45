"""Scenes of states that come over a board: a hint, large print, a lost connection, the end."""

import re

from playwright.sync_api import WebSocketRoute, expect

from tests.browser.scenery import MEDIUM, Stage, scene
from tests.browser.stage import SHORT, actions_of, alone, detour, play
from tests.support.vectors import won_games


@scene
def board_hint(stage: Stage) -> None:
    alone(stage.olena, stage.code(won_games()[MEDIUM]))
    board = stage.board()
    board.tap(board.control("hint"))
    expect(board.page.locator("[data-hint]").first).to_be_visible()


@scene
def board_practice(stage: Stage) -> None:
    alone(stage.olena, stage.code(won_games()[MEDIUM]))
    stage.board()
    stage.olena.page.evaluate("document.querySelector('#ask-again').showPopover()")
    stage.olena.page.locator("#ask-again .primary").click()
    expect(stage.olena.page.locator(".board-stock .board-tag")).to_be_visible()
    stage.board()


@scene
def board_large_print(stage: Stage) -> None:
    stage.olena.open("/settings/")
    stage.olena.page.locator('[name="large_print"]').check()
    stage.olena.press("Keep these settings")
    stage.race(MEDIUM, own=40, rival=30)
    stage.hold()


@scene
def board_stuck_too_few(stage: Stage) -> None:
    race = stage.race(SHORT, own=58, rival=25)
    told(stage, r'"stuck": ?false', '"stuck": "too_few_cards"')
    stage.olena.open(f"/r/{race}/")
    expect(stage.olena.page.get_by_text("Too few cards are left")).to_be_visible()


@scene
def board_out_of_reach(stage: Stage) -> None:
    """Moves there and back, then a row, which seals them."""
    actions = actions_of(won_games()[SHORT])
    at, wasted = detour()
    row = actions.index("D") + 1
    race = stage.race(SHORT, rival=len(actions))
    play(stage.olena, race, [*actions[:at], *wasted * len(actions), *actions[at:row]])
    expect(stage.olena.page.get_by_text("can’t be beaten now")).to_be_visible()
    expect(stage.olena.page.locator("[data-flying]")).to_have_count(0)


@scene
def board_loading(stage: Stage) -> None:
    race = stage.race(MEDIUM, own=40, rival=30)
    page = stage.olena.page
    page.route("**/js/board-page*.js", lambda _route: None)
    page.goto(f"{stage.server.url}/r/{race}/", wait_until="commit")
    expect(page.locator(".board-wait")).to_have_css("opacity", "1")


@scene
def board_connecting(stage: Stage) -> None:
    stage.race(SHORT, own=20, rival=25)
    page = stage.olena.page
    page.route_web_socket("**/ws/**", lambda socket: socket.close())
    page.reload()
    expect(page.locator("[data-offline]")).to_be_visible()


@scene
def board_reconnecting(stage: Stage) -> None:
    """Two moves, made after the connection was lost."""
    race = stage.race(SHORT, own=2, rival=25)
    links: list[WebSocketRoute] = []
    lost = False

    def link(socket: WebSocketRoute) -> None:
        if lost:
            socket.close()
            return
        socket.connect_to_server()
        links.append(socket)

    page = stage.olena.page
    page.route_web_socket("**/ws/**", link)
    stage.olena.open(f"/r/{race}/")
    board = stage.board()
    (source, counts), *_ = board.kept()["legal"].items()
    expect(page.locator("[data-offline]")).to_be_hidden()
    lost = True
    links[0].close()
    count = max(counts, key=int)
    board.take(int(source), int(count))
    board.tap(board.column(counts[count][0]))
    expect(page.locator("[data-offline]")).to_contain_text("will be sent")


def told(stage: Stage, what: str, instead: str) -> None:
    """From the next page on the server's words are other ones: a state that is seldom reached."""

    def link(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.send(re.sub(what, instead, str(message))))

    stage.olena.page.route_web_socket("**/ws/**", link)
