"""A style sheet that is parsed once."""

from __future__ import annotations

from textual.cache import LRUCache
from textual.css.stylesheet import Stylesheet

SOURCES: int = 1024
"""Sources whose rules are kept: each widget class has one, far fewer than this."""


class KeptStylesheet(Stylesheet):
    """Textual's style sheet, which keeps the rules of each source until the variables change.

    Textual parses every source anew, up to three times, for each screen that is shown for the first time:
    a tenth of a second between the key and the picture.
    """

    def __init__(self, *, variables: dict[str, str]) -> None:
        super().__init__(variables=variables)
        self._parse_cache = LRUCache(SOURCES)

    def set_variables(self, variables: dict[str, str]) -> None:
        """Take the variables of a theme; what was parsed stays when they are the same."""
        if variables != self._variables:
            super().set_variables(variables)

    def reparse(self) -> None:
        """Put the rules together again; only new sources are parsed."""
        self.parse()
