"""Commands that write claims: remember, prefer, write, edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from core.claims.kinds import KINDS
from core.errors import Refused
from workbench.cli import acting
from workbench.cli.desk import Desk
from workbench.cli.drafting import Fields, draft_of, moment_of
from workbench.cli.shared import WRITE, family, with_desk
from workbench.cli.words import words_of

if TYPE_CHECKING:
    from core.pack.pack import Pack

app = family()

Text = Annotated[
    list[str],
    typer.Argument(metavar="TEXT", help="The claim, at most two sentences; - reads standard input."),
]
About = Annotated[
    list[str] | None,
    typer.Option("--about", "-a", metavar="NAME", help="A name it is about; may be repeated."),
]
Nothing = Annotated[bool, typer.Option("--about-nothing", help="It is about no name; mine none.")]
Key = Annotated[str | None, typer.Option("--key", help="State key: one claim of a key is true at a time.")]
Cites = Annotated[
    list[str] | None,
    typer.Option("--cites", "-c", metavar="DEED", help="A deed that shows it; may be repeated."),
]
From = Annotated[str | None, typer.Option("--from", metavar="DATE", help="Start of truth; else now.")]
Until = Annotated[
    str | None, typer.Option("--until", metavar="DATE", help="End of truth; a day is held to its end.")
]
KeepOpen = Annotated[
    list[str] | None,
    typer.Option("--keep-open", metavar="ID", help="A claim this must not close; may be repeated."),
]
DryRun = Annotated[bool, typer.Option("--dry-run", "-n", help="Say what it would do, and do nothing.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]


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
    text: Text,
    about: About = None,
    key: Key = None,
    cites: Cites = None,
    begins: From = None,
    ends: Until = None,
    keep_open: KeepOpen = None,
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Write a lesson; at a terminal it shows what it would close and asks."""
    _write(desk, _short("lesson", text, about, key, cites, begins, ends), keep_open, dry_run, yes)


@app.command("prefer")
@with_desk(WRITE)
def prefer(
    desk: Desk,
    text: Text,
    about: About = None,
    key: Key = None,
    cites: Cites = None,
    begins: From = None,
    ends: Until = None,
    keep_open: KeepOpen = None,
    dry_run: DryRun = False,
    yes: Yes = False,
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


def _kinds(incomplete: str) -> list[tuple[str, str]]:
    return [(kind.name, kind.about) for kind in KINDS.values() if kind.name.startswith(incomplete)]


Kind = Annotated[
    str,
    typer.Option("--kind", "-k", help=f"One of {', '.join(KINDS)}.", metavar="KIND", autocompletion=_kinds),
]


@app.command("write")
@with_desk(WRITE)
def write(
    desk: Desk,
    text: Text,
    kind: Kind = "lesson",
    about: About = None,
    about_nothing: Nothing = False,
    question: Annotated[str | None, typer.Option("--question", "-q", help="Your own cue for review.")] = None,
    key: Key = None,
    set_: Annotated[str | None, typer.Option("--set", help="A slice of the workspace.")] = None,
    cites: Cites = None,
    rests_on: Annotated[
        list[str] | None,
        typer.Option("--rests-on", metavar="ID", help="A premise of a conclusion; two or more."),
    ] = None,
    supersedes: Annotated[
        list[str] | None,
        typer.Option("--supersedes", metavar="ID", help="A claim it replaces; may be repeated."),
    ] = None,
    begins: From = None,
    always: Annotated[bool, typer.Option("--always", help="True without a start.")] = False,
    ends: Until = None,
    observed: Annotated[
        str | None, typer.Option("--observed", metavar="DATE", help="When you saw or heard it; else now.")
    ] = None,
    fact: Annotated[
        list[str] | None,
        typer.Option("--fact", "-f", metavar="NAME=VALUE", help="A fact of its kind; may be repeated."),
    ] = None,
    keep_open: KeepOpen = None,
    dry_run: DryRun = False,
    yes: Yes = False,
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
    about: About = None,
    about_nothing: Nothing = False,
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
