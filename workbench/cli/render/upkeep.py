"""The pack at a glance, its settings, and what a check found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from core.pack.handover import CheckReport
from core.pack.meaning import VectorStatus
from core.pack.status import Status
from workbench.cli.paper import Paper
from workbench.cli.times import Times
from workbench.moments import counted

SETTINGS_A_LINE: Final = 4
_MEGABYTE: Final = 1024 * 1024


def status(
    paper: Paper,
    at: Status,
    times: Times,
    others: Sequence[tuple[str, int]],
    vectors: VectorStatus | None = None,
) -> None:
    """Counts, sizes, workspaces and settings."""
    paper.line(at.path, "title")
    rows = {
        "workspace": at.workspace,
        "claims": ", ".join(f"{number} {state}" for state, number in at.by_state.items()) or "none yet",
        "kinds": ", ".join(f"{number} {kind}" for kind, number in at.by_kind.items()),
        "due": str(at.due),
        "to decide": counted(at.proposals, "proposal"),
        "deeds": str(at.deeds),
        "links": str(at.links),
        "log": f"{counted(at.tx, 'record')}, the last {times.minute(at.t_tx)}" if at.tx else "empty",
        "file": f"{at.file_bytes / _MEGABYTE:.1f} MB",
        "vectors": "" if vectors is None else vectors_said(vectors),
        "writer": at.holder or "nobody holds it",
        "elsewhere": ", ".join(f"{name} {number}" for name, number in others if name != at.workspace),
    }
    lines = [(label, text) for label, text in rows.items() if text]
    settings = [f"{name} {_said(value)}" for name, value in at.settings.items()]
    for start in range(0, len(settings), SETTINGS_A_LINE):
        part = ", ".join(settings[start : start + SETTINGS_A_LINE])
        lines.append(("" if start else "settings", part))
    paper.table([[(label, "dim"), (text, "")] for label, text in lines], indent=2)


def vectors_said(vectors: VectorStatus) -> str:
    """`1,200 of 1,284 claims, by all-MiniLM-L6-v2`."""
    if vectors.model is None:
        return "none yet"
    return f"{vectors.done:,} of {counted(vectors.of, 'claim')}, by {vectors.model}"


def settings(paper: Paper, values: Mapping[str, Any], about: Mapping[str, tuple[str, str]]) -> None:
    """Every setting, its value, what it takes and what it does."""
    for name, value in values.items():
        expects, does = about[name]
        paper.table([[(f"{name:18}", "title"), (_said(value), "")]])
        paper.line(f"{does} Takes {expects}.", "dim", indent=4)


def _said(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def check(paper: Paper, report: CheckReport) -> None:
    """What a check found, worst first."""
    for fault in report.faults:
        place = "" if fault.tx is None else f"tx {fault.tx}"
        paper.table([[(fault.where, "bad"), (place, "id"), (fault.sentence, "")]])
    if report.found > len(report.faults):
        paper.line(f"and {report.found - len(report.faults)} more", "bad")
    for note in report.notes:
        paper.line(note, "dim")
    walked = f"{counted(report.records, 'record')} with {counted(report.effects, 'effect')} compared"
    audited = "" if report.audited else "; the file's structure was not audited, because a writer has it open"
    said = "nothing is wrong" if report.ok else counted(report.found, "fault")
    paper.line(f"{said}: {walked}{audited}", "good" if report.ok else "bad")
