"""How the players of a race stand: their order, and the words for it."""

from typing import Any

import pytest

from games.templatetags import standing, words

Row = dict[str, Any]


def row(seat: int, state: str, **more: Any) -> Row:
    """A player's row."""
    return {"seat": seat, "state": state, "presence": "here"} | more


def test_the_reader_is_first_then_who_leads_and_who_is_out_is_last() -> None:
    rows = [
        row(1, "resigned", moves=90, sequences=7),
        row(2, "playing", moves=40, sequences=1),
        row(3, "waiting"),
        row(4, "playing", moves=99, sequences=2),
        row(5, "won", moves=120, seconds=70, sequences=8),
        row(6, "won", moves=120, seconds=60, sequences=8),
        row(7, "playing", moves=30, sequences=1),
        row(8, "timed_out", moves=10, sequences=0),
        row(9, "playing", moves=1, sequences=0),
    ]
    order = [shown["seat"] for shown in standing.in_order(rows, {"seat": 9})]
    assert order == [9, 6, 5, 4, 7, 2, 3, 1, 8]
    assert standing.in_order(rows, None)[0]["seat"] == 6


def test_numbers_that_may_not_be_seen_leave_the_order_of_the_seats() -> None:
    rows = [{"seat": seat, "presence": "here"} for seat in (2, 3, 1)]
    assert [shown["seat"] for shown in standing.in_order(rows, {"seat": 3})] == [3, 1, 2]


@pytest.mark.parametrize(
    ("shown", "name"),
    [
        (row(1, "playing"), "Playing"),
        (row(1, "playing", presence="away"), "Away"),
        (row(1, "playing", presence="gone"), "Left, may return"),
        (row(1, "won", presence="gone"), "Finished"),
        ({"seat": 1}, "Begun"),  # how far it is may not be seen
    ],
)
def test_who_has_left_is_not_called_playing(shown: Row, name: str) -> None:
    assert standing.state_name(shown) == name


def test_beside_the_board_only_what_is_not_usual_is_told() -> None:
    gone = row(1, "playing", presence="gone")
    assert standing.strip_state(row(1, "playing"), {"seat": 2}) == ""
    assert standing.strip_state(gone, {"seat": 2}) == "Left, may return"
    assert standing.strip_state(gone, {"seat": 1}) == ""


def test_who_was_not_ready_when_a_race_is_started_watches() -> None:
    assert standing.readiness({"ready": True}, {"state": "gathering"}) == "Ready"
    assert standing.readiness({"ready": False}, {"state": "gathering"}) == "Not ready"
    assert standing.readiness({"ready": False}, {"state": "countdown"}) == "Watches"


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (7 * 86400, "7 days"),
        (86400, "24 hours"),
        (3600, "1 hour"),
        (5400, "90 minutes"),
        (60, "1 minute"),
        (90, "90 seconds"),
        (None, ""),
    ],
)
def test_a_span_is_told_in_its_largest_whole_unit(seconds: object, shown: str) -> None:
    assert words.span(seconds) == shown
