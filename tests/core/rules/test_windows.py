"""How two windows lie: each of Allen's relations falls into one of six cases."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from core.clocks.instants import EARLIEST, LATEST, Instant
from core.rules.windows import Relation, overlap, relation
from tests.core.rules.writer import Writer

Window = tuple[Instant | None, Instant | None]

OLD: Window = (10, 20)


@pytest.mark.parametrize(
    ("new", "old", "case", "meet"),
    [
        ((21, 30), OLD, Relation.AFTER, False),
        ((20, 30), OLD, Relation.AFTER, False),
        ((19, 30), OLD, Relation.CHANGE, True),
        ((15, 20), OLD, Relation.CHANGE, True),
        ((11, None), OLD, Relation.CHANGE, True),
        ((15, 19), OLD, Relation.EXCEPTION, True),
        ((11, 19), OLD, Relation.EXCEPTION, True),
        ((10, 19), OLD, Relation.SAME_START, True),
        ((10, 20), OLD, Relation.SAME_START, True),
        ((10, None), OLD, Relation.SAME_START, True),
        ((9, 11), OLD, Relation.RUNS_INTO, True),
        ((None, None), OLD, Relation.RUNS_INTO, True),
        ((9, 10), OLD, Relation.BEFORE, False),
        ((8, 9), OLD, Relation.BEFORE, False),
        ((EARLIEST, None), (None, None), Relation.CHANGE, True),
        ((EARLIEST, LATEST), (None, None), Relation.EXCEPTION, True),
        ((None, LATEST), (None, None), Relation.SAME_START, True),
        ((LATEST, None), (None, LATEST), Relation.AFTER, False),
    ],
)
def test_two_windows_lie_in_one_of_six_cases(new: Window, old: Window, case: Relation, meet: bool) -> None:
    plain = Writer().claim("The fuse is Borda.")
    newer, older = (replace(plain, t_valid=start, t_invalid=end) for start, end in (new, old))
    assert relation(newer, older) is case
    assert overlap(newer, older) is meet
    assert overlap(older, newer) is meet
