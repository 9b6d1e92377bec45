"""The words in which pages name times, places, people and cards."""

from datetime import UTC, datetime
from typing import Any

import pytest

from games import board_words, words
from games.clock import TestClock, milliseconds, now, replaced
from games.engine import Game, Rules, lay_out
from games.refusals import SENTENCES, STATUS, Refusal
from games.templatetags import words as filters


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (0, "00:00"),
        (59.999, "00:59"),
        (90, "01:30"),
        (3599, "59:59"),
        (3600, "1:00:00"),
        (86_399, "23:59:59"),
        (-5, "00:00"),
        ("", "–"),
        (None, "–"),
    ],
)
def test_a_time_is_shown_in_whole_seconds(seconds: object, shown: str) -> None:
    assert words.clock(seconds) == shown


@pytest.mark.parametrize(
    ("player", "shown"),
    [
        ({"name": "guest-4821", "guest": True}, "Guest 4821"),
        ({"name": "guest-4821", "guest": False}, "guest-4821"),
        ({"name": "marta", "guest": True}, "marta"),
        (None, ""),
    ],
)
def test_a_guest_is_named_by_the_number(player: Any, shown: str) -> None:
    assert words.who(player) == shown


@pytest.mark.parametrize(
    ("row", "place", "ordinal"),
    [
        ({"place": 1, "draw": False}, "1", "1st"),
        ({"place": 1, "draw": True}, "1=", "1st ="),
        ({"place": 2, "draw": True}, "2=", "2="),
        ({"place": 3, "draw": False}, "3", "3rd"),
        ({"place": 14, "draw": False}, "14", "14"),
        ({}, "–", ""),
    ],
)
def test_a_place_is_a_number_and_a_word(row: Any, place: str, ordinal: str) -> None:
    assert filters.place(row) == place
    assert filters.ordinal(row) == ordinal


def test_what_may_not_be_seen_is_a_dash_and_nought_is_nought() -> None:
    assert (filters.shown(0), filters.shown(None), filters.shown("")) == (0, "–", "–")
    assert filters.progress({"state": "playing"}, 8) == ""
    assert filters.progress({"moves": 1, "sequences": 0}, 8) == "1 move, 0 of 8 sequences"
    assert filters.outcome({}) == ""
    assert filters.outcome({"moves": 63, "seconds": 90}) == "63 moves, 01:30"


@pytest.mark.parametrize(
    ("race", "title"),
    [
        ({"mode": "solo", "game": "spider", "players": []}, "Spider, alone"),
        ({"mode": "open", "game": "spider", "players": [{"name": "me"}]}, "Spider race"),
        (
            {"mode": "open", "game": "spider", "players": [{"name": "me"}, {"name": "bob"}]},
            "Race with bob",
        ),
        (
            {"mode": "open", "game": "spiderette", "players": [{"name": n} for n in "abc"]},
            "Spiderette race",
        ),
    ],
)
def test_a_race_is_called_by_its_rival(race: Any, title: str) -> None:
    assert words.race_title(race, "me") == title


class TestABoardInWords:
    """What lies where, and what an action did."""

    @pytest.fixture
    def game(self) -> Game:
        """A fresh Spider."""
        return Game(Rules("spider", 4, "classic", "last100"), lay_out(b"key", "spider", 4, 1))

    def test_hidden_cards_are_counted_and_open_ones_named(self, game: Game) -> None:
        told = board_words.sentences(game.view())
        assert told[0] == "Stock: 50 cards, 5 deals left. No sequence complete."
        assert len(told) == 11
        assert told[1].startswith("Column 1: 5 face down, then ")
        assert told[10].startswith("Column 10: 4 face down, then ")

    def test_every_action_is_a_sentence(self, game: Game) -> None:
        assert board_words.happened([]) == ""
        dealt = board_words.happened(game.deal())
        assert dealt.startswith("Dealt: ")
        assert dealt.count(",") == 9
        assert board_words.happened(game.undo()) == "Undone: the dealt row is back in the stock."
        effects: list[dict[str, Any]] = [
            {"moved": [8, 3, 7]},
            {"sequence": [7, "H"]},
            {"flipped": [8, "KC"]},
        ]
        said = board_words.happened([*effects, {"won": True}])
        assert said.startswith("3 cards from column 8 to column 7. Hearts complete. Turned over: ")
        assert said.endswith("All sequences are complete.")
        back = board_words.happened([{"undone": 4}, {"moved": [7, 1, 8]}])
        assert back == "Undone: 1 card from column 7 back to column 8."
        assert board_words.happened([{"ended": "resigned"}]) == "The game ended here."

    def test_an_empty_column_and_an_empty_stock_say_so(self) -> None:
        board = {"stock": {"cards": 0, "deals": 0}, "sequences": ["S"], "columns": []}
        assert board_words.stock(board) == "The stock is empty. 1 sequence complete."
        assert board_words.column(3, {"down": 0, "up": []}) == "Column 3: empty."


def test_every_refusal_has_a_status_and_a_sentence() -> None:
    assert set(STATUS) == set(SENTENCES)
    for code, status in STATUS.items():
        body = Refusal(code, "field").as_json()
        assert body == {"code": code, "message": str(SENTENCES[code]), "field": "field"}
        assert 400 <= status < 600
    assert Refusal("playing").as_json() == {
        "code": "playing",
        "message": str(SENTENCES["playing"]),
    }


def test_a_clock_stands_still_until_it_is_moved() -> None:
    hands = TestClock(datetime(2026, 3, 1, 12, tzinfo=UTC))
    with replaced(hands):
        assert now() == now()
        before = milliseconds(now())
        hands.advance(seconds=1.5)
        assert milliseconds(now()) == before + 1500
    assert now() != hands.time
