"""What the operating system knows of a process: its core, its CPU time, its memory."""

import contextlib
import os
import platform
from collections.abc import Iterator
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")
CORES = sorted(os.sched_getaffinity(0))
SERVERS, CLIENT = CORES[0], CORES[-1]  # the same one where there is but one


def stay_on(core: int) -> None:
    """This process, and what it starts from now on, runs on one core."""
    os.sched_setaffinity(0, {core})


@contextlib.contextmanager
def servers_core() -> Iterator[None]:
    """What is started within runs on the servers' core, this process on the client's."""
    stay_on(SERVERS)
    try:
        yield
    finally:
        stay_on(CLIENT)


def cpu_seconds(process: int) -> float:
    """The CPU time of a process with all its threads, in user and system mode."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def resident_kib(process: int) -> int:
    """The memory of a process that is in RAM."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmRSS:")[2].split(None, 1)[0])


def described() -> str:
    """The machine in a line, with how busy it is."""
    names = [
        line for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line
    ]
    name = names[0].partition(":")[2].strip() if names else platform.machine()
    load = " ".join(f"{value:.1f}" for value in os.getloadavg())
    cores = f"{len(CORES)} cores" if len(CORES) > 1 else "1 core"
    return f"{name}, {cores}, Python {platform.python_version()}, load average {load}"
