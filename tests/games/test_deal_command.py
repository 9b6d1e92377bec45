"""The operator's commands: ``deal`` and ``prepare``, and the key of the deals."""

import json
import stat
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games import dealing
from games.engine import Code, Layout, lay_out
from games.models import Deal
from spiderweb import environment
from tests.games.cast import SHORT, Caller, alone, keep

CODE = "SD1-S1-AAAAAAH"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A layout as an operator has it."""
    path = tmp_path / "layout.json"
    path.write_text(json.dumps(SHORT))
    return path


def shown(capsys: pytest.CaptureFixture[str], code: str) -> Any:
    """What ``deal show`` prints."""
    call_command("deal", "show", code)
    return json.loads(capsys.readouterr().out)


@pytest.mark.django_db
class TestShow:
    """The whole layout of a code."""

    def test_it_is_the_one_that_would_be_dealt(self, capsys: pytest.CaptureFixture[str]) -> None:
        told = shown(capsys, "sp1s4raaaaaad")
        layout = lay_out(dealing.key(), "spider", 4, 3)
        assert told == {"code": "SP1-S4R-AAAAAAD", "game": "spider", "suits": 4} | layout.to_json()
        assert not Deal.objects.exists()

    def test_a_kept_deal_is_shown_as_it_is_kept(self, capsys: pytest.CaptureFixture[str]) -> None:
        keep()
        assert Layout.from_json(shown(capsys, CODE)) == Layout.from_json(SHORT)

    @pytest.mark.parametrize("code", ["nonsense", "ST1-S1C-AAAAAAD", "SD1-S1-AAAA"])
    def test_what_is_no_code_here_is_told_so(self, code: str) -> None:
        with pytest.raises(CommandError, match=r"\w+"):
            call_command("deal", "show", code)

    def test_what_it_shows_can_be_imported(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        path = tmp_path / "shown.json"
        path.write_text(json.dumps(shown(capsys, "SD1-S1-AAAAAAD")))
        call_command("deal", "import", str(path), "--code=SD1-S1-BAAAAAA")
        layout = lay_out(dealing.key(), "spiderette", 1, 3)
        deal = dealing.find(Code.parse("SD1-S1-BAAAAAA"))
        assert deal is not None
        assert deal.layout == layout


@pytest.mark.django_db
class TestImport:
    """A layout is kept under a code."""

    def test_it_is_kept_with_its_promise(
        self, file: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        call_command("deal", "import", str(file), f"--code={CODE}")
        deal = Deal.objects.get()
        assert (deal.origin, deal.layout) == (Deal.IMPORTED, Layout.from_json(SHORT))
        assert deal.commitment in capsys.readouterr().out
        call_command("deal", "import", str(file), f"--code={CODE}")
        assert Deal.objects.get().commitment == deal.commitment

    def test_a_code_that_was_played_is_refused(self, file: Path, alice: Caller) -> None:
        alone(alice, code=CODE)
        before = Deal.objects.get().layout
        with pytest.raises(CommandError, match="Another deal is kept"):
            call_command("deal", "import", str(file), f"--code={CODE}")
        assert Deal.objects.get().layout == before

    @pytest.mark.parametrize(
        ("change", "said"),
        [
            ({"game": "spider"}, "The code says game spiderette, the file spider"),
            ({"suits": 2}, "The code says suits 1, the file 2"),
            ({"stock": []}, "The layout cannot be used"),
            ({"stock": ["KS"] * 24}, "not the pack"),
            ({"columns": 7}, "columns must be a list"),
            ({"columns": [{"down": 0, "cards": ["XX"]}]}, "The layout cannot be used"),
        ],
    )
    def test_a_wrong_layout_is_refused_in_words(
        self, file: Path, change: dict[str, Any], said: str
    ) -> None:
        file.write_text(json.dumps(SHORT | change))
        with pytest.raises(CommandError, match=said):
            call_command("deal", "import", str(file), f"--code={CODE}")
        assert not Deal.objects.exists()

    @pytest.mark.parametrize(
        ("text", "said"),
        [("{", "is not JSON"), ("[]", "does not hold one layout"), (None, "cannot be read")],
    )
    def test_a_wrong_file_is_refused_in_words(
        self, file: Path, text: str | None, said: str
    ) -> None:
        if text is None:
            file.unlink()
        else:
            file.write_text(text)
        with pytest.raises(CommandError, match=said):
            call_command("deal", "import", str(file), f"--code={CODE}")


@pytest.fixture
def key_file(tmp_path: Path, settings: Any) -> Any:
    """An installation of its own, whose key has not been made."""
    settings.DEAL_KEY_FILE = tmp_path / "deal.key"
    settings.STATIC_ROOT = tmp_path / "static"
    dealing.key.cache_clear()
    yield settings.DEAL_KEY_FILE
    dealing.key.cache_clear()


@pytest.mark.django_db(transaction=True)
class TestTheKey:
    """Without it the same number would give other cards."""

    def test_prepare_makes_it_once_for_its_owner_alone(self, key_file: Path) -> None:
        call_command("prepare")
        made = dealing.key()
        assert len(made) == 32
        assert stat.S_IMODE(key_file.stat().st_mode) == 0o600
        call_command("prepare")
        dealing.key.cache_clear()
        assert dealing.key() == made

    def test_where_deals_exist_it_is_not_made_anew(self, key_file: Path) -> None:
        call_command("prepare")
        dealing.draw("spider", 1)
        key_file.unlink()
        with pytest.raises(CommandError, match=r"deal\.key is missing, but deals"):
            call_command("prepare")
        assert not key_file.exists()

    def test_without_it_nothing_is_dealt(self, key_file: Path, alice: Caller) -> None:
        with pytest.raises(dealing.MissingKey, match=r"run manage\.py prepare"):
            dealing.draw("spider", 1)
        assert not Deal.objects.exists()

    def test_an_unreadable_one_is_no_key(self, key_file: Path) -> None:
        key_file.write_text("not hex")
        with pytest.raises(dealing.MissingKey, match="cannot be read"):
            dealing.key()

    def test_a_kept_deal_outlives_another_key(self, key_file: Path) -> None:
        key_file.write_text("00" * 32)
        code = Code.parse("SP1-S1C-AAAAAAD")
        deal = dealing.by_code(code)
        before = deal.layout
        key_file.write_text("11" * 32)
        dealing.key.cache_clear()
        assert dealing.by_code(code).layout == before
        other = dealing.by_code(Code.parse("SP1-S1C-AAAAAAE"))
        assert other.key_fingerprint != deal.key_fingerprint
        assert lay_out(dealing.key(), "spider", 1, 3) != before


class TestSecrets:
    """Files that only their owner can read."""

    def test_a_secret_is_made_on_first_use_and_stays(self, tmp_path: Path) -> None:
        path = tmp_path / "secret.key"
        made = environment.secret(path)
        assert environment.secret(path) == made
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert [file.name for file in tmp_path.iterdir()] == ["secret.key"]

    def test_of_two_processes_that_start_together_the_first_ones_counts(
        self, tmp_path: Path
    ) -> None:
        path = tmp_path / "secret.key"
        first = environment.write_secret(path)
        assert environment.write_secret(path) == first
        assert [file.name for file in tmp_path.iterdir()] == ["secret.key"]

    def test_an_empty_one_is_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "secret.key"
        path.write_text("\n")
        with pytest.raises(environment.BadEnvironment, match=r"secret\.key is empty"):
            environment.secret(path)
