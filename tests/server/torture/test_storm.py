"""Kills, drains, frozen and full: nothing answered is lost, nothing is doubled."""

from pathlib import Path

import pytest

from tests.server.torture import troubles
from tests.server.torture.storm import Report, storm
from tests.support.cluster import Cluster, Nginx
from tests.support.length import LONG
from tests.support.server import Server, copy_of
from tests.support.services import Postgres, Valkey

pytestmark = pytest.mark.timeout(1800 if LONG else 300)


def nothing_lost(report: Report, count: int) -> None:
    """The promise; the figures are for the reader of the run."""
    print(report)
    assert (report.lost, report.doubled, report.behind) == (0, 0, 0), report
    assert report.audit.startswith("All is well: "), report.audit
    assert report.answered > count


def test_one_process_that_dies_again_and_again_loses_nothing(
    installation: Path, tmp_path: Path
) -> None:
    server = Server(copy_of(installation, tmp_path / "var")).start()
    count = 60 if LONG else 15
    nothing_lost(storm(server, server, troubles.of_one(server), count), count)
    server.stop()


def test_two_processes_their_database_and_their_news_die_and_nothing_is_lost(
    cluster: Cluster, front: Nginx, postgres: Postgres, valkey: Valkey
) -> None:
    count = 64 if LONG else 8
    found = storm(
        front, cluster.members[0], troubles.of_many(cluster, postgres, valkey), count, pairs=3
    )
    nothing_lost(found, count)
