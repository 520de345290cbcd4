"""What stands in place of everything where a terminal is too small to be used."""

from __future__ import annotations

from textual.app import RenderResult
from textual.widget import Widget

from workbench.cells import wrap
from workbench.plain import plain

LEAST_COLUMNS, LEAST_ROWS = 40, 10
"""Below this nothing is drawn but the size that is needed."""

HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (LEAST_COLUMNS, "-narrow"), (80, "-normal"), (120, "-wide")]
VERTICAL_BREAKPOINTS = [(0, "-minute"), (LEAST_ROWS, "-flat"), (18, "-low"), (30, "-tall")]


def classes_for(columns: int, rows: int) -> list[str]:
    """The classes that a screen of this size has: one of each row of breakpoints."""
    across = [name for least, name in HORIZONTAL_BREAKPOINTS if columns >= least]
    down = [name for least, name in VERTICAL_BREAKPOINTS if rows >= least]
    return [across[-1], down[-1]]


class TooSmall(Widget):
    """A polite line; hidden by the style sheet where there is room."""

    def __init__(self) -> None:
        super().__init__(id="too-small")

    def render(self) -> RenderResult:
        """The size that is needed and the size there is."""
        size = self.app.size
        needed = f"Packbench needs {LEAST_COLUMNS} x {LEAST_ROWS}"
        said = f"{needed}; this is {size.width} x {size.height}. Nothing is lost."
        return plain("\n".join(wrap(said, max(1, size.width))))
