"""The engine stands alone."""

import doctest
import shutil
import subprocess
import sys
from pathlib import Path

import games.engine

from .table import ROOT


def test_the_engine_imports_without_any_package() -> None:
    program = "import sys, games.engine; print('django' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-S", "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"


def test_the_engine_imports_nothing_from_the_site() -> None:
    for path in (ROOT / "games" / "engine").glob("*.py"):
        lines = [line.split() for line in path.read_text().splitlines()]
        imported = [words[1] for words in lines if words[:1] in (["from"], ["import"])]
        ours = [name for name in imported if name.split(".")[0] not in sys.stdlib_module_names]
        assert all(name.startswith("games.engine") for name in ours), path


def test_the_example_in_the_engine_is_true() -> None:
    assert doctest.testmod(games.engine).failed == 0


def test_every_public_name_is_there() -> None:
    assert all(hasattr(games.engine, name) for name in games.engine.__all__)


def test_the_engine_can_be_taken_out_alone(tmp_path: Path) -> None:
    """As docs/engine.md says: these and nothing else."""
    (tmp_path / "games").mkdir()
    shutil.copy(ROOT / "games" / "__init__.py", tmp_path / "games")
    shutil.copytree(ROOT / "games" / "engine", tmp_path / "games" / "engine")
    program = "from games.engine import *; print(Move(3, 4, 7))"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path[:0] = ['.']; {program}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "3-7x4\n"
