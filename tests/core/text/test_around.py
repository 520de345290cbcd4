"""A cut text still shows what sets it apart from the one beside it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.text.around import ELLIPSIS, cut_around, one_line

OLD = "A review request gets its answer within two working days of the day on which it was made."
NEW = "A review request gets its answer within one working day of the day on which it was made."

WORDS = st.lists(
    st.sampled_from(["the", "gateway", "two", "b", "Überlingen", "網關在凌晨"]), min_size=1, max_size=24
)


def test_what_differs_is_seen_beside_the_opening() -> None:
    old, new = cut_around(OLD, NEW, 40), cut_around(NEW, OLD, 40)
    assert [one[:11] for one in (old, new)] == ["A review … "] * 2
    assert "two working days" in old
    assert "one working day" in new


def test_what_fits_or_differs_early_is_cut_at_its_end_alone() -> None:
    assert cut_around("Lamps are off on Sunday.", "Lamps are on on Sunday.", 40) == "Lamps are off on Sunday."
    early = cut_around("Two lamps of the long corridor are off on every Sunday.", "Six lamps are off.", 40)
    assert early == "Two lamps of the long corridor are off…"


def test_a_word_that_the_other_does_not_have_is_seen_in_its_place() -> None:
    long = "The gateway of the second building answers on every port but one of them, not on 443."
    assert cut_around(long, long.replace(", not on 443", ""), 40).endswith("not on 443.")
    assert cut_around(long.replace(", not on 443", ""), long, 40).endswith("them.")


@given(WORDS, WORDS, WORDS, WORDS, st.integers(24, 60))
def test_two_texts_that_differ_still_differ_when_both_are_cut(
    before: list[str], one: list[str], two: list[str], behind: list[str], limit: int
) -> None:
    a, b = " ".join([*before, *one, *behind]), " ".join([*before, *two, *behind])
    cut_a, cut_b = cut_around(a, b, limit), cut_around(b, a, limit)
    assert max(len(cut_a), len(cut_b)) <= limit
    assert (cut_a == cut_b) == (one_line(a) == one_line(b)), (cut_a, cut_b)


@given(st.text(min_size=1), st.text(min_size=1), st.integers(24, 60))
def test_any_text_fits_and_only_loses_what_the_sign_stands_for(text: str, other: str, limit: int) -> None:
    cut = cut_around(text, other, limit)
    assert len(cut) <= limit
    at = 0
    for part in cut.split(ELLIPSIS):
        found = one_line(text).find(part.strip(), at)
        assert found >= 0 or ELLIPSIS in text
        at = found + len(part.strip())
