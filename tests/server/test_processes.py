"""Two web processes: nobody notices which one they are on."""

import threading
import time

import psycopg
import pytest

from tests.support.bot import Bot, Json, Seat, frame
from tests.support.cluster import Cluster
from tests.support.services import Valkey

OPEN = {"mode": "open", "game": "spider", "suits": 1}


def race_of_two(cluster: Cluster) -> tuple[Bot, Bot, str]:
    """alice at the first process and bob at the second, both with their cards turned."""
    first, second = cluster.members
    alice, bob = Bot(first), Bot(second)
    race_id = alice.post("races", OPEN, expect=201)["id"]
    bob.post(f"races/{race_id}/join")
    alice.post(f"races/{race_id}/begin")
    bob.post(f"races/{race_id}/begin")
    return alice, bob, race_id


def a_legal_move(seat: Seat) -> str:
    """Any move that goes; on the rare cards where none does, a deal."""
    if not seat.board["legal"]:
        return "D"
    source, counts = next(iter(seat.board["legal"].items()))
    count, targets = next(iter(counts.items()))
    return f"{source}-{targets[0]}x{count}"


def test_rivals_on_different_processes_see_each_other(cluster: Cluster) -> None:
    alice, bob, race_id = race_of_two(cluster)
    with alice.sit(race_id) as hers, bob.sit(race_id) as his:
        hers.play(a_legal_move(hers))
        told = his.until(lambda got: got["type"] == "progress" and got.get("seq") == 1)
        assert (told["seat"], told["moves"], told["presence"]) == (1, 1, "here")
        his.play("D")
        told = hers.until(lambda got: got["type"] == "progress" and got.get("seq") == 1)
        assert (told["seat"], told["moves"]) == (2, 1)


def test_two_tabs_on_different_processes_follow_each_other(cluster: Cluster) -> None:
    alice, _bob, race_id = race_of_two(cluster)
    elsewhere = Bot(cluster.members[1], like=alice)
    with alice.sit(race_id) as one, elsewhere.sit(race_id) as other:
        for mine, its in ((one, other), (other, one), (one, other)):
            answer = mine.play(a_legal_move(mine))
            assert answer["type"] == "board"
            heard = its.until(lambda got: got["type"] == "board" and "id" not in got)
            assert heard["board"]["columns"] == answer["board"]["columns"]
            assert heard["effects"] == answer["effects"]


def test_each_number_has_one_winner_among_two_processes(cluster: Cluster) -> None:
    alice, _bob, race_id = race_of_two(cluster)
    elsewhere = Bot(cluster.members[1], like=alice)
    with alice.sit(race_id) as one, elsewhere.sit(race_id) as other:
        for round_ in range(20):
            seq = one.board["seq"] + 1
            answers: list[Json] = []
            action = "U" if one.board["can_undo"] is True else a_legal_move(one)

            def act(seat: Seat, name: str, seq: int = seq, action: str = action) -> None:
                answers.append(seat.ask(frame(action, seq, name)))  # noqa: B023

            both = [
                threading.Thread(target=act, args=(one, f"one{round_}")),
                threading.Thread(target=act, args=(other, f"other{round_}")),
            ]
            for thread in both:
                thread.start()
            for thread in both:
                thread.join()
            kinds = sorted(answer["type"] for answer in answers)
            assert kinds == ["board", "refused"]
            refused = next(answer for answer in answers if answer["type"] == "refused")
            assert refused["code"] == "out_of_step"
            assert refused["board"]["seq"] == seq
            for seat in (one, other):
                seat.send({"type": "sync"})
                seat.until(lambda got: got["type"] == "welcome")
                assert seat.board["seq"] == seq


def test_redis_missing_costs_news_for_a_moment_and_no_action(
    cluster: Cluster, valkey: Valkey
) -> None:
    alice, bob, race_id = race_of_two(cluster)
    with alice.sit(race_id) as hers, bob.sit(race_id) as his:
        valkey.stop()
        for _ in range(3):
            assert hers.play(a_legal_move(hers))["type"] == "board"
        # Nothing was told, but who asks learns it.
        his.send({"type": "ping", "t": 1})
        assert his.until(lambda got: got["type"] == "pong")["seqs"]["1"] == 3
        valkey.start()
        until = time.monotonic() + 30
        while True:
            assert hers.play(a_legal_move(hers))["type"] == "board"
            try:
                told = his.until(lambda got: got["type"] == "progress", timeout=1)
            except TimeoutError:
                assert time.monotonic() < until, "no news after Redis came back"
            else:
                assert told["seat"] == 1
                break


def test_a_tab_elsewhere_catches_up_without_redis(cluster: Cluster, valkey: Valkey) -> None:
    alice, _bob, race_id = race_of_two(cluster)
    elsewhere = Bot(cluster.members[1], like=alice)
    with alice.sit(race_id) as one, elsewhere.sit(race_id) as other:
        valkey.stop()
        answer = one.play(a_legal_move(one))
        heard = other.until(lambda got: got["type"] == "board" and got["board"]["seq"] == 1)
        assert heard["board"]["columns"] == answer["board"]["columns"]


def test_who_comes_in_gets_the_board_as_it_is_stored_whatever_the_process_holds(
    cluster: Cluster, valkey: Valkey
) -> None:
    alice, _bob, race_id = race_of_two(cluster)
    elsewhere = Bot(cluster.members[1], like=alice)
    with alice.sit(race_id) as one, elsewhere.sit(race_id):
        valkey.stop()
        for seq in (1, 2, 3):
            assert one.play(a_legal_move(one))["board"]["seq"] == seq
            with elsewhere.sit(race_id) as another:  # beside the first, which holds the table
                assert another.board["seq"] == seq
                assert another.board["columns"] == one.board["columns"]


def test_a_countdown_and_its_go_reach_the_other_process_without_redis(
    cluster: Cluster, valkey: Valkey
) -> None:
    valkey.stop()
    alice, bob = (Bot(member) for member in cluster.members)
    race_id = alice.post("races", OPEN | {"mode": "live"}, expect=201)["id"]
    bob.post(f"races/{race_id}/join")
    bob.post(f"races/{race_id}/ready", {"ready": True})
    with alice.sit(race_id) as hers, bob.sit(race_id) as his:
        go_at = alice.post(f"races/{race_id}/ready", {"ready": True})["go_at"]
        for seat in (hers, his):
            shown = seat.until(lambda got: got["type"] == "welcome" and "board" in got)
            assert go_at <= shown["now"] <= go_at + 2000
    for member in cluster.members:
        said = member.log.read_text()
        assert "Traceback" not in said
        assert said.count("until Redis is back") == 1


@pytest.mark.timeout(180)
def test_of_thirty_sockets_whose_process_is_killed_no_ghost_stays(cluster: Cluster) -> None:
    first, second = cluster.members
    alice, rivals = Bot(second), [Bot(first) for _ in range(15)]
    race_id = alice.post("races", OPEN | {"seats": 16}, expect=201)["id"]
    for bot in (alice, *rivals):
        if bot is not alice:
            bot.post(f"races/{race_id}/join")
        bot.post(f"races/{race_id}/begin")
    tabs = [bot.sit(race_id) for bot in rivals * 2]  # nobody reads them, or says goodbye
    with alice.sit(race_id) as hers:
        assert presences(hers.welcome["race"]) == {"here"}
        first.kill()
        assert hers.play(a_legal_move(hers))["type"] == "board"
        gone: set[int] = set()
        while len(gone) < len(rivals):  # the timeout of the socket is a minute in all
            told = hers.until(lambda got: got.get("presence") == "gone", timeout=60)
            gone.add(told["seat"])
        assert hers.play(a_legal_move(hers))["type"] == "board"
    assert presences(alice.get(f"races/{race_id}")) == {"here", "gone"}
    assert len(tabs) == 30


def presences(race: Json) -> set[str]:
    """Of all who sit."""
    return {row["presence"] for row in race["players"]}


def test_an_idle_socket_lives_for_more_than_a_minute_under_both_servers(cluster: Cluster) -> None:
    alice, bob, race_id = race_of_two(cluster)
    with alice.sit(race_id) as one, bob.sit(race_id) as other:
        lines = [one.socket, other.socket]
        time.sleep(65)
        for seat in (one, other):
            assert seat.play(a_legal_move(seat))["type"] == "board"
        assert [one.socket, other.socket] == lines  # nobody had to come back


def rows(cluster: Cluster, query: str, *values: object) -> list[tuple[object, ...]]:
    """Ask the database itself."""
    with psycopg.connect(cluster.database, autocommit=True) as connection:
        cursor = connection.execute(query, values)
        return cursor.fetchall() if cursor.description else []


def test_each_deadline_fires_once_when_the_process_with_the_timer_is_killed(
    cluster: Cluster,
) -> None:
    alice, bob, race_id = race_of_two(cluster)
    elsewhere = Bot(cluster.members[1], like=alice)
    with alice.sit(race_id) as hers, bob.sit(race_id) as his:
        hers.play(a_legal_move(hers))
        rows(cluster, "UPDATE games_attempt SET deadline = now() + interval '2 seconds'")
        rows(cluster, "UPDATE games_race SET ends_at = now() + interval '2 seconds'")
        hers.send({"type": "sync"})  # its timer is set by what it reads
        hers.until(lambda got: got["type"] == "welcome")
        cluster.members[0].kill()
        closed = his.until(lambda got: got["type"] == "result", timeout=30)
        assert closed["race"]["state"] == "closed"
    cluster.members[0].start()
    ends = rows(
        cluster, "SELECT attempt_id, count(*) FROM games_move WHERE action = 'T' GROUP BY 1"
    )
    assert [count for _, count in ends] == [1, 1]
    assert rows(cluster, "SELECT count(*) FROM games_result") == [(2,)]
    states = [row["state"] for row in elsewhere.get(f"races/{race_id}")["players"]]
    assert states == ["timed_out", "timed_out"]


def test_the_go_comes_once_when_the_process_with_the_timer_is_killed(cluster: Cluster) -> None:
    first, second = cluster.members
    alice, bob = Bot(first), Bot(second)
    race_id = alice.post("races", OPEN | {"mode": "live"}, expect=201)["id"]
    bob.post(f"races/{race_id}/join")
    with alice.sit(race_id), bob.sit(race_id) as his:
        bob.post(f"races/{race_id}/ready", {"ready": True})
        alice.post(f"races/{race_id}/ready", {"ready": True})
        first.kill()
        shown = his.until(lambda got: got["type"] == "welcome" and "board" in got, timeout=30)
        assert shown["race"]["state"] == "running"
    assert rows(cluster, "SELECT count(*) FROM games_attempt") == [(2,)]
    assert rows(cluster, "SELECT count(DISTINCT begun_at) FROM games_attempt") == [(1,)]
