"""Game codes and deal numbers: two notations of one deal (rules, section 5)."""

import re
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase
from typing import NoReturn, Self

from games.engine.refusals import BadPart
from games.engine.rules import OFFERED, VARIANTS, BadRules, Rules, Variant

LETTERS = 7
NUMBERS = 26**LETTERS  # numbers go from 0 to NUMBERS - 1

_BUILD_OF_LETTER = {"C": "classic", "R": "relaxed"}
_LETTER_OF_BUILD = {build: letter for letter, build in _BUILD_OF_LETTER.items()}
_NUMBERED = next(variant for variant in VARIANTS.values() if variant.numbered)
_VARIANT_OF_PREFIX = {variant.prefix: variant for variant in VARIANTS.values()}
_LONGEST = 64  # longer than any code, however spaced

_HYPHENS = re.compile("[\N{HYPHEN}-\N{HORIZONTAL BAR}\N{MINUS SIGN}_]")
# ASCII alone: the upper case of "\N{LATIN SMALL LETTER LONG S}" is S, but it is none of a code.
_UPPER = str.maketrans(ascii_lowercase, ascii_uppercase)
_DEAL_NUMBER = re.compile(r"([0-9][0-9 ]*?) ?[- ] ?([0-9]+)")


class BadCode(BadPart):
    """A code that cannot be read or names no deal.

    `part` is "game", "suits", "build" or "number"; "code" where no part can be told.
    """


@dataclass(frozen=True)
class Code:
    """A deal and the build rule to play it by. Raises `BadCode` when built with wrong values.

    `str(code)` is the game code, `Code.parse` reads either notation.
    """

    game: str
    suits: int
    build: str
    number: int

    def __post_init__(self) -> None:
        _check_rules(self.game, self.suits, self.build)
        if type(self.number) is not int or not 0 <= self.number < NUMBERS:
            raise BadCode("number", f"The number must be from 0 to {NUMBERS - 1}.")

    def __str__(self) -> str:
        variant = VARIANTS[self.game]
        build = _LETTER_OF_BUILD[self.build] if variant.build_letter else ""
        return f"{variant.prefix}-S{self.suits}{build}-{_to_letters(self.number)}"

    @property
    def deal_number(self) -> str | None:
        """The other notation, "41739205-2"; None where it does not exist (Spider classic only)."""
        if not VARIANTS[self.game].numbered or self.build != "classic":
            return None
        return f"{self.number}-{self.suits}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a code or a deal number in any case, with spaces, with or without hyphens.

        Raises `BadCode`, which says what is wrong with which part.
        """
        if not isinstance(text, str) or not text.strip():
            raise BadCode("code", "There is no code.")
        if len(text) > _LONGEST:
            raise BadCode("code", "That is too long for a code.")
        spaced = " ".join(_HYPHENS.sub("-", text).translate(_UPPER).split())
        return cls(*(_read_digits(spaced) if spaced[0].isdigit() else _read_code(spaced)))


def _check_rules(game: str, suits: int, build: str = "classic") -> None:
    try:
        Rules(game, suits, build)
    except BadRules as bad:
        raise BadCode(bad.field, str(bad)) from None


def _read_digits(text: str) -> tuple[str, int, str, int]:
    """The values of a deal number such as 41739205-2."""
    match = _DEAL_NUMBER.fullmatch(text)
    if not match:
        raise BadCode("suits", "After the number come a hyphen and the suits, as in 41739205-2.")
    number, suits = match.groups()
    return _NUMBERED.key, int(suits), "classic", int(number.replace(" ", ""))


def _read_code(text: str) -> tuple[str, int, str, int]:
    """The values of a game code, whose parts are told by their places alone."""
    compact = re.sub("[ -]", "", text)
    if not compact:
        raise BadCode("code", "There is no code.")
    variant = _VARIANT_OF_PREFIX.get(compact[:3])
    if variant is None:
        known = " or ".join(VARIANTS[key].prefix for key in OFFERED)
        raise BadCode("game", f"A code begins with {known}, not with {compact[:3]}.")
    suits = re.match("S([0-9]+)", compact[3:])
    if not suits:
        raise BadCode("suits", f"After {variant.prefix} come S and the suits: S1, S2 or S4.")
    _check_rules(
        variant.key, int(suits[1])
    )  # a wrong number of suits is told before what follows it
    rest = compact[3 + suits.end() :]
    if variant.build_letter:
        return variant.key, int(suits[1]), _read_build(rest), _from_letters(rest[1:])
    _refuse_build_letter(rest, variant)
    return variant.key, int(suits[1]), "classic", _from_letters(rest)


def _read_build(rest: str) -> str:
    if rest[:1] not in _BUILD_OF_LETTER:
        raise BadCode("build", "After the suits comes C (classic) or R (relaxed).")
    return _BUILD_OF_LETTER[rest[0]]


def _refuse_build_letter(rest: str, variant: Variant) -> None:
    if len(rest) == LETTERS + 1 and rest[0] in _BUILD_OF_LETTER:
        raise BadCode("build", f"A code of {variant.name} has no letter C or R after the suits.")


def _to_letters(number: int) -> str:
    letters = ""
    for _ in range(LETTERS):
        number, digit = divmod(number, 26)
        letters = chr(ord("A") + digit) + letters
    return letters


def _from_letters(letters: str) -> int:
    if not re.fullmatch(f"[A-Z]{{{LETTERS}}}", letters):
        _refuse_letters(letters)
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A")
    return number


def _refuse_letters(letters: str) -> NoReturn:
    if wrong := re.sub("[A-Z]", "", letters):
        raise BadCode("number", f"The number is letters A to Z only, without {wrong}.")
    raise BadCode("number", f"The number has {LETTERS} letters, not {len(letters)}.")
