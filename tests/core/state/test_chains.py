"""Chains: a table is read as believed at any instant, and never changes behind one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.state.chains import Chains, Entry
from core.store.tables import USE, VALUE_TYPES

histories = st.lists(
    st.tuples(st.sampled_from("abc"), st.none() | st.integers(0, 5), st.integers(1, 9)), max_size=30
)
"""Key, value (None drops it), and the time since the entry before."""


def chains_of(history: list[tuple[str, int | None, int]]) -> tuple[Chains, list[tuple[int, str, int | None]]]:
    chains, plain, instant = Chains(), [], 100
    for tx, (key, value, step) in enumerate(history, 1):
        instant += step
        chains.append(USE, key, Entry(tx, instant, value))
        plain.append((instant, key, value))
    return chains, plain


@given(histories, st.integers(90, 400))
def test_a_value_at_an_instant_is_the_last_that_was_recorded_by_then(
    history: list[tuple[str, int | None, int]], instant: int
) -> None:
    chains, plain = chains_of(history)
    stored = {at + step for at, _, _ in plain for step in (-1, 0, 1)} | {instant}
    for moment in stored:
        expected: dict[str, int] = {}
        for at, key, value in plain:
            if at <= moment:
                expected[key] = value  # type: ignore[assignment]
        for key in "abcd":
            assert chains.at(USE, key, moment) == expected.get(key)
        held = {key: value for key, value in expected.items() if value is not None}
        assert dict(chains.items_at(USE, moment)) == held


@given(histories)
def test_the_head_is_the_newest_value_and_the_chain_holds_all(
    history: list[tuple[str, int | None, int]],
) -> None:
    chains, plain = chains_of(history)
    for key in "abcd":
        values = [value for _, name, value in plain if name == key]
        assert [entry.value for entry in chains.chain(USE, key)] == values
        assert chains.head(USE, key) == (values[-1] if values else None)


def test_each_table_has_its_own_keys() -> None:
    chains = Chains()
    chains.append(USE, "a", Entry(1, 1, 7))
    assert {table for table in VALUE_TYPES if chains.head(table, "a") is not None} == {USE}
