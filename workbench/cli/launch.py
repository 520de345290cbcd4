"""Opening the workbench, and the morning report that stands in for it without a terminal. Loads no typer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from workbench.cli.desk import Desk
from workbench.cli.paper import Paper, aside
from workbench.cli.words import at_terminal
from workbench.places import workspace_of

if TYPE_CHECKING:
    from workbench.samples import Sample

NO_TERMINAL: Final = "there is no terminal here to open the workbench in; this is its morning report"


def open_workbench(desk: Desk, sample: Sample | None = None) -> int:
    """Open the workbench on the desk's pack, which need not be there yet; the exit code."""
    if not at_terminal():
        aside(NO_TERMINAL)
        tell_report(desk)
        return 0
    from workbench.app import run_workbench

    return run_workbench(
        desk.path,
        sample=sample.name if sample else None,
        seat=desk.who,
        workspace=workspace_of(desk.workspace),
    )


def tell_report(desk: Desk) -> None:
    """Write the morning report of the pack."""
    from workbench.cli.report import morning, morning_of

    with desk.reading() as pack:
        view = desk.view(pack)
        read = morning_of(pack, view)
        if desk.json:
            from workbench.cli.wire import put_json

            put_json(read)
        else:
            morning(Paper(), read, desk.times(pack), view)
