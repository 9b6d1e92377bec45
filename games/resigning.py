"""Giving up a game from outside its socket, by a form or a call."""

from asgiref.sync import async_to_sync

from games import play
from games.engine import RESIGN
from games.journal import Unavailable
from games.refusals import Refusal


def resign_attempt(attempt_id: int) -> bool:
    """Resign through the journal, as a row of the log; False where it had ended."""
    try:
        return async_to_sync(play.end)(attempt_id, RESIGN)
    except Unavailable:
        raise Refusal("unavailable") from None
