"""What the README and the engine's page show is so."""

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
ENGINE = ROOT / "docs" / "engine.md"


def run_examples(path: Path) -> doctest.TestResults:
    return doctest.testfile(str(path), module_relative=False, encoding="utf-8")


def test_the_examples_of_the_readme_run_as_shown() -> None:
    result = run_examples(README)
    assert result.attempted > 3
    assert result.failed == 0


def test_the_examples_of_the_engines_page_run_as_shown() -> None:
    result = run_examples(ENGINE)
    assert result.attempted > 20
    assert result.failed == 0


def test_an_example_that_is_not_as_shown_is_found(tmp_path: Path) -> None:
    wrong = tmp_path / "engine.md"
    wrong.write_text(ENGINE.read_text().replace("(1, 499, 1, False", "(2, 499, 1, False"))
    assert run_examples(wrong).failed == 1


def test_every_link_of_the_documents_leads_to_a_file() -> None:
    for document in (README, *sorted((ROOT / "docs").glob("*.md"))):
        for link in re.findall(r"\]\(([^)#]+)[^)]*\)", document.read_text()):
            assert (document.parent / link).exists(), f"{document.name}: {link}"
