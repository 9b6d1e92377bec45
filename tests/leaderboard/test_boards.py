"""The board of a deal: won first attempts, best first, equals with equal rank."""

import pytest

from games import accounts, visibility
from games.clock import TestClock
from games.models import Attempt
from leaderboard import boards
from tests.games.cast import Caller, Game, alone, challenge, keep, results_of, win

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(db: None) -> Game:
    """A deal that nobody has played."""
    return keep()


@pytest.fixture
def path(game: Game) -> str:
    """Its board."""
    return f"deals/{game.code}/leaderboard"


def test_nobody_stands_on_the_board_of_a_new_deal(nobody: Caller, path: str) -> None:
    assert nobody.get(path) == {"rows": []}


def test_the_best_stands_first_and_equals_share_a_place(
    nobody: Caller, game: Game, path: str
) -> None:
    outcomes = [(120, 60), (117, 90), (120, 59.999), (117, 90)]
    results_of(game.deal, None, [{"moves": m, "seconds": s} for m, s in outcomes])
    rows = nobody.get(path)["rows"]
    assert [(r["place"], r["draw"], r["moves"], r["seconds"]) for r in rows] == [
        (1, True, 117, 90),
        (1, True, 117, 90),
        (3, False, 120, 59),
        (4, False, 120, 60),
    ]


def test_a_row_tells_who_and_how(nobody: Caller, game: Game, path: str) -> None:
    (attempt,) = results_of(game.deal, None, [{}])
    assert nobody.get(path)["rows"] == [
        {
            "place": 1,
            "draw": False,
            "player": {"name": "player1", "guest": True, "bot": False},
            "moves": 117,
            "seconds": 90,
            "undos": 0,
            "hints": 0,
            "score": 1183,
            "attempt": attempt.pk,
        }
    ]


def test_what_was_not_won_and_practice_are_not_on_it(nobody: Caller, game: Game, path: str) -> None:
    results_of(game.deal, None, [{"won": False, "moves": 1}, {"first": False, "moves": 2}, {}])
    assert [row["player"]["name"] for row in nobody.get(path)["rows"]] == ["player3"]


def test_undo_policies_are_never_mixed(nobody: Caller, game: Game, path: str) -> None:
    undos = ["last100", "none", "sealed"]
    results_of(game.deal, None, [{"undo": undo} for undo in undos])
    for number, undo in enumerate(undos, 1):
        rows = nobody.get(f"{path}?undo={undo}")["rows"]
        assert [row["player"]["name"] for row in rows] == [f"player{number}"]
    assert nobody.get(path) == nobody.get(f"{path}?undo=sealed")
    assert nobody.sees(f"{path}?undo=all") == (422, "bad_value")


def test_build_rules_are_never_mixed(alice: Caller, nobody: Caller, clock: TestClock) -> None:
    race = alone(alice, code="SP1-S2C-AAAAAAD")
    deal = Attempt.objects.get(pk=alice.attempt(race)).deal
    (attempt,) = results_of(deal, None, [{}])
    Attempt.objects.filter(pk=attempt.pk).update(build="relaxed")
    assert nobody.get("deals/SP1-S2C-AAAAAAD/leaderboard")["rows"] == []
    assert len(nobody.get("deals/SP1-S2R-AAAAAAD/leaderboard")["rows"]) == 1
    assert len(nobody.get("deals/SP1-S2C-AAAAAAD/leaderboard?build=relaxed")["rows"]) == 1


def test_declared_bots_have_a_board_of_their_own(nobody: Caller, game: Game, path: str) -> None:
    results_of(game.deal, None, [{"moves": 90, "bot": True}, {}])
    assert [row["player"]["name"] for row in nobody.get(path)["rows"]] == ["player2"]
    bots = nobody.get(f"{path}?bots=true")["rows"]
    assert [(row["place"], row["player"]["bot"]) for row in bots] == [(1, True)]


def test_a_page_has_fifty_and_says_where_it_goes_on(nobody: Caller, game: Game, path: str) -> None:
    results_of(game.deal, None, [{"moves": 100 + n // 2} for n in range(52)])
    first, last = nobody.get(path), nobody.get(f"{path}?page=2")
    assert (len(first["rows"]), first["next"]) == (50, 2)
    assert [(row["place"], row["draw"]) for row in last["rows"]] == [(51, True), (51, True)]
    assert "next" not in last
    assert nobody.get(f"{path}?page=3") == {"rows": []}
    for page in ("0", "-1", "x", "1.5", "100001"):
        assert nobody.sees(f"{path}?page={page}") == (422, "bad_value")


def test_fifty_fill_one_page(game: Game) -> None:
    results_of(game.deal, None, [{"moves": 100 + n} for n in range(50)])
    board = boards.of_deal(game.deal, "classic", "sealed", visibility.to(game.deal, None))
    assert (len(board.rows), board.next_page, board.hidden) == (50, None, 0)


def test_other_deals_are_other_boards(nobody: Caller, game: Game, path: str) -> None:
    other = keep(number=8)
    results_of(other.deal, None, [{}])
    assert nobody.get(path)["rows"] == []
    assert len(nobody.get(f"deals/{other.code}/leaderboard")["rows"]) == 1


def test_while_the_deal_is_open_no_attempt_is_named(
    alice: Caller, bob: Caller, nobody: Caller, game: Game, path: str, clock: TestClock
) -> None:
    race = challenge(alice, bob, code=game.code)
    for caller in (alice, bob):
        caller.post(f"races/{race['id']}/begin")
    pk = win(alice, race, game, clock)
    assert ["attempt" in row for row in nobody.get(path)["rows"]] == [False]
    bob.post(f"races/{race['id']}/resign")
    assert [row["attempt"] for row in nobody.get(path)["rows"]] == [pk]


def test_hidden_numbers_are_counted_until_the_own_attempt_has_ended(game: Game) -> None:
    host = Caller(accounts.make_guest("hostess"))
    challenge(host, code=game.code, hide_progress=True)
    attempts = results_of(game.deal, None, [{}, {"moves": 120}, {"won": False}])
    for viewer in (None, host.player):
        board = boards.of_deal(game.deal, "classic", "sealed", visibility.to(game.deal, viewer))
        assert (board.rows, board.hidden) == ([], 2)
    ended = visibility.to(game.deal, attempts[2].player)
    board = boards.of_deal(game.deal, "classic", "sealed", ended)
    assert ([row["place"] for row in board.rows], board.hidden) == ([1, 2], 0)
