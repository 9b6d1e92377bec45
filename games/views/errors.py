"""Error pages: a title, one plain sentence, two ways on."""

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from games.refusals import Refusal

P = ParamSpec("P")


def told(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Show a ``Refusal`` that a view raises as its page, with its status."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refusal as refusal:
            return page(request, refusal)

    return cast(Callable[Concatenate[HttpRequest, P], HttpResponse], wrapped)


def page(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """The page of a refusal."""
    titles = {404: _("Nothing here"), 403: _("Not for you yet"), 422: _("That cannot be read")}
    words = {
        "title": titles.get(refusal.status, _("That did not work")),
        "sentence": refusal.message,
        "status": refusal.status,
    }
    return render(request, "error.html", words, status=refusal.status)


def locked_out(request: HttpRequest, response: HttpResponse | None, tried: Any) -> HttpResponse:
    """A name that too many wrong passwords have been tried for (see ``guessing``)."""
    words = _("Too many wrong passwords. Try again in a quarter of an hour.")
    return page(request, Refusal("too_fast", message=words))


def failed(request: HttpRequest) -> HttpResponse:
    """Something was wrong on our side: 503 where the database could not be asked, else 500."""
    database = isinstance(sys.exc_info()[1], OperationalError | InterfaceError)
    refusal = Refusal("unavailable" if database else "failed")
    if request.path.startswith("/api/"):
        return JsonResponse(refusal.as_json(), status=refusal.status)
    return HttpResponse(render_to_string("500.html"), status=refusal.status)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that did not come from our pages, or from a page that is too old."""
    return render(request, "403.html", status=403)
