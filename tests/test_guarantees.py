"""What ``docs/guarantees.md`` promises names its tests, and they exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "docs" / "guarantees.md").read_text()
NAMED = re.findall(r"`(\w+/[\w/]+\.py)::(\w+)`", TEXT)


def test_the_guarantees_name_many_tests() -> None:
    assert len(NAMED) > 30


@pytest.mark.parametrize(("file", "test"), NAMED, ids=[test for _, test in NAMED])
def test_each_of_them_exists(file: str, test: str) -> None:
    assert re.search(rf"def {test}\(", (ROOT / "tests" / file).read_text())
