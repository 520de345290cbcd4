"""Commands that open the workbench: open, demo, report."""

from __future__ import annotations

import tempfile
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from workbench.cli.aside import aside
from workbench.cli.desk import Desk
from workbench.cli.launch import open_file as open_file_of
from workbench.cli.launch import open_workbench, tell_report
from workbench.cli.shared import FILE, READ, family, with_desk
from workbench.places import SUFFIX
from workbench.progress import ProgressLine
from workbench.sample_shelf import sample_of_today
from workbench.samples import DEFAULT_SAMPLE, sample_named, samples

app = family()


@app.command("open")
@with_desk(FILE)
def open_file(
    desk: Desk, file: Annotated[str, typer.Argument(metavar="FILE", help="A pack: a folder, or a name.")]
) -> None:
    """Open the workbench on a pack."""
    raise typer.Exit(open_file_of(Desk(pack=file, workspace=desk.workspace, seat=desk.seat)))


def _names(incomplete: str) -> list[tuple[str, str]]:
    return [(sample.name, sample.title) for sample in samples() if sample.name.startswith(incomplete)]


@app.command("demo")
@with_desk(FILE)
def demo(
    desk: Desk,
    name: Annotated[
        str, typer.Argument(metavar="SAMPLE", help="A sample pack.", autocompletion=_names)
    ] = DEFAULT_SAMPLE,
    to: Annotated[
        Path | None, typer.Option("--to", help="Keep it: make the pack there instead of in a scratch folder.")
    ] = None,
) -> None:
    """Open the workbench on a sample pack, in a scratch folder of its own."""
    sample = sample_named(name)
    with tempfile.TemporaryDirectory(prefix="packbench-demo-") as scratch:
        path = to.absolute() if to else Path(scratch) / f"{name}{SUFFIX}"
        with ProgressLine(f"making the sample pack {name}") as progress:
            sample_of_today(name, path, progress)
        own = Desk(pack=str(path), workspace=sample.workspace, seat=desk.seat, json=desk.json)
        code = open_workbench(own, sample)
    if to:
        aside(f"`packbench open {quote(str(path))}` opens it again")
    else:
        aside(f"the sample in {path} is gone; `packbench demo --to FOLDER` keeps one")
    raise typer.Exit(code)


@app.command("report")
@with_desk(READ)
def report(
    desk: Desk,
    answers: Annotated[
        bool, typer.Option("--answers", help="Show the claims that are due whole, not only their cues.")
    ] = False,
) -> None:
    """The morning as text: what is due, what waits, what closed last, the islands."""
    tell_report(desk, answers=answers)
