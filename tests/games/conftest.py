"""Scenes that several files play on."""

import pytest

from games.clock import TestClock
from tests.games.cast import Caller
from tests.games.scene import Scene


@pytest.fixture
def scene(alice: Caller, bob: Caller, clock: TestClock) -> Scene:
    """alice has ended, bob plays."""
    return Scene(alice, bob)
