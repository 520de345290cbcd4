"""Commands about evidence: deed put, import, show and citers, and cite."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from core.errors import Refused, as_given
from workbench.cli import acting
from workbench.cli.deed_files import import_file
from workbench.cli.desk import Desk
from workbench.cli.drafting import moment_of
from workbench.cli.paper import Paper
from workbench.cli.shared import READ, WRITE, family, with_desk
from workbench.cli.wire import put_json
from workbench.cli.words import words_of

app = family()
deed = family("Evidence, kept word for word: put, import, show, citers.")
app.add_typer(deed, name="deed")
deed.command("import")(import_file)

Accession = Annotated[str, typer.Argument(metavar="DEED", help="The deed's accession.")]


@deed.command("put")
@with_desk(WRITE)
def put(
    desk: Desk,
    body: Annotated[
        list[str] | None, typer.Argument(metavar="TEXT", help="The words; - reads standard input.")
    ] = None,
    file: Annotated[Path | None, typer.Option("--file", help="Take the words of a file.")] = None,
    kind: Annotated[str, typer.Option("--kind", "-k", help="note, turn, page or patch.")] = "note",
    source: Annotated[str | None, typer.Option("--source", help="Where it comes from.")] = None,
    speaker: Annotated[str | None, typer.Option("--speaker", help="Who said it.")] = None,
    conversation: Annotated[
        str | None, typer.Option("--conversation", help="The conversation of a turn.")
    ] = None,
    position: Annotated[int | None, typer.Option("--position", help="Its place in the conversation.")] = None,
    said: Annotated[str | None, typer.Option("--said", metavar="DATE", help="When it was said.")] = None,
    extra: Annotated[
        list[str] | None,
        typer.Option(
            "--extra", metavar="NAME=TEXT", help="What else is known, such as caption=…; repeatable."
        ),
    ] = None,
) -> None:
    """Keep evidence; it makes no claim."""
    from core.pack.commands import PutDeed

    words = _body(body, file)
    with desk.writing(create=True) as pack:
        moment = moment_of(desk, pack, "--said", said)
        command = PutDeed(
            body=words,
            kind=kind,
            source=source if source or file is None else file.name,
            speaker=speaker,
            conversation=conversation,
            position=position,
            said_at=moment.instant if moment else None,
            extra=dict(map(_named, extra or ())),
        )
        acting.act(desk, pack, command)


def _named(given: str) -> tuple[str, str]:
    name, between, text = given.partition("=")
    if not between or not name.strip():
        raise Refused(f"--extra takes a name and a text, such as caption=…; {as_given(given)} is none.")
    return name.strip(), text


def _body(body: list[str] | None, file: Path | None) -> str:
    """The words of one place. Raises `Refused` for none, for two, and for a file that is no text."""
    if bool(body) == (file is not None):
        raise Refused("give the words of the deed, or - for standard input, or --file.")
    if file is None:
        return words_of(body or [])
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"{file} cannot be read as text: {error}.") from None


@deed.command("show")
@with_desk(READ)
def show(desk: Desk, accession: Accession) -> None:
    """Show a deed and the claims that cite it."""
    from workbench.cli.render.claims import deed_page

    with desk.reading() as pack:
        view = desk.view(pack, "both", resting=True)
        found, citers = pack.deed(accession), pack.citers(accession, view)
        if desk.json:
            put_json({"basis": pack.reader.basis(view), "deed": found, "citers": citers})
        else:
            deed_page(Paper(sys.stdout), found, citers, desk.times(pack))


@deed.command("citers")
@with_desk(READ)
def citers(desk: Desk, accession: Accession) -> None:
    """The claims that cite a deed."""
    from workbench.cli.render.claims import claim_list

    with desk.reading() as pack:
        view = desk.view(pack, "both", resting=True)
        cited = pack.citers(pack.deed(accession).accession, view)
        if desk.json:
            put_json({"basis": pack.reader.basis(view), "deed": accession, "citers": cited})
        elif cited:
            claim_list(Paper(), pack.lines((claim.id for claim in cited), view))
        else:
            Paper().line("no claim cites it", "dim")


@app.command("cite")
@with_desk(WRITE)
def cite(
    desk: Desk,
    name: Annotated[str, typer.Argument(metavar="ID", help="The claim.")],
    accession: Accession,
) -> None:
    """Let a claim cite a deed."""
    from core.pack.commands import Cite

    with desk.writing() as pack:
        acting.act(desk, pack, Cite(id=pack.find(name), deed=accession))
