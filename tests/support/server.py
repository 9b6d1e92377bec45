"""A real server in a process of its own, with a folder and a port of its own."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, Self

from tests.support import compose
from tests.support.services import ROOT, free_port, wait_for


class Listening:
    """Something that serves the site on a port of this machine: a ``Place`` for bots."""

    port: int

    @property
    def url(self) -> str:
        """Where it is, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_url(self) -> str:
        """Where its sockets are."""
        return f"ws://127.0.0.1:{self.port}"


class Server(Listening):
    """What the container of a web process runs, on a free port of this machine."""

    # More words for ``serve``.
    options: tuple[str, ...] = ()
    # ``DATABASE_URL``, where it is not the SQLite file in its folder.
    database: str | None = None
    # Bots are faster than people: only tests of the limits have them.
    limits = False

    def __init__(self, var: Path) -> None:
        self.var = var
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.log = var / "server.log"

    @property
    def environment(self) -> dict[str, str]:
        """What a command for this server runs with."""
        own = {"SPIDERWEB_VAR": str(self.var), "PORT": str(self.port), "HOST": "127.0.0.1"}
        if self.database:
            own["DATABASE_URL"] = self.database
        kept = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL")}
        return kept | own | {"SPIDERWEB_LIMITS": "on" if self.limits else "off"}

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command of this installation, whatever it answers."""
        return self.run(sys.executable, "manage.py", *arguments)

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run anything where this installation is, whatever it answers."""
        return subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False
        )

    def import_deals(self, deals: list[tuple[dict[str, Any], str]]) -> None:
        """Keep layouts under codes, by the operator's command, all in one process."""
        script = (
            "import django, json, sys; django.setup()\n"
            "from django.core.management import call_command\n"
            "for file, code in json.load(sys.stdin):\n"
            "    call_command('deal', 'import', file, f'--code={code}')\n"
        )
        files = []
        for number, (layout, code) in enumerate(deals):
            file = self.var / f"layout-{number}.json"
            file.write_text(json.dumps(layout))
            files.append([str(file), code])
        environment = self.environment | {"DJANGO_SETTINGS_MODULE": "spiderweb.settings"}
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env=environment,
            check=True,
            input=json.dumps(files),
            text=True,
            stdout=subprocess.DEVNULL,
        )

    def start(self, *, wait: bool = True) -> Self:
        """Start it; with ``wait`` it answers when this returns."""
        command = [*compose.command("web"), *self.options]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=self.environment, stdout=log, stderr=log
            )
        if wait:
            self.wait()
        return self

    def wait(self) -> None:
        """Until it listens. Raises ``RuntimeError`` with its log where it does not."""
        try:
            wait_for(self.port, alive=lambda: self.process is not None and not self.process.poll())
        except TimeoutError as error:
            raise RuntimeError(f"the server did not start:\n{self.log.read_text()}") from error

    def kill(self) -> None:
        """``kill -9``: nothing is said, nothing is finished."""
        self._end(signal.SIGKILL)

    def stop(self, patience: float = 20) -> None:
        """End it as an operator would; within so many seconds it must be gone."""
        self._end(signal.SIGTERM, patience)

    def _end(self, sign: signal.Signals, patience: float = 20) -> None:
        if self.process is not None:
            self.process.send_signal(sign)
            self.process.wait(patience)
            self.process = None


def prepared(folder: Path) -> Path:
    """A fresh installation in ``folder``: tables, keys, static files."""
    result = Server(folder).run(*compose.command("prepare"))
    if result.returncode:
        raise RuntimeError(result.stderr)
    return folder


def copy_of(template: Path, folder: Path) -> Path:
    """An installation like the template, at the cost of a copy."""
    shutil.copytree(template, folder, dirs_exist_ok=True)
    return folder
