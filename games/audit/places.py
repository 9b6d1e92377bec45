"""Places, counted plainly: what the queries that rank are held against."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable

from games.models import Result


def places(won: Iterable[Result]) -> dict[int, tuple[int, bool]]:
    """By attempt: one more than those ahead, and whether another is equal."""
    keys = {result.pk: (result.moves, result.seconds) for result in won}
    equal, best_first = Counter(keys.values()), sorted(keys.values())
    return {pk: (1 + bisect_left(best_first, key), equal[key] > 1) for pk, key in keys.items()}
