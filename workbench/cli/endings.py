"""Commands that end a claim or mark it: close, retract, reopen, rest, wake, pin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli import acting
from workbench.cli.aside import aside
from workbench.cli.desk import Desk
from workbench.cli.shared import WRITE, DryRun, family, with_desk

if TYPE_CHECKING:
    from core.clocks.instants import Instant
    from core.pack.pack import Pack

app = family()

Id = Annotated[str, typer.Argument(metavar="ID", help="The claim, by an end or a beginning of its id.")]
Why = Annotated[str | None, typer.Option("--why", help="The reason; it is kept as a note.")]
Deed = Annotated[str | None, typer.Option("--deed", help="The deed that shows it.")]


@app.command("close")
@with_desk(WRITE)
def close(
    desk: Desk,
    name: Id,
    at: Annotated[
        str | None,
        typer.Option("--at", metavar="DATE", help="The last day or moment that it held; else now."),
    ] = None,
    why: Why = None,
    deed: Deed = None,
    dry_run: DryRun = False,
) -> None:
    """It was true and no longer is: end its window; it stays readable.

    What is true instead is a claim of its own: `packbench write "…" --supersedes ID` writes it and ends
    this one.
    """
    from core.pack.commands import Close

    with desk.reading() if dry_run else desk.writing() as pack:
        end, precision = _ended(desk, pack, at)
        command = Close(id=pack.find(name), at=end, why=why, deed=deed, precision=precision)
        acting.act(desk, pack, command, dry=dry_run)


def _ended(desk: Desk, pack: Pack, at: str | None) -> tuple[Instant | None, str]:
    """When a window ended: with the whole day, month or year that is named; now, while that goes on."""
    if at is None:
        return None, "us"
    begun = desk.moment(pack, "--at", at, toward="near", echo=False)
    end = desk.moment(pack, "--at", at, bound="end", toward="near", echo=False)
    if begun.instant <= pack.now() < end.instant:
        aside(f"--at: now, as {at.strip()} goes on")
        return None, "us"
    aside(f"--at: {end.understood}")
    return end.instant, end.precision


@app.command("retract")
@with_desk(WRITE)
def retract(desk: Desk, name: Id, why: Why = None, deed: Deed = None, dry_run: DryRun = False) -> None:
    """It was never true: gone from what was true, kept in what was believed."""
    from core.pack.commands import Retract

    with desk.reading() if dry_run else desk.writing() as pack:
        acting.act(desk, pack, Retract(id=pack.find(name), why=why, deed=deed), dry=dry_run)


@app.command("reopen")
@with_desk(WRITE)
def reopen(
    desk: Desk,
    name: Id,
    decline: Annotated[
        bool, typer.Option("--decline", help="Never close or propose this pair again.")
    ] = False,
    dry_run: DryRun = False,
) -> None:
    """Take back a wrong close or retraction."""
    from core.pack.commands import Reopen

    with desk.reading() if dry_run else desk.writing() as pack:
        acting.act(desk, pack, Reopen(id=pack.find(name), decline=decline), dry=dry_run)


@app.command("rest")
@with_desk(WRITE)
def rest(desk: Desk, name: Id, why: Why = None) -> None:
    """Still true, but out of search, Today and islands."""
    from core.pack.commands import Rest

    with desk.writing() as pack:
        acting.act(desk, pack, Rest(id=pack.find(name), why=why))


@app.command("wake")
@with_desk(WRITE)
def wake(desk: Desk, name: Id) -> None:
    """End a claim's rest."""
    from core.pack.commands import Wake

    with desk.writing() as pack:
        acting.act(desk, pack, Wake(id=pack.find(name)))


@app.command("pin")
@with_desk(WRITE)
def pin(
    desk: Desk, name: Id, off: Annotated[bool, typer.Option("--off", help="Take the pin off.")] = False
) -> None:
    """Exempt a claim from forgetting and show it first."""
    from core.pack.commands import Pin

    with desk.writing() as pack:
        acting.act(desk, pack, Pin(id=pack.find(name), pinned=not off))
