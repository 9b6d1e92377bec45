"""What the board refuses and says; a lost server; two tabs."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.pages import Board
from tests.browser.stage import SHORT, actions_of, alone, challenge, play, stuck_deal
from tests.support.server import Server, copy_of
from tests.support.vectors import code_of, won_games

GAME = won_games()[SHORT]
# 5-3 2-7 3-7x2 6-2 2-4x2 6-2 7-6x4 D ...: after five actions column 2 is empty.
ACTIONS = actions_of(GAME)
EASY_SPIDER = won_games()[49]


# --- What is refused -----------------------------------------------------------------------


def test_a_row_is_not_dealt_while_a_column_is_empty_and_the_column_is_named(
    person: People, codes: Iterator[str]
) -> None:
    alice = person()
    race = alone(alice, next(codes))
    board = Board(alice)
    play(alice, race, ACTIONS[:5])
    expect(board.moves).to_have_text("5")
    board.tap(board.control("deal"))
    expect(board.notice).to_contain_text("A row can’t be dealt yet.")
    expect(board.notice).to_contain_text("Every column needs a card first. Column 2 is empty.")
    assert board.kept()["moves"] == 5


def test_there_is_nothing_to_undo_at_the_start_and_a_dealt_row_stays_in_a_race(
    person: People, codes: Iterator[str]
) -> None:
    alice = person()
    alice.open("/new/").get_by_text("More options").click()
    alice.page.get_by_label("Game code").fill(next(codes))
    alice.press("Create the challenge")
    alice.press("Turn the cards")
    board = Board(alice)
    board.tap(board.control("undo"))
    expect(board.notice).to_contain_text("Nothing to undo.")
    expect(board.notice).to_contain_text("You are at the start of this deal.")
    board.tap(board.control("deal"))
    expect(board.moves).to_have_text("1")
    board.tap(board.control("undo"))
    expect(board.notice).to_contain_text("A dealt row can’t be taken back.")
    assert board.kept()["undos"] == 0


def test_an_empty_stock_tells_that_all_deals_were_made(
    person: People, codes: Iterator[str]
) -> None:
    alice = person()
    race = alone(alice, next(codes))
    board = Board(alice)
    last = len(ACTIONS) - ACTIONS[::-1].index("D")
    play(alice, race, ACTIONS[:last])
    expect(board.moves).to_have_text(str(last))
    board.tap(board.control("deal"))
    expect(board.notice).to_contain_text("The stock is empty.")
    expect(board.notice).to_contain_text("All 4 deals have been made.")


def test_that_nothing_can_move_is_told_with_the_ways_out(person: People, server: Server) -> None:
    code = "SP1-S1C-AAAAXYZ"
    server.import_deals([(stuck_deal(), code)])
    alice = person()
    alone(alice, code)
    board = Board(alice)
    board.column(1).focus()
    for row in range(1, 5):
        board.key("d")
        expect(board.moves).to_have_text(str(row))
    board.tap(board.control("deal"))
    dock = board.page.locator("[data-stuck]")
    expect(dock).to_be_visible()
    expect(board.said).to_contain_text("No card can move. Stock empty.")
    # A dealt row is sealed here, so undo is no way out.
    expect(board.said).to_contain_text("Stock empty. Restart, or take a new deal.")
    expect(dock.get_by_role("button", name="Undo a move")).to_be_hidden()
    expect(dock.get_by_text("Every undo is counted.")).to_be_hidden()
    expect(dock.get_by_role("button", name="New deal")).to_be_visible()
    # The dock has taken the toolbar's place, and its focus.
    expect(dock.get_by_role("button", name="Restart")).to_be_focused()
    dock.get_by_role("button", name="Close").click()
    expect(dock).to_be_hidden()
    expect(board.column(1)).to_be_focused()
    board.key("h")
    expect(board.notice).to_contain_text("Play the same deal again, or take a new one.")
    expect(dock).to_be_hidden()


def test_who_finishes_in_a_race_has_not_won_it_yet(person: People, codes: Iterator[str]) -> None:
    alice, bob = person(), person()
    race = challenge(alice, next(codes))
    bob.open(f"/r/{race}/")
    bob.press("Take a seat")
    alice.press("Turn the cards")
    board = Board(alice)
    play(alice, race, ACTIONS)
    said = f"All sequences are complete. You finished in {board.kept()['moves']} moves."
    expect(board.said).to_contain_text(said)
    expect(board.said).not_to_contain_text("won")


def test_undo_gives_the_move_back_and_is_counted(person: People, codes: Iterator[str]) -> None:
    alice = person()
    alone(alice, next(codes))
    board = Board(alice)
    first = board.kept()
    board.play("5-3")
    board.play("U")
    expect(board.undos).to_have_text("1")
    kept = board.kept()
    assert kept["columns"] == first["columns"]
    assert (kept["moves"], kept["undos"]) == (0, 1)
    board.shows(kept)


# --- Words, tabs, a lost server ------------------------------------------------------------


def test_the_board_can_be_read_as_text_and_the_list_follows(
    person: People, codes: Iterator[str]
) -> None:
    alice = person()
    race = alone(alice, next(codes))
    board = Board(alice)
    board.page.locator(".board-actions .board-more").click()
    board.page.locator("#board-menu").get_by_role("button", name="Board as text").click()
    lines = board.page.locator("[data-words] li")
    expect(lines).to_have_count(8)
    expect(lines.first).to_have_text("Stock: 24 cards, 4 deals left. No sequence complete.")
    expect(lines.nth(1)).to_have_text("Column 1: 4 of spades.")
    play(alice, race, ["5-3"])
    expect(lines.nth(3)).to_contain_text("10 of spades, 9 of spades.")


def test_two_tabs_of_one_player_follow_each_other(person: People, codes: Iterator[str]) -> None:
    alice = person()
    alone(alice, next(codes))
    second = alice.tab()
    second.goto(alice.page.url)
    left, right = Board(alice), Board(alice, second)
    for mine, other, action in zip([left, right] * 3, [right, left] * 3, ACTIONS[:6], strict=True):
        mine.play(action)
        other.shows(mine.kept())
    assert left.kept()["moves"] == 6


@pytest.mark.timeout(300)
def test_a_killed_server_loses_no_move_and_doubles_none(
    person: People, installation: Path, tmp_path: Path
) -> None:
    server = Server(copy_of(installation, tmp_path / "var"))
    code = code_of(EASY_SPIDER, 1)
    server.import_deals([(EASY_SPIDER, code)])
    server.start()
    try:
        alice = person(at=server)
        alice.expected += ["WebSocket connection", "ERR_CONNECTION_REFUSED"]
        alone(alice, code)
        board = Board(alice)
        first = board.kept()
        moves = apart(first["legal"])
        assert len(moves) >= 2
        for number, (source, count, target) in enumerate(moves):
            board.take(source, count)
            board.column(target).click()
            if number == 0:
                server.kill()
        lost = board.page.locator("[data-offline]")
        expect(lost).to_contain_text("Reconnecting…")
        expect(lost).to_contain_text("will be sent.")
        server.start()
        expect(lost).to_be_hidden(timeout=30_000)
        expect(board.moves).to_have_text(str(len(moves)))
        kept = board.kept()
        assert (kept["moves"], kept["seq"], kept["undos"]) == (len(moves), len(moves), 0)
        board.shows(kept)
        for source, count, target in moves:
            assert len(kept["columns"][target - 1]["up"]) >= (
                len(first["columns"][target - 1]["up"]) + count
            )
            assert kept["columns"][source - 1] != first["columns"][source - 1]
        source, count, target = apart(kept["legal"])[0]
        board.play(f"{source}-{target}x{count}")
        alice.page.reload()
        Board(alice).shows(board.kept())
    finally:
        server.stop()


# --- Choosing moves ------------------------------------------------------------------------


def apart(legal: dict[str, dict[str, list[int]]]) -> list[tuple[int, int, int]]:
    """Legal moves (source, count, target), no two of which touch the same column."""
    found: list[tuple[int, int, int]] = []
    used: set[int] = set()
    for source, counts in legal.items():
        count = max(counts, key=int)
        free = [target for target in counts[count] if target not in used]
        if int(source) not in used and free:
            found.append((int(source), int(count), free[0]))
            used |= {int(source), free[0]}
    return found
