"""Rules 4 and 5 at their thresholds, and the table as a whole."""

from __future__ import annotations

import pytest

from core.rules.near_miss import closeness, comes_near
from core.rules.sides import Side
from core.rules.table import RULES, holds_the_key, is_near, is_similar, opens_alike, rewrite_figures
from tests.core.rules.writer import Writer


def sides(new: str, old: str) -> tuple[Side, Side]:
    writer = Writer()
    return Side.of(writer.claim(new)), Side.of(writer.claim(old))


@pytest.mark.parametrize(
    ("new", "old", "holds"),
    [
        ("a b c x", "a b c y", True),  # 3 of 5: exactly 0.6
        ("a b c d e f x", "a b c d e f y z w", True),  # 6 of 10
        ("a b c x", "a b c y z", False),  # 3 of 6
        ("a b c d x y", "a b c d z", False),  # 4 of 7: 0.571
        ("a a a b c x", "a b b c y", True),  # sets, not bags
    ],
)
def test_a_rewrite_shares_six_tenths_of_all_words(new: str, old: str, holds: bool) -> None:
    assert is_similar(*sides(new, old)) is holds
    assert is_similar(*sides(old, new)) is holds


@pytest.mark.parametrize(
    ("new", "old", "holds"),
    [
        ("a b x", "a b y", False),  # two words
        ("a b c x", "a b c y", True),  # three words
        ("a b c x y", "a b c z w", True),  # 3 of 5: exactly 0.6
        ("a b c x y z", "a b c u v w", False),  # 3 of 6
        ("a b c x y", "a b c d e f g h i j", True),  # 0.6 of the shorter
        ("a b c", "a b c y", False),  # nothing differs on one side
        ("a b c d e f x y z u", "a b c d e f r s t w", True),  # 6 of 10
        ("a b c d e x y z u", "a b c d e r s t w", False),  # 5 of 9
    ],
)
def test_a_shared_head_has_three_words_and_six_tenths_of_the_shorter(new: str, old: str, holds: bool) -> None:
    assert opens_alike(*sides(new, old)) is holds
    assert opens_alike(*sides(old, new)) is holds


@pytest.mark.parametrize(
    ("new", "old", "holds"),
    [
        ("x a b", "y a b z", True),  # 2 of 5: exactly 0.4
        ("x a b c y", "z a b c w v", False),  # 3 of 8: 0.375
    ],
)
def test_what_comes_near_shares_four_tenths_of_all_words(new: str, old: str, holds: bool) -> None:
    pair = sides(new, old)
    assert is_near(*pair) is holds
    assert comes_near(closeness(*pair)) is holds


def test_the_table_is_in_order_and_names_are_its_own() -> None:
    assert [rule.number for rule in RULES] == [0, 1, 2, 3, 4, 5, 6]
    assert len({rule.name for rule in RULES}) == len(RULES)
    assert [rule.name for rule in RULES if rule.guarded] == ["correction", "rewrite", "same_head", "retold"]


def test_shares_are_kept_with_three_digits() -> None:
    assert rewrite_figures(*sides("a b x", "a b y z u v"))["jaccard"] == 0.286  # 2 of 7


def test_one_key_of_one_scope_is_one_key() -> None:
    writer = Writer()
    one, same, other = (
        Side.of(writer.claim("The fuse is Borda.", key=key, workspace=where))
        for key, where in (("fuse", "default"), ("fuse", "default"), ("fuse", "lab"))
    )
    assert holds_the_key(one, same)
    assert not holds_the_key(one, other)
