"""A hit that only stands beside a match says so; a match never does."""

from __future__ import annotations

from core.clocks.instants import DAY
from tests.core.pack.desk import Desk


def test_what_was_written_beside_a_match_is_context_and_the_match_is_none(desk: Desk) -> None:
    match = desk.write("The release needs two approvals.")
    beside = desk.write("Stairs are closed on Sunday.")
    desk.pass_time(DAY)
    far = desk.write("Salt is in jar two.")
    found = desk.pack.search("approvals")
    assert {hit.line.claim.id: hit.context for hit in found.hits} == {match.id: False, beside.id: True}
    assert found.matched == 1
    assert far.id not in {hit.line.claim.id for hit in found.hits}


def test_context_is_what_the_windows_alone_have_named(desk: Desk) -> None:
    for text in (
        "The lift holds eight people.",
        "The lift is red.",
        "Tea is in jar one.",
        "Salt is in jar two.",
    ):
        desk.write(text)
    for query in ("lift", "jar", "lift tea", "people"):
        for hit in desk.pack.search(query).hits:
            assert hit.context == (set(hit.ballots) == {"windows"})
