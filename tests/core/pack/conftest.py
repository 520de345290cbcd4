"""A pack at hand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.core.pack.desk import Desk, scratch_desk


@pytest.fixture
def desk() -> Iterator[Desk]:
    """An empty pack, open for writing, on Monday 5 January 2026."""
    with scratch_desk() as opened:
        yield opened
