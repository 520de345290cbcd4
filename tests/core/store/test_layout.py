"""Keys sort as the readers need them, and a checksum knows its place."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import PackDamaged
from core.store import layout
from tests.core.store.records import instants, keys, review

tables = st.sampled_from(sorted(layout.TABLE_CODES))
numbers = st.integers(1, 2**63)
rows = st.tuples(tables, keys, numbers)


@given(rows)
def test_a_chain_key_can_be_taken_apart(row: tuple[str, str, int]) -> None:
    assert layout.split_chain_key(layout.chain_key(*row)) == row


@given(st.lists(rows, max_size=12), keys, st.integers(1, 2**62))
def test_a_new_link_lies_behind_all_rows_that_were_there(
    there: list[tuple[str, str, int]], pair: str, tx: int
) -> None:
    older = [layout.chain_key(table, key, at % tx) for table, key, at in there]
    assert max([b"", *older]) < layout.chain_key("link", pair, tx)


@given(st.lists(rows.filter(lambda row: row[0] != "link"), min_size=2, max_size=12, unique=True))
def test_rows_of_one_chain_lie_together_oldest_first(drawn: list[tuple[str, str, int]]) -> None:
    in_order = [layout.split_chain_key(raw) for raw in sorted(layout.chain_key(*row) for row in drawn)]
    chains = [row[:2] for row in in_order]
    assert sum(before != after for before, after in pairwise(chains)) == len(set(chains)) - 1
    for chain in set(chains):
        txs = [row[2] for row in in_order if row[:2] == chain]
        assert txs == sorted(txs)


@given(rows, instants, st.none() | st.binary(min_size=1))
def test_a_row_gives_back_its_time_and_value(
    row: tuple[str, str, int], t_tx: int, stored: bytes | None
) -> None:
    raw = layout.chain_key(*row)
    assert layout.split_chain_row(raw, layout.chain_row(raw, t_tx, stored)) == (t_tx, stored)


@given(st.binary(min_size=1, max_size=20), st.binary(max_size=50), st.data())
def test_one_turned_bit_anywhere_is_noticed(key: bytes, body: bytes, data: st.DataObject) -> None:
    whole = bytearray(key + layout.seal(key, body))
    bit = data.draw(st.integers(0, 8 * len(whole) - 1))
    whole[bit // 8] ^= 1 << bit % 8
    assert not layout.sound(bytes(whole[: len(key)]), bytes(whole[len(key) :]))


def test_a_row_moved_to_another_key_is_noticed() -> None:
    sealed = layout.seal(b"one", b"body")
    assert layout.unseal(b"one", sealed, "it") == b"body"
    with pytest.raises(PackDamaged, match="it is damaged"):
        layout.unseal(b"two", sealed, "it")
    with pytest.raises(PackDamaged):
        layout.unseal(b"one", b"", "it")


@given(st.lists(st.tuples(st.integers(1, 3_652_059), keys), max_size=8))
def test_the_due_queue_sorts_by_day(drawn: list[tuple[int, str]]) -> None:
    in_order = sorted(layout.due_key(review(day), key) for day, key in drawn)
    assert [layout.split_due_key(raw)[0] for raw in in_order] == sorted(day for day, _ in drawn)
