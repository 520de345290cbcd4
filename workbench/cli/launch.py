"""What does not wait for typer: opening the workbench, the morning report in its place, and what is due."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from workbench.cli.aside import aside
from workbench.cli.desk import Desk
from workbench.cli.words import can_paint
from workbench.places import workspace_asked, workspace_of

if TYPE_CHECKING:
    from core.pack.queue import DueQueue, Sitting
    from workbench.samples import Sample

NO_TERMINAL: Final = "there is no terminal here that shows a full screen; this is the morning report instead"


def open_workbench(desk: Desk, sample: Sample | None = None) -> int:
    """Open the workbench on the desk's pack, which need not be there yet; the exit code."""
    desk = replace(desk, workspace=_workspace(desk))
    if not can_paint():
        aside(NO_TERMINAL)
        tell_report(desk)
        return 0
    from workbench.sitting import run_workbench

    return run_workbench(
        desk.path,
        sample=sample.name if sample else None,
        seat=desk.who,
        workspace=desk.workspace,
    )


def open_file(desk: Desk) -> int:
    """Open the workbench on a pack that must be there; the exit code. Raises `NotAPack`."""
    desk.refuse_missing()
    return open_workbench(desk)


def _workspace(desk: Desk) -> str | None:
    """The workspace to open: in a pack that was named, the folder's only where it holds claims of it."""
    from core.pack.pack import Pack

    wanted = workspace_of(desk.workspace)
    if desk.pack is None or wanted is None or workspace_asked(desk.workspace) or not os.path.isdir(desk.path):
        return wanted
    with Pack.open(desk.path, seat=desk.who) as pack:
        if wanted in dict(pack.workspaces()):
            return wanted
        aside(f"this pack holds nothing of {wanted}; its own workspace, {pack.workspace}, is opened")
        return pack.workspace


def tell_report(desk: Desk, *, answers: bool = False) -> None:
    """Write the morning report of the pack, with or without the texts of what is due."""
    from workbench.cli.paper import Paper
    from workbench.cli.report import morning, morning_of

    with desk.reading() as pack:
        view = desk.view(pack)
        read = morning_of(pack, view)
        if desk.json:
            from workbench.cli.wire import put_json

            put_json(read)
        else:
            cue = None if answers else lambda card: pack.cue(card).shown
            morning(Paper(), read, desk.times(pack), view, cue)


def tell_due(desk: Desk, sitting: Sitting | None = None, *, answers: bool = False, **scope: object) -> None:
    """Write what is due of a scope, with or without the answers; now is read straight from the file."""
    from core.pack.queue import Sitting
    from workbench.cli.basis import tell_basis, tell_elsewhere
    from workbench.cli.paper import Paper
    from workbench.cli.render.review import backlog, due

    with desk.reading() as pack:
        view = desk.view(pack, **scope)  # type: ignore[arg-type]
        queue = pack.due(view, sitting or Sitting())
        if desk.json:
            from workbench.cli.wire import put_json

            put_json(queue)
            return
        paper = Paper()
        tell_basis(paper, desk, pack, view)
        due(paper, queue, desk.times(pack), None if answers else lambda card: pack.cue(card).shown)
        backlog(
            paper, queue, int(str(pack.setting("session_limit"))), lambda count: pack.mornings(count, view)
        )
        if not any(queue.ahead):
            tell_elsewhere(paper, pack, view)


def tell_line(desk: Desk) -> None:
    """Write what is due in a few words, for the prompt of a shell or a status bar."""
    from core.pack.queue import Sitting

    with desk.reading() as pack:
        queue = pack.due(desk.view(pack), Sitting(ahead=1))
    if desk.json:
        from workbench.cli.wire import put_json

        put_json({"due": len(queue.cards), "new": queue.new, "later": queue.later, "graded": queue.graded})
    else:
        print(line_of(queue))


def line_of(queue: DueQueue) -> str:
    """`12 due · 3 new · 40 later`, or that nothing is due."""
    parts = [f"{len(queue.cards)} due" if queue.cards else "nothing due"]
    parts += [f"{queue.new} new"] if queue.new else []
    later = queue.later + queue.held_back_new
    parts += [f"{later} later"] if later else []
    return " · ".join(parts)
