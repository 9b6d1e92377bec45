"""From a number to its cards (rules, section 5)."""

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from games.engine import BadCode, BadRules, Code, Game, Rules, fingerprint, lay_out

from .table import KEY, ROOT

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


def test_the_shuffle_puts_every_card_everywhere_equally_often() -> None:
    """Chi-square of card against place, over a pack in which each card is one of a kind."""
    deals = 2600
    seen: Counter[tuple[int, int]] = Counter()
    for number in range(deals):
        layout = lay_out(KEY, "spiderette", 4, number)
        placed = [card for cards in (*layout.columns, layout.stock) for card in cards]
        seen.update(enumerate(placed))
    expected = deals / 52
    chi_square = sum((count - expected) ** 2 / expected for count in seen.values())
    chi_square += expected * (52 * 52 - len(seen))
    degrees = 51 * 51
    # Five standard deviations: an honest shuffle with this key is well within, a biased one is not.
    assert abs(chi_square - degrees) < 5 * (2 * degrees) ** 0.5
