"""What may be a name, and when two names look alike.

A name is 3 to 20 letters or digits of one script. Two names look alike when their skeletons
are equal; the skeleton is stored, and the database lets each be had once. Some names are kept
for those who run the site.
"""

import re
import unicodedata
from string import ascii_lowercase

from games.refusals import Refusal

NAME = re.compile(r"[^\W_]{3,20}")
# Letters and plain digits; no numbers in circles, no signs that only change a letter.
_CATEGORIES = {"Lu", "Ll", "Lt", "Lo", "Nd"}
# Letters by their category that are signs, or nothing at all, to the eye.
_NO_LETTERS = set("\u115f\u1160")
# Latin letters of real alphabets that are more than a to z with an accent. The many others
# are signs of phonetics and of old books, and most of them are look-alikes.
_LATIN_TOO = set("ßæøœđłþðıħŋŧəɛɔɓɗƙƴ")
# Signs by their category that belong into Japanese words, after a letter.
_LETTERS_TOO = set("ー々")
_ON_NOTHING = re.compile("(?:^|[0-9])[ー々]")
# Japanese, Korean and Chinese write these in one word.
_EAST_ASIAN = {"CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "BOPOMOFO", "HANGUL"}
# The scripts that people write today; among the others are whole alphabets of look-alikes.
_SCRIPTS = {"EAST ASIAN", "LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "GEORGIAN", "HEBREW", "ARABIC"}
_SCRIPTS |= {"DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA"}
_SCRIPTS |= {"MALAYALAM", "SINHALA", "THAI", "LAO", "TIBETAN", "MYANMAR", "KHMER", "ETHIOPIC"}

# Letters (small, without accents) and the Latin, the digit or the Chinese that they are taken
# for, in small or in capitals: a letter, then what it looks like.
_LIKE = (
    "аa вb еe з3 кk мm нh оo рp сc тt уy хx ѕs іi јj ԛq ԝw ѵv үy һh ӏl ԁd "  # Cyrillic
    "αa βb γy εe ζz ηh ιi κk μm νn οo ρp τt υy χx ϳj ωw "  # Greek
    "ıi øo łl đd ðd ħh þp ŋn ŧt əe ɛe ɓb ɗd ƙk ƴy æae œoe "  # Latin
    "օo ոn սu հh ցg զq "  # Armenian
    "ဝo ഠo ଠo ዐo ჿo סo וl ןl هo اl "  # Rings and bars among the letters of other scripts
    "カ力 ロ口 エ工 ニ二 ハ八 タ夕 ト卜 へヘ りリ ー一 "  # Japanese and Chinese, among themselves
)
_LETTERS = str.maketrans({pair[0]: pair[1:] for pair in _LIKE.split()})
# Then what is taken for one another within Latin and digits.
_LATIN = str.maketrans({"0": "o", "1": "l", "i": "l", "5": "s", "m": "rn", "w": "vv"})


def read(text: str) -> str:
    """A name as it is kept. Raises ``Refusal`` (``bad_value``) for what cannot be one."""
    name = unicodedata.normalize("NFKC", text)
    if not NAME.fullmatch(name) or not all(map(_may_be_in, name)) or _ON_NOTHING.search(name):
        raise Refusal("bad_value", "name")
    scripts = _scripts(name)
    if len(scripts) > 1 or not scripts <= _SCRIPTS:
        raise Refusal("bad_value", "name")
    return name


def is_reserved(name: str) -> bool:
    """Could it be taken for somebody who runs the site, or for a guest's number?"""
    return _RESERVED.fullmatch(skeleton(name)) is not None


def skeleton(name: str) -> str:
    """What is left of a name to a careless eye: no case, no accents, look-alikes as one."""
    plain = _without_accents(unicodedata.normalize("NFKC", name))
    return "".join(map(_plain_digit, plain)).translate(_LETTERS).translate(_LATIN)


def _without_accents(text: str) -> str:
    """In small letters, each without what stands above or below it."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))


def _may_be_in(letter: str) -> bool:
    if _script(letter) == "LATIN":
        return all(c in ascii_lowercase or c in _LATIN_TOO for c in _without_accents(letter))
    usual = unicodedata.category(letter) in _CATEGORIES and letter not in _NO_LETTERS
    return usual or letter in _LETTERS_TOO


def _plain_digit(letter: str) -> str:
    """Digits of other scripts as ours."""
    digit = unicodedata.decimal(letter, None)
    return letter if digit is None else str(digit)


def _scripts(name: str) -> set[str]:
    """Which scripts a name is written in; our digits go with any."""
    letters = (letter for letter in name if letter not in "0123456789")
    scripts = {_script(letter) for letter in letters}
    return {"EAST ASIAN" if script in _EAST_ASIAN else script for script in scripts}


def _script(letter: str) -> str:
    """The first word of a character's name in Unicode, where the script stands."""
    return re.split("[ -]", unicodedata.name(letter, "UNKNOWN"))[0]


_OFFICES = "admin administrator moderator staff root system spiderweb anonymous support"
# In skeletons a 0 is an o, a 1 an l and a 5 an s.
_RESERVED = re.compile("|".join([*map(skeleton, _OFFICES.split()), "guest[ols2-9]*"]))
