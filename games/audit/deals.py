"""A deal's cards and boards."""

from collections import defaultdict
from collections.abc import Iterator

from games import dealing
from games.audit.places import places
from games.engine import Unreadable, check_told, commitment, fingerprint, lay_out
from games.models import Deal, Result


def of_deal(deal: Deal) -> Iterator[str]:
    """The cards are those that were committed to and that the key gives; boards rank rightly."""
    if not is_readable(deal):
        yield "its cards cannot be read"
    elif commitment(bytes(deal.salt), deal.layout) != deal.commitment:
        yield "its cards are not those that its commitment names"
    elif not _is_given(deal):
        yield "its cards are not those that the key gives for its number"
    yield from _of_boards(deal)


def key() -> bytes | None:
    """The installation's key, where it is there."""
    try:
        return dealing.key()
    except dealing.MissingKey:
        return None


def is_readable(deal: Deal) -> bool:
    """Are its cards a layout, all of them told?"""
    try:
        check_told(deal.layout)
    except Unreadable:
        return False
    return True


def _is_given(deal: Deal) -> bool:
    """Are these the cards of the number? Of imported cards and another key's nobody can tell."""
    secret = key()
    if not secret or deal.origin == Deal.IMPORTED or deal.key_fingerprint != fingerprint(secret):
        return True
    try:
        return lay_out(secret, deal.game, deal.suits, deal.number) == deal.layout
    except Unreadable:  # there is no such number
        return False


def _of_boards(deal: Deal) -> Iterator[str]:
    """The boards of a deal: won first attempts by build, undo policy, and bots or people."""
    firsts = Result.objects.filter(attempt__deal=deal, attempt__first=True)
    boards = defaultdict(list)
    for result in firsts.filter(won=True).select_related("attempt__player"):
        attempt = result.attempt
        boards[attempt.build, attempt.undo, attempt.player.bot].append(result)
    for (build, undo, bot), won in boards.items():
        board = firsts.filter(
            attempt__build=build, attempt__undo=undo, attempt__player__bot=bot
        ).with_places()
        if {result.pk: (result.place, result.draw) for result in board} != places(won):
            who = "bots" if bot else "people"
            yield f"its board of {who} ({build}, {undo}) has not the places of its results"
