"""What is stored, held against itself: every log replayed, every number counted again.

Nothing that serves players is asked here, but for what ranks, which is held against a plain
sort. A fault is a sentence for the operator; there should never be one.
"""

from collections.abc import Callable, Iterator
from typing import TypeVar

from django.db.models import Model, QuerySet

from games.audit.attempts import of_attempt
from games.audit.deals import key, of_deal
from games.audit.races import of_race
from games.models import Attempt, Deal, Move, Race, Result

Row = TypeVar("Row", bound=Model)
CHUNK = 500


def faults() -> Iterator[str]:
    """Everything that is not as it must be, in words."""
    if key() is None and Deal.objects.exists():
        yield "the key that the deals were made with is missing or cannot be read"
    yield from _each(Deal.objects.all(), of_deal)
    yield from _each(Attempt.objects.select_related("deal", "player"), of_attempt)
    yield from _each(Race.objects.select_related("deal"), of_race)


def _each(rows: QuerySet[Row], look: Callable[[Row], Iterator[str]]) -> Iterator[str]:
    """What is found of each row; twice, for where people play something may just have changed."""
    for row in rows.iterator(CHUNK):
        if any(look(row)):
            for fault in look(rows.get(pk=row.pk)):
                yield f"{row._meta.model_name} {row.pk}: {fault}"


def counted() -> dict[str, int]:
    """How much there is to look at, by kind."""
    models = (Deal, Race, Attempt, Move, Result)
    return {model.__name__.lower(): model.objects.count() for model in models}
