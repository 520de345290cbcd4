"""Claims as a brief in Markdown: what an island or a task holds, with sources and evidence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from core.claims.deed import Deed
from core.claims.ids import short
from core.errors import NotFound
from core.pack.graphs import Awakened, Island
from core.pack.pack import Pack
from core.pack.pages import LIVE, ClaimLine
from core.pack.views import View
from workbench.cells import opening, visible
from workbench.moments import basis_words, counted, day_words
from workbench.widgets.claim_words import window_words

OPENING: Final = 240
"""Characters of a deed that are quoted; its accession finds the rest."""
_MARKUP: Final = re.compile(r"([\\`*_\[\]<>|])")


@dataclass(frozen=True, slots=True)
class Brief:
    """What a brief is about, and its claims in the order in which they are told."""

    title: str
    lines: Sequence[ClaimLine]
    always: Sequence[ClaimLine] = ()
    """What holds whatever the task."""
    note: str = ""
    """What a reader should know of the choice."""


def of_island(pack: Pack, island: Island, view: View) -> Brief:
    """A brief of one island, the claim it turns on first."""
    lines = pack.lines(island.members, view)
    return Brief(f"{island.letter} · {island.name}", [line for line in lines if _holds(line)])


def of_task(awakened: Awakened) -> Brief:
    """A brief for a task: the claims that it touches, strongest first, and what always applies."""
    weak = "These claims are only loosely about the task." if awakened.weak else ""
    lines = [one.line for one in awakened.reached if _holds(one.line)]
    return Brief(f"Before: {awakened.cue}", lines, awakened.always, weak)


def _holds(line: ClaimLine) -> bool:
    return line.state in LIVE


def markdown(pack: Pack, brief: Brief, view: View) -> str:
    """The brief as Markdown: a list of claims, and the deeds they cite as footnotes."""
    zone = str(pack.setting("zone"))
    when = basis_words(pack.basis(view), zone)
    notes = _Footnotes(pack, view, zone)
    size = counted(len(brief.lines), "claim")
    parts = [f"# {_plain(brief.title)}", f"{size}, {when}. {brief.note}".rstrip()]
    parts.append("\n".join(_items(brief.lines, notes, zone)))
    if brief.always:
        parts += ["## Always applies", "\n".join(_items(brief.always, notes, zone))]
    told = list(notes.told())
    parts += ["\n".join(told)] if told else []
    return "\n\n".join(part for part in parts if part) + "\n"


def _items(lines: Iterable[ClaimLine], notes: _Footnotes, zone: str) -> Iterator[str]:
    for line in lines:
        claim = line.claim
        verdict = getattr(claim.facts, "verdict", "")
        said = f"**{verdict}:** {_plain(claim.text)}" if verdict else _plain(claim.text)
        marks = "".join(notes.mark(accession) for accession in claim.deeds)
        source = f"{claim.kind}, {_plain(claim.author)}, {window_words(line, zone)}, `{short(claim.id)}`"
        yield f"- {said}{marks} ({source})"


class _Footnotes:
    """The deeds cited so far, numbered as they come."""

    def __init__(self, pack: Pack, view: View, zone: str) -> None:
        self._pack, self._view, self._zone = pack, view, zone
        self._numbers: dict[str, int] = {}

    def mark(self, accession: str) -> str:
        """The mark of a deed in the text."""
        return f"[^{self._numbers.setdefault(accession, len(self._numbers) + 1)}]"

    def told(self) -> Iterator[str]:
        """Every deed that was cited, in a line."""
        for accession, number in self._numbers.items():
            yield f"[^{number}]: {accession}{self._said(accession)}"

    def _said(self, accession: str) -> str:
        try:
            deed = self._pack.deed(accession, self._view)
        except NotFound:
            return ", not in this pack"
        return f"{_whose(deed, self._zone)}: “{_plain(opening(deed.body, OPENING))}”"


def _whose(deed: Deed, zone: str) -> str:
    said_at = f", {day_words(deed.said_at, zone)}" if deed.said_at is not None else ""
    return f", {_plain(deed.speaker or deed.actor)}{said_at}"


def _plain(text: str) -> str:
    """The text so that Markdown takes it as it stands."""
    return _MARKUP.sub(r"\\\1", visible(text))
