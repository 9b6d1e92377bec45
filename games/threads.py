"""Blocking work (the database, mostly) away from the event loop.

Channels' own helper runs everything of all sockets in one thread, so that one slow query
holds up everybody; here are a few, each with a connection of its own.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import connections

P = ParamSpec("P")
T = TypeVar("T")

_pool = ThreadPoolExecutor(max_workers=6, thread_name_prefix="cold")


async def run(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The value of ``work(*args)``, worked out in one of the threads."""

    def job() -> T:
        try:
            return work(*args, **kwargs)
        finally:
            _give_back()

    return await asyncio.get_running_loop().run_in_executor(_pool, job)


def _give_back() -> None:
    """A pooled connection goes back; one of SQLite, dear to open, stays with its thread."""
    for connection in connections.all(initialized_only=True):
        if connection.vendor != "sqlite" or connection.errors_occurred:
            connection.close()
