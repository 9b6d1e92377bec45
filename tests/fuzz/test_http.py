"""The HTTP API by its own description: whatever is sent, it answers what it says it answers."""

from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    positive_data_acceptance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from spiderweb.api import api
from tests.support.bot import Bot, Json
from tests.support.length import LONG
from tests.support.server import Server
from tests.support.vectors import code_of, won_games

pytestmark = pytest.mark.timeout(1800)

DESCRIPTION: dict[str, Any] = dict(api.get_openapi_schema())
schema = schemathesis.openapi.from_dict(DESCRIPTION)
# Every limit of every value is tried on the first; of this, in the short form, but samples.
SAMPLES = schemathesis.Config.from_dict({"phases": {"coverage": {"enabled": LONG}}})
of_what_there_is = schemathesis.openapi.from_dict(DESCRIPTION, config=SAMPLES).include(
    path_regex="{"
)
often = settings(
    max_examples=100 if LONG else 5,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
# What is of the right type is refused here for what JSON Schema cannot say: values that do
# not go together in a new race, the check letter of a code, which letters a name may have.
SAYS_LESS = {
    "/guests",
    "/races",
    "/deals/{code}",
    "/deals/{code}/look",
    "/deals/{code}/leaderboard",
}
# Of a call whose address was replaced it is not known whether it should be accepted.
ANSWERS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


def test_the_server_describes_itself_so(server: Server) -> None:
    assert httpx.get(f"{server.url}/api/v1/openapi.json").json() == DESCRIPTION


@schema.parametrize()
@often
def test_any_call_is_answered_as_described(server: Server, alice: Bot, case: Case[Any]) -> None:
    path = case.operation.path.removeprefix("/api/v1")
    excluded: list[Any] = [positive_data_acceptance] if path in SAYS_LESS else []
    case.call_and_validate(server.url, headers=alice.handshake, excluded_checks=excluded)


@pytest.fixture(scope="module")
def there(alice: Bot, bob: Bot) -> Json:
    """What there is: a race of bob's in which alice has begun and he has not."""
    code = code_of(won_games()[0], 78)
    race = bob.post("races", {"mode": "open", "code": code, "seats": 3}, expect=201)
    alice.post(f"races/{race['id']}/join")
    begun = alice.post(f"races/{race['id']}/begin")
    attempt = next(row["attempt"] for row in begun["players"] if row["name"] == alice.name)
    return {"race_id": race["id"], "attempt_id": attempt, "code": code}


@of_what_there_is.parametrize()
@often
def test_so_is_any_call_on_what_there_is(
    server: Server, alice: Bot, there: Json, case: Case[Any]
) -> None:
    case.path_parameters = {name: there[name] for name in case.path_parameters or {}}
    case.call_and_validate(server.url, headers=alice.handshake, checks=ANSWERS)
