"""Small files in the public formats, written for these tests."""

from pathlib import Path

import pytest

from tests.workbench.cli.conftest import Shell, shell

__all__ = ["Shell", "shell"]

FILES = Path(__file__).parent / "data"


@pytest.fixture
def files() -> Path:
    """The folder of the small files."""
    return FILES
