"""What docker-compose.yml and the Dockerfile say, for running it without containers."""

import json
import os
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

from tests.support.services import ROOT, package_folder

PASSWORD = "a"  # where no container runs it protects nothing


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Ask the program that reads such files."""
    program = str(package_folder("compose") / "docker-compose")
    return subprocess.run(
        [program, *arguments],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@cache
def service(name: str) -> dict[str, Any]:
    """A service as compose understands it."""
    told = run("config", "--format", "json", POSTGRES_PASSWORD=PASSWORD)
    if told.returncode:
        raise RuntimeError(told.stderr)
    found: dict[str, Any] = json.loads(told.stdout)["services"][name]
    return found


def command(name: str) -> list[str]:
    """The command of a service; its Python is the one that runs the tests."""
    program, *arguments = service(name)["command"]
    return [sys.executable if program == "python" else program, *arguments]


def environment(name: str) -> dict[str, str]:
    """What a service's process finds in its environment: the image's, then its own."""
    own = {key: str(value) for key, value in service(name).get("environment", {}).items()}
    return _of_the_image() | own


def mounted(name: str, target: str) -> Path:
    """The file that a service has at ``target``."""
    volumes = service(name)["volumes"]
    return Path(next(volume["source"] for volume in volumes if volume["target"] == target))


@cache
def _of_the_image() -> dict[str, str]:
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    words = (word for line in lines if line.startswith("ENV ") for word in shlex.split(line)[1:])
    return dict(word.split("=", 1) for word in words)
