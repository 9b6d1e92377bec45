"""What may know of what: read from the sources."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def imports(file: Path) -> set[str]:
    """Every module that a file imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: a relative import"
            found |= {node.module or ""} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def sources(folder: str) -> list[Path]:
    """The Python files below a folder."""
    files = sorted((ROOT / folder).rglob("*.py"))
    assert files
    return files


def of(names: set[str], *packages: str) -> set[str]:
    """Those of the names that are one of these packages or in one."""
    return {n for n in names if any(n == p or n.startswith(f"{p}.") for p in packages)}


def test_games_does_not_know_of_the_leaderboard() -> None:
    for file in sources("games"):
        assert not of(imports(file), "leaderboard"), file


def test_the_leaderboard_reads_games() -> None:
    assert any(of(imports(file), "games") for file in sources("leaderboard"))


def test_the_engine_knows_of_nothing_around_it() -> None:
    for file in sources("games/engine"):
        names = imports(file)
        assert not of(names, "django", "channels", "spiderweb", "leaderboard"), file
        assert all(of({name}, "games.engine") for name in of(names, "games")), file


@pytest.mark.parametrize(
    "name", ["models", "races", "closing", "play", "journal", "visibility", "state", "dealing"]
)
def test_what_holds_the_rules_knows_of_no_page_and_no_socket(name: str) -> None:
    names = imports(ROOT / "games" / f"{name}.py")
    assert not of(names, "games.views", "games.api", "games.consumers", "ninja", "channels")


def test_consumers_write_nothing_themselves() -> None:
    text = (ROOT / "games" / "consumers.py").read_text()
    assert not any(word in text for word in (".save(", ".create(", ".update(", ".delete("))


def test_rows_of_the_log_are_written_by_the_journal_alone() -> None:
    for file in sources("games") + sources("leaderboard"):
        if "migrations" not in file.parts and file.name != "journal.py":
            assert "Move.objects.create" not in file.read_text(), file
            assert "Result.objects.create" not in file.read_text(), file
