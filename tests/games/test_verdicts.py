"""How a race has come out, in sentences."""

from typing import Any

import pytest

from games import verdicts

PLAYER = {"practice": False, "guest": False, "seat": 1}


def race_of(*rows: dict[str, Any], state: str = "closed") -> dict[str, Any]:
    """A race as the protocol tells it, in short."""
    players = [PLAYER | {"seat": n} | row for n, row in enumerate(rows, 1)]
    return {"state": state, "players": players, "count": len(players)}


def won(name: str, moves: int = 117, seconds: int = 90, **more: Any) -> dict[str, Any]:
    """A player who has won."""
    return {"name": name, "state": "won", "moves": moves, "seconds": seconds} | more


A, B, C = "alice", "bob", "charlie"
SAID: list[tuple[dict[str, Any], int | None, str, str, str | None]] = [
    (race_of(won(A, place=1), won(B, 120, place=2)), 1, "You win by 3 moves",
     "117 moves to 120. Fewest moves wins.", "moves"),
    (race_of(won(A, place=1), won(B, 118, place=2)), 2, "alice wins by 1 move",
     "117 moves to 118. Fewest moves wins.", "moves"),
    (race_of(won(A, place=1), won(B, 117, 95, place=2)), 1, "You win on time",
     "Both needed 117 moves: 01:30 to 01:35.", "time"),
    (race_of(won(A, place=1), won(B, 117, 95, place=2)), None, "alice wins on time",
     "Both needed 117 moves: 01:30 to 01:35.", "time"),
    (race_of(won(A, place=1), {"name": B, "state": "resigned", "moves": 3}), 1, "You win",
     "Nobody else finished.", None),
    (race_of(won(A, place=1, draw=True), won(B, place=1, draw=True)), 2, "A draw",
     "You and alice both needed 117 moves and 01:30.", "draw"),
    (race_of(*[won(n, place=1, draw=True) for n in (A, B, C)]), 2, "A draw",
     "3 players needed 117 moves and 01:30.", "draw"),
    (race_of(won(A, place=1)), 1, "You finished in 117 moves", "It took 01:30.", None),
    (race_of(won(A, place=1), won(B, practice=True)), 2, "alice finished in 117 moves",
     "It took 01:30.", None),
    (race_of({"name": A, "state": "resigned", "moves": 9}), 1, "You gave up this game", "", None),
    (race_of({"name": A, "state": "timed_out", "moves": 9}), 1, "Your time ran out", "", None),
    (race_of(*[{"name": n, "state": "resigned", "moves": 9} for n in (A, B)]), 1,
     "Nobody finished this race", "", None),
    (race_of(), None, "Nobody played this race", "", None),
    (race_of(state="cancelled"), None, "This race was called off", "", None),
    (race_of(won(A), {"name": B, "state": "playing"}, state="running"), 1,
     "You finished in 117 moves", "bob has not finished yet.", None),
    (race_of(won(A), {"name": B, "state": "playing", "moves": 12, "sequences": 6},
             state="running") | {"game": "spider"}, 1,
     "You finished in 117 moves", "bob is still playing: 12 moves, 6 of 8 sequences.", None),
    (race_of(won(A), {"name": B, "state": "playing"}, state="running"), None,
     "The race so far", "bob has not finished yet.", None),
]  # fmt: skip


@pytest.mark.parametrize(("race", "seat", "headline", "detail", "decides"), SAID)
def test_a_verdict_is_said_in_a_sentence(
    race: dict[str, Any], seat: int | None, headline: str, detail: str, decides: str | None
) -> None:
    assert verdicts.of(race, {"seat": seat}) == {
        "headline": headline,
        "detail": detail,
        "decides": decides,
    }


def test_the_rows_are_ranked_then_unfinished_then_practice() -> None:
    race = race_of(
        won("p", practice=True, moves=50),
        {"name": "r", "state": "resigned", "moves": 9},
        won("b", 120, place=2),
        {"name": "q", "state": "timed_out", "moves": 40},
        won("a", place=1),
    )
    rows = verdicts.rows(race)
    assert [row["name"] for row in rows] == ["a", "b", "q", "r", "p"]
    groups = [row["group"] for row in rows]
    assert groups == ["ranked", "ranked", "unranked", "unranked", "practice"]


def test_a_live_race_has_no_time_to_begin() -> None:
    gave_up = {"name": A, "state": "resigned", "moves": 9}
    playing = [{"name": name, "state": "playing"} for name in (B, C)]
    race = race_of(gave_up, *playing, state="running")
    said = "The race goes on until everybody has finished or "
    assert verdicts.of(race, {"seat": 1})["detail"] == f"{said}the time to begin is over."
    assert verdicts.of(race | {"mode": "live"}, {"seat": 1})["detail"] == f"{said}its time is over."
