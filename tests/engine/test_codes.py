"""Game codes and deal numbers (rules, section 5)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import NUMBERS, VARIANTS, BadCode, Code

PLAYABLE = [
    (variant.key, suits, build)
    for variant in VARIANTS.values()
    for build, levels in variant.builds.items()
    for suits in levels
]
codes = st.builds(
    lambda played, number: Code(played[0], played[1], played[2], number),
    st.sampled_from(PLAYABLE),
    st.integers(0, NUMBERS - 1),
)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("SP1-S1C-AAAAAAD", Code("spider", 1, "classic", 3)),
        ("SP1-S4R-AAAAAAA", Code("spider", 4, "relaxed", 0)),
        ("SD1-S1-AAAAABD", Code("spiderette", 1, "classic", 29)),
        ("ST1-S2C-ZZZZZZZ", Code("table", 2, "classic", 26**7 - 1)),
    ],
)
def test_a_code_is_written_and_read(text: str, code: Code) -> None:
    assert str(code) == text
    assert Code.parse(text) == code


def test_a_deal_number_is_the_same_deal_as_its_code() -> None:
    code = Code.parse("41739205-2")
    assert code == Code("spider", 2, "classic", 41739205) == Code.parse(str(code))
    assert code.deal_number == "41739205-2"


def test_only_classic_spider_has_deal_numbers() -> None:
    assert Code("spider", 4, "classic", 7).deal_number == "7-4"
    assert Code("spider", 4, "relaxed", 7).deal_number is None
    assert Code("spiderette", 4, "classic", 7).deal_number is None
    assert Code("table", 4, "classic", 7).deal_number is None


@given(codes)
def test_every_code_reads_back(code: Code) -> None:
    assert Code.parse(str(code)) == code
    assert code.deal_number is None or Code.parse(code.deal_number) == code


@given(codes, st.data())
def test_case_spaces_and_hyphens_do_not_matter(code: Code, data: st.DataObject) -> None:
    gaps = st.sampled_from(["", " ", "-", " - ", "\N{EN DASH}"])
    letters = [data.draw(gaps) + letter for letter in str(code).replace("-", "")]
    assert Code.parse(f" {''.join(letters).lower()} ") == code


@pytest.mark.parametrize("text", ["41739205 - 2", "41739205 2", " 41 739 205-2", "41739205–2"])
def test_a_deal_number_may_be_spaced(text: str) -> None:
    assert Code.parse(text) == Code("spider", 2, "classic", 41739205)


@pytest.mark.parametrize(
    ("text", "part", "told"),
    [
        ("", "code", "no code"),
        ("  ", "code", "no code"),
        ("S" * 65, "code", "too long"),
        ("XX1-S1C-AAAAAAD", "game", "XX1"),
        ("hello", "game", "SP1 or SD1"),
        ("-", "code", "no code"),
        ("SP1-C-AAAAAAD", "suits", "S1, S2 or S4"),
        ("SP1-S3C-AAAAAAD", "suits", "1, 2 or 4"),
        ("SP1-S999", "suits", "1, 2 or 4"),
        ("\N{LATIN SMALL LETTER LONG S}p1-s1c-aaaaaad", "game", "SP1 or SD1"),
        ("SP1-S1C-AAAAAA\N{LATIN SMALL LETTER LONG S}", "number", "A to Z only"),
        ("SP1-S1-AAAAAAD", "build", "C (classic) or R (relaxed)"),
        ("SP1-S1R-AAAAAAD", "build", "only the classic"),
        ("SD1-S4R-AAAAAAD", "build", "no letter C or R"),
        ("SP1-S1C-AAAAAD", "number", "7 letters, not 6"),
        ("SP1-S1C-AAAAAAAD", "number", "7 letters, not 8"),
        ("SP1-S1C", "number", "7 letters, not 0"),
        ("SP1-S1C-AAAA0AD", "number", "without 0"),
        ("SD1-S1-ÄAAAABD", "number", "without Ä"),
        ("41739205", "suits", "41739205-2"),
        ("41739205-", "suits", "41739205-2"),
        ("٤١-2", "suits", "41739205-2"),
        ("41739205-3", "suits", "1, 2 or 4"),
        (f"{NUMBERS}-2", "number", f"to {NUMBERS - 1}"),
    ],
)
def test_what_is_wrong_is_told_with_its_part(text: str, part: str, told: str) -> None:
    with pytest.raises(BadCode) as bad:
        Code.parse(text)
    assert bad.value.part == part
    assert told in str(bad.value)


@given(st.text(max_size=70))
def test_any_text_is_a_code_or_refused(text: str) -> None:
    try:
        assert str(Code.parse(text))
    except BadCode as bad:
        assert bad.part in {"code", "game", "suits", "build", "number"}


@pytest.mark.parametrize("number", [0, NUMBERS - 1])
def test_the_first_and_the_last_number_are_deals(number: int) -> None:
    code = Code("spider", 1, "classic", number)
    assert Code.parse(str(code)) == Code.parse(f"{number}-1") == code


def test_a_code_may_be_spaced_to_64_signs_and_no_further() -> None:
    assert Code.parse("SP1-S1C-AAAAAAD".ljust(64)) == Code("spider", 1, "classic", 3)
    with pytest.raises(BadCode, match="too long"):
        Code.parse("SP1-S1C-AAAAAAD".ljust(65))


@pytest.mark.parametrize("number", [-1, NUMBERS, True, 3.0, "3", None])
def test_a_code_outside_the_numbers_cannot_be_built(number: Any) -> None:
    with pytest.raises(BadCode):
        Code("spider", 1, "classic", number)
