"""What a test run that was killed leaves behind is cleared away by the next."""

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.support.services import POSTGRES_FOLDERS, Postgres, remove_orphans


def test_folders_whose_makers_are_no_more_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    orphan = tmp_path / f"{POSTGRES_FOLDERS}{ended.pid}-abc"
    foreign = tmp_path / f"{POSTGRES_FOLDERS}somebody-else"
    for folder in (orphan, foreign):
        folder.mkdir()
    living = Postgres().folder
    remove_orphans()
    assert sorted(tmp_path.iterdir()) == sorted([foreign, living])
