"""What can happen to an installation."""

import contextlib
import resource
import signal
import time
from collections.abc import Iterator

from tests.server.torture.storm import Trouble
from tests.support.cluster import Cluster
from tests.support.server import Server
from tests.support.services import Postgres, Valkey


def of_one(server: Server) -> dict[str, Trouble]:
    """To a single process with SQLite."""
    return {
        "server killed": lambda: killed(server),
        "server stopped as an operator does": lambda: stopped(server),
        "server killed at once again": lambda: twice_killed(server),
        "server frozen for a second": lambda: frozen(server),
        "disk full": lambda: disk_full(server),
    }


def of_many(cluster: Cluster, postgres: Postgres, valkey: Valkey) -> dict[str, Trouble]:
    """To several processes with PostgreSQL and Redis behind nginx."""
    first, second = cluster.members
    return {
        "first process killed": lambda: killed(first),
        "Redis killed": lambda: redis_killed(valkey),
        "second process killed": lambda: killed(second),
        "PostgreSQL killed": lambda: postgres_killed(postgres),
        "first process stopped as an operator does": lambda: stopped(first),
        "second process frozen for a second": lambda: frozen(second),
        "second process stopped as an operator does": lambda: stopped(second),
        "both processes killed": lambda: both_killed(first, second),
    }


def killed(server: Server) -> None:
    """``kill -9``, and started again."""
    server.kill()
    server.start()


def twice_killed(server: Server) -> None:
    """The second time while it starts."""
    server.kill()
    server.start(wait=False)
    time.sleep(0.3)
    killed(server)


def stopped(server: Server) -> None:
    """SIGTERM, and started again."""
    server.stop()
    server.start()


def both_killed(*servers: Server) -> None:
    """Nobody is left for a while."""
    for server in servers:
        server.kill()
    for server in servers:
        server.start(wait=False)
    for server in servers:
        server.wait()


def frozen(server: Server) -> None:
    """It neither answers nor ends; then it goes on where it was."""
    assert server.process is not None
    server.process.send_signal(signal.SIGSTOP)
    time.sleep(1)
    server.process.send_signal(signal.SIGCONT)


def redis_killed(valkey: Valkey) -> None:
    """News is lost for a moment."""
    valkey.stop()
    time.sleep(0.5)
    valkey.start()


def postgres_killed(postgres: Postgres) -> None:
    """As in a crash: no checkpoint, all lines cut."""
    postgres.stop("immediate")
    time.sleep(0.3)
    postgres.start()


def disk_full(server: Server) -> None:
    """For a second nothing can be stored, so nothing is answered as done."""
    with full_disk(server):
        time.sleep(1)


@contextlib.contextmanager
def full_disk(server: Server) -> Iterator[None]:
    """No file of the process may be written beyond its first page."""
    assert server.process is not None
    pid, (was, most) = server.process.pid, resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, most))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (was, most))
