"""The recorded games, played through HTTP and websocket against a running server."""

import pytest

from tests.support.bot import Bot
from tests.support.server import Server
from tests.support.vectors import code_of, won_games


@pytest.mark.timeout(600)
def test_all_won_games_end_won_with_the_stated_moves_and_score(server: Server) -> None:
    games = [(game, code_of(game, number)) for number, game in enumerate(won_games(), 1)]
    assert len(games) == 69
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
