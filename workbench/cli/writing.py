"""Commands that write claims: remember, prefer, write, edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from core.errors import Refused
from workbench.cli import acting
from workbench.cli import write_options as o
from workbench.cli.desk import Desk
from workbench.cli.drafting import Fields, draft_of, moment_of
from workbench.cli.shared import WRITE, DryRun, family, with_desk
from workbench.cli.words import words_of

if TYPE_CHECKING:
    from core.pack.pack import Pack

app = family()


def _write(desk: Desk, fields: Fields, keep_open: list[str] | None, dry_run: bool, yes: bool) -> None:
    from core.pack.commands import Write

    with desk.reading() if dry_run else desk.writing(create=True) as pack:
        kept = tuple(map(pack.find, keep_open or ()))
        command = Write(draft=draft_of(desk, pack, fields), keep_open=kept)
        if dry_run:
            acting.act(desk, pack, command, dry=True)
        else:
            acting.write(desk, pack, command, ask=not yes)


@app.command("remember")
@with_desk(WRITE)
def remember(
    desk: Desk,
    text: o.Text,
    about: o.About = None,
    key: o.Key = None,
    cites: o.Cites = None,
    begins: o.From = None,
    ends: o.Until = None,
    keep_open: o.KeepOpen = None,
    dry_run: DryRun = False,
    yes: o.Yes = False,
) -> None:
    """Write a lesson; at a terminal it shows what it would close and asks.

    To say what is true instead of a claim, name that one: `packbench write "…" --supersedes ID`.
    """
    _write(desk, _short("lesson", text, about, key, cites, begins, ends), keep_open, dry_run, yes)


@app.command("prefer")
@with_desk(WRITE)
def prefer(
    desk: Desk,
    text: o.Text,
    about: o.About = None,
    key: o.Key = None,
    cites: o.Cites = None,
    begins: o.From = None,
    ends: o.Until = None,
    keep_open: o.KeepOpen = None,
    dry_run: DryRun = False,
    yes: o.Yes = False,
) -> None:
    """Write a preference: how somebody likes a thing done."""
    _write(desk, _short("preference", text, about, key, cites, begins, ends), keep_open, dry_run, yes)


def _short(
    kind: str,
    text: list[str],
    about: list[str] | None,
    key: str | None,
    cites: list[str] | None,
    begins: str | None,
    ends: str | None,
) -> Fields:
    return Fields(
        text=words_of(text),
        kind=kind,
        about=tuple(about) if about else None,
        key=key,
        cites=tuple(cites or ()),
        begins=begins,
        ends=ends,
    )


@app.command("write")
@with_desk(WRITE)
def write(
    desk: Desk,
    text: o.Text,
    kind: o.Kind = "lesson",
    about: o.About = None,
    about_nothing: o.Nothing = False,
    question: o.Question = None,
    key: o.Key = None,
    set_: o.SetName = None,
    cites: o.Cites = None,
    rests_on: o.RestsOn = None,
    supersedes: o.Supersedes = None,
    begins: o.From = None,
    always: o.Always = False,
    ends: o.Until = None,
    observed: o.Observed = None,
    fact: o.Facts = None,
    keep_open: o.KeepOpen = None,
    dry_run: DryRun = False,
    yes: o.Yes = False,
) -> None:
    """Write a claim of any kind, with all its fields."""
    fields = Fields(
        text=words_of(text),
        kind=kind,
        about=() if about_nothing else tuple(about) if about else None,
        question=question,
        key=key,
        set=set_,
        cites=tuple(cites or ()),
        rests_on=tuple(rests_on or ()),
        supersedes=tuple(supersedes or ()),
        begins=begins,
        ends=ends,
        observed=observed,
        always=always,
        facts=tuple(fact or ()),
    )
    _write(desk, fields, keep_open, dry_run, yes)


@app.command("edit")
@with_desk(WRITE)
def edit(
    desk: Desk,
    name: Annotated[str, typer.Argument(metavar="ID", help="The claim, by an end or a beginning of its id.")],
    text: Annotated[str | None, typer.Option("--text", "-t", help="The text as it should be.")] = None,
    about: o.About = None,
    about_nothing: o.Nothing = False,
    question: Annotated[str | None, typer.Option("--question", "-q", help="Empty: none.")] = None,
    key: Annotated[str | None, typer.Option("--key", help="Empty: none.")] = None,
    set_: Annotated[str | None, typer.Option("--set", help="Empty: none.")] = None,
    begins: Annotated[str | None, typer.Option("--from", metavar="DATE", help="`always`: no start.")] = None,
    ends: Annotated[str | None, typer.Option("--until", metavar="DATE", help="Empty: no end.")] = None,
    observed: Annotated[str | None, typer.Option("--observed", metavar="DATE")] = None,
    rev: Annotated[
        int | None, typer.Option("--rev", help="The revision you saw; refused when it moved on.")
    ] = None,
    dry_run: DryRun = False,
) -> None:
    """Correct what was written wrong; a change of the world is a new claim."""
    from core.pack.commands import Edit

    names = () if about_nothing else about
    typed = {"text": text, "entities": names, "question": question, "key": key, "set": set_}
    plain = {
        field: value or (() if field == "entities" else None)
        for field, value in typed.items()
        if value is not None
    }
    if not plain and begins is ends is observed is None:
        raise Refused("say what to change, for instance --text “…” or --until 2026-05-31.")
    with desk.reading() if dry_run else desk.writing() as pack:
        claim = pack.claim(name)
        changes = plain | _times(desk, pack, claim.precision, begins, ends, observed)
        command = Edit(id=claim.id, expect_rev=claim.rev if rev is None else rev, changes=changes)
        acting.act(desk, pack, command, dry=dry_run)


def _times(
    desk: Desk,
    pack: Pack,
    precision: tuple[str, str],
    begins: str | None,
    ends: str | None,
    observed: str | None,
) -> dict[str, Any]:
    """The changed times of an edit, with the precision they were typed in."""
    start, end = precision
    changes: dict[str, Any] = {}
    if begins == "always":
        changes["t_valid"] = "always"
    elif begins is not None and (moment := moment_of(desk, pack, "--from", begins)):
        changes["t_valid"], start = moment.instant, moment.precision
    if ends == "":
        changes["t_invalid"] = None
    elif ends is not None and (moment := moment_of(desk, pack, "--until", ends, end=True)):
        changes["t_invalid"], end = moment.instant, moment.precision
    if observed is not None and (moment := moment_of(desk, pack, "--observed", observed)):
        changes["t_observed"] = moment.instant
    if (start, end) != precision:
        changes["precision"] = (start, end)
    return changes
