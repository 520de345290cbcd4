"""History, endings, differences and the journal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from core.claims.claim import Claim, Closing
from core.claims.ended import ending_of, gave_way, how_ended, how_withdrawn
from core.claims.field_words import field_words
from core.claims.ids import short
from core.pack.closings import ClosingLine, ClosingPage
from core.pack.events import Event
from core.pack.views import Change, Diff, HistoryLine
from workbench.changed_words import ChangedWords, by_rule
from workbench.cli.paper import Cell, Paper
from workbench.cli.render.claims import claim_words, state_cell
from workbench.cli.times import Times
from workbench.moments import counted

NOW: Final = "now"
THEN: Final = "the date shown"
"""To when the version that stands is believed, as it is read from a date of the past."""


def history(
    paper: Paper,
    versions: Sequence[HistoryLine],
    acts: Mapping[int, Event],
    times: Times,
    *,
    past: bool = False,
) -> None:
    """Every version: the act that made it, when it was believed, when it was true, and what it changed.

    With `past` they are read from a date of the past, and what stands is not believed to this day.
    """
    for version in versions:
        claim, act = version.claim, acts[version.tx]
        until = (THEN if past else NOW) if version.t_expired is None else times.second(version.t_expired)
        changed = [f"changed {field_words(version.changed)}"] if version.changed else []
        believed = f"believed {times.second(version.t_recorded)} to {until}"
        head = " · ".join([_done(claim, act), believed, *changed, f"tx {version.tx}"])
        paper.table([[(f"rev {claim.rev}", "title"), (head, "dim")]])
        paper.table([[(how_withdrawn(claim) or "", "warn"), (claim.text, "claim")]], indent=2)
        paper.line(times.window(claim), "dim", indent=2)
        ending = ending_of(claim)
        if ending is not None:
            paper.line(_ended(ending), "dim", indent=2)


def _done(claim: Claim, act: Event) -> str:
    if act.is_stand_in:
        return f"{'written' if claim.rev == 1 else 'changed'}; its record was damaged and brought back"
    return f"{act.verb.replace('_', ' ')} by {act.actor}"


def _ended(ending: Closing) -> str:
    parts = [by_rule(ending.rule), f"by {ending.actor}"]
    parts += [f"for claim {short(ending.by)}"] if ending.by else []
    parts += [f"deed {ending.deed}"] if ending.deed else []
    parts += [f"“{ending.why}”"] if ending.why else []
    return " · ".join(parts)


def why(paper: Paper, page: ClosingPage, times: Times) -> None:
    """Why a claim is closed: what closed it, by which rule, on what evidence, and the line it stands in."""
    claim, ending = page.claim, page.ending
    if ending is None:
        paper.line(f"{short(claim.id)} is not closed; it is {page.state}.", "title")
    else:
        paper.line(f"{short(claim.id)} was {how_ended(claim)} {_when(page, ending, times)}", "title")
    paper.table([[("−" if ending else " ", "bad"), (claim.text, "claim")]], indent=2)
    paper.line(times.window(claim), "dim", indent=4)
    if page.by is not None:
        paper.table([[("+", "good"), (page.by.text, "claim")]], indent=2)
        paper.line(
            f"{times.window(page.by)} · {page.by_state} · by {page.by.author} · {short(page.by.id)}",
            "dim",
            indent=4,
        )
    reasons(paper, page)
    if page.deed is not None:
        paper.table([[("deed", "dim"), (page.deed.accession, "id"), (page.deed.body.strip(), "")]], indent=2)
    elif page.there is not None and page.there.deed and page.there.rule != "deed":
        paper.table([[("deed", "dim"), (page.there.deed, "id"), ("is not in this pack", "dim")]], indent=2)
    if len(page.chain) > 1:
        _chain(paper, page, times)
    if ending is not None:
        paper.line(f"to take it back: packbench {_way_back(claim, ending)}", "dim", indent=2)


def reasons(paper: Paper, page: ClosingPage) -> None:
    """The rule with its figures, the guard and the reason, under one label."""
    for number, sentence in enumerate(page.explained):
        paper.table([[("   " if number else "why", "dim"), (sentence, "")]], indent=2)


def _when(page: ClosingPage, ending: Closing, times: Times) -> str:
    """When and by whom; of what ended in another pack when it came in here too."""
    if page.there is None:
        return f"{times.minute(ending.t_tx)} by {ending.actor}"
    there = f"{times.minute(page.there.t_tx)} by {ending.actor} in the pack it came from"
    return f"{there}; taken in here {times.minute(ending.t_tx)}"


def _way_back(claim: Claim, ending: Closing) -> str:
    """The command; another pack's version that gave way comes back with the decision about it."""
    return f"undo {ending.tx}" if gave_way(claim) else f"reopen {short(claim.id)}"


def _chain(paper: Paper, page: ClosingPage, times: Times) -> None:
    paper.title("the line it stands in")
    rows: list[list[Cell]] = [
        [
            ("▸" if place == page.place else " ", ""),
            (times.start(claim), "dim"),
            (claim_words(claim), "claim"),
        ]
        for place, claim in enumerate(page.chain)
    ]
    paper.table(rows, indent=2)


def differences(paper: Paper, found: Diff, times: Times, *, between: int = 0) -> None:
    """What opened, closed, was withdrawn and changed between two readings; `between` came and went."""
    paper.line(f"from  {times.basis(found.first)}", "dim")
    paper.line(f"to    {times.basis(found.second)}", "dim")
    if not found.size:
        paper.line("nothing differs")
    _section(paper, "opened", "+", found.opened)
    _section(paper, "closed", "−", [change.before for change in found.closed])
    for how, withdrawn in found.by_how().items():
        _section(paper, how, "×", [change.before for change in withdrawn])
    if found.changed:
        paper.title(f"changed: {len(found.changed)}")
        told = ChangedWords(times.zone, found.second.believed_at)
        for change in found.changed:
            _changed(paper, change, told)
    if between:
        paper.line(f"{between} opened and ended in between (--json names them)", "dim")


def _section(paper: Paper, title: str, mark: str, claims: Sequence[Claim]) -> None:
    if claims:
        paper.title(f"{title}: {len(claims)}")
        paper.table(
            [[(mark, "title"), (short(claim.id), "id"), (claim.text, "claim")] for claim in claims], indent=2
        )


def _changed(paper: Paper, change: Change, told: ChangedWords) -> None:
    after = change.after or change.before
    paper.table([[("~", "title"), (short(after.id), "id"), (after.text, "claim")]], indent=2)
    if "text" in change.fields:
        paper.line(f"was: {change.before.text}", "dim", indent=5)
    beside = replace(change, fields=tuple(field for field in change.fields if field != "text"))
    if beside.fields or not change.fields:
        paper.line(told.said(beside), "dim", indent=5)


def events(paper: Paper, happened: Iterable[Event], times: Times) -> None:
    """Records of the log, or edges of windows, one a row."""
    rows: list[list[Cell]] = [
        [
            ("" if event.tx is None else str(event.tx), "id"),
            (times.minute(event.at), "dim"),
            (event.actor, ""),
            (event.verb, "kind"),
            (event.summary, ""),
        ]
        for event in happened
    ]
    paper.table(rows) if rows else paper.line("nothing has happened", "dim")


def closings(paper: Paper, lines: Sequence[ClosingLine], times: Times) -> None:
    """Endings, one a row: what ended, and what came instead."""
    rows: list[list[Cell]] = []
    for line in lines:
        instead = f"  →  {line.by.text}" if line.by else ""
        rows.append(
            [
                (short(line.claim.id), "id"),
                (times.minute(line.ending.t_tx), "dim"),
                (line.how, "kind"),
                (line.claim.text + instead, "claim"),
            ]
        )
    paper.table(rows)


def key_states(paper: Paper, claims: Sequence[tuple[Claim, str]], times: Times) -> None:
    """The claims that held a key, oldest first."""
    rows: list[list[Cell]] = [
        [
            (short(claim.id), "id"),
            (times.window(claim).removeprefix("true "), "dim"),
            state_cell(state),
            (claim.text, "claim"),
        ]
        for claim, state in claims
    ]
    paper.table(rows)
    paper.line(counted(len(claims), "claim"), "dim")
