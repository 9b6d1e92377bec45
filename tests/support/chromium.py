"""The browser of the browser tests: the system's Chromium, installed where there is none."""

import os
import shutil
import subprocess
import sys

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def path() -> str | None:
    """Where the system's Chromium is; None lets Playwright use its own."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


def install() -> None:
    """Get one: from Debian as root, from Playwright elsewhere."""
    if path():
        return
    if os.geteuid() == 0 and shutil.which("apt-get"):
        _run("apt-get", "update", "-qq")
        _run("apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium")
    else:
        _run(sys.executable, "-m", "playwright", "install", "chromium")


def _run(*command: str) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    install()
