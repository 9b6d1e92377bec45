"""What the README shows is so."""

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"


def test_the_examples_of_the_readme_run_as_shown() -> None:
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted > 3
    assert result.failed == 0


def test_every_link_of_the_documents_leads_to_a_file() -> None:
    for document in (README, *sorted((ROOT / "docs").glob("*.md"))):
        for link in re.findall(r"\]\(([^)#]+)[^)]*\)", document.read_text()):
            assert (document.parent / link).exists(), f"{document.name}: {link}"
