"""From a number to its cards (rules, section 5)."""

import hashlib
import hmac
import json
import os
import random
import struct
import subprocess
import sys
from collections import Counter
from functools import cache
from itertools import pairwise
from operator import eq
from pathlib import Path

import pytest

from games.engine import BadCode, BadRules, Code, Game, Rules, fingerprint, lay_out, parse_card

from .table import KEY, ROOT

DEALS = 20_000
STORED = json.loads((Path(__file__).parent / "layout_hashes.json").read_text())

PROGRAM = """
import sys
from games.engine import Code, lay_out
for text in sys.stdin.read().split():
    code = Code.parse(text)
    print(lay_out(bytes.fromhex(sys.argv[1]), code.game, code.suits, code.number).to_text())
"""


def layout_hash(text: str) -> str:
    code = Code.parse(text)
    layout = lay_out(KEY, code.game, code.suits, code.number)
    return hashlib.sha256(layout.to_text().encode()).hexdigest()


def test_twenty_codes_give_the_stored_layouts() -> None:
    assert len(STORED) == 20
    assert {text: layout_hash(text) for text in STORED} == STORED


@pytest.mark.parametrize("seed", ["0", "4821"])
def test_another_process_lays_out_the_same_cards(seed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-S", "-c", PROGRAM, KEY.hex()],
        input=" ".join(STORED),
        env=os.environ | {"PYTHONHASHSEED": seed},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    # A layout's text holds spaces, so it is a whole line.
    hashes = [hashlib.sha256(line.encode()).hexdigest() for line in done.stdout.splitlines()]
    assert hashes == list(STORED.values())


def test_a_deal_is_the_same_before_and_after_it_is_played() -> None:
    before = lay_out(KEY, "spider", 2, 41739205)
    game = Game(Rules("spider", 2), before)
    for _ in range(5):
        game.deal()
    assert lay_out(KEY, "spider", 2, 41739205) == before == game.start.layout


def test_number_suits_game_and_key_each_change_the_layout() -> None:
    layouts = [
        lay_out(KEY, "spider", 4, 1),
        lay_out(KEY, "spider", 4, 2),
        lay_out(b"another key", "spider", 4, 1),
    ]
    assert len(set(layouts)) == 3
    ranks = [[card & 15 for card in lay_out(KEY, "spider", suits, 1).stock] for suits in (1, 4)]
    assert ranks[0] != ranks[1]
    stocks = [lay_out(KEY, game, 4, 1).stock[-24:] for game in ("spider", "table")]
    assert stocks[0] != stocks[1]


@pytest.mark.parametrize("number", [-1, 26**7, True, "3"])
def test_a_deal_that_does_not_exist_is_refused(number: int) -> None:
    with pytest.raises(BadCode):
        lay_out(KEY, "spider", 1, number)


def test_a_game_that_does_not_exist_or_an_empty_key_is_refused() -> None:
    with pytest.raises(BadCode) as bad:
        lay_out(KEY, "freecell", 1, 1)
    assert bad.value.part == "game"
    with pytest.raises(ValueError, match="key"):
        lay_out(b"", "spider", 1, 1)
    with pytest.raises(BadRules):
        Rules("freecell", 1)


def test_a_fingerprint_tells_keys_apart() -> None:
    assert fingerprint(KEY) == fingerprint(KEY)
    assert fingerprint(KEY) != fingerprint(b"another key")
    assert len(fingerprint(KEY)) == 8


@cache
def shuffled(number: int, suits: int = 4) -> tuple[int, ...]:
    """The cards of a Spiderette deal in the order in which they are laid out."""
    layout = lay_out(KEY, "spiderette", suits, number)
    return tuple(card for cards in (*layout.columns, layout.stock) for card in cards)


def assert_by_chance(seen: float, expected: float, variance: float) -> None:
    """Five standard deviations: with this key an honest shuffle is well within, for ever."""
    assert abs(seen - expected) < 5 * variance**0.5


def test_the_shuffle_puts_every_card_everywhere_equally_often() -> None:
    """Chi-square of card against place, over a pack in which each card is one of a kind."""
    seen: Counter[tuple[int, int]] = Counter()
    for number in range(DEALS):
        seen.update(enumerate(shuffled(number)))
    expected = DEALS / 52
    chi_square = sum((count - expected) ** 2 / expected for count in seen.values())
    chi_square += expected * (52 * 52 - len(seen))
    degrees = 51 * 51
    assert_by_chance(chi_square, degrees, 2 * degrees)


def test_the_shuffle_puts_every_card_after_every_other_equally_often() -> None:
    """Chi-square of the pairs that lie one upon the other; a card cannot follow itself."""
    seen: Counter[tuple[int, int]] = Counter()
    for number in range(DEALS):
        seen.update(pairwise(shuffled(number)))
    expected = DEALS * 51 / (52 * 51)
    chi_square = sum((count - expected) ** 2 / expected for count in seen.values())
    chi_square += expected * (52 * 51 - len(seen))
    degrees = 51 * 51 - 52
    assert_by_chance(chi_square, degrees, 2 * degrees)


def test_a_shuffle_that_is_biased_would_be_noticed() -> None:
    """The same measure over the beginner's shuffle, which swaps each card with any other."""
    chance = random.Random(1)
    seen: Counter[tuple[int, int]] = Counter()
    for _ in range(DEALS // 4):
        cards = list(range(52))
        for at in range(52):
            other = chance.randrange(52)
            cards[at], cards[other] = cards[other], cards[at]
        seen.update(enumerate(cards))
    expected = DEALS / 4 / 52
    chi_square = sum((count - expected) ** 2 / expected for count in seen.values())
    with pytest.raises(AssertionError):
        assert_by_chance(chi_square, 51 * 51, 2 * 51 * 51)


@pytest.mark.parametrize("step", [1, 2, 26])
def test_neighbouring_numbers_have_as_many_cards_in_one_place_as_chance_has(step: int) -> None:
    """Two orders of 52 cards agree in one place on average, with a variance of one."""
    pairs = range(DEALS - step)
    agreeing = sum(sum(map(eq, shuffled(number), shuffled(number + step))) for number in pairs)
    assert_by_chance(agreeing, len(pairs), len(pairs))


@pytest.mark.parametrize(("one", "other"), [(1, 2), (1, 4), (2, 4)])
def test_one_number_with_other_suits_is_an_unrelated_layout(one: int, other: int) -> None:
    """Of two unrelated orders 4 ranks agree on average: 13 ranks, 4 x 4 ways, 1 in 52 each."""
    numbers = range(2000)
    agreeing = sum(
        first & 15 == second & 15
        for number in numbers
        for first, second in zip(shuffled(number, one), shuffled(number, other), strict=True)
    )
    both = (13 * 4 * 4 * 3 * 3 + 13 * 12 * 4 * 4 * 4 * 4) / (52 * 51)  # two places at once
    assert_by_chance(agreeing, 4 * len(numbers), (4 + both - 4**2) * len(numbers))


def test_a_layout_can_be_computed_again_from_its_words() -> None:
    """HMAC-SHA256 blocks of 16-bit words, those beyond the last whole multiple thrown away."""
    thrown_away = 0
    # Number 853 meets the lowest word there is to throw away.
    for number in (*range(100), 853):
        blocks = (
            hmac.digest(KEY, f"spiderweb deal 1 spider 4 {number} {block}".encode(), "sha256")
            for block in range(20)
        )
        words = iter(word for block in blocks for (word,) in struct.iter_unpack(">H", block))
        cards = [parse_card(rank + suit) for suit in "SHDC" for rank in "KQJT98765432A" * 2]
        for left in range(104, 1, -1):
            while (word := next(words)) // left == 65536 // left:
                thrown_away += 1
            chosen, last = word % left, left - 1
            cards[chosen], cards[last] = cards[last], cards[chosen]
        layout = lay_out(KEY, "spider", 4, number)
        assert cards == [card for pile in (*layout.columns, layout.stock) for card in pile]
    assert thrown_away
