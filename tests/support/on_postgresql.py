"""Run a command with a PostgreSQL of its own as the site's database, gone when it ends.

``python -m tests.support.on_postgresql pytest tests/games``
"""

import os
import subprocess
import sys

from tests.support.services import Postgres


def main(command: list[str]) -> int:
    """The command's exit code."""
    postgres = Postgres().start()
    try:
        return subprocess.run(
            command, check=False, env={**os.environ, "DATABASE_URL": postgres.url()}
        ).returncode
    finally:
        postgres.remove()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
