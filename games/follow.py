"""How a process keeps up with the others: what they tell, and a look at what was not told."""

from django.db.models import Max

from games import news, play, threads
from games.models import Move, Race


def hear(race_id: str, message: dict[str, object]) -> None:
    """News of another process: of a log it says how far it is, never what is in it."""
    item = news.read(message)
    if isinstance(item, news.Acted):
        play.heard(item.attempt_id, item.seq)
    if isinstance(item, news.SignedOut):
        news.tell_every_room(item)
    else:
        news.tell_here(race_id, item)


async def catch_up() -> None:
    """Compare the tables held here with the database: lost news does no harm for long."""
    tables = {table.attempt_id: table for table in play.held()}
    for attempt_id, seq in (await threads.run(_last_rows, list(tables))).items():
        if play.heard(attempt_id, seq):
            await play.tell_here(tables[attempt_id])


async def rooms(race_id: str | None = None) -> None:
    """Compare the races that are listened to here with the database, all in one query.

    A countdown is short and its players may be at another process: without Redis, or when
    it has lost the news, this is how they learn of it in time.
    """
    asked = [race_id] if race_id else news.rooms()
    if asked:
        for pk, rev in (await threads.run(_revs, asked)).items():
            news.tell_here(pk, news.RaceChanged(rev))


def _revs(race_ids: list[str]) -> dict[str, int]:
    return dict(Race.objects.filter(pk__in=race_ids).values_list("pk", "rev"))


def _last_rows(attempt_ids: list[int]) -> dict[int, int]:
    rows = Move.objects.filter(attempt__in=attempt_ids).values_list("attempt")
    return dict(rows.annotate(last=Max("seq")))
