"""One prepared installation for all tests with a real server; each has a copy of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.server import Server, copy_of, prepared


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
