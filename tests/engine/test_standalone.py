"""The engine stands alone."""

import doctest
import subprocess
import sys

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
