"""The command that takes in a file of deeds."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, BinaryIO, Final

import typer

from core.errors import Refused
from workbench.cli.desk import Desk
from workbench.cli.paper import Paper
from workbench.cli.shared import WRITE, with_desk
from workbench.cli.wire import put_json
from workbench.cli.words import STDIN
from workbench.moments import counted

if TYPE_CHECKING:
    from core.pack.deed_import import DeedImport

TOLD: Final = 20
"""Lines left out that a person is told of one by one."""


@with_desk(WRITE)
def import_file(
    desk: Desk,
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="JSONL: body (or text), speaker, conversation, position, said_at, source, kind, extra; "
            "- reads standard input.",
        ),
    ],
    kind: Annotated[
        str, typer.Option("--kind", "-k", help="Of lines that name none: note, turn, page or patch.")
    ] = "turn",
    source: Annotated[str | None, typer.Option("--source", help="Of lines that name none.")] = None,
    zone: Annotated[
        str | None, typer.Option("--zone", help="Of times without one; else the pack's zone.")
    ] = None,
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Leave bad lines out; else one of them refuses the file.")
    ] = False,
) -> None:
    """Keep every line of a file as evidence; twice is once, and no claim comes of it."""
    from core.pack.deed_import import import_deeds
    from workbench.progress import ProgressLine

    name = "standard input" if file == STDIN else os.path.basename(file)
    with _opened(file) as lines, desk.writing(create=True) as pack:
        told = import_deeds(
            pack,
            lines,
            name=name,
            kind=kind,
            source=source,
            zone=zone,
            skip_bad=skip_bad,
            progress=ProgressLine(f"keeping {name}"),
        )
    if desk.json:
        put_json(told)
    else:
        _tell(Paper(), told)


@contextmanager
def _opened(file: str) -> Iterator[BinaryIO]:
    """A file that can be gone through twice; what is piped in is laid down first."""
    try:
        if file != STDIN:
            with open(file, "rb") as opened:
                if opened.seekable():
                    yield opened
                    return
                with _laid_down(opened) as kept:
                    yield kept
            return
        with _laid_down(sys.stdin.buffer) as kept:
            yield kept
    except OSError as error:
        raise Refused(f"{file} cannot be read ({error.strerror or error}).") from None


@contextmanager
def _laid_down(stream: BinaryIO) -> Iterator[BinaryIO]:
    with tempfile.TemporaryFile() as kept:
        shutil.copyfileobj(stream, kept)
        yield kept


def _tell(paper: Paper, told: DeedImport) -> None:
    captured = told.captured
    paper.line(f"kept {counted(captured.added, 'deed')} of {counted(told.lines, 'line')} of {told.source}")
    if captured.first_tx is not None and captured.last_tx is not None:
        paper.line(_way_back(captured.first_tx, captured.last_tx), "dim", indent=2)
    for number, said in (
        (captured.known, "kept already, with the same source, conversation and position"),
        (captured.untimed, "without the time when it was said; it stays unknown"),
        (told.zoneless, f"with a time without a zone, read in {told.zone}"),
        (told.placed, "without a position; the order in the file gave it"),
    ):
        if number:
            paper.line(f"{number:,} {said}", "dim", indent=2)
    if told.bad:
        paper.line(f"{counted(told.bad, 'line')} left out:", "warn")
    for one in told.bad_lines[:TOLD]:
        paper.line(f"line {one.number}: {one.reason}", indent=2)
    if told.bad > TOLD:
        paper.line(f"and {told.bad - TOLD:,} more (--json names {len(told.bad_lines):,})", "dim", indent=2)


def _way_back(first: int, last: int) -> str:
    if first == last:
        return f"record {first}; packbench undo {first} takes it back"
    return f"records {first} to {last}; packbench undo {first} --through {last} takes them back"
