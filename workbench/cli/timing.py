"""Commands about time: history, diff, journal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer
from msgspec.structs import replace

from core.errors import Refused
from workbench.cli.basis import tell_basis
from workbench.cli.desk import Ahead, Desk
from workbench.cli.paper import Paper
from workbench.cli.reading import Id
from workbench.cli.shared import READ, family, with_desk
from workbench.cli.svg_files import Dark, Svg, put_svg
from workbench.cli.wire import plain, put_json

if TYPE_CHECKING:
    from core.pack.pack import Pack
    from core.pack.views import View

app = family()

JOURNAL_LAST: Final = 20


@app.command("history")
@with_desk(READ)
def history(desk: Desk, name: Id) -> None:
    """Every version of a claim, on both clocks."""
    from workbench.cli.render.timeline import history as render

    with desk.reading() as pack:
        view = desk.view(pack, "history")
        versions = pack.history(name, view)
        if desk.json:
            put_json({"basis": pack.basis(view), "versions": versions})
            return
        paper = Paper()
        tell_basis(paper, desk, pack, view)
        acts = {version.tx: pack.event(version.tx) for version in versions}
        render(paper, versions, acts, desk.times(pack), past=view.believed_at is not None)


@app.command("diff", context_settings={"ignore_unknown_options": True})
@with_desk(READ)
def diff(
    desk: Desk,
    first: Annotated[str, typer.Argument(metavar="FIRST", help="A date.")],
    second: Annotated[str, typer.Argument(metavar="SECOND", help="Another date.")] = "now",
    clock: Annotated[
        Literal["believed", "true", "both"],
        typer.Option("--clock", help="The clock that moves: what we believed, what was true, or both."),
    ] = "both",
    svg: Svg = None,
    dark: Dark = False,
) -> None:
    """What opened, closed, was withdrawn and changed from one date to another."""
    from workbench.cli.render.timeline import differences

    with desk.reading() as pack:
        one, other = (_at(desk, pack, clock, date) for date in (first, second))
        found, between = pack.diff(one, other), pack.between(one, other)
        if svg is not None:
            from workbench.pictures.endings import dates_picture

            put_svg(svg, dates_picture(found, desk.times(pack).zone, dark=dark))
        elif desk.json:
            put_json({**plain(found), "between": [claim.id for claim in between]})
        else:
            differences(Paper(), found, desk.times(pack), between=len(between))


def _at(desk: Desk, pack: Pack, clock: str, date: str) -> View:
    """The view of a date. Raises `Refused` for what will be believed, with the clock that looks ahead."""
    try:
        return _moved(desk, clock, date).view(pack)
    except Ahead:
        raise Refused(
            f"{date} is still to come, and what will be believed then is not known; "
            "for what will be true, write `diff … --clock true`."
        ) from None


def _moved(desk: Desk, clock: str, date: str) -> Desk:
    """The desk with one clock, or both, at a date."""
    believed = date if clock in ("believed", "both") else desk.believed_on
    return replace(desk, believed_on=believed, true_on=date if clock in ("true", "both") else desk.true_on)


@app.command("journal")
@with_desk(READ)
def journal(
    desk: Desk,
    last: Annotated[int, typer.Option("--last", "--limit", "-l", min=1, help="How many.")] = JOURNAL_LAST,
    clock: Annotated[
        Literal["believed", "true"], typer.Option("--clock", help="Records of the log, or edges of windows.")
    ] = "believed",
) -> None:
    """What happened last: who did what, when, with its transaction."""
    from workbench.cli.render.timeline import events

    with desk.reading() as pack:
        view = desk.view(pack, "history")
        if view.is_now and clock == "believed":
            happened = pack.journal(last)
        else:
            happened = tuple(reversed(pack.events(view, clock=clock)[-last:]))
        if desk.json:
            put_json({"basis": pack.basis(view), "events": happened})
            return
        paper = Paper()
        tell_basis(paper, desk, pack, view)
        events(paper, happened, desk.times(pack))
