"""Records and replays of attempts, over HTTP."""

import json
from typing import Any

import pytest

from games.clock import TestClock
from games.engine import Layout, Record, Rules, replay
from tests.games.cast import SHORT, Caller, Game, act, alone, challenge, keep, win

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(db: None) -> Game:
    """A deal under a code."""
    return keep()


@pytest.fixture
def won(alice: Caller, game: Game, clock: TestClock) -> int:
    """alice's won attempt on it."""
    return win(alice, alone(alice, code=game.code), game, clock, seconds=90.5)


def test_a_record_holds_every_action_with_its_time(alice: Caller, won: int, game: Game) -> None:
    record = alice.get(f"attempts/{won}/record")
    assert [action for action, _ in record["actions"]] == game.actions
    assert record["actions"][-1][1] == 90_500
    assert (record["result"], record["moves"], record["seconds"]) == ("won", 63, 90)
    assert (record["player"], record["code"], record["date"]) == ("alice", game.code, "2026-03-01")
    assert (record["build"], record["undo"]) == ("classic", "sealed")
    assert record["layout"] == Layout.from_json(SHORT).to_json()


def test_whoever_has_the_record_can_replay_it(alice: Caller, won: int, game: Game) -> None:
    record = Record.from_json(alice.get(f"attempts/{won}/record"))
    assert record.layout is not None
    played = replay(
        Rules(record.game, record.suits, record.build, record.undo),
        record.layout,
        [action for action, _ in record.actions],
    )
    assert (played.won, played.moves, played.score) == (True, game.moves, game.score)


def test_the_text_says_the_same_as_the_json(alice: Caller, won: int) -> None:
    answer = alice.browser().get(f"/api/v1/attempts/{won}/record?format=text")
    assert answer["content-type"] == "text/plain; charset=utf-8"
    text = Record.from_text(answer.content.decode())
    assert text == Record.from_json(alice.get(f"attempts/{won}/record"))


def test_there_are_two_formats(alice: Caller, won: int) -> None:
    assert alice.sees(f"attempts/{won}/record?format=pdf") == (422, "bad_value")


def test_undos_and_the_end_are_in_the_record(alice: Caller, clock: TestClock) -> None:
    race = alone(alice, undo="last100")
    pk = alice.attempt(race)
    act(pk, "D", "U", "D")
    clock.advance(seconds=5)
    alice.post(f"races/{race['id']}/resign")
    record = alice.get(f"attempts/{pk}/record")
    assert record["actions"] == [["D", 0], ["U", 0], ["D", 0], ["R", 5000]]
    assert (record["result"], record["moves"], record["seconds"]) == ("resigned", 1, 5)


def test_a_game_that_still_plays_has_a_record_too(alice: Caller) -> None:
    pk = alice.attempt(alone(alice))
    assert alice.get(f"attempts/{pk}/record")["actions"] == []
    act(pk, "D")
    record = alice.get(f"attempts/{pk}/record")
    assert (record["result"], record["actions"][0][0]) == ("playing", "D")
    assert record["code"] is None


class TestReplays:
    """Any position of a recorded game."""

    def test_steps_are_the_actions_and_what_they_changed(
        self, alice: Caller, won: int, game: Game
    ) -> None:
        replay = alice.get(f"attempts/{won}/replay")
        assert [step["action"] for step in replay["steps"]] == game.actions
        assert replay["start"]["moves"] == 0
        last = replay["steps"][-1]
        assert (last["moves"], last["score"], last["seq"]) == (63, game.score, 63)
        assert (len(last["sequences"]), last["stock"]) == (4, {"cards": 0, "deals": 0})
        assert all(column == {"down": 0, "up": []} for column in columns_at(replay, 63).values())

    def test_a_page_shows_the_position_that_is_asked_for(
        self, alice: Caller, won: int, game: Game
    ) -> None:
        browser = alice.browser()
        replay = alice.get(f"attempts/{won}/replay")
        for at in (0, 1, 40, 63):
            page = browser.get(f"/a/{won}/?at={at}").content.decode()
            assert f'data-at="{at}"' in page
            shown = page.count('class="card" data-suit')
            assert shown == sum(len(column["up"]) for column in columns_at(replay, at).values())

    @pytest.mark.parametrize(
        ("asked", "shown"), [("", 0), ("-5", 0), ("9999", 63), ("x", 0), ("9" * 5000, 0)]
    )
    def test_what_is_no_position_shows_one(
        self, alice: Caller, won: int, asked: str, shown: int
    ) -> None:
        page = alice.browser().get(f"/a/{won}/", {"at": asked})
        assert page.status_code == 200
        assert f'data-at="{shown}"' in page.content.decode()

    def test_it_says_what_the_action_did(self, alice: Caller, won: int) -> None:
        page = alice.browser().get(f"/a/{won}/?at=1").content.decode()
        assert "1 card from column 5 to column 3." in page
        assert "Turned over:" in page

    def test_a_second_look_is_the_same(self, alice: Caller, won: int) -> None:
        assert alice.get(f"attempts/{won}/replay") == alice.get(f"attempts/{won}/replay")

    def test_of_a_game_that_does_not_exist_there_is_none(self, alice: Caller) -> None:
        assert alice.browser().get("/a/999999/").status_code == 404


def columns_at(replay: dict[str, Any], at: int) -> dict[int, Any]:
    """The columns after so many actions, as a client works them out."""
    columns = dict(enumerate(replay["start"]["columns"], 1))
    for step in replay["steps"][:at]:
        columns |= {int(number): column for number, column in step["columns"].items()}
    return columns


def test_board_profile_record_and_race_tell_one_result(
    alice: Caller, bob: Caller, clock: TestClock, game: Game
) -> None:
    race = challenge(alice, bob, code=game.code)
    for caller in (alice, bob):
        caller.post(f"races/{race['id']}/begin")
        win(caller, race, game, clock, 75)
    pk = alice.attempt(race)
    seat = alice.get(f"races/{race['id']}")["players"][0]
    line = alice.get(f"deals/{game.code}/leaderboard")["rows"][0]
    board, record = alice.get(f"attempts/{pk}"), alice.get(f"attempts/{pk}/record")
    facts = [(told["moves"], told["seconds"]) for told in (seat, line, board, record)]
    assert facts == [(63, 75)] * 4
    assert seat["score"] == line["score"] == board["score"] == game.score
    assert json.dumps(board["sequences"]) == '["S", "S", "S", "S"]'
