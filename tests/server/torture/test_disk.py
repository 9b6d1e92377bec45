"""A full disk: what cannot be stored is refused, nothing is lost, and it goes on afterwards."""

from tests.server.test_processes import a_legal_move
from tests.server.torture.troubles import full_disk
from tests.support.bot import Bot, frame
from tests.support.server import Server


def test_on_a_full_disk_all_is_refused_and_nothing_is_lost(either: Server) -> None:
    server = either.start()
    alice = Bot(server)
    race = alice.post("races", {"mode": "solo", "game": "spider", "suits": 1}, expect=201)["id"]
    with alice.sit(race) as seat:
        assert seat.play(a_legal_move(seat))["type"] == "board"
        move = frame(a_legal_move(seat), 2, "kept")
        with full_disk(server):
            seat.send(move)
            refused = seat.until(lambda got: got.get("id") == "kept")
            assert (refused["type"], refused["code"]) == ("refused", "unavailable")
            assert alice.post("guests", expect=503)["code"] == "unavailable"
        assert seat.ask(move)["board"]["seq"] == 2
    assert server.manage("audit").stdout.startswith("All is well")
