"""Prepared installations for tests with real servers; each test has a copy or a database."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import compose
from tests.support.cluster import TEMPLATE, Cluster, Nginx
from tests.support.server import Server, copy_of, prepared
from tests.support.services import Postgres, Valkey


@pytest.fixture(scope="session")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A prepared folder, to be copied."""
    return prepared(tmp_path_factory.mktemp("installation"))


@pytest.fixture
def server(installation: Path, tmp_path: Path) -> Iterator[Server]:
    """A running server with an empty database."""
    server = Server(copy_of(installation, tmp_path / "var")).start()
    yield server
    server.stop()


@pytest.fixture(params=[(), ("--uvicorn",)], ids=["daphne", "uvicorn"])
def either(request: pytest.FixtureRequest, installation: Path, tmp_path: Path) -> Iterator[Server]:
    """A server that is not started yet, under each of the two that serve."""
    server = Server(copy_of(installation, tmp_path / "var"))
    server.options = request.param
    yield server
    server.stop()


@pytest.fixture(scope="session")
def postgres(installation: Path) -> Iterator[Postgres]:
    """A PostgreSQL for all tests of this process; each has a copy of a migrated database."""
    postgres = Postgres().start()
    migrating = Server(installation)
    migrating.database = postgres.create(TEMPLATE)
    migrated = migrating.manage("migrate")
    assert migrated.returncode == 0, migrated.stderr
    yield postgres
    postgres.remove()


@pytest.fixture
def valkey(tmp_path: Path) -> Iterator[Valkey]:
    """A Redis-compatible server that a test may stop and start."""
    _redis_server, *options = compose.command("redis")
    valkey = Valkey(tmp_path / "valkey", options).start()
    yield valkey
    valkey.stop()


@pytest.fixture
def cluster(
    installation: Path, tmp_path: Path, postgres: Postgres, valkey: Valkey
) -> Iterator[Cluster]:
    """Two web processes on one PostgreSQL and one Redis-compatible server."""
    folder = copy_of(installation, tmp_path / "var")
    cluster = Cluster(folder, postgres, valkey).start()
    yield cluster
    cluster.stop()


@pytest.fixture
def front(cluster: Cluster, tmp_path: Path) -> Iterator[Nginx]:
    """nginx before the two processes, by the configuration that compose mounts."""
    nginx = Nginx(cluster, tmp_path).start()
    yield nginx
    nginx.stop()
