"""Commands for reviews as files: export for this program, Anki and the optimiser, and import."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import Annotated, Final, Literal

import typer

from core.errors import Refused
from workbench.cli.aside import aside
from workbench.cli.desk import Desk
from workbench.cli.fitting import lines_of
from workbench.cli.new_file import new_file
from workbench.cli.paper import Paper
from workbench.cli.shared import FILE, WRITE, DryRun, family, with_desk
from workbench.cli.wire import plain, put_json
from workbench.cli.words import STDIN
from workbench.moments import counted

app = family()
reviews = family("The log of reviews as a file: out to other programs, and in.")
app.add_typer(reviews, name="reviews")

Format = Literal["jsonl", "csv", "anki-csv", "optimizer-csv", "apkg"]
FORMATS: Final[dict[str, Format]] = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    "": "jsonl",
    ".csv": "csv",
    ".apkg": "apkg",
}
"""What the ending of a file's name asks for."""


@reviews.callback(invoke_without_command=True)
def what_is_there(context: typer.Context) -> None:
    """The log of reviews as a file: out to other programs, and in."""
    if context.invoked_subcommand is None:
        print(context.get_help())


@reviews.command("export")
@with_desk(WRITE)
def export(
    desk: Desk,
    to: Annotated[str, typer.Argument(metavar="FILE", help="A new file; else standard output.")] = STDIN,
    form: Annotated[
        Format | None,
        typer.Option(
            "--format",
            help="jsonl and csv hold every row; anki-csv and optimizer-csv the grades that count; "
            "apkg is a deck for Anki with claims, clocks and reviews. Without it the file's ending says.",
        ),
    ] = None,
) -> None:
    """Write out the reviews of every claim.

    What was taken back is in it, and marked.

    A deck (apkg) holds the claims of the workspace; it goes one way.
    """
    form = form or _form_of(to)
    if form == "apkg":
        _deck(desk, to)
        return
    from core.pack.review_export import export_reviews
    from core.pack.views import View

    with desk.reading() as pack:
        rows = pack.review_log(View())
        lines = list(export_reviews(rows, form, pack.reader.held.columns.ids))
    if to == STDIN:
        sys.stdout.writelines(f"{line}\n" for line in lines)
        return
    _write_new(to, "".join(f"{line}\n" for line in lines).encode())
    number = len(lines) - (form != "jsonl")
    if desk.json:
        put_json({"file": to, "rows": number})
    else:
        aside(f"wrote {counted(number, 'review')} to {to}")


def _form_of(to: str) -> Format:
    ending = os.path.splitext(to)[1].casefold()
    if ending not in FORMATS:
        endings = ", ".join(one for one in FORMATS if one)
        raise Refused(f"the ending of {to} names no form ({endings} do); say which with --format.")
    return FORMATS[ending]


def _deck(desk: Desk, to: str) -> None:
    from core.pack.deck import deck

    if to == STDIN:
        raise Refused("a deck is no text; name a file, such as claims.apkg.")
    with desk.reading() as pack:
        made = deck(pack, pack.view())
    if not made.cards:
        raise Refused("no claim of this workspace has a review clock; there is nothing to make a deck of.")
    _write_new(to, made.content)
    if desk.json:
        put_json({"file": to, "cards": made.cards, "reviews": made.reviews})
    else:
        aside(f"wrote {counted(made.cards, 'card')} with {counted(made.reviews, 'review')} to {to}")


def _write_new(to: str, content: bytes) -> None:
    with new_file(to) as out:
        out.write(content)


@reviews.command("import")
@with_desk(FILE)
def import_(
    desk: Desk,
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="JSONL or CSV: ours, Anki's revlog or the optimiser's; - reads standard input.",
        ),
    ],
    dry_run: DryRun = False,
) -> None:
    """Take in reviews of claims that are here.

    Twice is once, and a bad row harms no other.
    """
    from core.pack.review_import import import_reviews
    from workbench.cli.render.fitting import reviews as render

    if file.casefold().endswith(".apkg"):
        raise Refused("a deck goes one way, to Anki; export Anki's table revlog as CSV and take that in.")
    lines: Iterable[str] = lines_of(file)
    source = "standard input" if file == STDIN else os.path.basename(file)
    with desk.reading() if dry_run else desk.writing() as pack:
        told = import_reviews(pack, lines, source=source, dry_run=dry_run)
    if desk.json:
        put_json({**plain(told), "dry_run": dry_run})
    else:
        render(Paper(), told, dry=dry_run)
