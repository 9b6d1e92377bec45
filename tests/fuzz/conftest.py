"""One real server for all the nonsense, and what must be so of it whatever it was sent."""

from collections.abc import Iterator

import httpx
import pytest

from tests.support.bot import Bot
from tests.support.server import Server, prepared


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server; it limits nobody."""
    server = Server(prepared(tmp_path_factory.mktemp("fuzz"))).start()
    yield server
    server.stop()


@pytest.fixture
def server(site: Server) -> Iterator[Server]:
    """The server, untroubled before and after: nothing in its log, ready for more."""
    yield site
    log = site.log.read_text(errors="replace")
    assert "Traceback" not in log, log[log.index("Traceback") - 400 :][:4000]
    assert httpx.get(f"{site.url}/ready").text == "ready"


@pytest.fixture(scope="session")
def alice(site: Server) -> Bot:
    """She plays."""
    return Bot(site)


@pytest.fixture(scope="session")
def bob(site: Server) -> Bot:
    """He is her rival."""
    return Bot(site)


@pytest.fixture(scope="session")
def charlie(site: Server) -> Bot:
    """He only watches."""
    return Bot(site)
