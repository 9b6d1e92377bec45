"""Cards, packs and their notation (rules, sections 1 and 8)."""

from collections import Counter
from typing import Any

import pytest

from games.engine import HIDDEN, VARIANTS, BadCard, card_text, pack, parse_card, rank_of, suit_of


def test_every_card_is_read_as_it_is_written() -> None:
    texts = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
    assert [card_text(parse_card(text)) for text in texts] == texts
    assert len({parse_card(text) for text in texts}) == 52


@pytest.mark.parametrize("text", ["", "10H", "1S", "TX", "th", "KS ", "?", "♠K"])
def test_what_names_no_card_is_refused(text: str) -> None:
    with pytest.raises(BadCard):
        parse_card(text)


@pytest.mark.parametrize("card", [0, 14, 64, -1, True, 1.0, [1], None])
def test_a_number_that_is_no_card_is_not_written(card: Any) -> None:
    with pytest.raises(BadCard):
        card_text(card)


def test_cards_that_follow_in_suit_differ_by_one() -> None:
    assert parse_card("TH") - parse_card("9H") == 1
    assert parse_card("TH") - parse_card("9D") != 1
    assert parse_card("AH") - parse_card("KS") != 1


@pytest.mark.parametrize("suits", [1, 2, 4])
@pytest.mark.parametrize("game", VARIANTS)
def test_a_pack_has_each_card_of_its_suits_equally_often(game: str, suits: int) -> None:
    variant = VARIANTS[game]
    counts = Counter(pack(variant, suits))
    assert sum(counts.values()) == variant.packs * 52
    assert set(counts.values()) == {variant.packs * 4 // suits}
    assert {card_text(card)[1] for card in counts} == set("SHDC"[:suits])


def test_a_card_tells_its_rank_and_suit() -> None:
    told = [(rank_of(card), suit_of(card)) for card in map(parse_card, ("AS", "TH", "KC"))]
    assert told == [(1, "S"), (10, "H"), (13, "C")]
    for asked in (rank_of, suit_of):
        with pytest.raises(BadCard):
            asked(HIDDEN)
