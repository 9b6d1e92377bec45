"""Right values from an independent engine (see vectors/README.md)."""

from typing import Any

import pytest

from games.engine import DEAL, Game, Layout, Refused, Rules, parse_action, replay

from .table import vectors

CASES = vectors("cases")
WALKS = vectors("walks")
WON_GAMES = vectors("won_games")


def rules_of(vector: dict[str, Any]) -> Rules:
    undo = vector.get("undo", "last100")
    return Rules(vector["game"], vector["suits"], vector["build"], undo)


def state(game: Game) -> dict[str, Any]:
    now = Layout(tuple(map(tuple, game.columns)), tuple(game.down), tuple(game.stock))
    return now.to_json() | {
        "moves": game.moves,
        "score": game.score,
        "undos": game.undos,
        "sequences": game.sequences,
        "won": game.won,
        "stuck": game.stuck(),
    }


def legal_texts(game: Game) -> list[str]:
    return sorted(str(action) for action in game.actions() if action != DEAL)


def outcome(game: Game, text: str) -> str | None:
    try:
        game.act(parse_action(text))
    except Refused as refused:
        return refused.code
    return None


@pytest.mark.parametrize("vector", WON_GAMES)
def test_a_won_game_replays_to_its_win_with_its_moves_and_score(vector: dict[str, Any]) -> None:
    actions = [parse_action(text) for text in vector["record"].split()]
    game = replay(rules_of(vector), Layout.from_json(vector), actions)
    assert game.won
    assert (game.moves, game.score) == (vector["moves"], vector["score"])
    assert game.problems() == []


@pytest.mark.parametrize("vector", CASES, ids=[f"{case['case']} {case['name']}" for case in CASES])
def test_a_case_goes_as_written(vector: dict[str, Any]) -> None:
    start = vector["start"]
    game = Game(
        rules_of(vector),
        Layout.from_json(start),
        moves=start["moves"],
        score=start["score"],
        sequences=start["sequences"],
    )
    for step in vector["steps"]:
        check_step(game, step)
    assert state(game) == vector["end"]
    assert legal_texts(game) == sorted(vector["legal"])
    # A case is about one rule, and may lay out one card more often than a pack has it.
    assert [text for text in game.problems() if "more cards than in the pack" not in text] == []


def check_step(game: Game, step: dict[str, Any]) -> None:
    action = parse_action(step["do"])
    if not step["ok"]:
        with pytest.raises(Refused) as refused:
            game.act(action)
        assert refused.value.code == step["code"]
        return
    effects = game.act(action)
    assert [effect["flipped"][0] for effect in effects if "flipped" in effect] == step["flipped"]
    assert [effect["sequence"] for effect in effects if "sequence" in effect] == step["sequences"]
    assert (game.moves, game.score, game.won) == (step["moves"], step["score"], step["won"])


@pytest.mark.parametrize("vector", WALKS)
def test_a_walk_is_allowed_and_refused_step_by_step(vector: dict[str, Any]) -> None:
    game = Game(rules_of(vector), Layout.from_json(vector))
    for text, code in vector["steps"]:
        assert outcome(game, text) == code, text
        assert game.problems() == []
    assert state(game) | vector["end"] == state(game)
    assert legal_texts(game) == sorted(vector["legal"])
