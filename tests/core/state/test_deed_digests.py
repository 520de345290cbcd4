"""Two deeds are the same when bytes, source, conversation and position are; a digest finds them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.claims.deed import Deed
from core.state import deed_digests
from core.state.deed_digests import DeedDigests
from tests.dear import dear

NAMES = st.sampled_from([None, "", "a", "b"])
DEEDS = st.builds(
    Deed,
    accession=st.just("d"),
    kind=st.just("turn"),
    body=st.sampled_from(["", "a", "b", "ab", "é", "e\u0301"]),
    actor=st.just("ana"),
    t_recorded=st.integers(1, 3),
    source=NAMES,
    conversation=NAMES,
    position=st.sampled_from([None, 0, 1]),
)


def place(deed: Deed) -> tuple[object, ...]:
    return deed.body, deed.source, deed.conversation, deed.position


@dear
@given(shelved=st.lists(DEEDS, max_size=30), wanted=DEEDS, least=st.sampled_from([0, 3, 4096]))
def test_every_row_that_is_the_same_is_found(shelved: list[Deed], wanted: Deed, least: int) -> None:
    kept, deed_digests.LEAST_SORTED = deed_digests.LEAST_SORTED, least  # type: ignore[misc]
    try:
        digests = DeedDigests()
        for row, deed in enumerate(shelved):
            digests.add(deed)
            if row % 5 == 0:
                list(digests.rows(wanted))  # so that some are sorted and some are not
        same = [row for row, deed in enumerate(shelved) if place(deed) == place(wanted)]
        assert list(digests.rows(wanted)) == same
        again = DeedDigests(digests.key, digests.values)
        assert list(again.rows(wanted)) == same
    finally:
        deed_digests.LEAST_SORTED = kept  # type: ignore[misc]


def test_the_digest_is_of_no_use_without_its_key() -> None:
    deed = Deed("d", "note", "the word is swordfish", "ana", 1)
    assert DeedDigests().digest(deed) != DeedDigests().digest(deed)
    assert DeedDigests().key != DeedDigests().key


def test_who_put_it_and_when_makes_no_difference() -> None:
    deed, digests = Deed("d", "note", "seen", "ana", 1), DeedDigests()
    other = replace(deed, accession="e", kind="turn", actor="bo", t_recorded=2, said_at=3, extra={"a": 1})
    assert digests.digest(deed) == digests.digest(other)
    assert digests.same(deed, other)
