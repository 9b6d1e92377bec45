"""No byte that anybody receives names a card that lies face-down or in the stock just then."""

import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from games.card_names import CARD_NAMES
from games.engine import DEAL, UNDO, Action, Game, Layout, Rules, parse_action
from games.engine.cards import TEXTS
from tests.support.bot import Seat, frame
from tests.support.server import Server
from tests.support.vectors import code_of, won_games
from tests.support.visitor import Visitor

Choose = Callable[[Game], Action | None]
TOKEN = re.compile(r"(?<![A-Za-z0-9])[A23456789TJQK][SHDC](?![A-Za-z0-9])")
# A layout written without gaps, as commitments have it.
RUN_OF_CARDS = re.compile(r"(?:[A23456789TJQK][SHDC]){4,}")
NAMES = {str(name): card for card, name in CARD_NAMES.items()}
NAME = re.compile("|".join(sorted(NAMES, key=len, reverse=True)))


class Witness:
    """Reads all that one person receives, knowing what that person may see just then."""

    def __init__(self) -> None:
        self.game: Game | None = None
        self.seen: Counter[str] = Counter()
        self.bytes = 0
        self.named = 0

    def hear(self, text: str) -> None:
        """Every card that a text names lies face-up before this person now."""
        self.bytes += len(text.encode())
        assert not RUN_OF_CARDS.search(text), text[:300]
        cards = TOKEN.findall(text) + [NAMES[name] for name in NAME.findall(text)]
        self.named += len(cards)
        hidden = set(cards) - set(self.visible())
        assert not hidden, f"{hidden} told in {text[:500]}"

    def hear_board(self, board: dict[str, object]) -> None:
        """A board shows exactly the face-up cards, twins counted."""
        columns: list[dict[str, list[str]]] = board["columns"]  # type: ignore[assignment]
        shown = Counter(card for column in columns for card in column["up"])
        assert shown == self.visible()

    def visible(self) -> Counter[str]:
        """The cards that lie face-up before this person."""
        if self.game is None:
            return Counter()
        pairs = zip(self.game.columns, self.game.down, strict=True)
        return Counter(TEXTS[card] for cards, down in pairs for card in cards[down:])


def spiderette_of_one_pack(seed: int) -> dict[str, Any]:
    """A whole pack in which no card has a twin, so that any naming is telling."""
    rules = Rules("spiderette", 4)
    cards = sorted(TEXTS)
    random.Random(seed).shuffle(cards)
    columns, at = [], 0
    for height, down in zip(rules.variant.heights, rules.variant.down, strict=True):
        columns.append({"down": down, "cards": [TEXTS[c] for c in cards[at : at + height]]})
        at += height
    stock = [TEXTS[card] for card in cards[at:]]
    return {"game": "spiderette", "suits": 4, "columns": columns, "stock": stock}


def wandering(seed: int, length: int) -> Choose:
    """Random legal actions, undos among them; ends by giving up."""
    dice = random.Random(seed)
    left = iter(range(length))

    def choose(game: Game) -> Action | None:
        if next(left, None) is None or game.is_over:
            return None
        moves = [action for action in game.actions() if action != DEAL]
        if game.can_undo() and dice.random() < 0.2:
            return UNDO
        if game.can_deal() and (not moves or dice.random() < 0.1):
            return DEAL
        return dice.choice(moves) if moves else None

    return choose


def following(record: str) -> Choose:
    """The actions of a recorded game."""
    actions = iter(record.split())

    def choose(_game: Game) -> Action | None:
        text = next(actions, None)
        return parse_action(text) if text else None

    return choose


def look_everywhere(person: Visitor, race_id: str, code: str, attempts: list[int]) -> None:
    """All addresses where somebody curious would look, refused or not."""
    pages = ("/", "/new/", "/d/", f"/d/{code}/", f"/r/{race_id}/", "/r/nosuchrace/", "/a/999999/")
    for path in pages:
        person.page(path, expect=None)
    race, deal = f"races/{race_id}", f"deals/{code}"
    for path in (race, f"{race}/proof", deal, f"{deal}/leaderboard", "races/none", "deals/SP1"):
        person.api(path, expect=None)
    for attempt in attempts:
        for path in (f"/a/{attempt}/", f"/a/{attempt}/?at=3", f"/a/{attempt}/look"):
            person.page(path, expect=None)
        for path in ("", "/record", "/record?format=text", "/replay"):
            person.http.get(f"/api/v1/attempts/{attempt}{path}")
            person.heard(person.http.get(f"/api/v1/attempts/{attempt}{path}").text)


def takes_a_turn(seat: Seat, choose: Choose, witness: Witness, name: str) -> bool:
    """An action, and one that is refused under this name; False where none is left to do."""
    game = witness.game
    assert game is not None
    action = choose(game)
    if action is None:
        return False
    game.act(action)
    answer = seat.play(str(action))
    assert answer["type"] == "board", answer
    witness.hear_board(answer["board"])
    refused = seat.ask(frame("1-1", seat.board["seq"] + 1, name))
    assert refused["type"] == "refused"
    witness.hear_board(refused["board"])
    return True


@pytest.mark.timeout(300)
@pytest.mark.parametrize("kind", ["a pack without twins", "a won game of four suits"])
def test_no_byte_names_a_hidden_card(server: Server, kind: str) -> None:
    if kind == "a pack without twins":
        deal = spiderette_of_one_pack(7)
        players = [wandering(1, 90), wandering(2, 90)]
        code, rules = "SD1-S4-AAAAAAB", Rules("spiderette", 4)
    else:
        deal = next(game for game in won_games() if game["suits"] == 4)
        players = [following(deal["record"]), wandering(3, 60)]
        code, rules = code_of(deal, 2), Rules("spider", 4, deal["build"])
    server.import_deals([(deal, code)])
    layout = Layout.from_json(deal)

    witnesses = [Witness() for _ in range(3)]
    alice, bob, charlie = (Visitor(server, witness.hear) for witness in witnesses)
    race_id = alice.form("/new/", {"mode": "open", "code": code}).split("/")[2]
    bob.form(f"/r/{race_id}/join")
    watching = charlie.sit(race_id)
    everywhere = [alice, bob, charlie]
    for person in everywhere:
        look_everywhere(person, race_id, code, [])

    seats: list[Seat] = []
    for person, witness in ((alice, witnesses[0]), (bob, witnesses[1])):
        witness.game = Game(rules, layout)
        person.form(f"/r/{race_id}/begin")
        seats.append(person.sit(race_id))
    attempts = [seat.welcome["you"]["attempt"] for seat in seats]

    for step in range(1000):
        busy = False
        for seat, choose, witness in zip(seats, players, witnesses, strict=False):
            busy |= takes_a_turn(seat, choose, witness, f"wrong{step}")
        if step % 40 == 7:
            look_everywhere(charlie, race_id, code, attempts)
            look_everywhere(bob, race_id, code, attempts[:1])
            look_everywhere(alice, race_id, code, attempts[1:])
        if not busy:
            break

    for seat in seats:
        seat.send({"type": "nonsense"})
        assert seat.until(lambda got: got["type"] == "error")
    # One has ended, the other plays on: the deal is still open.
    if seats[0].board["state"] == "playing":
        seats[0].play("R")
    look_everywhere(bob, race_id, code, attempts[:1])
    look_everywhere(charlie, race_id, code, attempts)

    sync = {"type": "ping", "t": 1}
    watching.send(sync)
    watching.until(lambda got: got["type"] == "pong")
    assert any(news["type"] == "progress" for news in watching.news)
    assert witnesses[0].named > 1000
    assert witnesses[1].named > 1000
    assert witnesses[2].named == 0
    assert witnesses[2].bytes > 10_000
