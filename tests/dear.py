"""Properties of which an example is dear: a few in every run, many in the slow suite."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from hypothesis import settings

SHARE: Final = 4


def some(quick: int) -> int:
    """So many examples in every run, and as many times more as the profile asks for in the slow suite."""
    return quick * settings().max_examples // settings.get_profile("default").max_examples


def dear(test: Callable[..., Any]) -> Callable[..., Any]:
    """Give a property a quarter of the profile's examples, and run it in the slow suite too."""
    fewer = settings(max_examples=settings().max_examples // SHARE)(test)
    return pytest.mark.dear(fewer)
