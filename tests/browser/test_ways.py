"""The ways to meet over a deal: by a code, unseen by each other, too late; and what is sent on."""

import re
from collections.abc import Iterator

from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.pages import Board, Person
from tests.browser.stage import SHORT, actions_of, play, rewrite
from tests.browser.test_racing import heading, invite
from tests.support.server import Server
from tests.support.vectors import won_games

ACTIONS = actions_of(won_games()[SHORT])
MOVES = len(ACTIONS)
SHARES = "navigator.share = async (what) => { globalThis.sent = what }"


def test_a_deal_is_found_by_its_number_played_alone_and_raced_on(
    person: People, codes: Iterator[str]
) -> None:
    alice, bob, charlie = person(), person(390, 844, touch=True), person()
    alice.open("/").get_by_label("Game code or deal number").fill("41739205-2")
    alice.press("Find the deal")
    heading(alice, "Deal SP1-S2C-ADNIUKB")
    expect(alice.page.get_by_text("Deal number 41739205-2")).to_be_visible()

    code = next(codes)
    alice.open(f"/d/{code}/")
    expect(alice.page.get_by_text("No results on this deal yet.")).to_be_visible()
    alice.press("Play this deal alone")
    Board(alice)
    play(alice, alice.race_id, ACTIONS)
    alice.press("See the result")
    heading(alice, f"You finished in {MOVES} moves")
    alice.press("Leaderboard of this deal")
    expect(alice.page.locator("tbody tr")).to_contain_text([alice.shown_name])

    # From here others can race on it; she knows the cards, and is told so.
    bob.open(f"/d/{code}/")
    bob.press("Challenge a friend on it")
    race = bob.race_id
    alice.open(f"/r/{race}/")
    expect(alice.page.get_by_text("your own attempt will be practice")).to_be_visible()
    alice.press("Take a seat")
    for somebody in (alice, bob):
        somebody.open(f"/r/{race}/")
        somebody.press("Turn the cards")
        Board(somebody)
    is_practice(alice)
    play(alice, race, ACTIONS)
    # Her moves are no number to beat, and there is nobody to win against.
    expect(bob.page.locator("[data-log]")).to_contain_text("as practice.")
    expect(bob.page.locator("[data-beat]")).to_be_hidden()
    play(bob, race, ACTIONS)
    expect(bob.page.locator("[data-ended]")).to_contain_text(f"You finished in {MOVES} moves")
    charlie.open(f"/r/{race}/")
    heading(charlie, f"{bob.shown_name} finished in {MOVES} moves")
    expect(charlie.page.locator("thead th").filter(has_text=alice.shown_name)).to_contain_text(
        "practice"
    )


def test_the_same_cards_again_are_told_to_be_practice(person: People, codes: Iterator[str]) -> None:
    alice = person()
    code = next(codes)
    alice.open(f"/new/?mode=solo&code={code}")
    alice.press("Deal the cards")
    play(alice, alice.race_id, [*ACTIONS[:5], "R"])
    alice.press("See the result")
    expect(alice.page.get_by_text("The same cards again are practice")).to_be_visible()
    alice.press("Same cards again")
    Board(alice)
    is_practice(alice)
    # By its code it is the same: told first, then dealt.
    alice.open(f"/new/?mode=solo&code={code}")
    alice.press("Deal the cards")
    heading(alice, f"Deal {code}")
    expect(alice.page.get_by_text("an attempt of your own will be practice")).to_be_visible()
    alice.press("Play this deal alone")
    Board(alice)


def test_hidden_progress_is_hidden_until_the_own_end(
    person: People, server: Server, codes: Iterator[str]
) -> None:
    alice, bob, charlie = person(), person(390, 844, touch=True), person()
    race, _ = invite(alice, bob, codes)
    rewrite(server, "UPDATE games_race SET hide_progress = 1 WHERE id = ?", race)
    bob.open(f"/r/{race}/")
    charlie.open(f"/r/{race}/")
    play(alice, race, ACTIONS)
    alice.press("See the result")
    heading(alice, f"You finished in {MOVES} moves")
    Board(bob)
    rival = bob.page.locator(".strip-rival")
    expect(rival).to_have_text(re.compile("begun", re.IGNORECASE))
    expect(bob.page.locator("[data-beat]")).to_be_hidden()
    rows = charlie.page.locator("#players tbody tr")
    expect(rows.filter(has_text=alice.shown_name)).to_have_text(re.compile(r"–\s+–\s+–\s+Begun"))
    expect(charlie.page.locator("#players")).to_contain_text("stay hidden until it is over")
    play(bob, race, ["R"])
    for somebody in (bob, charlie):
        somebody.open(f"/r/{race}/")
        heading(somebody, f"{alice.shown_name} wins")
        expect(somebody.page.get_by_role("row", name="Moves")).to_contain_text(str(MOVES))


def test_who_comes_too_late_or_without_a_name_is_told_why_there_is_no_seat(
    person: People, server: Server, codes: Iterator[str]
) -> None:
    alice, charlie = person(), person()
    alice.open(f"/new/?code={next(codes)}&seats=3")
    alice.press("Create the challenge")
    race = alice.race_id
    reason = charlie.page.get_by_text("You are watching.")
    charlie.open(f"/r/{race}/")
    expect(charlie.page.get_by_role("button", name="Take a seat")).to_be_visible()
    rewrite(server, "UPDATE games_race SET registered_only = 1 WHERE id = ?", race)
    charlie.press("Take a seat")
    expect(charlie.page.locator(".messages")).to_contain_text("who have a name with a password")
    expect(reason).to_contain_text("kept for players who have a name")
    expect(charlie.page.get_by_role("button", name="Take a seat")).to_have_count(0)


def test_a_result_is_copied_or_shared_as_a_line_without_cards(
    person: People, codes: Iterator[str]
) -> None:
    alice, bob = person(), person()
    alice.context.grant_permissions(["clipboard-read", "clipboard-write"])
    alice.context.add_init_script(SHARES)
    race, _ = invite(alice, bob, codes)
    play(bob, race, ["R"])
    play(alice, race, ACTIONS)
    alice.press("See the result")
    alice.press("Copy the result")
    expect(alice.page.get_by_role("button", name="Copied")).to_be_visible()
    line = f"Spiderette, Easy: {alice.shown_name} wins. Nobody else finished."
    link = f"{alice.server.url}/r/{race}/"
    assert alice.page.evaluate("navigator.clipboard.readText()") == f"{line} {link}"
    alice.press("Share")
    sent = alice.page.evaluate("sent")
    assert (sent["text"], sent["url"]) == (line, link)


def test_the_chart_opens_as_a_table(person: People, codes: Iterator[str]) -> None:
    alice, bob = person(390, 844, touch=True), person()
    race, _ = invite(alice, bob, codes)
    play(bob, race, [*ACTIONS[:50], "R"])
    play(alice, race, ACTIONS)
    alice.press("See the result")
    alice.page.get_by_text("The same as a table").tap()
    rows = alice.page.locator(".chart-table tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text="You").get_by_role("cell").last).to_have_text(str(MOVES))
    expect(rows.filter(has_text=bob.shown_name).get_by_role("cell").last).to_have_text("–")


def test_without_scripts_every_option_is_taken_and_a_mistake_is_marked(person: People) -> None:
    alice = person(scripts=False)
    alice.expected.append("422")
    page = alice.open("/new/")
    page.get_by_text("More options").click()
    page.get_by_text("Spiderette", exact=True).click()
    page.get_by_text("any number").click()
    page.locator('[name="undo"][value="none"]').check(force=True)
    page.locator('[name="hints"]').check()
    page.get_by_label("Hide progress").check()
    page.get_by_label("Days in which the game can be begun").fill("3")
    page.get_by_label("Hours to finish").fill("2")
    page.get_by_label("Game code").fill("SD1-S1")
    alice.press("Create the challenge")
    expect(page.locator("#game-code")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#game-code")).to_be_visible()
    page.get_by_label("Game code").fill("")
    alice.press("Create the challenge")
    race = alice.api(f"races/{alice.race_id}")
    chosen = {name: race[name] for name in ("game", "seats", "undo", "hints", "hide_progress")}
    assert chosen == {
        "game": "spiderette", "seats": 0, "undo": "none", "hints": True, "hide_progress": True
    }  # fmt: skip
    assert (race["window_s"], race["time_limit_s"]) == (3 * 86400, 2 * 3600)


def is_practice(person: Person) -> None:
    """The board says so."""
    tag = person.page.locator(".board-tag").filter(has_text="Practice", visible=True)
    expect(tag.first).to_be_visible()
