"""What was measured, in words and aligned figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from workbench.cli.paper import Cell, Paper
from workbench.evaluation.answers import Run
from workbench.evaluation.bootstrap import Comparison, Difference
from workbench.evaluation.counting import Row

Counted = Sequence[tuple[Run, tuple[Row, ...]]]


def report(paper: Paper, counted: Counted) -> None:
    """Each run with its rows; where there are several, their first rows side by side at the end."""
    for run, rows in counted:
        paper.title(f"{run.tag}: {_panel(run)}")
        paper.line(_identity(run), "dim")
        for grain, those in _by_grain(rows):
            _table(paper, grain, [(row.subset, row) for row in those])
        if run.figures:
            paper.line(", ".join(f"{name} {value:,}" for name, value in run.figures.items()), "dim")
    if len(counted) > 1:
        paper.title("Side by side")
        firsts = [(run.tag, row) for run, rows in counted for row in _firsts(rows)]
        for grain in dict.fromkeys(row.grain for _, row in firsts):
            _table(paper, grain, [(tag, row) for tag, row in firsts if row.grain == grain])


def _panel(run: Run) -> str:
    ballots = ", ".join(f"{name} {weight:g}" for name, weight in run.panel.get("ballots", {}).items())
    slots = [
        f"{name} {run.panel[name]}"
        for name in ("fuse", "diversify", "answering", "decay")
        if name in run.panel
    ]
    return "; ".join((ballots, *slots, str(run.panel.get("engine", ""))))


def _identity(run: Run) -> str:
    given = [f"{name} {value}" for name, value in run.setup.items()]
    files = [f"{name} {digest}" for name, digest in list(run.source.items())[:3]]
    told = (f"configuration {run.configuration}", f"seed {run.seed}", f"commit {run.commit}")
    return ", ".join((*told, *given, *files, f"{run.elapsed:.1f} s"))


def _by_grain(rows: Iterable[Row]) -> Iterable[tuple[str, list[Row]]]:
    ordered = sorted(rows, key=lambda row: row.grain != next(iter(rows)).grain)
    return ((grain, list(those)) for grain, those in groupby(ordered, key=lambda row: row.grain))


def _firsts(rows: tuple[Row, ...]) -> list[Row]:
    """The rows of the whole, at each grain."""
    return [row for row in rows if row.subset == rows[0].subset]


def _table(paper: Paper, grain: str, rows: Sequence[tuple[str, Row]]) -> None:
    if not rows:
        return
    names = list(rows[0][1].values)
    header: list[Cell] = [(grain, "dim"), ("n", "dim"), *((name, "dim") for name in names)]
    body = [[(name, ""), (f"{row.n:,}", ""), *_figures(row)] for name, row in rows]
    paper.table([header, *body], indent=2)


def _figures(row: Row) -> list[Cell]:
    return [
        (f"{value:.2f}" if name.startswith("mean") else f"{value:.3f}", "")
        for name, value in row.values.items()
    ]


def comparison(paper: Paper, told: Comparison, subsets: list[str] | None) -> None:
    """Differences with their intervals; those that zero lies outside of are marked."""
    paper.title(f"{told.second} less {told.first}")
    paper.line(
        f"{told.resamples:,} resamples of whole conversations, seed {told.seed}; *: zero is outside the 95 %",
        "dim",
    )
    for side, name in (("first", told.first), ("second", told.second)):
        if told.empty[side] or told.unanswered[side]:
            paper.line(
                f"{name}: {told.empty[side]} empty answers and {told.unanswered[side]} questions that only "
                "the other run has; all of them count as misses"
            )
    rows = [row for row in told.rows if not subsets or row.subset in subsets]
    header: list[Cell] = [
        (name, "dim") for name in ("", "n", "drawn", "measure", "first", "second", "difference", "95 %", "")
    ]
    paper.table([header, *map(_difference, rows)], indent=2)


def _difference(row: Difference) -> list[Cell]:
    clear = row.low > 0 or row.high < 0
    return [
        (row.subset, ""),
        (f"{row.n:,}", ""),
        (f"{row.clusters}", ""),
        (f"{row.grain} {row.measure}", ""),
        (f"{row.first:.3f}", ""),
        (f"{row.second:.3f}", ""),
        (f"{row.difference:+.3f}", ""),
        (f"{row.low:+.3f} to {row.high:+.3f}", ""),
        ("*" if clear else "", "good" if row.low > 0 else "bad"),
    ]
