"""The people of the tests, and what they do, in few words."""

import json
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from asgiref.sync import async_to_sync
from django.test import AsyncClient, Client

from games import accounts, dealing, play
from games.clock import TestClock, now
from games.engine import Code, Layout, parse_action
from games.models import Attempt, Deal, Move, Player, Race, Result, Seat
from tests.support.vectors import code_of, won_games

Json = dict[str, Any]
# What an ended attempt of a scene came to, where nothing else is said.
WON: Json = {
    "won": True,
    "moves": 117,
    "seconds": 90,
    "first": True,
    "undo": "sealed",
    "bot": False,
}
# The shortest recorded game: Spiderette, one suit, 63 moves, no undo.
SHORT = won_games()[3]


class Caller:
    """Somebody who calls the API with a token; without a player, anybody at all."""

    def __init__(self, player: Player | None = None, token: str | None = None) -> None:
        self._player = player
        self.token = token or (accounts.make_token(player) if player else None)
        self.headers = {"authorization": f"Bearer {self.token}"} if self.token else {}

    @property
    def player(self) -> Player:
        """Who it is."""
        assert self._player is not None, "nobody is no player"
        return self._player

    @property
    def name(self) -> str:
        """The name as others see it."""
        return self.player.name

    def get(self, path: str, expect: int = 200) -> Any:
        """The JSON of what is at an address."""
        return _json(Client(headers=self.headers).get(_url(path)), expect)

    def post(self, path: str, body: Json | None = None, expect: int = 200) -> Any:
        """The JSON of the answer to a POST."""
        return _json(Client(headers=self.headers).post(_url(path), **_body(body)), expect)

    def sees(self, path: str) -> tuple[int, str | None]:
        """Status and code of a refusal; ``(200, None)`` where nothing is refused."""
        return _told(Client(headers=self.headers).get(_url(path)))

    def does(self, path: str, body: Json | None = None) -> tuple[int, str | None]:
        """The same of a POST."""
        return _told(Client(headers=self.headers).post(_url(path), **_body(body)))

    async def calls(self, path: str, body: Json | None = None, expect: int = 200) -> Any:
        """A POST beside open sockets, on their loop, as the server does it."""
        sent = _body(body) | {"headers": self.headers}
        return _json(await AsyncClient().post(_url(path), **sent), expect)

    async def reads(self, path: str, expect: int = 200) -> Any:
        """A GET beside open sockets."""
        return _json(await AsyncClient().get(_url(path), headers=self.headers), expect)

    def browser(self, *, csrf: bool = False) -> Client:
        """A browser that is logged in as this player."""
        client = Client(enforce_csrf_checks=csrf)
        if self._player is not None:
            client.force_login(self._player, backend="django.contrib.auth.backends.ModelBackend")
        return client

    def attempt(self, race: str | Json) -> int:
        """The id of this player's attempt in a race."""
        pk = race if isinstance(race, str) else race["id"]
        return Attempt.objects.get(seats__race_id=pk, player=self.player).pk


@dataclass(frozen=True)
class Game:
    """A recorded won game whose layout is kept under a code."""

    code: str
    actions: list[str]
    moves: int
    score: int

    @property
    def deal(self) -> Deal:
        """Where the layout is kept."""
        deal = dealing.find(Code.parse(self.code))
        assert deal is not None
        return deal


def keep(number: int = 7, game: Json = SHORT) -> Game:
    """Import a recorded game's layout under a number."""
    code = code_of(game, number)
    dealing.import_layout(Code.parse(code), Layout.from_json(game))
    return Game(code, game["record"].split(), game["moves"], game["score"])


def act(attempt_id: int, *actions: str) -> play.Answer:
    """Play actions on an attempt, one after another; the answer to the last."""

    async def one_by_one() -> play.Answer:
        table = play.table_of(attempt_id)
        for action in actions:
            seq = (await play.board(table))["seq"] + 1
            answer = await play.act(table, parse_action(action), f"c{seq}", seq, arrived=now())
            assert answer.refused is None, f"{action}: {answer.refused}"
        return answer

    return async_to_sync(one_by_one)()


def win(caller: Caller, race: Json, game: Game, clock: TestClock, seconds: float = 90) -> int:
    """Play a recorded game to its end, the winning action ``seconds`` after the begin."""
    pk = caller.attempt(race)
    act(pk, *game.actions[:-1])
    before, clock.time = clock.time, Attempt.objects.get(pk=pk).begun_at
    clock.advance(seconds=seconds)
    assert act(pk, game.actions[-1]).board["state"] == "won"
    clock.time = max(before, clock.time)
    return pk


def challenge(host: Caller, *others: Caller, **wish: Any) -> Json:
    """An open race in which all sit and nobody has begun."""
    wish = {"mode": "open", "seats": max(2, 1 + len(others))} | wish
    if "code" not in wish:
        wish = {"game": "spiderette", "suits": 1} | wish
    race: Json = host.post("races", wish, expect=201)
    for other in others:
        other.post(f"races/{race['id']}/join")
    return race


def alone(caller: Caller, **wish: Any) -> Json:
    """A solo race; its attempt has begun."""
    if "code" not in wish and "again" not in wish:
        wish = {"game": "spiderette", "suits": 1} | wish
    race: Json = caller.post("races", {"mode": "solo"} | wish, expect=201)
    return race


def row(race: Json, caller: Caller) -> Json:
    """A player's row in a race."""
    return next(row for row in race["players"] if row["name"] == caller.name)


def results_of(
    deal: Deal, race: Race | None, outcomes: list[Json], name: str = "player"
) -> list[Attempt]:
    """Ended attempts as the journal would have written them, a player each."""
    attempts = []
    for number, outcome in enumerate(outcomes, 1):
        facts: Json = WON | outcome
        player = accounts.make_guest(f"{name}{number}", bot=facts["bot"])
        attempt = Attempt.objects.create(
            deal=deal,
            player=player,
            build="classic",
            undo=facts["undo"],
            hints=False,
            first=facts["first"],
            state="won" if facts["won"] else "resigned",
            deadline=deal.created_at + timedelta(days=1),
            begun_at=deal.created_at,
        )
        Result.objects.create(
            attempt=attempt,
            won=facts["won"],
            moves=facts["moves"],
            seconds=int(facts["seconds"]),
            undos=0,
            hints=0,
            sequences=8 if facts["won"] else 0,
            score=1183,
            ended_at=deal.created_at + timedelta(seconds=facts["seconds"]),
        )
        if race is not None:
            Seat.objects.create(race=race, player=player, number=number, attempt=attempt)
        attempts.append(attempt)
    return attempts


def log_of(attempt_id: int) -> list[str]:
    """The actions that are stored of an attempt."""
    rows = Move.objects.filter(attempt_id=attempt_id).order_by("seq")
    return list(rows.values_list("action", flat=True))


def stored(race: Json) -> Race:
    """The race as it is in the database."""
    return Race.objects.select_related("deal", "host").get(pk=race["id"])


def _url(path: str) -> str:
    return f"/api/v1/{path}"


def _body(body: Json | None) -> Json:
    return {"data": json.dumps(body or {}), "content_type": "application/json"}


def _json(response: Any, expect: int) -> Any:
    assert response.status_code == expect, f"{response.status_code}: {response.content[:400]!r}"
    return json.loads(response.content)


def _told(response: Any) -> tuple[int, str | None]:
    if response.status_code < 400:
        return response.status_code, None
    return response.status_code, json.loads(response.content).get("code")
