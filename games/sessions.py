"""Sessions that last a year from the last visit, without a write on each request."""

from collections.abc import Callable

from django.contrib.sessions.backends import db
from django.http import HttpRequest, HttpResponse

from games import clock


class SessionStore(db.SessionStore):
    """Sessions in the database. What is no key of ours is not looked for.

    A quoted cookie can hold a NUL, at which PostgreSQL fails.
    """

    def __init__(self, session_key: str | None = None) -> None:
        super().__init__(session_key if session_key and session_key.isalnum() else None)


class RollingSessionMiddleware:
    """Prolongs a session once a day, so that who comes at least yearly is never forgotten."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            today = clock.now().date().isoformat()
            if request.session.get("day") != today:
                request.session["day"] = today
        return self.get_response(request)
