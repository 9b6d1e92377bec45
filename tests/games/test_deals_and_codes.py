"""Deals: drawn, chosen by their code or imported; their layouts, commitments and addresses."""

import hashlib
import secrets

import pytest
from django.db import IntegrityError
from hypothesis import given
from hypothesis import strategies as st

from games import dealing
from games.clock import TestClock
from games.engine import BadLayout, Code, Layout, check_whole, lay_out
from games.models import Deal
from games.refusals import Refusal
from tests.games.cast import SHORT, Caller, alone, challenge, keep, stored, win

CODE = "SP1-S2C-ADNIUKB"


@pytest.mark.django_db
class TestDrawnDeals:
    """The server draws; nobody can choose."""

    def test_a_drawn_deal_has_a_new_number_of_eight_digits(self, alice: Caller) -> None:
        deals = [stored(challenge(alice)).deal for _ in range(4)]
        assert len({deal.number for deal in deals}) == 4
        assert all(10_000_000 <= deal.number <= 99_999_999 for deal in deals)
        assert {deal.origin for deal in deals} == {Deal.DRAWN}

    def test_a_number_that_is_taken_is_drawn_again(
        self, db: None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        numbers = iter([5, 5, 6])
        monkeypatch.setattr(secrets, "randbelow", lambda most: next(numbers))
        one, other = dealing.draw("spider", 1), dealing.draw("spider", 1)
        assert other.number == one.number + 1

    @pytest.mark.parametrize(("game", "suits"), [("spider", 4), ("spiderette", 2)])
    def test_a_layout_is_the_whole_pack_by_the_key(self, db: None, game: str, suits: int) -> None:
        deal = dealing.draw(game, suits)
        check_whole(deal.layout, game, suits)
        assert deal.layout == lay_out(dealing.key(), game, suits, deal.number)

    def test_the_commitment_is_the_hash_of_salt_and_layout(self, db: None) -> None:
        deal, other = dealing.draw("spider", 1), dealing.draw("spider", 1)
        text = deal.layout.to_text().encode()
        assert deal.commitment == hashlib.sha256(bytes(deal.salt) + text).hexdigest()
        assert len(bytes(deal.salt)) == 32
        assert bytes(deal.salt) != bytes(other.salt)


@pytest.mark.django_db
class TestChosenDeals:
    """A code names a deal for everybody."""

    def test_both_notations_are_one_deal(self, alice: Caller, bob: Caller) -> None:
        one, other = alone(alice, code=CODE), alone(bob, code="41739205-2")
        assert stored(one).deal == stored(other).deal
        assert stored(one).deal.number == 41739205
        third = alone(bob, code="41739205-4")
        assert stored(third).deal != stored(one).deal

    def test_the_same_code_gives_the_same_cards_at_any_time(self, db: None) -> None:
        code = Code.parse(CODE)
        before = dealing.by_code(code).layout
        Deal.objects.all().delete()
        assert dealing.by_code(code).layout == before

    def test_other_suits_or_another_game_are_other_deals(self, db: None) -> None:
        codes = ["SP1-S1C-AAAAAAD", "SP1-S2C-AAAAAAD", "SP1-S4C-AAAAAAD", "SD1-S1-AAAAAAD"]
        assert len({dealing.by_code(Code.parse(code)).pk for code in codes}) == 4

    def test_both_build_rules_are_played_on_one_deal(self, alice: Caller, bob: Caller) -> None:
        one = alone(alice, code="SP1-S2C-AAAAAAD")
        other = alone(bob, code="SP1-S2R-AAAAAAD")
        assert stored(one).deal == stored(other).deal
        assert (one["build"], other["build"]) == ("classic", "relaxed")

    def test_the_first_race_on_a_code_keeps_it_a_secret_and_later_ones_do_not(
        self, alice: Caller, bob: Caller
    ) -> None:
        first, later = challenge(alice, code=CODE), challenge(bob, code=CODE)
        assert stored(first).opens_deal
        assert not stored(later).opens_deal
        assert stored(challenge(alice)).opens_deal

    def test_a_deal_stored_while_we_looked_is_taken(
        self, db: None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        code = Code.parse(CODE)
        deal = dealing.by_code(code)
        monkeypatch.setattr(dealing, "find", lambda code: None)
        assert dealing.by_code(code) == deal


@pytest.mark.django_db
class TestImportedDeals:
    """An operator keeps a layout under a code."""

    def test_a_layout_is_kept_and_may_be_kept_again(self, db: None) -> None:
        game = keep()
        assert game.deal.origin == Deal.IMPORTED
        assert game.deal.layout == Layout.from_json(SHORT)
        assert keep().deal == game.deal

    def test_another_layout_or_a_played_code_is_refused(self, alice: Caller) -> None:
        game = keep()
        code, layout = Code.parse(game.code), Layout.from_json(SHORT)
        other = lay_out(b"another key", "spiderette", 1, 1)
        with pytest.raises(Refusal, match="deal_exists"):
            dealing.import_layout(code, other)
        alone(alice, code=game.code)
        with pytest.raises(Refusal, match="deal_exists"):
            dealing.import_layout(code, layout)
        assert game.deal.layout == layout

    def test_half_a_pack_is_no_deal(self, db: None) -> None:
        layout = lay_out(b"another key", "spiderette", 2, 1)
        with pytest.raises(BadLayout):
            dealing.import_layout(Code("spiderette", 1, "classic", 1), layout)
        assert not Deal.objects.exists()


@pytest.mark.django_db
class TestDealsOverHttp:
    """``GET deals/{code}``."""

    def test_a_code_that_nobody_has_played_makes_no_row(self, nobody: Caller) -> None:
        shown = nobody.get(f"deals/{CODE}")
        assert (shown["code"], shown["open"], shown["players"]) == (CODE, False, 0)
        assert shown["commitment"] is None
        assert nobody.get(f"deals/{CODE}/leaderboard") == {"rows": []}
        assert not Deal.objects.exists()

    def test_there_is_nothing_to_look_at_on_it(self, alice: Caller, nobody: Caller) -> None:
        assert alice.does(f"deals/{CODE}/look") == (404, "no_such_deal")
        assert nobody.does(f"deals/{CODE}/look") == (401, "unknown_player")

    @pytest.mark.parametrize(
        "text", ["SP1", "SP9-S1C-AAAAAAD", "SP1-S3C-AAAAAAD", "99-7", "x" * 99]
    )
    def test_what_is_no_code_is_told_so(self, nobody: Caller, text: str) -> None:
        for path in (f"deals/{text}", f"deals/{text}/leaderboard"):
            assert nobody.sees(path) == (422, "bad_code")

    def test_codes_are_read_forgivingly(self, nobody: Caller) -> None:
        number = Code.parse(CODE).number
        for text in (CODE.lower(), CODE.replace("-", ""), f"{number}-2", f" {CODE} "):
            assert nobody.get(f"deals/{text}")["code"] == CODE


@pytest.mark.django_db(transaction=True)
def test_what_was_promised_before_the_race_holds_after_it(
    alice: Caller, bob: Caller, clock: TestClock
) -> None:
    game = keep()
    race = challenge(alice, bob, code=game.code)
    promised = bob.get(f"races/{race['id']}/proof")
    assert promised == {"commitment": race["commitment"]}
    for caller in (alice, bob):
        caller.post(f"races/{race['id']}/begin")
        assert caller.get(f"races/{race['id']}/proof") == promised
        win(caller, race, game, clock)
    proof = bob.get(f"races/{race['id']}/proof")
    layout = Layout.from_json(proof["layout"])
    told = hashlib.sha256(bytes.fromhex(proof["salt"]) + layout.to_text().encode()).hexdigest()
    assert told == proof["commitment"] == promised["commitment"]
    assert layout == Layout.from_json(SHORT)


@pytest.mark.django_db
def test_one_number_is_one_deal(db: None) -> None:
    deal = dealing.by_code(Code.parse(CODE))
    deal.pk = None
    with pytest.raises(IntegrityError):
        deal.save()


@given(text=st.text(max_size=80))
def test_any_text_is_a_code_or_is_refused_as_one(text: str) -> None:
    from games.api.deals import read_code

    try:
        code = read_code(text)
    except Refusal as refusal:
        assert (refusal.code, refusal.field) == ("bad_code", "code")
        assert refusal.message
    else:
        assert read_code(str(code)) == code
