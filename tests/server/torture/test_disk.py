"""A full disk: what cannot be stored is refused, nothing is lost, and it goes on afterwards."""

from pathlib import Path

import pytest

from tests.server.test_processes import a_legal_move
from tests.server.torture.troubles import full_disk
from tests.support.bot import Bot, frame
from tests.support.server import Server, copy_of


@pytest.mark.parametrize("options", [(), ("--uvicorn",)], ids=["daphne", "uvicorn"])
def test_on_a_full_disk_all_is_refused_and_nothing_is_lost(
    installation: Path, tmp_path: Path, options: tuple[str, ...]
) -> None:
    server = Server(copy_of(installation, tmp_path / "var"))
    server.options = options
    server.start()
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
    server.stop()
