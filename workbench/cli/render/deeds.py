"""Found evidence: one deed a line, with when it was said, by whom, and the words that were found in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from core.claims.deed import Deed
from workbench.cli.paper import Cell, Paper
from workbench.cli.render.claims import CONTEXT, MEANING, OTHER_TIMES, RERANK
from workbench.cli.times import Times

if TYPE_CHECKING:  # search loads numpy, and a list of what is due does without
    from core.pack.searching_deeds import DeedHit, FoundDeeds

MARKS: Final = ("‹", "›")
"""Around the words that were found."""
SNIPPET: Final = 200
"""Characters of a body that are shown."""
LEAD: Final = 60
"""Of them before the first word that was found."""

Spans = Sequence[tuple[int, int]]


def found_deeds(paper: Paper, answer: FoundDeeds, times: Times) -> None:
    """The hits with what stands beside them, what was searched instead, and what the filters hide."""
    if answer.shown_as is not None:
        paper.line(f"showing results for {answer.shown_as}", "warn")
    if answer.span is not None and answer.span.dropped:
        paper.line(OTHER_TIMES, "warn")
    paper.table([row for hit in answer.hits for row in _rows(hit, times)])
    if (said := RERANK.get(answer.rerank)) is not None:
        paper.line(said, "warn")
    paper.line(_closing(answer) or "nothing found", "dim")


def snippet(body: str, marks: Spans) -> str:
    """A line of a body around the first mark, its words that were found between marks."""
    start = max(0, marks[0][0] - LEAD) if marks else 0
    if start + SNIPPET >= len(body):
        start = max(0, len(body) - SNIPPET)
    end = min(len(body), start + SNIPPET)
    text, at = "", start
    for first, last in marks:
        if last > end:
            break
        text += body[at:first] + MARKS[0] + body[first:last] + MARKS[1]
        at = last
    text += body[at:end]
    return ("…" if start else "") + " ".join(text.split()) + ("…" if end < len(body) else "")


def _rows(hit: DeedHit, times: Times) -> Iterator[list[Cell]]:
    """The hit among the deeds that are shown with it, in the order they were said."""
    beside = [deed for deed in (*hit.neighbours, *hit.window) if deed.accession != hit.accession]
    for deed in sorted([*beside, hit.deed], key=_place):
        if deed.accession == hit.accession:
            how = CONTEXT if hit.context else MEANING if hit.by_meaning else ""
            yield [
                (">" if beside else "", ""),
                *_head(deed, times),
                (how, "dim"),
                (snippet(deed.body, hit.marks), ""),
            ]
        else:
            yield [("", ""), *_head(deed, times), ("", ""), (snippet(deed.body, ()), "dim")]


def _place(deed: Deed) -> tuple[int, str]:
    return (-1 if deed.position is None else deed.position, deed.accession)


def _head(deed: Deed, times: Times) -> list[Cell]:
    said = "" if deed.said_at is None else times.minute(deed.said_at)
    return [(said, "dim"), (deed.speaker or deed.source or deed.kind, "kind"), (deed.accession, "id")]


def _closing(answer: FoundDeeds) -> str:
    """How many are shown of how many, and what the filters hide."""
    if not answer.hits and not answer.hidden:
        return ""
    shown = sum(not (hit.context or hit.by_meaning) for hit in answer.hits)
    every = "match" if answer.matched == 1 else "matches"
    parts = [f"{shown} {every}" if shown == answer.matched else f"{shown} of {answer.matched} {every}"]
    beside, meant = sum(hit.context for hit in answer.hits), sum(hit.by_meaning for hit in answer.hits)
    parts += [f"{beside} said beside {'it' if shown == 1 else 'them'}"] if beside else []
    parts += [f"{meant} by meaning"] if meant else []
    parts += [f"{number} {where} hidden" for where, number in answer.hidden.items()]
    return " · ".join(parts)
