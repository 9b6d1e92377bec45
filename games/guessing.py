"""How the guessing of passwords is slowed: what django-axes is told (``AXES_*``)."""

from datetime import datetime, timedelta
from typing import Any

from axes.models import AccessAttempt
from django.conf import settings
from django.db.models import QuerySet, Sum
from django.http import HttpRequest
from django.utils import timezone

# To one address a name is closed after ``AXES_FAILURE_LIMIT`` wrong passwords; to all after
# so many from anywhere. Less would let anybody lock out anybody.
MOST_FROM_ANYWHERE = 100


def counted_by(request: HttpRequest, credentials: dict[str, Any] | None = None) -> list[Any]:
    """By what the wrong passwords are counted that may close a name."""
    name = (credentials or {}).get("username")
    tries = _recent().filter(username=name).aggregate(n=Sum("failures_since_start"))["n"] or 0
    return ["username"] if tries >= MOST_FROM_ANYWHERE else [["username", "ip_address"]]


def forget() -> None:
    """Keep no address longer than it closes a name."""
    AccessAttempt.objects.filter(attempt_time__lt=_threshold()).delete()


def _recent() -> QuerySet[AccessAttempt]:
    recent: QuerySet[AccessAttempt] = AccessAttempt.objects.filter(attempt_time__gte=_threshold())
    return recent


def _threshold() -> datetime:
    cool_off: timedelta = settings.AXES_COOLOFF_TIME
    return timezone.now() - cool_off
