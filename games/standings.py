"""Places in a race: computed from the results whenever they are asked for, never stored."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef, Q

from games.models import Race, Result, ResultQuerySet, Seat


@dataclass(frozen=True, slots=True)
class Place:
    """A rank among the ranked of a race; ``draw`` where another has the same."""

    place: int
    draw: bool


def ranked(races: Iterable[Race]) -> ResultQuerySet:
    """The results that are compared, each with the ``race`` it is compared in.

    In a race these are first attempts, or all where everybody knew the deal.
    """
    firsts = Seat.objects.filter(race=OuterRef("race"), attempt__first=True)
    results = Result.objects.filter(attempt__seats__race__in=list(races))
    return results.annotate(race=F("attempt__seats__race")).filter(
        Q(attempt__first=True) | ~Exists(firsts)
    )


def places(races: Iterable[Race]) -> dict[str, dict[int, Place]]:
    """By race and attempt: its place. Games not won have none, nor practice beside ranked games."""
    found: dict[str, dict[int, Place]] = defaultdict(dict)
    among = list(races)
    for result in ranked(among).with_places("race") if among else ():
        found[result.race][result.pk] = Place(result.place, result.draw)
    return found
