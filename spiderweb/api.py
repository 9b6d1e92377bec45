"""The API put together: the routers of the apps, and how refusals are told."""

from collections.abc import Callable

import orjson
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError

from games.api import attempts, deals, players, races
from games.refusals import Refusal
from leaderboard import api as boards

PATH = "/api/v1/"
# What is answered before a call is reached, by others and not in JSON.
UNREACHED = {400: "bad_value", 403: "not_allowed", 404: "no_such_call", 405: "wrong_method"}
UNREADABLE = gettext_lazy("The request is too large, or cannot be read.")

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


@csrf_exempt  # it does nothing, and answers in JSON who has no token either
def no_such_call(request: HttpRequest, rest: str = "") -> HttpResponse:
    """What is at none of the addresses, in JSON like every other answer."""
    refusal = Refusal("no_such_call")
    return api.create_response(request, refusal.as_json(), status=refusal.status)


def answers(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Middleware: every answer of the API is its caller's alone, and every refusal JSON."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.path_info.startswith(PATH):
            _refuse_in_json(response)
            patch_cache_control(response, private=True, no_store=True)
            patch_vary_headers(response, ["Cookie", "Authorization"])
        return response

    return answer


def _refuse_in_json(response: HttpResponse) -> None:
    """Put a code and a sentence in place of a page; the headers (``Allow``) stay."""
    code = UNREACHED.get(response.status_code)
    if code and not response.get("Content-Type", "").startswith("application/json"):
        message = str(UNREADABLE) if code == "bad_value" else None
        response.content = orjson.dumps(Refusal(code, message=message).as_json())
        response["Content-Type"] = "application/json; charset=utf-8"
        response["Content-Length"] = str(len(response.content))
