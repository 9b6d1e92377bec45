"""Another player's seat and game are never reached by changing an id.

alice plays: a race with bob, and a game alone. bob, charlie and somebody without a name make
every call, open every page and send every form with her ids. What is allowed
stands in the tables; what stands in none of them makes the test fail, and so is denied.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from spiderweb.api import api
from tests.games.cast import Caller, Json, challenge
from tests.games.world import World

pytestmark = pytest.mark.django_db(transaction=True)

Answer = tuple[int, str | None]
# What bob, charlie and nobody are answered: for the race that bob has a seat in, and for the
# game that alice plays alone.
Row = tuple[tuple[Answer, Answer, Answer], tuple[Answer, Answer, Answer]]
OK: Answer = (200, None)
MADE: Answer = (201, None)
UNKNOWN: Answer = (401, "unknown_player")
NOT_YET: Answer = (403, "not_allowed")
NO_SEAT: Answer = (403, "not_seated")
NOT_HOST: Answer = (403, "not_host")
NOT_YOURS: Answer = (403, "not_yours")

TO_ALL = (OK, OK, OK)
TO_NONE = (NOT_YET, NOT_YET, NOT_YET)
NOT_HERE = (NOT_YET, NOT_YET, UNKNOWN)
CALLS: dict[str, Row] = {
    "GET /races/{race_id}": (TO_ALL, TO_NONE),
    "GET /races/{race_id}/proof": (TO_ALL, TO_NONE),
    "GET /races/{race_id}/standings": (TO_ALL, TO_NONE),
    # What bob does here he does to his own seat and game.
    "POST /races/{race_id}/join": ((OK, (409, "race_full"), UNKNOWN), NOT_HERE),
    "POST /races/{race_id}/leave": (((409, "playing"), OK, UNKNOWN), NOT_HERE),
    "POST /races/{race_id}/begin": ((OK, NO_SEAT, UNKNOWN), NOT_HERE),
    "POST /races/{race_id}/resign": ((OK, NO_SEAT, UNKNOWN), NOT_HERE),
    # Of races that are over.
    "POST /races/{race_id}/rematch": ((NOT_YET, NO_SEAT, UNKNOWN), NOT_HERE),
    # Of live races alone; a lobby has its own test below.
    "POST /races/{race_id}/start": (NOT_HERE, NOT_HERE),
    "POST /races/{race_id}/ready": (NOT_HERE, NOT_HERE),
    "GET /attempts/{attempt_id}": (TO_NONE, TO_NONE),
    "GET /attempts/{attempt_id}/record": (TO_NONE, TO_NONE),
    "GET /attempts/{attempt_id}/replay": (TO_NONE, TO_NONE),
    # A deal is found by its code; as long as it is played its cards are shown to nobody.
    "GET /deals/{code}": (TO_ALL, TO_ALL),
    "POST /deals/{code}/look": (NOT_HERE, NOT_HERE),
    "GET /deals/{code}/leaderboard": (TO_ALL, TO_ALL),
    # These take no id in their address: anybody makes a guest, a player makes a race; to
    # play "again" only an own game will do.
    "POST /guests": ((MADE, MADE, MADE), (MADE, MADE, MADE)),
    "POST /races": ((NOT_YOURS, NOT_YOURS, UNKNOWN), (NOT_YOURS, NOT_YOURS, UNKNOWN)),
}

# Pages (GET) and forms (POST) likewise; a form on a race leads back to its page, where the
# refusal is told.
Statuses = tuple[int, int, int]
OPEN, SHUT, BACK = (200, 200, 200), (403, 403, 403), (303, 303, 303)
PAGES: dict[str, tuple[Statuses, Statuses]] = {
    "GET r/<str:race_id>/": (OPEN, SHUT),
    "GET a/<int:attempt_id>/": (SHUT, SHUT),
    "GET a/<int:attempt_id>/look": (SHUT, SHUT),
    "POST a/<int:attempt_id>/look": (SHUT, SHUT),
    "GET d/<str:code>/": (OPEN, OPEN),
    "POST new/": (SHUT, SHUT),
}
for _action in ("ready", "unready", "start", "join", "leave", "begin", "resign", "rematch"):
    PAGES[f"POST r/<race_id>/{_action}"] = (BACK, BACK)
# They take no id and show or keep what is the visitor's own.
WITHOUT_IDS = {"", "d/", "new/", "theme", "settings/", "offline/", "worker.js", "words.js", "ready"}


def operations() -> list[str]:
    """Every call of the API's own description."""
    return [
        f"{method.upper()} {path.removeprefix('/api/v1')}"
        for path, methods in api.get_openapi_schema()["paths"].items()
        for method in methods
    ]


def addresses(resolver: Any = None, before: str = "") -> Iterator[str]:
    """Every address of the site, as its pattern is written."""
    for each in (resolver or get_resolver()).url_patterns:
        if isinstance(each, URLResolver):
            yield from addresses(each, before + str(each.pattern))
        elif isinstance(each, URLPattern):
            yield before + str(each.pattern)


def pages() -> list[str]:
    """The site's own: the API and Django's administration have their own tests."""
    return [each for each in addresses() if not each.startswith(("api/", "^api/", "admin/"))]


def body_of(operation: str, ids: Json) -> Json:
    """What is sent with a POST."""
    again = {"mode": "solo", "again": ids["attempt_id"]}
    return {"POST /races": again, "POST /races/{race_id}/ready": {"ready": True}}.get(operation, {})


def answer_to(caller: Caller, operation: str, ids: Json) -> Answer:
    """Status and code of one call."""
    method, path = operation.split(" ")
    path = path.removeprefix("/").format(**ids)
    return caller.sees(path) if method == "GET" else caller.does(path, body_of(operation, ids))


def test_every_call_is_in_the_table() -> None:
    assert sorted(operations()) == sorted(CALLS)


@pytest.mark.parametrize("operation", CALLS)
def test_a_call_with_her_ids_reaches_nothing_of_hers(
    world: World, bob: Caller, charlie: Caller, nobody: Caller, operation: str
) -> None:
    for race, allowed in zip((world.race, world.alone), CALLS[operation], strict=True):
        ids = world.ids(race)
        callers = (bob, charlie, nobody)
        assert tuple(answer_to(caller, operation, ids) for caller in callers) == allowed
        assert world.is_untouched()


def test_a_lobby_is_started_by_its_host_and_readiness_is_ones_own(
    alice: Caller, bob: Caller, charlie: Caller, nobody: Caller
) -> None:
    lobby = challenge(alice, bob, mode="live", seats=3)
    start, ready = f"races/{lobby['id']}/start", f"races/{lobby['id']}/ready"
    assert [caller.does(start) for caller in (bob, charlie, nobody)] == [
        NOT_HOST,
        NOT_HOST,
        UNKNOWN,
    ]
    assert [caller.does(ready, {"ready": True}) for caller in (charlie, nobody)] == [
        NO_SEAT,
        UNKNOWN,
    ]
    rows = bob.post(ready, {"ready": True})["players"]
    assert {row["name"]: row["ready"] for row in rows} == {"alice": False, "bob": True}


def test_every_page_and_form_is_in_the_table() -> None:
    form = r"^r/(?P<race_id>[^/]+)/(?P<action>ready|unready|start|join|leave|begin|resign|rematch)$"
    listed = {page.split(" ")[1] for page in PAGES if "<race_id>" not in page}
    assert set(pages()) == listed | WITHOUT_IDS | {form}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_with_her_ids_reaches_nothing_of_hers(
    world: World, bob: Caller, charlie: Caller, nobody: Caller, page: str
) -> None:
    for race, allowed in zip((world.race, world.alone), PAGES[page], strict=True):
        method, pattern = page.split(" ")
        ids = world.ids(race)
        path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", pattern).format(**ids)
        form = {"mode": "solo", "again": ids["attempt_id"]} if method == "POST" else {}
        browsers = [caller.browser() for caller in (bob, charlie, nobody)]
        answers = [getattr(browser, method.lower())(path, form) for browser in browsers]
        assert tuple(answer.status_code for answer in answers) == allowed
        assert world.is_untouched()


def test_the_administration_is_for_administrators_alone(bob: Caller, nobody: Caller) -> None:
    for pattern in addresses():
        path = "/" + re.sub(r"<[^>]*>|\(.*\)", "1", pattern).strip("^$")
        if pattern.startswith("admin/") and path != "/admin/login/":
            for browser in (bob.browser(), nobody.browser()):
                answer = browser.get(path)
                assert answer.status_code in (302, 404), path
                assert "/admin/" in answer.get("location", "/admin/")


def test_an_id_that_nobody_has_tells_nothing_more(world: World, bob: Caller) -> None:
    assert bob.sees("attempts/999999") == (404, "no_such_attempt")
    assert bob.sees("races/zzzzzzzzzz") == (404, "no_such_race")
    assert Client().get("/a/999999/").status_code == 404
