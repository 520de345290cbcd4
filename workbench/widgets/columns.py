"""Values as columns of several rows of blocks: what the next thirty days bring."""

from __future__ import annotations

from collections.abc import Sequence

EIGHTHS = " ▁▂▃▄▅▆▇█"
"""A cell filled from below by so many eighths."""


def columns(values: Sequence[float], rows: int, cells: int = 1) -> list[str]:
    """The values as columns of `cells` cells, the largest `rows` rows high, the top row first.

    A value above nothing shows at least an eighth of a row; one of nothing shows nothing.
    """
    largest = max(values, default=0.0)
    eighths = [_eighths(value, largest, rows) for value in values]
    return ["".join(_cell(height - 8 * row) * cells for height in eighths) for row in reversed(range(rows))]


def _eighths(value: float, largest: float, rows: int) -> int:
    if value <= 0 or largest <= 0:
        return 0
    return max(1, round(value / largest * rows * 8))


def _cell(eighths: int) -> str:
    return EIGHTHS[min(8, max(0, eighths))]
