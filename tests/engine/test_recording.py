"""Records made of games, and what is told of those that cannot be read."""

from dataclasses import replace

import pytest

from games.engine import (
    DEAL,
    HINT,
    RESIGN,
    UNDO,
    Action,
    BadRecord,
    Game,
    Move,
    Record,
    Refused,
    Rules,
    replay,
)

from .table import SPADES_TO_TWO, lay
from .test_record import RECORD, TEXT


def test_what_is_missing_is_told() -> None:
    for line, name in ((TEXT.split("\n")[1], "Game"), (TEXT.split("\n")[6], "Player")):
        with pytest.raises(BadRecord, match=f"There is no {name} header"):
            Record.from_text(TEXT.replace(f"{line}\n", ""))
    for nothing in ("", "\n\n"):
        with pytest.raises(BadRecord, match="There is no record"):
            Record.from_text(nothing)


def test_a_byte_order_mark_before_the_text_is_passed_over() -> None:
    assert Record.from_text(f"\ufeff{TEXT}") == RECORD
    with pytest.raises(BadRecord):
        Record.from_text(f"\ufeff\ufeff{TEXT}")


def test_time_stands_still_in_a_record_but_never_goes_back() -> None:
    assert replace(RECORD, actions=((DEAL, 5), (DEAL, 5))).actions[1] == (DEAL, 5)
    with pytest.raises(BadRecord, match="D comes at 4 ms"):
        replace(RECORD, actions=((DEAL, 5), (DEAL, 4)))
    with pytest.raises(BadRecord, match="U comes at 1900 ms"):
        Record.from_text(TEXT.replace("{1200}", "{1901}"))


def test_a_game_and_its_actions_make_a_record_that_holds() -> None:
    game = Game(Rules("spider", 2), lay("KS | 8S", "9D", stock="4S"))
    timed: list[tuple[Action, int]] = [
        (Move(1, 1, 2), 1200),
        (HINT, 2500),
        (UNDO, 2700),
        (RESIGN, 3000),
    ]
    for action, _ in timed:
        game.act(action)
    record = Record.of(game, timed, player="alice", date="2025-11-30", code="SP1-S2C-AAAAAAD")
    assert record.replay() == game
    assert (record.result, record.moves, record.score, record.seconds) == ("resigned", 0, 500, 3)
    assert record == replace(
        RECORD, layout=game.start.layout, undo="sealed", moves=0, score=500, actions=tuple(timed)
    )
    assert Record.of(Game(game.rules, lay("KS")), (), player="a", date="").seconds == 0


def test_no_record_begins_in_the_middle_of_a_game() -> None:
    for start in ({"moves": 1}, {"score": 499}, {"sequences": "S"}, {"hints": 1}):
        game = Game(Rules("spider", 2), lay("KS | 8S", "9D"), **start)
        with pytest.raises(BadRecord, match="begins where its cards were dealt"):
            Record.of(game, (), player="alice", date="")


def test_a_replay_refuses_what_comes_after_the_end() -> None:
    layout = lay(SPADES_TO_TWO, "AS")
    rules = Rules("spider", 2)
    assert replay(rules, layout, [Move(2, 1, 1)]).won
    for after in (Move(2, 1, 1), DEAL, UNDO, HINT, RESIGN):
        with pytest.raises(Refused) as refused:
            replay(rules, layout, [Move(2, 1, 1), after])
        assert refused.value.code == "already_finished"


def test_a_later_version_is_refused_by_its_number() -> None:
    text = TEXT.replace('[Version "1"]', '[Version "7"]\n[Colour "red"]')
    with pytest.raises(BadRecord, match="version 7; versions 1 to 1"):
        Record.from_text(text)
