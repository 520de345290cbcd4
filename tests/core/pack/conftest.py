"""A pack at hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.core.pack.desk import Desk, new_desk


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """An empty pack, open for writing, on Monday 5 January 2026."""
    opened = new_desk(tmp_path)
    yield opened
    opened.pack.close()
