"""Differences as SVG: one ending with both texts beside each other, and two dates compared line by line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from workbench.cells import cut, visible, width, wrap
from workbench.diffing import Role, diff
from workbench.pictures.svg import CELL, SIZE, Ink, Sheet, Span
from workbench.widgets.rows import Row
from workbench.widgets.word_diff import Side

WIDE: Final = 1000
MARGIN: Final = 28
LINE: Final = 20
HEAD: Final = 64
"""Height of title and subtitle."""
BETWEEN: Final = 20
"""From one pane to the other."""
PAD: Final = 16
LABEL: Final = 76
"""Room for the label before a fact, or for what became of a claim."""
SMALL: Final = 11
STYLES: Final[dict[Role, str]] = {"same": "", "removed": "bad strike", "added": "good bold"}

Lines = list[list[Span]]


@dataclass(frozen=True, slots=True)
class EndingPicture:
    """One ending: what it was, both sides (the second may be missing), and what is known of it."""

    title: str
    subtitle: str
    old: Side
    new: Side | None
    facts: Sequence[tuple[str, str]]
    """Labels and sentences."""


def ending_svg(shown: EndingPicture, *, dark: bool = False) -> str:
    """An ending as an SVG document: the words that went struck out, those that came bold."""
    panes = _panes(shown)
    wide = (WIDE - 2 * MARGIN - BETWEEN * (len(panes) - 1)) / len(panes)
    texts = [lines_of(spans, _room(wide - 2 * PAD)) for _, _, spans in panes]
    high = max(map(len, texts)) * LINE + 2 * PAD + 2 * LINE
    facts = _facts(shown.facts)
    whole = HEAD + high + len(facts) * LINE + 2 * MARGIN
    sheet = _begun(whole, shown.title, shown.subtitle, dark=dark)
    for number, ((side, edge, _), lines) in enumerate(zip(panes, texts, strict=True)):
        _pane(sheet, MARGIN + number * (wide + BETWEEN), wide, high, side, edge, lines)
    _told(sheet, HEAD + high + MARGIN, facts)
    return sheet.done()


def dates_svg(title: str, subtitle: str, rows: Iterable[Row], *, dark: bool = False) -> str:
    """Two dates compared: a line or more for every claim that differs, with what became of it, and why."""
    room = _room(WIDE - 2 * MARGIN - LABEL - 24)
    entries = [(row, lines_of(_marked(row), room), _why(row, room)) for row in rows]
    whole = HEAD + sum(len(lines) + len(why) for _, lines, why in entries) * LINE + 2 * MARGIN
    sheet = _begun(whole, title, subtitle, dark=dark)
    y = float(HEAD + LINE)
    for row, lines, why in entries:
        sheet.text(MARGIN, y, row.mark, _ink(row.mark))
        sheet.text(MARGIN + 20, y, row.cells[0].text, "muted", SMALL)
        y = _write(sheet, MARGIN + LABEL + 24, y, lines)
        y = _write(sheet, MARGIN + LABEL + 24, y, [[(line, "muted")] for line in why])
    return sheet.done()


def _begun(high: float, title: str, subtitle: str, *, dark: bool) -> Sheet:
    sheet = Sheet(WIDE, high, f"{title}. {subtitle}", dark=dark)
    sheet.text(MARGIN, 30, [(cut(title, 84), "bold")], size=18)
    sheet.text(MARGIN, 50, cut(subtitle, _room(WIDE - 2 * MARGIN)), "muted")
    return sheet


def _room(wide: float) -> int:
    """How many cells fit into so many pixels."""
    return int(wide / (CELL * SIZE))


# one ending


def _panes(shown: EndingPicture) -> list[tuple[Side, Ink, list[Span]]]:
    if shown.new is None:
        return [(shown.old, "bad", [(shown.old.text, "")])]
    found = diff(shown.old.text, shown.new.text)
    sides: list[tuple[Side, Ink, Sequence[tuple[str, Role]]]] = [
        (shown.old, "bad", [(span.text, span.role) for span in found.old]),
        (shown.new, "good", [(span.text, span.role) for span in found.new]),
    ]
    return [(side, edge, [(text, STYLES[role]) for text, role in spans]) for side, edge, spans in sides]


def _pane(sheet: Sheet, x: float, wide: float, high: float, side: Side, edge: Ink, lines: Lines) -> None:
    sheet.frame(x, HEAD, wide, high, "surface", edge)
    sheet.text(x + PAD, HEAD + LINE, cut(side.title, _room(wide - 2 * PAD)), edge)
    _write(sheet, x + PAD, HEAD + PAD + 2 * LINE - 6, lines)
    sheet.text(x + PAD, HEAD + high - 10, cut(side.footer, _room(wide - 2 * PAD)), "muted", SMALL)


def _facts(facts: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Labels and lines; a further line of one sentence has no label."""
    room = _room(WIDE - 2 * MARGIN - LABEL)
    return [
        (label if number == 0 else "", line)
        for label, said in facts
        for number, line in enumerate(wrap(said, room))
    ]


def _told(sheet: Sheet, y: float, facts: Sequence[tuple[str, str]]) -> None:
    for label, line in facts:
        sheet.text(MARGIN, y, label, "muted")
        sheet.text(MARGIN + LABEL, y, line)
        y += LINE


# two dates


def _marked(row: Row) -> list[Span]:
    """The words of a claim; what changed in them is bold."""
    cell, spans, done = row.cells[1], list[Span](), 0
    for start, end in cell.marks:
        spans += [(cell.text[done:start], ""), (cell.text[start:end], "bold")]
        done = end
    return [*spans, (cell.text[done:], "")]


def _why(row: Row, room: int) -> tuple[str, ...]:
    said = row.cells[2].text
    return wrap(said, room) if said else ()


def _ink(sign: str) -> Ink:
    return "good" if sign == "+" else "text" if sign == "~" else "bad"


# text


def _write(sheet: Sheet, x: float, y: float, lines: Lines) -> float:
    for line in lines:
        sheet.text(x, y, line)
        y += LINE
    return y


def lines_of(spans: Iterable[Span], room: int) -> Lines:
    """Spans broken into lines of at most `room` cells, at spaces where there are some."""
    lines: Lines = [[]]
    used = 0
    for word in _words(spans, room):
        if used and used + width("".join(text for text, _ in word).rstrip()) > room:
            lines.append([])
            used = 0
        lines[-1] += word
        used += sum(width(text) for text, _ in word)
    return [_joined(_without_tail(line)) for line in lines]


def _without_tail(line: list[Span]) -> list[Span]:
    """A line without the space at its end, which would be struck through too."""
    while line and not line[-1][0].strip():
        line = line[:-1]
    return line


def _words(spans: Iterable[Span], room: int) -> Iterator[list[Span]]:
    """What stands between two spaces, however many spans it belongs to, with the space behind it."""
    word: list[Span] = []
    for text, style in spans:
        for piece in re.findall(r"\S+|\s+", visible(text)):
            if word and word[-1][0].isspace() and not piece.isspace():
                yield from _fitting(word, room)
                word = []
            word.append((piece, style))
    yield from _fitting(word, room)


def _fitting(word: list[Span], room: int) -> Iterator[list[Span]]:
    """The word; one wider than a line, or a script without spaces, in parts that fit."""
    if width("".join(text for text, _ in word).rstrip()) <= room:
        yield word
        return
    for text, style in word:
        parts = (text,) if text.isspace() else wrap(text, 1)
        yield from ([(part, style)] for part in parts)


def _joined(line: Iterable[Span]) -> list[Span]:
    """Neighbours that are set alike as one."""
    out: list[Span] = []
    for text, style in line:
        if out and out[-1][1] == style:
            out[-1] = out[-1][0] + text, style
        else:
            out.append((text, style))
    return out
