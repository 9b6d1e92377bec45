"""Static files as they are answered: whole, and not again to who has them."""

from pathlib import Path
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from spiderweb.static import StaticFilesMiddleware

TEXT = b"export const answer = 42\n"


@pytest.fixture
def answer(settings: Any, tmp_path: Path) -> Any:
    """Asks for the one file there is, with these headers."""
    settings.STATIC_ROOT = tmp_path
    (tmp_path / "answer.js").write_bytes(TEXT)

    def page(request: HttpRequest) -> HttpResponse:
        return HttpResponse("a page")

    middleware = StaticFilesMiddleware(page)

    def ask(path: str = "/static/answer.js", method: str = "GET", **headers: str) -> HttpResponse:
        request = RequestFactory().generic(method, path, headers=headers)
        response: HttpResponse = middleware(request)
        return response

    return ask


def test_a_file_is_answered_whole_and_does_not_stream(answer: Any) -> None:
    response = answer()
    assert (response.status_code, response.content, response.streaming) == (200, TEXT, False)
    assert response["Content-Type"].startswith("text/javascript")
    assert response["Content-Length"] == str(len(TEXT))
    assert answer(method="HEAD").content == b""


def test_who_has_it_is_told_so(answer: Any) -> None:
    again = answer(**{"If-None-Match": answer()["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert "Content-Type" not in again


def test_a_part_is_answered_in_part(answer: Any) -> None:
    part = answer(Range="bytes=0-5")
    assert (part.status_code, part.content) == (206, TEXT[:6])


def test_what_is_no_file_is_a_page(answer: Any) -> None:
    assert answer("/static/nothing.js").content == b"a page"
