"""Places in a race: computed from the results whenever they are asked for, never stored."""

from dataclasses import dataclass

from games.models import Race, Result, ResultQuerySet


@dataclass(frozen=True, slots=True)
class Place:
    """A rank among the ranked of a race; ``draw`` where another has the same."""

    place: int
    draw: bool


def ranked(race: Race) -> ResultQuerySet:
    """The results that are compared: first attempts, or all where everybody knew the deal."""
    results = Result.objects.filter(attempt__seats__race=race)
    if race.seats.filter(attempt__first=True).exists():
        results = results.filter(attempt__first=True)
    return results


def places(race: Race) -> dict[int, Place]:
    """By attempt: its place. Games not won have none, nor practice beside ranked games."""
    return {result.pk: Place(result.place, result.draw) for result in ranked(race).with_places()}
