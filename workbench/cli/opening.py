"""Commands that open the workbench, and the morning report that stands in for it without a terminal."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from core.errors import NotAPack
from workbench.cli.desk import Desk
from workbench.cli.paper import Paper, aside
from workbench.cli.shared import FILE, READ, with_desk
from workbench.cli.words import at_terminal
from workbench.places import pack_path
from workbench.samples import DEFAULT_SAMPLE, Sample, open_sample, sample_named, samples

app = typer.Typer()

NO_TERMINAL = "there is no terminal here to open the workbench in; this is its morning report"


@app.command("open")
@with_desk(FILE)
def open_file(
    desk: Desk, file: Annotated[Path, typer.Argument(metavar="FILE", help="A pack: a folder, or a name.")]
) -> None:
    """Open the workbench on a pack."""
    path = pack_path(file)
    if not path.exists():
        raise NotAPack(f"there is no pack at {path}.")
    _open(Desk(pack=str(path), workspace=desk.workspace, seat=desk.seat))


def open_own(desk: Desk) -> None:
    """Open the workbench on the person's own pack, which need not be there yet."""
    _open(desk)


def _open(desk: Desk, sample: Sample | None = None) -> None:
    if not at_terminal():
        aside(NO_TERMINAL)
        tell_report(desk)
        return
    from workbench.app import run_workbench

    code = run_workbench(desk.path, sample=sample.name if sample else None, seat=desk.who)
    if code:
        raise typer.Exit(code)


def _names(incomplete: str) -> list[tuple[str, str]]:
    return [(sample.name, sample.title) for sample in samples() if sample.name.startswith(incomplete)]


@app.command("demo")
@with_desk(FILE)
def demo(
    desk: Desk,
    name: Annotated[
        str, typer.Argument(metavar="[SAMPLE]", help="A sample pack.", autocompletion=_names)
    ] = DEFAULT_SAMPLE,
    to: Annotated[
        Path | None, typer.Option("--to", help="Keep it: make the pack there instead of in a scratch folder.")
    ] = None,
) -> None:
    """Open the workbench on a sample pack, in a scratch folder of its own."""
    sample = sample_named(name)
    with tempfile.TemporaryDirectory(prefix="packbench-demo-") as scratch:
        path = open_sample(name, to.absolute() if to else Path(scratch) / f"{name}.pack", _Progress(name))
        _open(Desk(pack=str(path), workspace=sample.workspace, seat=desk.seat, json=desk.json), sample)


class _Progress:
    """Say how far a replay is, on one line of a terminal and not at all elsewhere."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._said = -1

    def __call__(self, done: int, of: int) -> None:
        percent = 100 * done // max(1, of)
        if at_terminal() and percent != self._said:
            self._said = percent
            end = "\r\x1b[K" if done == of else ""
            print(f"\rmaking {self._name}: {percent} %{end}", end="", flush=True)


@app.command("report")
@with_desk(READ)
def report(desk: Desk) -> None:
    """The morning as text: what is due, what waits, what closed last, the islands."""
    tell_report(desk)


def tell_report(desk: Desk) -> None:
    """Write the morning report of the pack."""
    from workbench.cli.report import morning, morning_of
    from workbench.cli.wire import put_json

    with desk.reading() as pack:
        view = desk.view(pack)
        read = morning_of(pack, view)
        if desk.json:
            put_json(read)
        else:
            morning(Paper(), read, desk.times(pack), view)
