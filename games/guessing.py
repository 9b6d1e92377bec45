"""How the guessing of passwords is slowed: what django-axes is told (``AXES_*``)."""

from datetime import datetime, timedelta
from typing import Any

from axes.models import AccessAttempt
from django.conf import settings
from django.db.models import QuerySet, Sum
from django.http import HttpRequest
from django.utils import timezone

from games import addresses

# To one address a name is closed after so many wrong passwords.
MOST = 5
# To one address every name is closed after so many, for whatever names they were.
MOST_FROM_ADDRESS = 50
# A name is closed to all after so many from anywhere; less would let anybody lock out anybody.
MOST_FROM_ANYWHERE = 100


def counted_by(request: HttpRequest, credentials: dict[str, Any] | None = None) -> list[Any]:
    """By what the wrong passwords are counted that may close a name."""
    name = (credentials or {}).get("username")
    everywhere = _wrong(username=name) >= MOST_FROM_ANYWHERE
    return ["username"] if everywhere else [["username", "ip_address"]]


def most(request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
    """How many of them close it: from an address that has guessed at many names, none at all.

    What ``counted_by`` says is also what is forgotten when somebody is let in, and a new guest
    is: counted by the address alone, it would be open again for a guest.
    """
    wrong = _wrong(ip_address=addresses.of_request(request))
    return 0 if wrong >= MOST_FROM_ADDRESS else MOST


def forget() -> None:
    """Keep no address longer than it closes a name."""
    AccessAttempt.objects.filter(attempt_time__lt=_threshold()).delete()


def _wrong(**whose: Any) -> int:
    """How many wrong passwords there were in the last quarter of an hour."""
    tries = _recent().filter(**whose).aggregate(n=Sum("failures_since_start"))["n"]
    return int(tries or 0)


def _recent() -> QuerySet[AccessAttempt]:
    recent: QuerySet[AccessAttempt] = AccessAttempt.objects.filter(attempt_time__gte=_threshold())
    return recent


def _threshold() -> datetime:
    cool_off: timedelta = settings.AXES_COOLOFF_TIME
    return timezone.now() - cool_off
