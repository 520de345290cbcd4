"""Identity: an island keeps its id and letter while its members change."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.graph.identity import Former, carry_over
from tests.dear import dear

partitions = st.dictionaries(
    st.integers(0, 30).map(lambda number: f"c{number:02}"), st.integers(0, 5), min_size=1
).map(
    lambda labels: [
        sorted(one for one in labels if labels[one] == label) for label in sorted(set(labels.values()))
    ]
)


def first(*islands: str) -> tuple[Former, ...]:
    return carry_over(list(islands), [])


def test_new_islands_are_lettered_in_the_order_given() -> None:
    former = first("abcd", "efg", "hi")
    assert [one.letter for one in former] == ["A", "B", "C"]
    assert [one.members for one in former] == [tuple("abcd"), tuple("efg"), tuple("hi")]
    assert len({one.id for one in former}) == 3


def test_an_island_that_grows_moves_up_and_stays_itself() -> None:
    former = first("abcd", "efg")
    bigger, smaller = carry_over(["efgxyz", "abcd"], former)
    assert (bigger.id, bigger.letter) == (former[1].id, "B")
    assert (smaller.id, smaller.letter) == (former[0].id, "A")
    assert bigger.members == tuple("efgxyz")


def test_id_and_letter_stay() -> None:
    (kept,) = carry_over(["abcd"], [Former("0" * 12, "Q", tuple("abc"))])
    assert (kept.id, kept.letter, kept.members) == ("0" * 12, "Q", tuple("abcd"))


def test_of_a_split_island_the_larger_half_stays_itself() -> None:
    former = first("abcdefghij")
    small, large = carry_over(["abcd", "efghij"], former)
    assert (large.id, large.letter) == (former[0].id, "A")
    assert small.letter == "B"
    assert small.id != large.id


def test_of_two_islands_that_merge_the_larger_stays_itself() -> None:
    former = first("abcd", "efg")
    assert [one.id for one in carry_over(["abcdefg"], former)] == [former[0].id]


def test_an_island_that_only_picked_up_a_few_is_not_the_former_one() -> None:
    former = first("abcdefgh")
    (fresh,) = carry_over(["hpqrstuv"], former)
    assert fresh.id != former[0].id


def test_a_letter_that_fell_free_goes_to_the_next_new_island() -> None:
    former = first("abc", "def")
    kept, fresh = carry_over(["def", "xyz"], former)
    assert (kept.letter, fresh.letter) == ("B", "A")


def test_letters_go_on_after_z() -> None:
    letters = [one.letter for one in carry_over([[f"c{number}"] for number in range(30)], [])]
    assert letters[24:29] == ["Y", "Z", "AA", "AB", "AC"]


@given(partitions)
def test_the_same_partition_keeps_everything(islands: list[list[str]]) -> None:
    former = carry_over(islands, [])
    assert carry_over(islands, former) == former
    assert carry_over(islands[::-1], former[::-1]) == former[::-1]


@dear
@given(st.lists(partitions, min_size=2, max_size=5))
def test_ids_and_letters_are_never_shared(history: list[list[list[str]]]) -> None:
    former: tuple[Former, ...] = ()
    for islands in history:
        former = carry_over(islands, former)
        assert len({one.id for one in former}) == len({one.letter for one in former}) == len(islands)
        assert [list(one.members) for one in former] == islands
