"""A query that hangs holds up who asked it, and nobody else."""

from concurrent.futures import ThreadPoolExecutor

import psycopg

from tests.server.test_processes import OPEN, a_legal_move, race_of_two
from tests.support.bot import Bot
from tests.support.cluster import Cluster


def test_calls_that_wait_for_a_locked_race_hold_up_no_other(cluster: Cluster) -> None:
    alice, _bob, race_id = race_of_two(cluster)
    first = cluster.members[0]
    locked = alice.post("races", OPEN, expect=201)["id"]
    waiting = [Bot(first) for _ in range(5)]
    with (
        ThreadPoolExecutor(5) as calls,
        psycopg.connect(cluster.database) as connection,
        alice.sit(race_id) as hers,
    ):
        connection.execute("SELECT 1 FROM games_race WHERE id = %s FOR UPDATE", [locked])
        joins = [calls.submit(bot.post, f"races/{locked}/join", None, 409) for bot in waiting]
        for _ in range(5):
            assert hers.play(a_legal_move(hers))["type"] == "board"
            other = alice.post("races", OPEN, expect=201)["id"]
            assert alice.post(f"races/{other}/begin")["state"] == "running"
        assert not any(join.done() for join in joins)
        connection.execute("UPDATE games_race SET seat_limit = 1 WHERE id = %s", [locked])
        connection.commit()
        assert {join.result()["code"] for join in joins} == {"race_full"}
