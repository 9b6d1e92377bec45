"""What the environment says, and that nonsense is refused by the name of its variable."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from spiderweb import environment

ROOT = Path(__file__).resolve().parents[2]
NAME = "SPIDERWEB_TEST_VARIABLE"
Done = subprocess.CompletedProcess[str]


@pytest.mark.parametrize(
    ("text", "value"),
    [("on", True), ("YES", True), (" 1 ", True), ("true", True), ("off", False), ("0", False)],
)
def test_a_flag_is_read(monkeypatch: pytest.MonkeyPatch, text: str, value: bool) -> None:
    monkeypatch.setenv(NAME, text)
    assert environment.flag(NAME, not value) is value


@pytest.mark.parametrize("default", [True, False])
def test_an_empty_flag_is_its_default(monkeypatch: pytest.MonkeyPatch, default: bool) -> None:
    monkeypatch.setenv(NAME, " ")
    assert environment.flag(NAME, default) is default
    monkeypatch.delenv(NAME)
    assert environment.flag(NAME, default) is default


def test_nonsense_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, "perhaps")
    with pytest.raises(environment.BadEnvironment, match=f"{NAME} must be on or off"):
        environment.flag(NAME)


def test_texts_and_lists_are_read_without_their_space(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, " a, b ,,c ")
    assert environment.text(NAME) == "a, b ,,c"
    assert environment.words(NAME) == ["a", "b", "c"]
    monkeypatch.setenv(NAME, "")
    assert environment.text(NAME, "x") == "x"
    assert environment.words(NAME, "x,y") == ["x", "y"]


def test_a_folder_is_made_for_its_owner(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(NAME, str(tmp_path / "a" / "b"))
    made = environment.folder(NAME, tmp_path)
    assert made == tmp_path / "a" / "b"
    assert stat.S_IMODE(made.stat().st_mode) == 0o700
    monkeypatch.delenv(NAME)
    assert environment.folder(NAME, tmp_path) == tmp_path.resolve()


def settings(tmp_path: Path, expression: str, **variables: str) -> Done:
    """An expression over the settings of a fresh process."""
    code = f"from spiderweb import settings as s; print({expression})"
    return fresh(tmp_path, "-c", code, **variables)


def fresh(tmp_path: Path, *words: str, **variables: str) -> Done:
    """Python in a fresh installation, with this environment."""
    unset = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DEBUG", "HTTPS", "HOST", "PORT", "PROXIES")
    kept = {name: value for name, value in os.environ.items() if name not in unset}
    return subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env=kept | {"SPIDERWEB_VAR": str(tmp_path / "var")} | variables,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_fresh_installation_is_closed_and_keeps_its_secret(tmp_path: Path) -> None:
    told = "s.SECRET_KEY, s.DEBUG, s.HOST, s.LIMITS, s.VAR_DIR"
    first = settings(tmp_path, told)
    assert first.returncode == 0, first.stderr
    assert first.stdout.split()[1:] == ["False", "127.0.0.1", "True", str(tmp_path / "var")]
    assert len(first.stdout.split()[0]) == 64
    assert settings(tmp_path, told).stdout == first.stdout
    assert stat.S_IMODE((tmp_path / "var" / "secret.key").stat().st_mode) == 0o600


def test_https_makes_every_cookie_secure(tmp_path: Path) -> None:
    told = "s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, getattr(s, 'SECURE_HSTS_SECONDS', 0)"
    assert settings(tmp_path, told).stdout.strip() == "False False 0"
    assert settings(tmp_path, told, HTTPS="on").stdout.strip() == "True True 31536000"


def test_the_settings_of_a_public_site_pass_djangos_own_check(tmp_path: Path) -> None:
    check = ("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    public = {"HTTPS": "on", "HOST": "0.0.0.0", "ALLOWED_HOSTS": "spiderweb.example"}
    done = fresh(tmp_path, *check, **public, PROXIES="2")
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout
    warned = fresh(tmp_path, *check)
    assert warned.returncode != 0
    assert "SESSION_COOKIE_SECURE" in warned.stderr


def test_nobody_stands_before_it_unless_that_is_said(tmp_path: Path) -> None:
    assert settings(tmp_path, "s.PROXIES").stdout.strip() == "0"
    assert settings(tmp_path, "s.PROXIES", PROXIES="2").stdout.strip() == "2"
    refused = settings(tmp_path, "s.PROXIES", PROXIES="-1")
    assert refused.returncode != 0
    assert "PROXIES must be a whole number" in refused.stderr


@pytest.mark.parametrize("variable", ["DEBUG", "HTTPS", "SPIDERWEB_LIMITS"])
def test_a_start_with_nonsense_fails_and_says_where(tmp_path: Path, variable: str) -> None:
    failed = settings(tmp_path, "1", **{variable: "perhaps"})
    assert failed.returncode != 0
    assert f"{variable} must be on or off" in failed.stderr


def test_limits_are_lifted_for_this_machine_alone(tmp_path: Path) -> None:
    assert settings(tmp_path, "s.LIMITS", SPIDERWEB_LIMITS="off").stdout.strip() == "False"
    public = settings(tmp_path, "s.LIMITS", SPIDERWEB_LIMITS="off", HOST="0.0.0.0")
    assert public.stdout.strip() == "True"


def test_an_answered_action_is_on_the_disk(tmp_path: Path) -> None:
    told = settings(tmp_path, "s.DATABASES['default']['OPTIONS']").stdout
    assert "synchronous=FULL" in told
    assert "IMMEDIATE" in told


def test_the_application_does_not_start_without_the_key_of_the_deals(tmp_path: Path) -> None:
    code = "import spiderweb.asgi"
    started = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {"SPIDERWEB_VAR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert started.returncode != 0
    assert "deal.key is missing" in started.stderr
    assert not (tmp_path / "deal.key").exists()
