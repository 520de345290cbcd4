"""Commands for packs of the original: its JSONL in and out."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from core.errors import PackError, Refused
from workbench.cli.desk import Desk
from workbench.cli.paper import Paper, aside
from workbench.cli.shared import FILE, family, with_desk
from workbench.cli.wire import put_json
from workbench.cli.words import STDIN
from workbench.moments import counted

app = family()


@app.command("import-original")
@with_desk(FILE)
def import_original(
    desk: Desk,
    file: Annotated[str, typer.Argument(metavar="FILE", help="JSONL of packset; - reads standard input.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell what would come of it.")] = False,
) -> None:
    """Take in a pack of packset: claims with clocks and links; twice is once."""
    from core.pack.original import import_original as take_in
    from workbench.cli.render.original import report as render

    lines = _lines(file)
    source = "standard input" if file == STDIN else os.path.basename(file)
    with desk.reading_or_new() if dry_run else desk.writing(create=True) as pack:
        report = take_in(pack, lines, source=source, dry_run=dry_run)
    if desk.json:
        put_json(
            {
                "report": report,
                "classes": report.classes,
                "kept_as_it_was": len(report.kept),
                "dry_run": dry_run,
            }
        )
    else:
        render(Paper(), report, dry=dry_run)


def _lines(file: str) -> list[bytes]:
    try:
        if file == STDIN:
            return sys.stdin.buffer.read().split(b"\n")
        with open(file, "rb") as opened:
            return opened.read().split(b"\n")
    except OSError as error:
        raise Refused(f"{file} cannot be read ({error.strerror}).") from None


@app.command("export-original")
@with_desk(FILE)
def export_original(
    desk: Desk,
    to: Annotated[str, typer.Argument(metavar="FILE", help="A new file; else standard output.")] = STDIN,
    only: Annotated[
        str | None, typer.Option("--only", metavar="WORKSPACE", help="One workspace; else all of them.")
    ] = None,
) -> None:
    """Write the pack as JSONL of packset, what it does not model beside it."""
    from core.pack.original import export_original as told

    with desk.reading() as pack:
        lines = list(told(pack, only))
    if to == STDIN:
        for line in lines:
            sys.stdout.write(f"{line}\n")
        return
    try:
        with open(to, "xb") as opened:
            opened.write("".join(f"{line}\n" for line in lines).encode())
    except FileExistsError:
        raise Refused(f"{to} is there already; choose another name.") from None
    except OSError as error:
        raise PackError(f"{to} cannot be written ({error.strerror}).") from None
    if desk.json:
        put_json({"file": to, "records": len(lines)})
    else:
        aside(f"wrote {counted(len(lines), 'record')} to {to}")
