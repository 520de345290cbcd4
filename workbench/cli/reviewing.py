"""Commands for review: due, grade."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from core.claims.review_state import GRADES
from core.errors import Refused
from workbench.cli import acting
from workbench.cli.desk import Desk
from workbench.cli.launch import tell_due
from workbench.cli.reading import Id
from workbench.cli.shared import READ, WRITE, family, with_desk

app = family()

NUMBER_OF: Final = {name.casefold(): grade for grade, name in GRADES.items()}


@app.command("due")
@with_desk(READ)
def due(desk: Desk) -> None:
    """What is due today, or was due on the day believed on."""
    tell_due(desk)


@app.command("grade")
@with_desk(WRITE)
def grade(
    desk: Desk,
    name: Id,
    grade: Annotated[str, typer.Argument(metavar="GRADE", help="1 again, 2 hard, 3 good, 4 easy.")],
) -> None:
    """Answer “did I still hold it?”; it moves the claim's next review."""
    from core.pack.commands import Grade

    with desk.writing() as pack:
        acting.act(desk, pack, Grade(id=pack.find(name), grade=_grade(grade)))


def _grade(typed: str) -> int:
    known = typed.strip().casefold()
    if known in NUMBER_OF:
        return NUMBER_OF[known]
    if known.isascii() and known.isdigit() and int(known) in GRADES:
        return int(known)
    raise Refused(f"{typed!r} is no grade; write 1 or again, 2 or hard, 3 or good, 4 or easy.")
