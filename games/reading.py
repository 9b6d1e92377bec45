"""One read of a race for all the sockets that ask at the same moment.

At the go of a live race every socket wants the same rows at once; read for each of them they
would arrive one after the other.
"""

import asyncio
from weakref import WeakValueDictionary

from games import state, threads

_turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
# By race: the read that has not begun yet, which who asks now may share.
_next: dict[str, asyncio.Task[state.Facts]] = {}


async def facts(race_id: str) -> state.Facts:
    """What the database holds of a race, read after this was called.

    Raises ``Refusal`` (``no_such_race``).
    """
    task = _next.get(race_id)
    if task is None:
        task = _next[race_id] = asyncio.create_task(_read(race_id))
    return await asyncio.shield(task)


async def _read(race_id: str) -> state.Facts:
    # A read under way may have seen the rows before what is asked for was written.
    turn = _turns.setdefault(race_id, asyncio.Lock())
    async with turn:
        del _next[race_id]
        return await threads.run(state.read, race_id)
