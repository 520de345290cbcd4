"""Regular expressions that are compiled when they are first used: of those with large classes of characters
a start needs none, and each would take it milliseconds."""

from __future__ import annotations

import re
from typing import Any, cast


def late(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """A pattern that answers to all that a compiled one does; it is no `re.Pattern` to `isinstance`."""
    return cast("re.Pattern[str]", _Late(pattern, flags))


class _Late:
    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._told = flags

    def __getattr__(self, name: str) -> Any:
        """What is asked for stays at hand, so that a second use costs what it costs of a compiled one."""
        if name.startswith("__"):
            raise AttributeError(name)
        self.__dict__[name] = found = getattr(re.compile(self.pattern, self._told), name)
        return found
