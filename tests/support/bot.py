"""A player of the public protocol: what an outside program would write."""

import itertools
import json
import time
from collections.abc import Callable
from typing import Any, Protocol, Self

import httpx
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

Json = dict[str, Any]
# Close codes after which coming back is of no use.
FINAL = (4400, 4401, 4403, 4404)
# Not stored for the moment: a client keeps the action and sends it again.
KEPT = ("draining", "unavailable")
COMMANDS = {"D": "deal", "U": "undo", "H": "hint", "R": "resign"}
Heard = Callable[[str], None]


def frame(action: str, seq: int, name: str) -> Json:
    """The frame of an action in the notation of records: "3-7x4", "D", "U", "R"."""
    head: Json = {"id": name, "seq": seq}
    if action in COMMANDS:
        return head | {"type": COMMANDS[action]}
    way, _, count = action.partition("x")
    source, _, target = way.partition("-")
    return head | {"type": "move", "from": int(source), "to": int(target), "count": int(count or 1)}


class Place(Protocol):
    """Where the site is: a server, or a proxy before several."""

    @property
    def url(self) -> str:
        """The address of its pages."""

    @property
    def socket_url(self) -> str:
        """The address of its sockets."""


class Person(Protocol):
    """Whoever can open a socket."""

    @property
    def server(self) -> Place:
        """Where it plays."""

    heard: Heard

    @property
    def handshake(self) -> dict[str, str]:
        """The headers that say who opens it."""


class Bot:
    """A guest with a token: calls over HTTP, plays over a socket, notes every byte."""

    name: str

    def __init__(
        self,
        server: Place,
        name: str | None = None,
        heard: Heard | None = None,
        like: "Bot | None" = None,
    ) -> None:
        """A new guest at a server, or the same one as ``like`` at another process."""
        self.server = server
        self.heard = heard or (lambda _text: None)
        self.http = httpx.Client(base_url=f"{server.url}/api/v1", timeout=30)
        if like is not None:
            self.name = like.name
            self.http.headers["Authorization"] = like.http.headers["Authorization"]
            return
        guest = self.post("guests", {"name": name} if name else {}, expect=201)
        self.name = guest["player"]["name"]
        self.http.headers["Authorization"] = f"Bearer {guest['token']}"

    def post(self, path: str, body: Json | None = None, expect: int = 200) -> Any:
        """The JSON of an answer, whose status must be as expected."""
        return self._answer(self.http.post(f"/{path}", json=body or {}), expect)

    def get(self, path: str, expect: int = 200) -> Any:
        """The JSON of what is at an address."""
        return self._answer(self.http.get(f"/{path}"), expect)

    def sit(self, race_id: str) -> "Seat":
        """A socket of a race."""
        return Seat(self, race_id)

    @property
    def handshake(self) -> dict[str, str]:
        """The headers that say who opens a socket."""
        return {"Authorization": self.http.headers["Authorization"]}

    def _answer(self, response: httpx.Response, expect: int) -> Any:
        self.heard(response.text)
        assert response.status_code == expect, f"{response.status_code}: {response.text}"
        return response.json()


class Seat:
    """One socket in one race. What is unanswered is sent again after a reconnect."""

    names = itertools.count()
    # Seconds within which the server must be back.
    patience: float = 30
    # Seconds that an answer may take.
    answer_within: float = 20

    def __init__(self, bot: Person, race_id: str) -> None:
        self.bot, self.race_id = bot, race_id
        self.board: Json = {}
        self.news: list[Json] = []
        self.reconnect()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def play(self, action: str) -> Json:
        """Do an action; its answer (``board`` or ``refused``)."""
        return self.ask(frame(action, self.board.get("seq", 0) + 1, f"b{next(self.names)}"))

    def ask(self, message: Json) -> Json:
        """Send a frame and wait for what answers it; over again when the server goes."""
        while True:
            try:
                self.deliver(message)
                answer = self.until(lambda got: got.get("id") == message["id"], self.answer_within)
            except ConnectionClosed:
                self.reconnect()
                continue
            if answer.get("code") not in KEPT:
                return answer
            time.sleep(0.1)

    def deliver(self, message: Json) -> None:
        """Bring an action on its way; a bad line does something else to it."""
        self.send(message)

    def send(self, message: Json) -> None:
        """Send a frame and do not wait."""
        self.socket.send(json.dumps(message))

    def until(self, wanted: Callable[[Json], bool], timeout: float = 20) -> Json:
        """The next message that is wanted; what comes before it is news."""
        while True:
            message = self.receive(timeout)
            if wanted(message):
                return message
            self.news.append(message)

    def receive(self, timeout: float = 20) -> Json:
        """The next message; the board is noted."""
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.bot.heard(text)
        message: Json = json.loads(text)
        self.board = message.get("board") or self.board
        return message

    def reconnect(self) -> None:
        """Come back as soon as the server answers again."""
        until = time.monotonic() + self.patience
        while True:
            try:
                self.socket = self._connect()
            except (OSError, WebSocketException, TimeoutError) as error:
                refused = (
                    isinstance(error, ConnectionClosed)
                    and error.rcvd is not None
                    and error.rcvd.code in FINAL
                )
                if refused or time.monotonic() > until:
                    raise
                time.sleep(0.05)
            else:
                return

    def _connect(self) -> ClientConnection:
        url = f"{self.bot.server.socket_url}/ws/races/{self.race_id}/"
        self.socket = connect(
            url,
            subprotocols=[Subprotocol("spiderweb.v1")],
            additional_headers=self.bot.handshake,
            compression=None,
            # A seat that only waits does not read, so it would not see the answers to pings, nor
            # answer those of the server once much lies unread.
            ping_interval=None,
            max_queue=None,
            open_timeout=10,
            proxy=None,
        )
        # A server that is about to go says so instead, and closes.
        self.welcome = self.until(lambda got: got["type"] == "welcome")
        return self.socket
