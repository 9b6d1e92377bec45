"""The family as data, and rules checked when built (rules, sections 1, 2 and 4)."""

from typing import Any

import pytest

from games.engine import OFFERED, VARIANTS, BadRules, Rules


@pytest.mark.parametrize(
    ("game", "cards", "columns", "start", "down", "stock", "sequences"),
    [
        ("spider", 104, 10, 54, 44, 50, 8),
        ("spiderette", 52, 7, 28, 21, 24, 4),
        ("table", 104, 10, 50, 40, 54, 8),
    ],
)
def test_a_variant_has_the_numbers_of_the_rules(
    game: str, cards: int, columns: int, start: int, down: int, stock: int, sequences: int
) -> None:
    variant = VARIANTS[game]
    assert (variant.cards, variant.columns, variant.sequences) == (cards, columns, sequences)
    assert (sum(variant.heights), sum(variant.down), variant.stock) == (start, down, stock)


def test_the_table_variant_is_for_the_engine_only() -> None:
    assert OFFERED == ("spider", "spiderette")
    assert VARIANTS["table"].prefix == "ST1"


@pytest.mark.parametrize("undo", ["last100", "sealed", "none"])
@pytest.mark.parametrize(
    ("game", "suits", "build"),
    [("spider", 1, "classic"), ("spider", 2, "relaxed"), ("spiderette", 4, "classic")],
)
def test_rules_that_exist_can_be_built(game: str, suits: int, build: str, undo: str) -> None:
    assert Rules(game, suits, build, undo).variant is VARIANTS[game]


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("game", ("freecell", 1)),
        ("game", (None, 1)),
        ("game", ([], 1)),
        ("suits", ("spider", 3)),
        ("suits", ("spider", True)),
        ("suits", ("spider", 2.0)),
        ("suits", ("spider", "2")),
        ("build", ("spider", 4, "loose")),
        ("build", ("spider", 4, {})),
        ("build", ("spider", 1, "relaxed")),
        ("build", ("spiderette", 4, "relaxed")),
        ("undo", ("spider", 4, "classic", "all")),
        ("undo", ("spider", 4, "classic", 0)),
    ],
)
def test_rules_that_do_not_exist_are_refused_by_field(field: str, values: Any) -> None:
    with pytest.raises(BadRules) as bad:
        Rules(*values)
    assert bad.value.field == field
    assert str(bad.value).endswith(".")
