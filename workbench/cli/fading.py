"""Commands for what is slipping: fading, spread, sweep. Each shows first; two of them act with --apply."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final

import typer

from workbench.cli import acting
from workbench.cli import search_options as o
from workbench.cli.basis import tell_basis, tell_elsewhere
from workbench.cli.desk import Desk
from workbench.cli.paper import Paper
from workbench.cli.render.review import A_MORNING
from workbench.cli.shared import READ, WRITE, family, with_desk

app = family()

BELOW: Final = 0.5
SHOWN: Final = 10

Apply = Annotated[bool, typer.Option("--apply", help="Do what is shown; undo takes it back.")]


@app.command("fading")
@with_desk(READ)
def fading(
    desk: Desk,
    below: Annotated[
        float, typer.Option("--below", help="Chance of recall below which a claim is fading.")
    ] = BELOW,
    limit: Annotated[
        int, typer.Option("--limit", "-l", min=0, help="Claims to show of each list; 0 shows all.")
    ] = SHOWN,
    kind: o.Kinds = None,
    author: o.Authors = None,
    set_: o.SetName = None,
) -> None:
    """List fading, due and stable claims with the reasons; nothing moves."""
    from workbench.cli.reading import scoped
    from workbench.cli.render.fading import fading as render

    with desk.reading() as pack:
        view = scoped(desk, pack, "current", kind, author, set_, resting=False)
        found = pack.fading(view, below=below)
        if desk.json:
            from workbench.cli.wire import put_json

            put_json(found)
            return
        paper = Paper()
        tell_basis(paper, desk, pack, view)
        render(paper, found, limit or None, int(str(pack.setting("live_cap"))))
        if not (found.fading or found.due or found.stable):
            tell_elsewhere(paper, pack, view)


@app.command("spread")
@with_desk(WRITE)
def spread(
    desk: Desk,
    a_morning: Annotated[
        int | None,
        typer.Option(
            "--a-morning", min=1, help=f"Claims that a morning takes; {A_MORNING} if nothing is said."
        ),
    ] = None,
    mornings: Annotated[
        int | None, typer.Option("--mornings", min=1, help="Spread over so many mornings instead.")
    ] = None,
    apply: Apply = False,
) -> None:
    """Spread what is overdue over the mornings ahead; without --apply it is only shown."""
    from core.pack.commands import Spread
    from workbench.cli.render.fading import plan_of_spread

    count = A_MORNING if a_morning is None and mornings is None else a_morning
    with desk.writing() if apply else desk.reading() as pack:
        plan = pack.spreading(a_morning=count, mornings=mornings)
        if not (desk.json and apply):
            _show(desk, plan, lambda paper: plan_of_spread(paper, plan, desk.times(pack), applied=apply))
        if apply:
            command = Spread(
                workspace=pack.workspace, a_morning=count, mornings=mornings, expect=len(plan.moves)
            )
            acting.act(desk, pack, command)


@app.command("sweep")
@with_desk(WRITE)
def sweep(desk: Desk, apply: Apply = False) -> None:
    """Put to rest what nobody ever recalled or is over the live cap; without --apply it is only shown."""
    from core.pack.commands import Sweep
    from workbench.cli.render.fading import plan_of_sweep

    with desk.writing() if apply else desk.reading() as pack:
        plan = pack.sweeping()
        if not (desk.json and apply):
            _show(desk, plan, lambda paper: plan_of_sweep(paper, plan, applied=apply))
        if apply:
            ids = tuple(one.claim.id for one in plan.rests)
            acting.act(desk, pack, Sweep(workspace=pack.workspace, expect=ids))


def _show(desk: Desk, plan: object, render: Callable[[Paper], None]) -> None:
    if desk.json:
        from workbench.cli.wire import put_json

        put_json(plan)
    else:
        render(Paper())
