"""Spans of time that a search is asked for, as people write them, and what became of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from core.clocks.instants import Instant
from core.pack.reader import Reader
from core.state.within import Clock, TimeSpan

if TYPE_CHECKING:  # what reads dates in words is loaded by the first search that has some
    from core.clocks.human import Bound

Date = Instant | str
"""An instant (an end is exclusive), or a date as people write it (an end holds its whole day)."""


class Span(msgspec.Struct, frozen=True, kw_only=True):
    """The span that was asked for."""

    start: Instant | None
    end: Instant | None
    """Exclusive."""
    clock: Clock
    read_from: str | None = None
    """The words of the question that it was read from; None when the caller gave it."""
    dropped: bool = False
    """Nothing in it was found, so the answer is from all times."""


class Times(msgspec.Struct, frozen=True, kw_only=True):
    """When what is looked for was said or true."""

    start: Date | None = None
    end: Date | None = None
    clock: Clock = "said"
    asked_on: Instant | None = None
    """Read the span from the question, as of this instant, unless one is given."""

    def read(self, reader: Reader, question: str) -> tuple[TimeSpan, str | None]:
        """The span, and the words of the question it was read from. Raises `Refused` for what is no date."""
        start, end = _instant(reader, self.start, "start"), _instant(reader, self.end, "end")
        if self.asked_on is None or start is not None or end is not None:
            return TimeSpan(start, end, self.clock), None
        from core.clocks.spans import span_in

        found = span_in(question, self.asked_on, str(reader.setting("zone")))
        if found is None:
            return TimeSpan(clock=self.clock), None
        return TimeSpan(found.start, found.end, self.clock), found.words


EVER: Final = Times()
"""No span of time."""


def told(span: TimeSpan, read_from: str | None, dropped: bool) -> Span | None:
    """What is told of a span; None for one that restricts nothing."""
    if span.open:
        return None
    return Span(start=span.start, end=span.end, clock=span.clock, read_from=read_from, dropped=dropped)


def _instant(reader: Reader, date: Date | None, bound: Bound) -> Instant | None:
    if not isinstance(date, str):
        return date
    from core.clocks.human import read_moment

    return read_moment(date, zone=str(reader.setting("zone")), now=reader.now(), bound=bound).instant
