"""The API put together: the routers of the apps, and how refusals are told."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError

from games.api import attempts, deals, players, races
from games.refusals import Refusal
from leaderboard import api as boards

api = NinjaAPI(
    title="Spiderweb",
    version="1",
    description="Race each other at Spider solitaire on the very same cards.",
    urls_namespace="api",
)
for _router in (players.router, races.router, attempts.router, deals.router, boards.router):
    api.add_router("", _router)


@api.exception_handler(Refusal)
def _refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    return api.create_response(request, refusal.as_json(), status=refusal.status)


@api.exception_handler(AuthenticationError)
def _unknown(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
    return _refused(request, Refusal("unknown_player"))


@api.exception_handler(ValidationError)
def _invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Name the first field at fault; what was sent is not repeated."""
    first = error.errors[0]
    field = str(first["loc"][-1])
    message = _("%(field)s cannot be used: %(reason)s.") % {"field": field, "reason": first["msg"]}
    return _refused(request, Refusal("bad_value", field, message))


@api.exception_handler(HttpError)
def _unreadable(request: HttpRequest, error: HttpError) -> HttpResponse:
    """A body that is no JSON, or a form without its CSRF token."""
    code = "not_allowed" if error.status_code == 403 else "bad_value"
    refusal = Refusal(code, message=str(error))
    return api.create_response(request, refusal.as_json(), status=refusal.status)


def no_such_call(request: HttpRequest, rest: str) -> HttpResponse:
    """What is at none of the addresses, in JSON like every other answer."""
    refusal = Refusal("no_such_call")
    return api.create_response(request, refusal.as_json(), status=refusal.status)
