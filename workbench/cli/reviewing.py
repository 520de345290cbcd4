"""Commands for review: due, grade."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer

from core.claims.review_state import GRADES
from core.errors import Refused, as_given
from workbench.cli import acting
from workbench.cli import search_options as o
from workbench.cli.desk import Desk
from workbench.cli.launch import tell_due
from workbench.cli.reading import Id
from workbench.cli.shared import READ, WRITE, family, with_desk

if TYPE_CHECKING:
    from core.pack.commands import Command

app = family()

NUMBER_OF: Final = {name.casefold(): grade for grade, name in GRADES.items()}


@app.command("due")
@with_desk(READ)
def due(
    desk: Desk,
    limit: Annotated[
        int | None,
        typer.Option("--limit", "-l", min=0, help="Claims to ask in the place of session_limit; 0: all."),
    ] = None,
    order: Annotated[
        Literal["oldest", "easy", "hard"] | None,
        typer.Option("--order", help="What comes first: oldest due, held best or held worst."),
    ] = None,
    kind: o.Kinds = None,
    author: o.Authors = None,
    set_: o.SetName = None,
    answers: Annotated[
        bool, typer.Option("--answers", help="Show the claims whole, not only their cues.")
    ] = False,
) -> None:
    """What is due today, or was due on the day believed on: the cues, to be answered by heart."""
    from core.pack.queue import Sitting

    scope = {"set": set_, "kinds": frozenset(kind) if kind else None}
    authors = frozenset(author) if author else None
    tell_due(desk, Sitting(limit=limit, order=order), answers=answers, authors=authors, **scope)


@app.command("grade")
@with_desk(WRITE)
def grade(
    desk: Desk,
    name: Annotated[
        str | None, typer.Argument(metavar="ID", help="The claim, by an end or a beginning of its id.")
    ] = None,
    grade: Annotated[
        str | None, typer.Argument(metavar="GRADE", help="1 again, 2 hard, 3 good, 4 easy.")
    ] = None,
) -> None:
    """Answer “did I still hold it?” of a claim; without one, of all that is due, one after the other."""
    from core.pack.commands import Grade

    if name is None:
        from workbench.cli.sitting import sit

        sit(desk)
        return
    if grade is None:
        raise typer.BadParameter(
            "say it as well: 1 or again, 2 or hard, 3 or good, 4 or easy.", param_hint="GRADE"
        )
    with desk.writing() as pack:
        acting.act(desk, pack, Grade(id=pack.find(name), grade=_grade(grade)))


@app.command("verify")
@with_desk(WRITE)
def verify(desk: Desk, name: Id) -> None:
    """Say that a claim is still true: its check starts anew, its reviews stay as they are."""
    _mark(desk, name, "Verify")


@app.command("doubt")
@with_desk(WRITE)
def doubt(
    desk: Desk,
    name: Id,
    why: Annotated[str | None, typer.Option("--why", help="What makes you doubt it.")] = None,
) -> None:
    """Say that you are not sure a claim is still true; it is checked in 7 days."""
    _mark(desk, name, "Doubt", why=why)


@app.command("bury")
@with_desk(WRITE)
def bury(desk: Desk, name: Id) -> None:
    """Not today: ask a claim on another study day; nothing is graded."""
    _mark(desk, name, "Bury")


@app.command("suspend")
@with_desk(WRITE)
def suspend(desk: Desk, name: Id) -> None:
    """Ask a claim no more until it is resumed; it stays in search and islands."""
    _mark(desk, name, "Suspend")


@app.command("resume")
@with_desk(WRITE)
def resume(desk: Desk, name: Id) -> None:
    """Ask a suspended claim again."""
    _mark(desk, name, "Unsuspend")


def _mark(desk: Desk, name: str, verb: str, **said: str | None) -> None:
    from core.pack import commands

    with desk.writing() as pack:
        command: type[Command] = getattr(commands, verb)
        acting.act(desk, pack, command(id=pack.find(name), **said))


def _grade(typed: str) -> int:
    known = typed.strip().casefold()
    if known in NUMBER_OF:
        return NUMBER_OF[known]
    if known.isascii() and known.isdigit() and int(known) in GRADES:
        return int(known)
    raise Refused(f"{as_given(typed)} is no grade; write 1 or again, 2 or hard, 3 or good, 4 or easy.")
