"""Addresses and log-out where there are real proxies, real servers and several processes."""

import pytest
from websockets.exceptions import ConnectionClosed

from tests.support.bot import Bot
from tests.support.cluster import Cluster, Nginx
from tests.support.server import Listening, Server
from tests.support.visitor import Visitor

OPEN = {"mode": "open", "game": "spiderette", "suits": 1}
MAKE_DORA = "from games.models import Player; Player.objects.create_superuser('dora', 'right')"
TRIES = 5


def tried(place: Listening, name: str, forged: str) -> int:
    """The status of a wrong password, sent with an invented address."""
    visitor = Visitor(place)
    visitor.page("/admin/login/")
    form = {
        "csrfmiddlewaretoken": visitor.http.cookies["csrftoken"],
        "username": name,
        "password": "wrong",
    }
    return visitor.http.post(
        "/admin/login/", data=form, headers={"X-Forwarded-For": forged}
    ).status_code


@pytest.mark.parametrize("options", [(), ("--uvicorn",)], ids=["daphne", "uvicorn"])
def test_without_a_proxy_a_forged_address_does_not_count(
    server: Server, options: tuple[str, ...]
) -> None:
    if options:
        server.stop()
        server.options = options
        server.start()
    told = [tried(server, "dora", f"198.51.100.{n}") for n in range(TRIES + 1)]
    assert told == [200] * (TRIES - 1) + [429, 429]
    assert tried(server, "emil", "198.51.100.1") == 200


def test_behind_nginx_the_address_is_the_one_that_called_it(cluster: Cluster, front: Nginx) -> None:
    told = [tried(front, "dora", f"198.51.100.{n}") for n in range(TRIES + 1)]
    assert told == [200] * (TRIES - 1) + [429, 429]
    # A member believes its proxy: there the last address is nginx's word, and another's.
    assert tried(cluster.members[0], "dora", "198.51.100.9") == 200
    assert tried(cluster.members[1], "dora", "198.51.100.9, 127.0.0.1") == 429


def test_logging_out_at_one_process_closes_the_sockets_at_another(cluster: Cluster) -> None:
    here, there = cluster.members
    assert here.manage("shell", "-c", MAKE_DORA).returncode == 0
    dora, bob = Visitor(here), Bot(there)
    dora.page("/admin/login/")
    dora.form("/admin/login/", {"username": "dora", "password": "right"}, expect=302)
    race_id = bob.post("races", OPEN, expect=201)["id"]
    elsewhere = Visitor(there)
    elsewhere.http.cookies = dora.http.cookies
    with elsewhere.sit(race_id) as hers, bob.sit(race_id) as his:
        dora.form("/admin/logout/", expect=200)
        with pytest.raises(ConnectionClosed) as closed:
            hers.until(lambda got: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4401
        his.send({"type": "ping", "t": 1})
        assert his.until(lambda got: got["type"] == "pong")["t"] == 1
