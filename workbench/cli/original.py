"""Commands for packs of the original: its JSONL in and out."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from core.errors import PackError, Refused
from workbench.cli.aside import aside
from workbench.cli.desk import Desk
from workbench.cli.paper import Paper
from workbench.cli.shared import FILE, family, with_desk
from workbench.cli.wire import put_json
from workbench.cli.words import STDIN
from workbench.moments import counted
from workbench.places import workspace_asked

if TYPE_CHECKING:
    from core.pack.original import LeftBehind, OriginalReport
    from core.pack.pack import Pack

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
    new = not os.path.lexists(desk.path)
    with desk.reading_or_new() if dry_run else desk.writing(create=True) as pack:
        report = take_in(pack, lines, source=source, dry_run=dry_run)
        if new and not dry_run:
            _open_where_the_claims_are(desk, pack, report)
        used = pack.workspace
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
        if not dry_run:
            _tell_where(report, used)


def _open_where_the_claims_are(desk: Desk, pack: Pack, report: OriginalReport) -> None:
    """A new pack of one workspace opens in it, unless a person asked for another."""
    from core.pack.commands import Configure

    if len(report.workspaces) != 1 or workspace_asked(desk.workspace) is not None:
        return
    (name,) = report.workspaces
    pack.submit(Configure(name="workspace", value=name))
    aside(f"the pack opens in workspace {name} (packbench config workspace … changes that)")


def _tell_where(report: OriginalReport, used: str) -> None:
    """Where the claims are, when that is not where the next command looks."""
    elsewhere = sorted(name for name in report.workspaces if name != used)
    if not elsewhere:
        return
    where = f"workspace {elsewhere[0]}" if len(elsewhere) == 1 else f"workspaces {', '.join(elsewhere)}"
    aside(f"into {where}; you are in {used}: read with -w {elsewhere[0]}, or --everywhere")


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
    from core.pack.original import left_behind

    with desk.reading() as pack:
        lines, left = list(told(pack, only)), left_behind(pack, only)
    if to == STDIN:
        for line in lines:
            sys.stdout.write(f"{line}\n")
        _tell_left(left)
        return
    try:
        with open(to, "xb") as opened:
            opened.write("".join(f"{line}\n" for line in lines).encode())
    except FileExistsError:
        raise Refused(f"{to} is there already; choose another name.") from None
    except OSError as error:
        raise PackError(f"{to} cannot be written ({error.strerror}).") from None
    if desk.json:
        put_json({"file": to, "records": len(lines), "left_behind": left})
    else:
        aside(f"wrote {counted(len(lines), 'record')} to {to}")
        _tell_left(left)


def _tell_left(left: LeftBehind) -> None:
    """What stays in the pack, in counts, and what takes it along."""
    counts = (
        (left.deeds, "deed", "deeds"),
        (left.open_proposals, "open proposal", "open proposals"),
        (left.undone_claims, "undone claim", "undone claims"),
        (left.earlier_revisions, "earlier revision", "earlier revisions"),
    )
    said = ", ".join(counted(number, one, many) for number, one, many in counts if number)
    if said:
        aside(f"stays behind: {said}; packbench export takes everything along")
