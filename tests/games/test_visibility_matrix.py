"""Who may see what: every viewer by every thing by every state of the deal and the race.

A cell is ``+`` seen, ``-`` not told or not allowed, ``?`` asked first, ``!`` refused to who
waits or plays, ``.`` there is none. What is in no table fails the test, and so is denied.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest

from games import threads
from games.clock import TestClock
from spiderweb.api import api
from tests.games.cast import Caller, Json
from tests.games.sockets import Sockets
from tests.games.stages import STAGES, Stage, closed, countdown, dared, hidden, running, the_dare

pytestmark = pytest.mark.django_db(transaction=True)

TABLES = {
    "running": """
                     alice dave bob erin fay charlie nobody
        own board      +    +    +    .   .     .       .
        her board      +    -    -    -   -     -       -
        her record     +    -    -    -   -     -       -
        her replay     +    -    -    -   -     -       -
        replay page    +    -    -    -   -     -       -
        his board      -    -    +    -   -     -       -
        her numbers    +    +    +    +   +     +       +
        hints, score   +    -    -    -   -     -       -
        place          -    -    -    -   -     -       -
        standings      +    +    +    +   +     +       +
        on the page    +    +    +    +   +     +       +
        chart          -    -    -    -   -     -       -
        code           -    -    -    -   -     -       -
        code on page   -    -    -    -   -     -       -
        salt           -    -    -    -   -     -       -
        layout         -    -    -    -   -     -       -
        deal's board   +    +    +    +   +     +       +
    """,
    "hidden": """
                     alice dave bob erin fay charlie nobody
        own board      +    +    +    .   .     .       .
        her board      +    -    -    -   -     -       -
        her record     +    -    -    -   -     -       -
        her replay     +    -    -    -   -     -       -
        replay page    +    -    -    -   -     -       -
        his board      -    -    +    -   -     -       -
        her numbers    +    +    -    -   -     -       -
        hints, score   +    -    -    -   -     -       -
        place          -    -    -    -   -     -       -
        standings      +    +    -    -   -     -       -
        on the page    +    +    -    -   -     -       -
        chart          -    -    -    -   -     -       -
        code           -    -    -    -   -     -       -
        code on page   -    -    -    -   -     -       -
        salt           -    -    -    -   -     -       -
        layout         -    -    -    -   -     -       -
        deal's board   +    +    -    -   -     -       -
    """,
    "closed": """
                     alice dave bob erin fay charlie nobody
        own board      +    +    +    .   .     .       .
        her board      +    +    +    ?   ?     ?       ?
        her record     +    +    +    ?   ?     ?       ?
        her replay     +    +    +    ?   ?     ?       ?
        replay page    +    +    +    ?   ?     ?       ?
        his board      +    +    +    ?   ?     ?       ?
        her numbers    +    +    +    +   +     +       +
        hints, score   +    +    +    +   +     +       +
        place          +    +    +    +   +     +       +
        standings      +    +    +    +   +     +       +
        on the page    +    +    +    +   +     +       +
        chart          +    +    +    +   +     +       +
        code           +    +    +    +   +     +       +
        code on page   +    +    +    +   +     +       +
        salt           +    +    +    -   -     -       -
        layout         +    +    +    -   -     -       -
        deal's board   +    +    +    +   +     +       +
    """,
    "looked": """
                     alice dave bob erin fay charlie nobody
        own board      +    +    +    .   .     .       .
        her board      +    +    +    ?   ?     +       ?
        her record     +    +    +    ?   ?     +       ?
        her replay     +    +    +    ?   ?     +       ?
        replay page    +    +    +    ?   ?     +       ?
        his board      +    +    +    ?   ?     +       ?
        her numbers    +    +    +    +   +     +       +
        hints, score   +    +    +    +   +     +       +
        place          +    +    +    +   +     +       +
        standings      +    +    +    +   +     +       +
        on the page    +    +    +    +   +     +       +
        chart          +    +    +    +   +     +       +
        code           +    +    +    +   +     +       +
        code on page   +    +    +    +   +     +       +
        salt           +    +    +    -   -     +       -
        layout         +    +    +    -   -     +       -
        deal's board   +    +    +    +   +     +       +
    """,
    "by_code": """
                     alice dave bob erin fay charlie nobody
        own board      +    +    +    .   +     .       .
        her board      +    +    +    !   !     ?       ?
        her record     +    +    +    !   !     ?       ?
        her replay     +    +    +    !   !     ?       ?
        replay page    +    +    +    !   !     ?       ?
        his board      +    +    +    !   !     ?       ?
        her numbers    +    +    +    +   +     +       +
        hints, score   +    +    +    +   +     +       +
        place          +    +    +    +   +     +       +
        standings      +    +    +    +   +     +       +
        on the page    +    +    +    +   +     +       +
        chart          +    +    +    +   +     +       +
        code           +    +    +    +   +     +       +
        code on page   +    +    +    +   +     +       +
        salt           +    +    +    -   -     -       -
        layout         +    +    +    -   -     -       -
        deal's board   +    +    +    +   +     +       +
    """,
    "dared": """
                     alice dave bob erin fay charlie nobody
        own board      +    +    +    .   +     .       .
        her board      +    -    -    -   -     -       -
        her record     +    -    -    -   -     -       -
        her replay     +    -    -    -   -     -       -
        replay page    +    -    -    -   -     -       -
        his board      -    -    +    -   -     -       -
        her numbers    +    +    +    -   -     -       -
        hints, score   +    -    -    -   -     -       -
        place          +    +    +    -   -     -       -
        standings      +    +    +    -   -     -       -
        on the page    +    +    +    -   -     -       -
        chart          -    -    -    -   -     -       -
        code           -    -    -    -   -     -       -
        code on page   -    -    -    -   -     -       -
        salt           -    -    -    -   -     -       -
        layout         -    -    -    -   -     -       -
        deal's board   +    +    +    -   -     -       -
    """,
    "the_dare": """
                     alice dave bob erin fay charlie nobody
        own board      +    +    +    .   +     .       .
        her board      +    -    -    -   -     -       -
        her record     +    -    -    -   -     -       -
        her replay     +    -    -    -   -     -       -
        replay page    +    -    -    -   -     -       -
        his board      -    -    -    -   +     -       -
        her numbers    +    .    .    .   .     .       .
        hints, score   +    .    .    .   .     .       .
        place          -    .    .    .   .     .       .
        standings      +    -    -    -   -     -       -
        on the page    +    -    -    -   -     -       -
        chart          -    -    -    -   -     -       -
        code           -    -    -    -   -     -       -
        code on page   -    -    -    -   -     -       -
        salt           -    -    -    -   -     -       -
        layout         -    -    -    -   -     -       -
        deal's board   +    +    +    -   -     -       -
    """,
    "lobby": """
                     alice dave bob erin fay charlie nobody
        own board      .    .    .    .   .     .       .
        her numbers    -    -    -    -   -     -       -
        hints, score   -    -    -    -   -     -       -
        place          -    -    -    -   -     -       -
        standings      -    -    -    -   -     -       -
        on the page    -    -    -    -   -     -       -
        chart          -    -    -    -   -     -       -
        code           -    -    -    -   -     -       -
        code on page   -    -    -    -   -     -       -
        salt           -    -    -    -   -     -       -
        layout         -    -    -    -   -     -       -
        deal's board   -    -    -    -   -     -       -
    """,
    # Nobody began it: its cards are like those of any code.
    "called_off": """
                     alice dave bob erin fay charlie nobody
        own board      .    .    .    .   .     .       .
        her numbers    -    -    -    -   -     -       -
        hints, score   -    -    -    -   -     -       -
        place          -    -    -    -   -     -       -
        standings      -    -    -    -   -     -       -
        on the page    -    -    -    -   -     -       -
        chart          -    -    -    -   -     -       -
        code           +    +    +    +   +     +       +
        code on page   +    +    +    +   +     +       +
        salt           -    -    -    -   -     -       -
        layout         -    -    -    -   -     -       -
        deal's board   -    -    -    -   -     -       -
    """,
    "solo": """
                     alice dave bob erin fay charlie nobody
        own board      +    .    .    .   .     .       .
        her board      +    -    -    -   -     -       -
        her record     +    -    -    -   -     -       -
        her replay     +    -    -    -   -     -       -
        replay page    +    -    -    -   -     -       -
        her numbers    +    -    -    -   -     -       -
        hints, score   +    -    -    -   -     -       -
        place          -    -    -    -   -     -       -
        standings      +    -    -    -   -     -       -
        on the page    -    -    -    -   -     -       -
        chart          -    -    -    -   -     -       -
        code           -    -    -    -   -     -       -
        code on page   -    -    -    -   -     -       -
        salt           -    -    -    -   -     -       -
        layout         -    -    -    -   -     -       -
        deal's board   -    -    -    -   -     -       -
    """,
    "solo_over": """
                     alice dave bob erin fay charlie nobody
        own board      +    .    .    .   .     .       .
        her board      +    ?    ?    ?   ?     ?       ?
        her record     +    ?    ?    ?   ?     ?       ?
        her replay     +    ?    ?    ?   ?     ?       ?
        replay page    +    ?    ?    ?   ?     ?       ?
        her numbers    +    -    -    -   -     -       -
        hints, score   +    -    -    -   -     -       -
        place          -    -    -    -   -     -       -
        standings      +    -    -    -   -     -       -
        on the page    -    -    -    -   -     -       -
        chart          -    -    -    -   -     -       -
        code           +    -    -    -   -     -       -
        code on page   +    -    -    -   -     -       -
        salt           +    -    -    -   -     -       -
        layout         +    -    -    -   -     -       -
        deal's board   -    -    -    -   -     -       -
    """,
}
TABLES["countdown"] = TABLES["lobby"]

REFUSED = {"not_allowed": "-", "would_spoil": "?", "playing": "!"}
HER_MOVES = re.compile(r">63<|\b63 moves")
A_CARD = re.compile(r"(ace|king|queen|jack|\d) of (spades|hearts|diamonds|clubs)", re.IGNORECASE)


# --- The things ----------------------------------------------------------------------------


def call(path: str, has: Callable[[Json], object] = bool) -> Callable[[Stage, Caller], str]:
    """Does the answer of a call have it?"""

    def look(stage: Stage, caller: Caller) -> str:
        if "{None}" in (at := _address(stage, path)):
            return "."
        status, code = caller.sees(at)
        if code is not None:
            return REFUSED[code]
        return "+" if status == 200 and has(caller.get(at)) else "-"

    return look


def row_has(*names: str) -> Callable[[Stage, Caller], str]:
    """Does alice's row in the race have these?"""

    def look(stage: Stage, caller: Caller) -> str:
        path = f"races/{stage.race['id']}"
        if caller.sees(path)[0] != 200:
            return "-"
        rows = [row for row in caller.get(path)["players"] if row["name"] == "alice"]
        return "." if not rows else "+" if set(names) <= set(rows[0]) else "-"

    return look


def page_has(pattern: Callable[[Stage], str | re.Pattern[str]]) -> Callable[[Stage, Caller], str]:
    """Is it on the race's page?"""

    def look(stage: Stage, caller: Caller) -> str:
        page = caller.browser().get(f"/r/{stage.race['id']}/")
        found = page.status_code == 200 and re.search(pattern(stage), page.content.decode())
        return "+" if found else "-"

    return look


def own_board(stage: Stage, caller: Caller) -> str:
    """The board of the attempt that the caller has made last."""
    attempt = caller.player.attempts.order_by("-pk").first() if caller.headers else None
    return "." if attempt is None else call(f"attempts/{attempt.pk}")(stage, caller)


def replay_page(stage: Stage, caller: Caller) -> str:
    """The page of the replay, or what it leads to."""
    page = caller.browser().get(f"/a/{stage.hers}/")
    return {200: "+", 302: "?", 403: "-", 409: "!"}[page.status_code]


def _address(stage: Stage, path: str) -> str:
    ids = {"race": stage.race["id"], "code": stage.code, "hers": stage.hers, "his": stage.his}
    return path.format(**{name: value or "{None}" for name, value in ids.items()})


def _hers_in(rows: str) -> Callable[[Json], object]:
    return lambda answer: any("moves" in row for row in answer[rows] if _name(row) == "alice")


def _name(row: Json) -> str:
    return str(row.get("name") or row["player"]["name"])


THINGS: dict[str, Callable[[Stage, Caller], str]] = {
    "own board": own_board,
    "her board": call("attempts/{hers}"),
    "her record": call("attempts/{hers}/record"),
    "her replay": call("attempts/{hers}/replay"),
    "replay page": replay_page,
    "his board": call("attempts/{his}"),
    "her numbers": row_has("moves", "sequences", "undos", "seconds", "seq", "state"),
    "hints, score": row_has("hints", "score"),
    "place": row_has("place"),
    "standings": call("races/{race}/standings", _hers_in("rows")),
    "on the page": page_has(lambda stage: HER_MOVES),
    "chart": page_has(lambda stage: '<path class="line'),
    "code": call("races/{race}", lambda answer: "code" in answer),
    "code on page": page_has(lambda stage: re.escape(stage.code)),
    "salt": call("races/{race}/proof", lambda answer: {"salt", "layout"} <= set(answer)),
    "layout": call("deals/{code}", lambda answer: {"salt", "layout"} & set(answer)),
    "deal's board": call("deals/{code}/leaderboard", _hers_in("rows")),
}


# --- The tests -----------------------------------------------------------------------------


def read(table: str) -> tuple[list[str], dict[str, list[str]]]:
    """Viewers, and by thing a cell for each."""
    head, *lines = table.strip().splitlines()
    cells = {}
    for line in lines:
        name, *marks = re.split(r"\s{2,}", line.strip())
        cells[name] = marks
    return head.split(), cells


def not_there(stage: Stage) -> set[str]:
    """What a table may leave out, for there is none of it."""
    hers = {"her board", "her record", "her replay", "replay page"}
    return (set() if stage.hers else hers) | (set() if stage.his else {"his board"})


@pytest.mark.parametrize("name", STAGES)
def test_each_sees_what_the_table_says(clock: TestClock, name: str) -> None:
    viewers, expected = read(TABLES[name])
    stage = STAGES[name](clock)
    assert viewers == list(stage.people)
    seen = {
        thing: [look(stage, caller) for caller in stage.people.values()]
        for thing, look in THINGS.items()
        if thing in expected
    }
    assert seen == expected
    assert set(THINGS) - set(expected) == not_there(stage)


def test_every_call_that_reads_is_in_the_tables() -> None:
    paths: dict[str, Any] = api.get_openapi_schema()["paths"]
    reading = {path.removeprefix("/api/v1/") for path, methods in paths.items() if "get" in methods}
    assert reading == {
        *("races/{race_id}", "races/{race_id}/proof", "races/{race_id}/standings"),
        *("attempts/{attempt_id}", "attempts/{attempt_id}/record", "attempts/{attempt_id}/replay"),
        *("deals/{code}", "deals/{code}/leaderboard"),
    }


@pytest.mark.parametrize("make", [running, hidden, closed, dared, the_dare])
def test_another_session_of_the_same_person_sees_the_same(
    clock: TestClock, make: Callable[[TestClock], Stage]
) -> None:
    stage = make(clock)
    for caller in list(stage.people.values())[:-1]:
        second = Caller(caller.player)
        assert second.token != caller.token
        for thing, look in THINGS.items():
            assert look(stage, second) == look(stage, caller), thing
        path = f"/api/v1/races/{stage.race['id']}"
        assert caller.browser().get(path).json() == second.get(f"races/{stage.race['id']}")


@pytest.mark.parametrize("make", [running, hidden, dared, the_dare, countdown])
def test_no_head_of_a_page_names_a_card_or_a_hidden_code(
    clock: TestClock, make: Callable[[TestClock], Stage]
) -> None:
    """That is what a preview of the link is made of."""
    stage = make(clock)
    for caller in stage.people.values():
        page = caller.browser().get(f"/r/{stage.race['id']}/").content.decode()
        head = page.partition("</head>")[0]
        assert "<title>" in head
        assert not A_CARD.search(head)
        assert stage.code not in head


@pytest.mark.parametrize("make", [running, hidden, dared, the_dare])
async def test_a_socket_tells_what_the_call_tells(
    sockets: Sockets, clock: TestClock, make: Callable[[TestClock], Stage]
) -> None:
    stage = await threads.run(make, clock)
    for name, caller in stage.people.items():
        socket = sockets(stage.race, caller)
        told = (await socket.open())["race"]
        asked = await caller.reads(f"races/{stage.race['id']}")
        assert told == asked, name
        await socket.close()
