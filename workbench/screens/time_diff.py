"""Two dates compared, line by line: what became of a claim, its words, by whom and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from core.claims.claim import Claim
from core.claims.ended import WITHDRAWN, Withdrawn, ending_of
from core.pack.views import Change, Diff
from workbench.changed_words import ENDINGS, ChangedWords, rule_words
from workbench.diffing import inline
from workbench.moments import counted
from workbench.screens.time_words import Pair, short_words
from workbench.widgets.rows import Cell, Column, Row

COLUMNS = (Column(10), Column(), Column(30, from_width=60))
"""What became of it, its words, and by whom and why, or what it says now."""

What = Literal["opened", "closed", "changed"] | Withdrawn
SIGNS: dict[What, str] = {"opened": "+", "closed": "−", **dict.fromkeys(WITHDRAWN, "×"), "changed": "~"}


class _Line(NamedTuple):
    what: What
    claim: Claim
    change: Change | None
    """None for a claim that was opened."""


class DiffRows:
    """The lines of a difference, group by group, made into rows when they are seen."""

    def __init__(self, found: Diff, zone: str) -> None:
        self._told = ChangedWords(zone, found.second.believed_at)
        self._lines = tuple(_lines(found))
        self._places = {line.claim.id: place for place, line in enumerate(self._lines)}

    def __len__(self) -> int:
        return len(self._lines)

    def row(self, index: int) -> Row:
        """The row at a position."""
        line = self._lines[index]
        cells = (Cell(line.what, "strong"), _words(line), Cell(_why(line, self._told), "muted"))
        return Row(line.claim.id, cells, SIGNS[line.what])

    def index_of(self, id: str) -> int | None:
        """The position of a claim, or None."""
        return self._places.get(id)

    def changes_in_place(self, id: str) -> bool:
        """Whether a claim stands in both readings and differs in something else than its ending."""
        place = self._places.get(id)
        change = self._lines[place].change if place is not None else None
        return change is not None and bool(change.fields) and not ENDINGS.intersection(change.fields)


def _lines(found: Diff) -> Iterator[_Line]:
    for claim in found.opened:
        yield _Line("opened", claim, None)
    for what, changes in _of_both(found).items():
        for change in changes:
            yield _Line(what, change.before, change)


def _of_both(found: Diff) -> dict[What, Sequence[Change]]:
    """Claims of the first date by what became of them, in the order of the list."""
    withdrawn: dict[What, Sequence[Change]] = dict(found.by_how().items())
    return {"closed": found.closed, **withdrawn, "changed": found.changed}


def _words(line: _Line) -> Cell:
    """The claim's words; of a changed text word by word: what went in `[−…]`, what came in `[+…]`."""
    after = line.change.after if line.change is not None else None
    if line.what != "changed" or after is None or after.text == line.claim.text:
        return Cell(line.claim.text)
    text, marks = "", []
    for span in inline(line.claim.text, after.text):
        said = span.text.strip()
        if span.role == "same" or not said:
            text += span.text
            continue
        before, behind = span.text.split(said, 1)
        text += before
        marks.append((len(text), len(text) + len(said) + 3))
        text += f"[{'−' if span.role == 'removed' else '+'}{said}]{behind}"
    return Cell(text, "", tuple(marks))


def _why(line: _Line, told: ChangedWords) -> str:
    """By whom, and by which rule it left, or what it says now."""
    if line.change is None:
        return f"{line.claim.author}, {line.claim.kind}"
    if line.what == "changed":
        return told.said(line.change)
    return _cause(line.change)


def _cause(change: Change) -> str:
    after = change.after
    if after is None:
        return "not written then"
    ending = ending_of(after)
    if ending is not None:
        return f"{ending.actor}, {rule_words(ending.rule)}"
    return "its end came" if after.t_invalid is not None else "its start lies ahead"


def diff_head(first: Pair, second: Pair, found: Diff, zone: str) -> str:
    """How many claims differ, between which two dates, and which clock moved between them."""
    return f"{counts_words(found)} · {clock_words(first, second)}\n{from_to(first, second, zone)}"


def counts_words(found: Diff) -> str:
    """`54 claims: 43 opened, 10 closed, 1 changed`."""
    counted_by = {"opened": len(found.opened)} | {what: len(some) for what, some in _of_both(found).items()}
    said = ", ".join(f"{number} {what}" for what, number in counted_by.items() if number)
    return f"{counted(found.size, 'claim')}: {said}" if said else "nothing differs"


def clock_words(first: Pair, second: Pair) -> str:
    """Which clock moved between two dates, as a person would ask."""
    if first[0] == second[0]:
        return "how the world changed, as one and the same day believed it"
    if first[1] == second[1]:
        return "what was learnt in between about one and the same day"
    return "both clocks moved"


def from_to(first: Pair, second: Pair, zone: str) -> str:
    """Both dates in one line."""
    return f"from {short_words(first, zone)} to {short_words(second, zone)}"
