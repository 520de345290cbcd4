"""Painting what changed and nothing below it: a key costs the line it is typed into."""

from __future__ import annotations

from asyncio import get_running_loop
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, cast

from textual._compositor import ChopsUpdate, Compositor
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

TURNS: Final = 8
"""Of the event loop, for which a picture is put off at most. A widget asks for its layout in one, and the
screen knows of it in the next."""

Span = tuple[int, int, int]
"""A line and the first and the end of its cells."""

Pieces = dict[int, Strip | None]
"""The strips of one line by the cell where they begin; None until something is painted there."""


class LeanCompositor(Compositor):
    """Textual's compositor, which asks a widget only for lines of which something is to be seen.

    Textual renders all lines of each widget whose container is touched, also of those that lie below others:
    two dozen widgets for a letter in a field.
    """

    def render_partial_update(self) -> ChopsUpdate | None:
        """What changed since the last picture, or None."""
        changed = self._dirty_regions.copy()
        self._dirty_regions.clear()
        spans = list(self._regions_to_spans(changed))
        if not spans:
            return None
        return ChopsUpdate(self._painted(spans), spans, [cuts[1:] for cuts in self.cuts])

    def _render_chops(
        self, crop: Region, is_rendered_line: Callable[[int], bool]
    ) -> Sequence[Mapping[int, Strip]]:
        first, end = crop.column_span
        lines = self._painted([(y, first, end) for y in crop.line_range if is_rendered_line(y)])
        return cast("Sequence[Mapping[int, Strip]]", lines)  # as in Textual: whoever reads them skips None

    def _painted(self, spans: Iterable[Span]) -> list[Pieces]:
        """The pieces of each line; those that no span touches stay None."""
        cuts = self.cuts
        lines: list[Pieces] = [dict.fromkeys(line[:-1]) for line in cuts]
        missing = _touched(cuts, spans)
        for widget, (region, clip) in self.visible_widgets.items():  # the foremost first
            if not missing:
                break
            seen = region.intersection(clip)
            for begin, end in _runs(_wanted(missing, seen)):
                part = Region(seen.x - region.x, begin - region.y, seen.width, end - begin)
                for y, strip in zip(range(begin, end), widget.render_lines(part), strict=False):
                    _put(lines[y], strip, seen, cuts[y])
                    missing[y] = [cut for cut in missing[y] if lines[y][cut] is None]
                    if not missing[y]:
                        del missing[y]
        return lines


class PaintedOnce(Screen[None]):
    """A screen whose picture waits for what asks for a layout; else an act would be painted twice.

    A screen hears early of a widget that looks different, and later of one that needs another room: the
    sentence about a grade was painted alone, and the next card waited for the turn of another picture.
    """

    _put_off = 0

    def _on_timer_update(self) -> None:
        waits = any(widget._layout_required for widget in self.walk_children(Widget))
        self._put_off = self._put_off + 1 if waits and self._put_off < TURNS else 0
        if self._put_off:
            get_running_loop().call_soon(self.call_later, self._on_timer_update)
        else:
            super()._on_timer_update()


def _touched(cuts: Sequence[Sequence[int]], spans: Iterable[Span]) -> dict[int, list[int]]:
    """The pieces that spans touch, by line; lines in order."""
    touched: dict[int, list[int]] = {}
    for y, first, end in spans:
        if y < len(cuts):
            pieces = (cut for cut, after in pairwise(cuts[y]) if cut < end and after > first)
            touched[y] = list(dict.fromkeys((*touched.get(y, ()), *pieces)))
    return touched


def _wanted(missing: Mapping[int, Sequence[int]], seen: Region) -> list[int]:
    """Lines of a region on which pieces are missing."""
    first, end = seen.column_span
    return [
        y
        for y, pieces in missing.items()
        if seen.y <= y < seen.bottom and any(first <= cut < end for cut in pieces)
    ]


def _runs(lines: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Lines that follow each other, as the first and the one after the last."""
    begin = 0
    for place in range(1, len(lines) + 1):
        if place == len(lines) or lines[place] != lines[place - 1] + 1:
            yield lines[begin], lines[place - 1] + 1
            begin = place


def _put(line: Pieces, strip: Strip, seen: Region, cuts: Sequence[int]) -> None:
    """Cut a widget's strip as the line is cut, and put it where nothing is in front of it."""
    first, last = seen.column_span
    own = [cut for cut in cuts if first <= cut <= last]
    for cut, piece in zip(own, strip.divide([cut - first for cut in own[1:]]), strict=False):
        if line.get(cut) is None:
            line[cut] = piece
