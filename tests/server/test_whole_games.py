"""The recorded games, played through HTTP and websocket against a running server.

The long form plays all of them, the short one every fifth, and one of each kind.
"""

import pytest

from tests.support.bot import Bot, Json
from tests.support.length import LONG
from tests.support.server import Server
from tests.support.vectors import code_of, won_games


def some_of(games: list[Json]) -> list[Json]:
    """Every fifth, and the first of each game, level and build."""
    kinds = [(game["game"], game["suits"], game["build"]) for game in games]
    return [game for at, game in enumerate(games) if at % 5 == 0 or kinds.index(kinds[at]) == at]


@pytest.mark.timeout(600)
def test_won_games_end_won_with_the_stated_moves_and_score(server: Server) -> None:
    assert len(won_games()) == 69
    played = won_games() if LONG else some_of(won_games())
    games = [(game, code_of(game, number)) for number, game in enumerate(played, 1)]
    server.import_deals(games)
    alice = Bot(server)
    for game, code in games:
        race = alice.post("races", {"mode": "solo", "code": code}, expect=201)
        with alice.sit(race["id"]) as seat:
            for action in game["record"].split():
                answer = seat.play(action)
                assert answer["type"] == "board", answer
            assert seat.board["state"] == "won"
            assert (seat.board["moves"], seat.board["score"]) == (game["moves"], game["score"])
        closed = alice.get(f"races/{race['id']}")
        assert closed["state"] == "closed"
        assert closed["players"][0]["moves"] == game["moves"]
        record = alice.get(f"attempts/{closed['players'][0]['attempt']}/record")
        assert record["result"] == "won"
        assert (
            " ".join(
                row[0] if isinstance(row, list) else row["action"] for row in record["actions"]
            )
            == game["record"]
        )
