"""The figures of review as lines: what lies ahead, held beside predicted, by kind, and a year of days."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import expm1
from typing import Final

from core.clocks.study_day import StudyDay, date_of, days_words
from core.pack.figures import Bin, Figures, KindRate, Lived, Retention
from workbench.cells import pad
from workbench.moments import counted
from workbench.widgets.bar import bar
from workbench.widgets.columns import columns
from workbench.widgets.year_map import MARGIN, WEEKS, legend, levels, year_map

Styled = tuple[str, str]
"""A text and its style."""
Line = tuple[Styled, ...]

MUTED: Final = "$text-muted"
SHOWN: Final = "$text-primary"
TITLE: Final = "bold"
NOTHING: Final = "Nothing was reviewed yet. What you grade in Today is counted here from the second grade on."
FEW: Final = "Only claims graded on an earlier day count: too few yet to say."
RISES: Final = 5
"""Rows of the columns of the days ahead."""
MINUTES_OVER: Final = 30
"""Study days over which the minutes a day are told."""
NARROW_BAR: Final = 12
YEAR: Final = 365


def headline(figures: Figures) -> Line:
    """How well it goes, in one sentence."""
    told = figures.all_time["all"]
    if told.rate is None or told.predicted is None:
        return ((FEW, MUTED),)
    said = f"You held {told.rate:.0%} of {told.asked} repeated reviews; {told.predicted:.0%} was predicted."
    return _title(said)


def ahead_lines(figures: Figures, cells: int) -> list[Line]:
    """The next thirty days as columns, today at the left, what is overdue in words."""
    days = figures.ahead.days
    wide = max(1, min(3, cells // max(1, len(days))))
    drawn = columns(days, RISES, wide)
    largest = max(days, default=0)
    scale = [f"{largest}", *[""] * (RISES - 2), "0"]
    lines = [_title("due in the next 30 days")]
    marked = zip(drawn, scale, strict=True)
    lines += [((f" {row.ljust(len(days) * wide)} ", SHOWN), (mark, MUTED)) for row, mark in marked]
    first, last = _short(figures.day), _short(figures.day + len(days) - 1)
    lines.append(((f" {first}{last.rjust(max(1, len(days) * wide - len(first)))}", MUTED),))
    backlog = counted(figures.ahead.backlog, "claim") if figures.ahead.backlog else ""
    said = f" {sum(days)} in all" + (f" · {backlog} overdue before today" if backlog else "")
    return [*lines, ((said, ""),)]


def retention_lines(figures: Figures, months: int) -> list[Line]:
    """By month: how many were asked, how much was held, how much was predicted; young and mature below."""
    lines = [_title("held, beside what was predicted")]
    if not figures.all_time["all"].asked:
        return [*lines, ((f" {FEW}", MUTED),)]
    lines.append(((f" {'':9}{'asked':>7}{'held':>8}{'predicted':>11}", MUTED),))
    shown = list(figures.months.items())[-months:]
    lines += [_retention(month, told["all"]) for month, told in shown]
    lines += [_retention(age, figures.all_time[age]) for age in ("young", "mature", "all")]
    return lines


def _retention(name: str, told: Retention) -> Line:
    gap = _gap(told)
    shown = f" {name:<9}{told.asked:>7}{_percent(told.rate):>8}{_percent(told.predicted):>11}"
    return (shown, TITLE if name == "all" else ""), (gap, MUTED)


def _gap(told: Retention) -> str:
    if told.rate is None or told.predicted is None:
        return ""
    points = round((told.rate - told.predicted) * 100)
    return f"   {points:+d}" if points else "    0"


def calibration_lines(figures: Figures, cells: int) -> list[Line]:
    """Ten bins: what was predicted, and how much of that was held."""
    lines = [_title("when the clock said so much, so much was held")]
    filled = [one for one in figures.bins if one.count]
    if not filled:
        return [*lines, ((f" {FEW}", MUTED),)]
    room = max(NARROW_BAR, cells - 26)
    lines += [_bin(one, room) for one in figures.bins if one.low >= filled[0].low]
    if figures.log_loss is not None and figures.constant_loss is not None:
        guess = f"one guess for all {figures.constant_loss:.3f}"
        said = f" log loss {figures.log_loss:.3f}; {guess} (less is better)"
        lines.append(((said, MUTED),))
    return lines


def _bin(one: Bin, room: int) -> Line:
    name = f" {round(one.low * 100):>3}–{round(one.high * 100)}%".ljust(10)
    if one.recalled is None:
        return ((name, MUTED),)
    figure = f"{_percent(one.recalled):>5} of {one.count}"
    return (name, MUTED), (bar(one.recalled, 1.0, room) + " ", SHOWN), (figure, "")


def kind_lines(kinds: Mapping[str, KindRate], truth: Mapping[str, Lived]) -> list[Line]:
    """By kind: how much was held, how many claims are no longer true, how many a year that makes."""
    lines = [_title("by kind")]
    if not truth:
        return [*lines, ((" No claim has a review clock yet.", MUTED),)]
    lines.append(((f" {'':12}{'held':>6}{'no longer true':>18}{'a year':>8}{'check after':>13}", MUTED),))
    return [*lines, *(_kind(name, kinds.get(name), lived) for name, lived in sorted(truth.items()))]


def _kind(name: str, told: KindRate | None, lived: Lived) -> Line:
    held = _percent(None if told is None else told.recall.rate)
    ended = f"{lived.ended} of {lived.claims}"
    a_year = f"{-expm1(-lived.rate * YEAR):.0%}"
    return ((f" {pad(name, 12)}{held:>6}{ended:>18}{a_year:>8}{days_words(lived.check_after):>13}", ""),)


def time_lines(figures: Figures) -> list[Line]:
    """Minutes a day, over the last thirty study days."""
    recent = {day: told for day, told in figures.minutes.items() if day > figures.day - MINUTES_OVER}
    timed = sum(told.timed for told in recent.values())
    if not timed:
        return []
    minutes = sum(told.minutes for told in recent.values())
    days = len(recent)
    said = f" {minutes / days:.1f} minutes a day on {counted(days, 'day')} of the last {MINUTES_OVER}"
    each = f" · {60 * minutes / timed:.0f} s a claim"
    return [((said + each, ""),)]


def year_lines(figures: Figures, cells: int) -> list[Line]:
    """A year of days, darker where more was graded."""
    wide = 2 if cells >= MARGIN + 2 * WEEKS else 1
    weeks = max(1, min(WEEKS, (cells - MARGIN) // wide))
    first = figures.day - 7 * weeks
    done = {day: number for day, number in figures.graded.items() if day > first}
    drawn = year_map(done, figures.day, weeks, wide)
    lines: list[Line] = [((line, MUTED if not at else SHOWN),) for at, line in enumerate(drawn)]
    what = f" {counted(sum(done.values()), 'grade')} on {counted(len(done), 'day')}"
    return [
        _title("graded, day by day"),
        *lines,
        ((f"{' ' * MARGIN}{legend(levels(done))} ", MUTED), (what, "")),
    ]


def beside(left: Sequence[Line], right: Sequence[Line], at: int) -> Iterator[Line]:
    """Two blocks beside each other, the right one from a column on."""
    for row in range(max(len(left), len(right))):
        mine = left[row] if row < len(left) else ()
        other = right[row] if row < len(right) else ()
        room = at - sum(len(text) for text, _ in mine)
        yield (*mine, (" " * max(1, room), ""), *other) if other else tuple(mine)


def _title(words: str) -> Line:
    return ((words, TITLE),)


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.0%}"


def _short(day: StudyDay) -> str:
    date = date_of(day)
    return f"{date:%b} {date.day}"
