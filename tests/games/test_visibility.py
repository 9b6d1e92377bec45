"""Who may see what, for every viewer and every thing, while a deal is open and after.

alice and bob have seats; alice has ended, bob plays; charlie watches; nobody has no name.
"""

import pytest

from games.engine import Record
from tests.games.cast import Caller, alone, challenge, row
from tests.games.scene import Scene

THINGS = ("", "/record", "/record?format=text", "/replay")


@pytest.mark.django_db(transaction=True)
class TestWhileTheDealIsOpen:
    """Nobody gets code, layout, salt, or another's board, whatever they have finished."""

    def test_the_own_attempt_is_ones_own(self, scene: Scene) -> None:
        for thing in THINGS[:2] + THINGS[3:]:
            assert scene.alice.sees(f"attempts/{scene.hers}{thing}") == (200, None)
            assert scene.bob.sees(f"attempts/{scene.his}{thing}") == (200, None)

    def test_a_rivals_attempt_is_nobodys(
        self, scene: Scene, charlie: Caller, nobody: Caller
    ) -> None:
        for thing in THINGS:
            assert scene.alice.sees(f"attempts/{scene.his}{thing}") == (403, "not_allowed")
            assert scene.bob.sees(f"attempts/{scene.hers}{thing}") == (403, "not_allowed")
            for caller in (charlie, nobody):
                assert caller.sees(f"attempts/{scene.hers}{thing}") == (403, "not_allowed")

    def test_the_code_the_layout_and_the_salt_are_nobodys(
        self, scene: Scene, charlie: Caller, nobody: Caller
    ) -> None:
        for caller in (scene.alice, scene.bob, charlie, nobody):
            assert "code" not in scene.seen(caller)
            proof = caller.get(f"races/{scene.race['id']}/proof")
            assert proof == {"commitment": scene.deal.commitment}
            shown = caller.get(f"deals/{scene.code}")
            assert shown["open"] is True
            assert not {"salt", "layout"} & set(shown)

    def test_of_the_others_only_progress_is_seen(
        self, scene: Scene, charlie: Caller, nobody: Caller
    ) -> None:
        progress = {"seq", "moves", "sequences", "undos", "seconds"}
        about = {"seat", "name", "guest", "bot", "state", "ready", "presence", "practice"}
        for caller in (scene.alice, charlie, nobody):
            assert set(row(scene.seen(caller), scene.bob)) == progress | about
        own = {"attempt", "hints", "score"}
        assert set(row(scene.seen(scene.bob), scene.bob)) == progress | about | own
        his = row(scene.seen(scene.alice), scene.bob)
        assert (his["moves"], his["seq"], his["state"]) == (2, 2, "playing")

    def test_there_is_no_place_and_no_chart_yet(self, scene: Scene) -> None:
        assert all("place" not in row for row in scene.seen(scene.alice)["players"])
        page = scene.alice.browser().get(f"/r/{scene.race['id']}/").content.decode()
        assert "You gave up this game" in page
        assert '<path class="line' not in page
        assert scene.code not in page

    def test_the_own_record_holds_what_was_seen_and_question_marks(self, scene: Scene) -> None:
        record = scene.alice.get(f"attempts/{scene.hers}/record")
        assert record["code"] is None
        assert record["result"] == "resigned"
        layout = scene.deal.layout.to_json()
        assert record["layout"]["stock"] == layout["stock"][:7] + ["?"] * 17
        for seen, true in zip(record["layout"]["columns"], layout["columns"], strict=True):
            assert seen["cards"] == ["?"] * true["down"] + true["cards"][true["down"] :]
        text = scene.alice.browser().get(f"/api/v1/attempts/{scene.hers}/record?format=text")
        written = Record.from_text(text.content.decode())
        assert written.layout is not None
        assert written.layout.to_json() == record["layout"]
        assert scene.code not in text.content.decode()

    def test_who_chose_the_code_knows_it_and_nobody_else(self, alice: Caller, bob: Caller) -> None:
        scene = Scene(alice, bob, code="SD1-S4-AAAAABD", game=None, suits=None)
        assert scene.seen(alice)["code"] == "SD1-S4-AAAAABD"
        assert "code" not in scene.seen(bob)
        assert alice.get(f"attempts/{scene.hers}/record")["code"] == "SD1-S4-AAAAABD"
        assert bob.get(f"attempts/{scene.his}/record")["code"] is None

    def test_a_replay_page_of_a_rival_is_closed_and_the_own_is_not(self, scene: Scene) -> None:
        browser = scene.bob.browser()
        assert browser.get(f"/a/{scene.hers}/").status_code == 403
        assert browser.get(f"/a/{scene.his}/").status_code == 200


@pytest.mark.django_db(transaction=True)
class TestWhenTheDealIsClosed:
    """Those who have played see all; the others are asked."""

    def test_who_has_ended_sees_everything(self, scene: Scene) -> None:
        scene.close()
        for caller, other in ((scene.alice, scene.his), (scene.bob, scene.hers)):
            assert scene.seen(caller)["code"] == scene.code
            for thing in ("", "/record", "/replay"):
                assert caller.sees(f"attempts/{other}{thing}") == (200, None)
            record = caller.get(f"attempts/{other}/record")
            assert record["layout"] == scene.deal.layout.to_json()
            assert record["code"] == scene.code
            proof = caller.get(f"races/{scene.race['id']}/proof")
            assert proof["salt"] == bytes(scene.deal.salt).hex()

    def test_who_has_not_played_gets_the_numbers_and_no_card(
        self, scene: Scene, charlie: Caller, nobody: Caller
    ) -> None:
        scene.close()
        for caller in (charlie, nobody):
            seen = scene.seen(caller)
            assert seen["code"] == scene.code
            assert {"attempt", "score", "hints"} <= set(row(seen, scene.alice))
            assert caller.sees(f"attempts/{scene.hers}") == (403, "would_spoil")
            assert set(caller.get(f"races/{scene.race['id']}/proof")) == {"commitment"}
            assert "layout" not in caller.get(f"deals/{scene.code}")

    def test_a_later_race_on_it_does_not_open_it_again(self, scene: Scene, charlie: Caller) -> None:
        scene.close()
        later = challenge(charlie, code=scene.code)
        assert scene.alice.sees(f"attempts/{scene.his}") == (200, None)
        assert scene.alice.get(f"races/{later['id']}")["code"] == scene.code


@pytest.mark.django_db(transaction=True)
class TestARaceAlone:
    """It is its player's."""

    def test_others_get_nothing_of_it(self, alice: Caller, bob: Caller, nobody: Caller) -> None:
        race = alone(alice)
        for caller in (bob, nobody):
            for path in (f"races/{race['id']}", f"races/{race['id']}/proof"):
                assert caller.sees(path) == (403, "not_allowed")
            assert caller.browser().get(f"/r/{race['id']}/").status_code == 403
        assert alice.sees(f"races/{race['id']}") == (200, None)
        assert alice.browser().get(f"/r/{race['id']}/").status_code == 200

    def test_nor_when_it_is_over(self, alice: Caller, bob: Caller) -> None:
        race = alone(alice)
        alice.post(f"races/{race['id']}/resign")
        assert bob.sees(f"races/{race['id']}") == (403, "not_allowed")


@pytest.mark.django_db(transaction=True)
def test_what_is_not_there_is_not_found(alice: Caller, nobody: Caller) -> None:
    for caller in (alice, nobody):
        for thing in THINGS:
            assert caller.sees(f"attempts/999999{thing}") == (404, "no_such_attempt")
        assert caller.sees("races/nosuchrace") == (404, "no_such_race")
        assert caller.sees("races/nosuchrace/proof") == (404, "no_such_race")
