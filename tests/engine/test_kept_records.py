"""Records written once must be read, replayed and written alike for ever (records/README.md)."""

from pathlib import Path

import pytest

from games.engine import BUILDS, HINT, UNDO, VARIANTS, BadReplay, Record

FILES = sorted((Path(__file__).parent / "records").glob("*.txt"))


def kept(path: Path) -> Record:
    return Record.from_text(path.read_bytes().decode())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_kept_record_comes_to_what_it_states_and_is_written_byte_by_byte(path: Path) -> None:
    record = kept(path)
    game = record.replay()
    assert game.problems() == []
    stated = (record.result, record.moves, record.score)
    assert stated in {(game.result, game.moves, game.score), (game.result, game.moves, None)}
    commands = [action for action, _ in record.actions]
    assert (game.undos, game.hints) == (commands.count(UNDO), commands.count(HINT))
    assert record.to_text().encode() == path.read_bytes()
    assert Record.from_json(record.to_json()) == record


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_kept_record_with_a_wrong_action_is_told_its_number(path: Path) -> None:
    text = path.read_bytes().decode()
    head, _, actions = text.partition("\n\n")
    with pytest.raises(BadReplay) as bad:
        Record.from_text(f"{head}\n\n1-1 {{0}}\n{actions}").replay()
    assert (bad.value.code, bad.value.params["number"]) == ("same_column", 1)
    assert bad.value.params["action"] == "1-1"


def test_every_game_and_build_and_every_end_is_among_them() -> None:
    records = [kept(path) for path in FILES]
    played = {(record.game, record.build) for record in records}
    assert played == {(game, build) for game in VARIANTS for build in VARIANTS[game].builds}
    assert {record.build for record in records} == set(BUILDS)
    assert {record.suits for record in records} == {1, 2, 4}
    assert {record.undo for record in records} == {"last100", "sealed", "none"}
    assert {record.game for record in records if record.result == "won"} == set(VARIANTS)
    ends = {record.result for record in records}
    assert ends == {"won", "resigned", "timed_out", "void", "playing"}
    assert any(UNDO in dict(record.actions) for record in records)
    assert any(HINT in dict(record.actions) for record in records)
