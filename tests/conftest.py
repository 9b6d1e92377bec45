"""What all tests share: a folder of their own in place of ``var/``, and the cast.

alice plays, bob is her rival, charlie only watches; nobody has no name and no token.
"""

import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from games.clock import TestClock
    from tests.games.cast import Caller
    from tests.games.sockets import Sockets

MADE_HERE = "SPIDERWEB_TEST_VAR"
DEAL_KEY = bytes(range(32))


def pytest_configure(config: pytest.Config) -> None:
    """Lead everything that is written away from the project's ``var/``.

    pytest-django has loaded the settings by now, so they are led there one by one. The
    workers of xdist get the folder of their master by the environment; each has a database
    of its own in it.
    """
    if MADE_HERE not in os.environ:
        os.environ[MADE_HERE] = tempfile.mkdtemp(prefix="spiderweb-tests-")
        config.add_cleanup(lambda: shutil.rmtree(os.environ.pop(MADE_HERE), ignore_errors=True))
    folder = Path(os.environ[MADE_HERE])
    os.environ.setdefault("SPIDERWEB_VAR", str(folder))
    from django.conf import settings

    settings.VAR_DIR = folder
    settings.DEAL_KEY_FILE = folder / "deal.key"
    settings.DEAL_KEY_FILE.write_text(DEAL_KEY.hex())
    settings.STATIC_ROOT = folder / "static"
    settings.STATIC_ROOT.mkdir(exist_ok=True)
    # Pages must render without collected static files.
    settings.STORAGES["staticfiles"]["BACKEND"] = (
        "django.contrib.staticfiles.storage.StaticFilesStorage"
    )
    database: dict[str, Any] = settings.DATABASES["default"]
    if database["ENGINE"] == "django.db.backends.sqlite3":
        database["TEST"]["NAME"] = folder / "test.sqlite3"


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """The test database; before it goes every thread gives its connection back."""
    from asgiref.sync import SyncToAsync
    from django.db import connections

    from games import threads
    from games.journal import journal

    yield
    journal.close()
    threads._pool.shutdown()
    SyncToAsync.single_thread_executor.submit(connections.close_all).result()


@pytest.fixture
def clock() -> Iterator["TestClock"]:
    """A clock that stands at noon until the test moves it."""
    from games.clock import TestClock, replaced

    hands = TestClock(datetime(2026, 3, 1, 12, tzinfo=UTC))
    with replaced(hands):
        yield hands


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    """What a process remembers of tables, rooms, sockets and guests does not outlive a test."""
    from django.core.cache import cache

    from games import limits, news, play, presence

    yield
    play._tables.clear()
    news._rooms.clear()
    presence._told.clear()
    limits._open.clear()
    cache.clear()


@pytest.fixture
def alice(db: None) -> "Caller":
    """She plays."""
    return _guest("alice")


@pytest.fixture
def bob(db: None) -> "Caller":
    """He is her rival."""
    return _guest("bob")


@pytest.fixture
def charlie(db: None) -> "Caller":
    """He only watches."""
    return _guest("charlie")


@pytest.fixture
def nobody(db: None) -> "Caller":
    """Has no name and no token."""
    from tests.games.cast import Caller

    return Caller()


def _guest(name: str) -> "Caller":
    from games import accounts
    from tests.games.cast import Caller

    return Caller(accounts.make_guest(name))


@pytest.fixture
async def sockets() -> AsyncIterator["Sockets"]:
    """Opens sockets; those left open are closed after the test."""
    from tests.games.sockets import Sockets

    opened = Sockets()
    yield opened
    await opened.close()
