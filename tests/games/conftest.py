"""Scenes that several files play on."""

import pytest

from games.clock import TestClock
from tests.games.cast import Caller
from tests.games.scene import Scene
from tests.games.world import World


@pytest.fixture
def scene(alice: Caller, bob: Caller, clock: TestClock) -> Scene:
    """alice has ended, bob plays."""
    return Scene(alice, bob)


@pytest.fixture
def world(alice: Caller, bob: Caller) -> World:
    """alice plays against bob, and alone."""
    return World(alice, bob)
