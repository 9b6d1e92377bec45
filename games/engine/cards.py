"""Cards, packs and their notation.

A card is an int, `suit << 4 | rank`: suits 0-3 in the order S H D C, ranks 1 (ace) to 13 (king).
So `upper - lower == 1` says "same suit, next lower rank" in one subtraction.
"""

from collections import Counter
from collections.abc import Iterable

from games.engine.refusals import Unreadable
from games.engine.rules import Variant

RANKS = "A23456789TJQK"
SUITS = "SHDC"

ACE, KING = 1, 13
HIDDEN = 0  # in a layout, the place of a card that is not told; itself no card
RANK_BITS = 0x0F
SUIT_SHIFT = 4
SEQUENCE_LENGTH = 13

# suit -> its complete sequence, king to ace
SEQUENCES = [[suit << SUIT_SHIFT | rank for rank in range(KING, 0, -1)] for suit in range(4)]

CARDS = {
    rank_letter + suit_letter: suit << SUIT_SHIFT | rank
    for suit, suit_letter in enumerate(SUITS)
    for rank, rank_letter in enumerate(RANKS, start=1)
}
TEXTS = {card: text for text, card in CARDS.items()}


class BadCard(Unreadable):
    """A text that names no card."""


def parse_card(text: str) -> int:
    """Read "TH" as the ten of hearts (rules, section 8). Raises `BadCard`."""
    if not isinstance(text, str) or text not in CARDS:
        raise BadCard(f"{str(text)[:12]!r} is not a card: a rank {RANKS} and a suit {SUITS}.")
    return CARDS[text]


def card_text(card: int) -> str:
    """Write a card: the ten of hearts is "TH". Raises `BadCard`."""
    if type(card) is not int or card not in TEXTS:  # True == 1, but is no ace
        raise BadCard(f"{card!r} is not a card.")
    return TEXTS[card]


def rank_of(card: int) -> int:
    """The rank of a card, 1 (ace) to 13 (king). Raises `BadCard`."""
    card_text(card)
    return card & RANK_BITS


def suit_of(card: int) -> str:
    """The suit of a card, a letter of `SUITS`. Raises `BadCard`."""
    return card_text(card)[1]


def pack(variant: Variant, suits: int) -> list[int]:
    """All cards of a game in order, each suit as often as the level says (rules, section 1)."""
    return [card for suit in range(suits) for card in SEQUENCES[suit] * variant.copies(suits)]


def count_cards(piles: Iterable[Iterable[int]], sequences: Iterable[str] = ()) -> Counter[int]:
    """Each card -> how often it lies in the piles and the finished sequences."""
    counter = Counter(card for pile in piles for card in pile)
    for suit in sequences:
        counter.update(SEQUENCES[SUITS.index(suit)])
    return counter
