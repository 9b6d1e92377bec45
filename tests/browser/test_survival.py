"""What happens to a client that the world is unkind to: its board is the server's in the end."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import FloatRect, Page, WebSocketRoute, expect

from tests.browser.conftest import People
from tests.browser.pages import Board, Person, move
from tests.browser.stage import SHORT, actions_of, alone, play
from tests.support.vectors import won_games

GAME = won_games()[SHORT]
ACTIONS = actions_of(GAME)
HOUR_AHEAD = "{ const now = Date.now; Date.now = () => now() + 3_600_000 }"


class Cut:
    """A line that is cut, once for each action, at a moment of its way."""

    def __init__(self, page: Page, where: str) -> None:
        self.where, self.cut = where, set[str]()
        page.route_web_socket("**/ws/**", self._line)

    def _line(self, line: WebSocketRoute) -> None:
        beyond = line.connect_to_server()

        def out(text: str | bytes) -> None:
            message = json.loads(text)
            if self._now("before it is sent", message):
                line.close(code=1011)
                return
            beyond.send(text)
            if self._now("after it is sent", message):
                line.close(code=1011)

        def back(text: str | bytes) -> None:
            if self._now("before the answer", json.loads(text)):
                line.close(code=1011)
                return
            line.send(text)

        line.on_message(out)
        beyond.on_message(back)

    def _now(self, where: str, message: dict[str, str]) -> bool:
        name = message.get("id")
        if where != self.where or not name or name in self.cut:
            return False
        self.cut.add(name)
        return True


@pytest.mark.parametrize("where", ["before it is sent", "after it is sent", "before the answer"])
def test_a_line_that_is_cut_costs_no_move_and_doubles_none(
    person: People, codes: Iterator[str], where: str
) -> None:
    alice = person()
    cut = Cut(alice.page, where)
    alone(alice, next(codes))
    board = Board(alice)
    for action in ACTIONS[:3]:
        board.play(action)
    assert len(cut.cut) == 3
    kept = board.kept()
    assert (kept["seq"], kept["moves"]) == (3, 3)
    board.shows(kept)


def test_moves_that_are_not_sent_outlive_a_reload(person: People, codes: Iterator[str]) -> None:
    alice = person()
    tunnel = Tunnel(alice.page)
    alone(alice, next(codes))
    board = Board(alice)
    tunnel.enter()
    for action in ACTIONS[:2]:
        source, target, count = move(action)
        board.drag(source, count, target)
    expect(board.page.locator("[data-offline]")).to_contain_text("your last 2 moves are kept")
    board.page.reload()
    expect(board.page.locator(".card[data-pending]")).to_have_count(2)
    assert board.kept()["moves"] == 0
    tunnel.leave()
    expect(board.moves).to_have_text("2")
    board.shows(board.kept())


def test_each_move_that_has_to_wait_is_told(person: People, codes: Iterator[str]) -> None:
    alice = person()
    tunnel = Tunnel(alice.page)
    alone(alice, next(codes))
    board = Board(alice)
    board.play(ACTIONS[0])
    tunnel.enter()
    expect(board.said).to_contain_text("Connection lost. Reconnecting.")
    source, target, count = move(ACTIONS[1])
    board.drag(source, count, target)
    expect(board.said).to_contain_text("Kept: 1 move waits for the connection.")
    board.column(1).focus()
    board.key("d")
    expect(board.said).to_contain_text("Kept: 2 moves wait for the connection.")
    tunnel.leave()
    expect(board.moves).to_have_text("3")


@pytest.mark.parametrize("size", [(390, 844), (640, 360), (1024, 700)])
def test_that_the_line_is_lost_is_told_where_it_moves_and_covers_nothing(
    person: People, codes: Iterator[str], size: tuple[int, int]
) -> None:
    alice = person(*size)
    tunnel = Tunnel(alice.page)
    alone(alice, next(codes))
    board = Board(alice)
    board.play(ACTIONS[0])
    parts = [board.page.locator(name) for name in (".houses", ".board-scroll")]
    before = [part.bounding_box() for part in parts]
    tunnel.enter()
    lost = board.page.locator("[data-offline]")
    expect(lost).to_contain_text("Reconnecting")
    assert [part.bounding_box() for part in parts] == before
    banner = lost.bounding_box()
    assert banner is not None
    assert not any(box and overlap(banner, box) for box in before)


def overlap(one: FloatRect, other: FloatRect) -> bool:
    """Whether two boxes share a point."""
    return (
        one["x"] < other["x"] + other["width"]
        and other["x"] < one["x"] + one["width"]
        and one["y"] < other["y"] + other["height"]
        and other["y"] < one["y"] + one["height"]
    )


def test_cards_that_another_tab_has_moved_are_let_go(person: People, codes: Iterator[str]) -> None:
    alice = person()
    race = alone(alice, next(codes))
    board = Board(alice)
    source, _, count = move(ACTIONS[0])
    board.take(source, count)
    play(alice, race, [ACTIONS[0]])
    expect(board.held).to_have_text("0")
    expect(board.said).to_contain_text("Let go: the table has changed.")


def test_moves_that_another_tab_was_ahead_of_are_taken_back(
    person: People, codes: Iterator[str]
) -> None:
    alice = person()
    deaf = Deaf(alice.page)
    race = alone(alice, next(codes))
    board = Board(alice)
    source, target, count = move(ACTIONS[0])
    deaf.wait()
    play(alice, race, [ACTIONS[0]])  # her other tab; this one does not hear of it
    board.drag(source, count, target)  # drawn at once, met by a log that has gone on
    expect(board.notice).to_contain_text("The table has changed.")
    kept = board.kept()
    assert kept["moves"] == 1
    board.shows(kept)


def test_a_clock_that_is_an_hour_wrong_changes_nothing(
    person: People, codes: Iterator[str]
) -> None:
    alice = person()
    alice.context.add_init_script(HOUR_AHEAD)
    alone(alice, next(codes))
    board = Board(alice)
    board.play(ACTIONS[0])
    clock = board.page.locator('[data-fact="time"] b')
    minutes, seconds = map(int, (clock.text_content() or "").split(":"))
    assert abs(minutes * 60 + seconds - board.kept()["seconds"]) <= 3


def test_back_and_forward_show_the_board_as_it_is(person: People, codes: Iterator[str]) -> None:
    alice = person()
    race = alone(alice, next(codes))
    board = Board(alice)
    board.play(ACTIONS[0])
    alice.open("/settings/")
    play(alice, race, [ACTIONS[1]])
    alice.page.go_back()
    again = Board(alice)
    again.shows(again.kept())
    alice.page.go_back()
    alice.page.go_forward()
    again = Board(alice)
    again.play(ACTIONS[2])
    assert again.kept()["moves"] == 3


def test_a_phone_that_is_turned_keeps_what_the_hand_holds(
    person: People, codes: Iterator[str]
) -> None:
    alice = person(390, 844, touch=True)
    alone(alice, next(codes))
    board = Board(alice, touch=True)
    source, target, count = move(ACTIONS[0])
    board.take(source, count)
    turned(alice, 844, 390)
    expect(board.held).to_have_text(str(count))
    expect(board.column(target)).to_have_attribute("data-target", "")
    board.tap(board.column(target))
    expect(board.moves).to_have_text("1")
    turned(alice, 390, 844)
    board.shows(board.kept())


def turned(person: Person, width: int, height: int) -> None:
    """The window's sides change places; what is laid out anew has settled."""
    person.page.set_viewport_size({"width": width, "height": height})
    person.page.evaluate(
        "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )


class Tunnel:
    """No line gets through while one is in it."""

    def __init__(self, page: Page) -> None:
        self.inside = False
        self.lines: list[WebSocketRoute] = []
        page.route_web_socket("**/ws/**", self._line)

    def enter(self) -> None:
        """All lines go dead."""
        self.inside = True
        for line in self.lines:
            line.close(code=1011)

    def leave(self) -> None:
        """The next line gets through."""
        self.inside = False

    def _line(self, line: WebSocketRoute) -> None:
        if self.inside:
            line.close(code=1011)
            return
        line.connect_to_server()
        self.lines.append(line)


class Deaf:
    """Answers come through, and the first welcome; what other tabs have done does not."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.welcomed = False
        page.route_web_socket("**/ws/**", self._line)

    def wait(self) -> None:
        """Until the page has been welcomed: what is done now it does not hear of."""
        while not self.welcomed:
            self.page.wait_for_timeout(50)

    def _line(self, line: WebSocketRoute) -> None:
        beyond = line.connect_to_server()

        def back(text: str | bytes) -> None:
            message = json.loads(text)
            first = message["type"] == "welcome" and not self.welcomed
            self.welcomed = self.welcomed or first
            if message["type"] == "pong":  # which tells how far the log is
                line.send(json.dumps(message | {"seqs": {}, "rev": 0}))
            elif first or "id" in message:
                line.send(text)

        beyond.on_message(back)
