"""The family of games as data, and the rules that one game is played by."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Self

from games.engine.refusals import BadPart

# Rules, section 3: an action costs one, a sequence gains a hundred.
START_SCORE = 500
SEQUENCE_SCORE = 100

_ANY_SUITS = (1, 2, 4)


class BadRules(BadPart):
    """Rules that no game has; `field` is the one of `Rules` at fault, "rules" if none is."""

    @property
    def field(self) -> str:
        """The same as `part`."""
        return self.part


@dataclass(frozen=True, eq=False)
class Variant:
    """A member of the family: one row of data (rules, section 1)."""

    key: str
    name: str
    prefix: str
    packs: int
    heights: tuple[int, ...]
    down: tuple[int, ...]
    builds: Mapping[str, tuple[int, ...]]  # build rule -> the suit counts that may use it
    build_letter: bool  # whether a code carries C or R
    numbered: bool  # whether a deal number such as 41739205-2, classic, is a notation of its deals
    score_floor: int | None

    def __repr__(self) -> str:
        return f"VARIANTS[{self.key!r}]"

    @property
    def columns(self) -> int:
        """How many columns the tableau has."""
        return len(self.heights)

    @property
    def cards(self) -> int:
        """How many cards the game is played with."""
        return self.packs * 52

    @property
    def sequences(self) -> int:
        """How many sequences win."""
        return self.packs * 4

    @property
    def stock(self) -> int:
        """How many cards are in the stock at the start."""
        return self.cards - sum(self.heights)

    @property
    def suits(self) -> tuple[int, ...]:
        """The suit counts it can be played with."""
        return self.builds["classic"]

    def copies(self, suits: int) -> int:
        """How often each card of each suit is in the pack when it has `suits` suits."""
        return self.sequences // suits


_SPIDER_BUILDS = MappingProxyType({"classic": _ANY_SUITS, "relaxed": (2, 4)})

VARIANTS: Mapping[str, Variant] = MappingProxyType(
    {
        variant.key: variant
        for variant in (
            Variant(
                key="spider",
                name="Spider",
                prefix="SP1",
                packs=2,
                heights=(6, 6, 6, 6, 5, 5, 5, 5, 5, 5),
                down=(5, 5, 5, 5, 4, 4, 4, 4, 4, 4),
                builds=_SPIDER_BUILDS,
                build_letter=True,
                numbered=True,
                score_floor=0,
            ),
            Variant(
                key="spiderette",
                name="Spiderette",
                prefix="SD1",
                packs=1,
                heights=(1, 2, 3, 4, 5, 6, 7),
                down=(0, 1, 2, 3, 4, 5, 6),
                builds=MappingProxyType({"classic": _ANY_SUITS}),
                build_letter=False,
                numbered=False,
                score_floor=None,
            ),
            Variant(
                key="table",
                name="Table Spider",
                prefix="ST1",
                packs=2,
                heights=(5,) * 10,
                down=(4,) * 10,
                builds=_SPIDER_BUILDS,
                build_letter=True,
                numbered=False,
                score_floor=0,
            ),
        )
    }
)

# What the site offers; the other variants are for the engine and its tests.
OFFERED = ("spider", "spiderette")

# Build rule -> the bits of a card that must run on within a group: suit and rank, or rank alone.
BUILDS: Mapping[str, int] = MappingProxyType({"classic": 0xFF, "relaxed": 0x0F})


@dataclass(frozen=True)
class UndoPolicy:
    """What can be undone (rules, section 4)."""

    memory: int | None  # how many actions are remembered; None: all
    sealed_by_deal: bool  # whether a deal forgets itself and everything before it
    refusal: str  # the code when there was something to undo, but it is out of reach


UNDO_POLICIES: Mapping[str, UndoPolicy] = MappingProxyType(
    {
        "last100": UndoPolicy(100, sealed_by_deal=False, refusal="undo_limit"),
        "sealed": UndoPolicy(None, sealed_by_deal=True, refusal="undo_sealed"),
        "none": UndoPolicy(0, sealed_by_deal=False, refusal="undo_off"),
    }
)


@dataclass(frozen=True)
class Rules:
    """The rules of one game (rules, sections 1, 2 and 4), checked when built.

    Raises `BadRules`, whose `field` says which of the four is wrong. `str(rules)` is
    "spider 2 classic sealed", `Rules.parse` reads it.
    """

    game: str
    suits: int
    build: str = "classic"
    undo: str = "sealed"

    def __post_init__(self) -> None:
        _check_name("game", self.game, VARIANTS)
        # True == 1 and 2.0 == 2, but neither is a number of suits.
        if type(self.suits) is not int or self.suits not in self.variant.suits:
            raise BadRules("suits", f"{self.variant.name} is played with 1, 2 or 4 suits.")
        _check_name("build", self.build, BUILDS)
        if self.suits not in self.variant.builds.get(self.build, ()):
            raise BadRules("build", self._no_such_build())
        _check_name("undo", self.undo, UNDO_POLICIES)

    def __str__(self) -> str:
        return f"{self.game} {self.suits} {self.build} {self.undo}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what `str(rules)` writes: the four with a space between. Raises `BadRules`."""
        words = text.split(" ") if isinstance(text, str) else ()
        if len(words) != 4:
            raise BadRules("rules", "Rules are written as in: spider 2 classic sealed.")
        game, suits, build, undo = words
        # Only one ASCII digit is read as a number: "02" is no number of suits.
        digit = len(suits) == 1 and suits in "0123456789"
        return cls(game, int(suits) if digit else -1, build, undo)

    @property
    def variant(self) -> Variant:
        """The game's row of data."""
        return VARIANTS[self.game]

    def _no_such_build(self) -> str:
        if self.build not in self.variant.builds:
            return f"{self.variant.name} has no {self.build} build rule."
        return f"With {self.suits} suit there is only the classic build rule."


def _check_name(field: str, name: object, table: Mapping[str, object]) -> None:
    if not isinstance(name, str) or name not in table:
        raise BadRules(field, f"The {field} must be one of {', '.join(table)}.")
