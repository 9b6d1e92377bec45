"""Each way in which a race can end, as two who raced and one who watched read it."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.pages import Board, Person
from tests.browser.stage import SHORT, actions_of, challenge, play, rewrite
from tests.browser.test_live import gather
from tests.browser.test_racing import heading, invite
from tests.support.server import Server
from tests.support.vectors import won_games

ACTIONS = actions_of(won_games()[SHORT])
MOVES = len(ACTIONS)
Three = tuple[Person, Person, Person]


@pytest.fixture
def three(person: People) -> Three:
    """alice, bob on a phone, and charlie, who watches."""
    return person(), person(390, 844, touch=True), person(820, 1180)


def test_on_moves_on_time_or_in_a_draw(three: Three, server: Server, codes: Iterator[str]) -> None:
    alice, bob, charlie = three
    race, _ = invite(alice, bob, codes)
    charlie.open(f"/r/{race}/")
    expect(charlie.page.get_by_text("You are watching.")).to_contain_text("All seats are taken.")
    for somebody in (alice, bob):
        play(somebody, race, ACTIONS)
    # The page of one who watches follows to the result.
    expect(charlie.page.locator("[data-page=result]")).to_be_visible()

    results(server, race, (MOVES, 90), (MOVES + 2, 60))
    told(three, race, "You win by 2 moves", f"{alice.shown_name} wins by 2 moves")
    decides(alice, "Moves")
    results(server, race, (MOVES, 90), (MOVES, 95))
    told(three, race, "You win on time", f"{alice.shown_name} wins on time")
    decides(bob, "Time")
    results(server, race, (MOVES, 90), (MOVES, 90))
    told(three, race, "A draw", "A draw")
    expect(bob.page.locator("thead .tag")).to_have_text(["1st =", "1st ="])
    said = f"You and {alice.shown_name} both needed {MOVES} moves and 01:30."
    expect(bob.page.get_by_text(said)).to_be_visible()
    expect(alice.page.get_by_text("decides")).to_have_count(0)


def test_with_nobody(three: Three, codes: Iterator[str]) -> None:
    alice, bob, charlie = three
    race, _ = invite(alice, bob, codes)
    charlie.open(f"/r/{race}/")
    give_up(alice)
    heading(alice, "You gave up this game")
    expect(charlie.page.locator("#players")).to_contain_text("Gave up")
    give_up(bob)
    for somebody in three:
        heading(somebody, "Nobody finished this race")


def test_when_time_is_over(three: Three, server: Server, codes: Iterator[str]) -> None:
    """Three races end by the same look at the clock."""
    alice, bob, charlie = three
    slow, _ = invite(alice, bob, codes)
    play(alice, slow, ACTIONS)
    alone = challenge(alice, next(codes))  # bob sits, and never comes
    bob.open(f"/r/{alone}/")
    bob.press("Take a seat")
    alice.page.reload()
    alice.press("Turn the cards")
    play(alice, alone, ACTIONS)
    charlie.open(f"/r/{alone}/")
    expect(charlie.page.locator("#players")).to_contain_text("Not started")
    unstarted = gather(alice)

    over = "UPDATE games_race SET ends_at = ? WHERE id IN (?, ?)"
    rewrite(server, over, past(), alone, unstarted)
    late = """UPDATE games_attempt SET deadline = ? WHERE state = 'playing' AND id IN
        (SELECT attempt_id FROM games_seat WHERE race_id = ?)"""
    rewrite(server, late, now(), slow)

    heading(alice, "This race was called off")
    heading(charlie, f"{alice.shown_name} finished in {MOVES} moves")  # a verdict needs two
    expect(charlie.page.locator("main")).not_to_contain_text(bob.shown_name)
    alice.open(f"/r/{alone}/")
    heading(alice, f"You finished in {MOVES} moves")
    bob.open(f"/r/{slow}/")
    heading(bob, f"{alice.shown_name} wins")
    expect(bob.page.locator("thead th").first).to_contain_text("Out of time")
    alice.open(f"/r/{slow}/")
    heading(alice, "You win")
    expect(alice.page.get_by_text("Nobody else finished.")).to_be_visible()


def test_called_off(three: Three) -> None:
    alice, bob, charlie = three
    race = gather(alice, bob)
    charlie.open(f"/r/{race}/")
    bob.press("Give up my seat")
    expect(charlie.page.get_by_role("button", name="Take a seat")).to_be_visible()
    alice.press("Give up my seat")
    for somebody in three:
        heading(somebody, "This race was called off")
        expect(somebody.page.locator("table")).to_have_count(0)


@pytest.mark.timeout(120)
def test_a_live_race_by_code(three: Three, codes: Iterator[str]) -> None:
    alice, bob, charlie = three
    alice.open(f"/new/?mode=live&code={next(codes)}")
    alice.press("Create the challenge")
    race = alice.race_id
    bob.open(f"/r/{race}/")
    bob.press("Take a seat")
    charlie.open(f"/r/{race}/")
    for somebody in (alice, bob):
        somebody.press("I am ready")
    for somebody in (alice, bob):
        Board(somebody)
        expect(somebody.page.locator("[data-countdown]")).to_have_count(0)
    expect(charlie.page.get_by_text("Nobody can join any more")).to_be_visible()
    play(alice, race, ACTIONS)
    expect(bob.page.locator("[data-beat]")).to_contain_text(f"Win with {MOVES - 1} or fewer")
    expect(charlie.page.locator("#players")).to_contain_text(f"{MOVES}")
    give_up(bob)
    heading(bob, f"{alice.shown_name} wins")
    heading(charlie, f"{alice.shown_name} wins")
    alice.press("See the result")
    heading(alice, "You win")


# --- Steps ---------------------------------------------------------------------------------


def told(three: Three, race: str, hers: str, others: str) -> None:
    """What each reads at the head of the result."""
    for somebody, said in zip(three, (hers, others, others), strict=True):
        somebody.open(f"/r/{race}/")
        heading(somebody, said)


def decides(person: Person, name: str) -> None:
    """That row of the table made the difference, and no other."""
    marked = person.page.get_by_role("row").filter(has_text="decides")
    expect(marked.get_by_role("rowheader")).to_have_text(re.compile(rf"^\s*{name}\s*decides\s*$"))


def results(server: Server, race: str, *outcomes: tuple[int, int]) -> None:
    """Moves and seconds, by seat."""
    statement = """UPDATE games_result SET moves = ?, seconds = ? WHERE attempt_id =
        (SELECT attempt_id FROM games_seat WHERE race_id = ? AND number = ?)"""
    for number, (moves, seconds) in enumerate(outcomes, 1):
        rewrite(server, statement, moves, seconds, race, number)


def give_up(person: Person) -> None:
    """By the menu, which asks."""
    person.page.locator("[popovertarget=board-menu]").filter(visible=True).click()
    person.page.locator("#board-menu").get_by_role("button", name="Give up").click()
    person.page.locator("#ask-resign").get_by_role("button", name="Give up").click()


def now() -> str:
    """The time, as the database keeps it."""
    return f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S.%f}"


def past() -> str:
    """A minute ago."""
    return f"{datetime.now(UTC) - timedelta(minutes=1):%Y-%m-%d %H:%M:%S.%f}"
