"""Commands that take back and bring back: undo, redo."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Final

import typer

from core.clocks.instants import EARLIEST
from core.errors import Refused
from workbench.cli import acting
from workbench.cli.aside import aside
from workbench.cli.desk import Desk
from workbench.cli.exits import ANSWERED_NO
from workbench.cli.paper import Paper
from workbench.cli.shared import WRITE, family, with_desk
from workbench.cli.wire import plain, put_json
from workbench.cli.words import asked, at_terminal
from workbench.moments import counted

if TYPE_CHECKING:
    from core.pack.commands import Undo
    from core.pack.events import Event
    from core.pack.pack import Pack

app = family()

_ANSWERS: Final = {"y": "take back", "n": "leave"}


@app.command("undo")
@with_desk(WRITE)
def undo(
    desk: Desk,
    txs: Annotated[
        list[int] | None, typer.Argument(metavar="[TX]...", help="Acts by number; else your own last one.")
    ] = None,
    through: Annotated[
        int | None, typer.Option("--through", metavar="TX", help="The whole range from TX to this one.")
    ] = None,
    by: Annotated[
        str | None, typer.Option("--by", metavar="SEAT", help="Only what this seat did, with --since or TX.")
    ] = None,
    since: Annotated[
        str | None,
        typer.Option("--since", metavar="DATE", help="What was done since: noon, 2026-03-14."),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", "-n", help="Say what it would take back.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Take back an act, several, or what a seat did since a moment."""
    from core.pack.choosing import taken_back

    with desk.reading() if dry_run else desk.writing() as pack:
        command = _command(desk, pack, txs or (), through, by, since)
        listed = taken_back(pack, command)
        receipt = pack.preview(command)
        asks = len(listed) > 1 and not (desk.json or dry_run or yes) and at_terminal()
        if len(listed) > 1 and not desk.json and (dry_run or asks):
            _list(desk, pack, listed)
        if asks and asked("Take it back?", _ANSWERS) == "n":
            raise typer.Exit(ANSWERED_NO.code)
        receipt = receipt if dry_run else pack.submit(command)
        if desk.json:
            put_json({**plain(receipt), "dry_run": dry_run, "takes_back": listed})
        else:
            acting.tell(desk, pack, receipt, dry=dry_run)


def _command(
    desk: Desk, pack: Pack, txs: Sequence[int], through: int | None, by: str | None, since: str | None
) -> Undo:
    """What the options ask for. Raises `Refused` for options that do not go together."""
    from core.pack.choosing import Acts, came_in, named
    from core.pack.commands import Undo

    if len(txs) > 1 and (through is not None or by is not None or since is not None):
        raise Refused("name acts by their numbers, or one number with --through, --by or --since.")
    if through is not None and not txs and since is None:
        raise Refused("--through ends a range; say where it begins, like `undo 12 --through 20`.")
    if by is None and since is None:
        one = txs[0] if len(txs) == 1 else None
        return Undo(tx=one, through=through, txs=() if one is not None else tuple(txs))
    if since is None and not txs:
        raise Refused(f"say since when {by} is to be taken back, like `undo --by {by} --since noon`.")
    begins = EARLIEST if since is None else desk.moment(pack, "--since", since).instant
    acts = Acts(by=by, since=begins, first=txs[0] if txs else 1, through=through)
    command = named(pack, acts)
    if by is not None and (others := came_in(pack, acts)):
        aside(f"left as they are: {others}")
    return command


def _list(desk: Desk, pack: Pack, listed: Sequence[Event]) -> None:
    """What is taken back, in order."""
    from workbench.cli.render.timeline import events

    paper = Paper()
    paper.line(f"takes back {counted(len(listed), 'act')}, the newest first:", "title")
    events(paper, listed, desk.times(pack))


@app.command("redo")
@with_desk(WRITE)
def redo(
    desk: Desk,
    tx: Annotated[int | None, typer.Argument(metavar="TX", help="The undo; else your last.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", "-n", help="Say what it would do again.")] = False,
) -> None:
    """Take back an undo."""
    from core.pack.commands import Redo

    with desk.reading() if dry_run else desk.writing() as pack:
        acting.act(desk, pack, Redo(tx=tx), dry=dry_run)
