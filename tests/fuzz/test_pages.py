"""Pages and forms: nonsense in any field, path, header or body, and no page breaks."""

from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import preferences
from games.views.races import ACTIONS
from tests.fuzz.nonsense import TEXTS
from tests.support.bot import Bot, Json
from tests.support.length import LONG
from tests.support.server import Server
from tests.support.vectors import code_of, won_games
from tests.support.visitor import Visitor

pytestmark = pytest.mark.timeout(1800)
often = settings(
    max_examples=1500 if LONG else 100,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
ODD = TEXTS | st.sampled_from(
    [
        *("", " ", ".", "..", "\0", "\r\nX-Odd: 1", "\u202e", "\U0001f577", "%", "%00", "<script>"),
        *("-1", "0", "1", "1.5", "1e9", "٣", "²", "NaN", "9" * 19, "9" * 4000, "-" + "9" * 5000),
        *("//example.org", "https://[", "javascript:1", "x" * 70_000, "{{7*7}}", "on", "SP1-S1C"),
    ]
)
NEW = {
    **{"mode": "open", "game": "spider", "suits": "1", "build": "classic", "undo": "sealed"},
    **{"seats": "2", "window_days": "7", "time_limit_h": "24", "time_limit_min": "60"},
    **{
        "code": "",
        "again": "",
        "attempt": "",
        "hints": "on",
        "hide_progress": "on",
        "registered_only": "on",
    },
    **{"no_hints": "on", "time_limit_d": "30", "told": "1"},
}
FORMS: dict[str, Json] = {
    "/new/": NEW,
    "/settings/": dict.fromkeys(preferences.CHOICES, "on") | {"next": "/"},
    "/theme": {"theme": "dark", "next": "/"},
}
FIELDS = [(form, field) for form in FORMS for field in [*FORMS[form], "more"]]
METHODS = ["GET", "POST", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "DANCE"]
ADDRESSES = ["/{}", "/r/{}/", "/a/{}/", "/a/{}/look", "/d/{}/", "/api/v1/{}", "/static/{}"]
ADDRESSES += [f"/r/{{}}/{action}" for action in (*ACTIONS, "dance")]
TYPES = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b"]
TYPES += ["multipart/form-data", "application/json; charset=odd", "text/plain", "odd", ""]
BODIES = st.binary(max_size=60) | st.sampled_from(
    [
        *(b"", b"{", b"null", b"[]", b"\xff\xfe", b"\0", b"[" * 100_000, b'{"a":' * 50_000),
        *(b'{"suits": NaN, "mode": "solo"}', b'{"mode": "solo", "suits": ' + b"9" * 5000 + b"}"),
        *(b'{"name": "\\ud800"}', b'{"\\ud800": 1}', b'{"name": "a\\u0000b"}', b'{"bot": 1e999}'),
        *(b"--b\r\n\r\n", b"--b\r\nContent-Disposition: form-data\r\n\r\n--b--", b"a=1&" * 2000),
    ]
)
HEADERS = ["Cookie", "Authorization", "Origin", "Referer", "Accept-Language", "X-CSRFToken"]
HEADERS += ["Accept-Encoding", "If-Modified-Since", "Host", "Range", "X-Forwarded-For"]
TOKEN = "csrfmiddlewaretoken"


@pytest.fixture
def visitor(server: Server) -> Visitor:
    """Somebody who opens pages and sends forms; a guest by the first of them."""
    visitor = Visitor(server)
    visitor.form("/new/", {"mode": "solo", "game": "spider", "suits": "1"})
    return visitor


@pytest.fixture
def pages(server: Server, alice: Bot) -> list[str]:
    """Pages that are there, to be asked for with any query."""
    code = code_of(won_games()[1], 79)
    race = alice.post("races", {"mode": "open", "code": code}, expect=201)
    begun = alice.post(f"races/{race['id']}/begin")
    attempt = begun["players"][0]["attempt"]
    return [f"/r/{race['id']}/", f"/a/{attempt}/", f"/a/{attempt}/look", f"/d/{code}/"]


def test_any_value_of_a_form_is_taken_or_refused(visitor: Visitor) -> None:
    @often
    @given(st.sampled_from(FIELDS), ODD)
    def send(place: tuple[str, str], value: str) -> None:
        form, field = place
        not_broken(visitor, "POST", form, data=FORMS[form] | {TOKEN: token(visitor), field: value})

    send()


def test_any_path_by_any_method_is_answered(visitor: Visitor) -> None:
    @often
    @given(st.sampled_from(METHODS), st.sampled_from(ADDRESSES), ODD)
    def ask(method: str, address: str, odd: str) -> None:
        path = address.format(quote(odd[:8000], safe="."))
        not_broken(visitor, method, path, headers={"X-CSRFToken": token(visitor)})

    ask()


def test_any_query_is_answered(visitor: Visitor, pages: list[str]) -> None:
    addresses = ["/", "/new/", "/settings/", "/d/", "/offline/", "/worker.js", "/words.js", *pages]
    names = ["code", "at", "undo", "next", "page", "format", *NEW]

    @often
    @given(st.sampled_from(addresses), st.sampled_from(names), ODD)
    def ask(address: str, name: str, odd: str) -> None:
        not_broken(visitor, "GET", f"{address}?{name}={quote(odd[:8000])}")

    ask()


def test_any_body_of_any_type_is_answered(alice: Bot, visitor: Visitor) -> None:
    addresses = ["/api/v1/guests", "/api/v1/races", "/api/v1/races/x/ready", *FORMS, "/r/x/join"]

    @often
    @given(st.sampled_from(addresses), st.sampled_from(TYPES), BODIES)
    def send(address: str, kind: str, body: bytes) -> None:
        who = alice.handshake if address.startswith("/api") else {}
        known = {"X-CSRFToken": token(visitor), "Content-Type": kind}
        not_broken(visitor, "POST", address, headers=known | who, content=body)

    send()


def test_any_header_is_answered(visitor: Visitor, pages: list[str]) -> None:
    addresses = ["/", "/settings/", "/api/v1/races/x", "/api/v1/races/x/join", *pages]
    values = st.text(st.characters(min_codepoint=32, max_codepoint=255), max_size=60)
    starts = st.sampled_from(["", "Bearer ", "sessionid=", "preferences=", "csrftoken=", "bytes="])

    @often
    @given(st.sampled_from(HEADERS), st.sampled_from(addresses), starts, values)
    def ask(name: str, address: str, start: str, value: str) -> None:
        header = (name.encode(), (start + value).strip().encode("latin-1"))
        not_broken(visitor, "GET", address, headers=[header])

    ask()


def token(visitor: Visitor) -> str:
    """What shows that a form is from our pages."""
    return str(visitor.http.cookies["csrftoken"])


def not_broken(visitor: Visitor, method: str, path: str, **how: Any) -> None:
    """Taken, refused or not there: anything but a failure."""
    response = visitor.http.request(method, path, **how)
    assert response.status_code < 500, (method, path, how, response.text[:400])
