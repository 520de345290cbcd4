"""The command that fits the review clock to the reviews of a pack."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from core.errors import Refused
from workbench.cli.desk import Desk
from workbench.cli.paper import Paper
from workbench.cli.shared import FILE, family, with_desk
from workbench.cli.wire import plain, put_json
from workbench.cli.words import STDIN
from workbench.places import local_zone
from workbench.progress import ProgressLine

if TYPE_CHECKING:
    from core.pack.fitting import Verdict
    from core.pack.receipts import Receipt

app = family()


@app.command("fit")
@with_desk(FILE)
def fit(
    desk: Desk,
    preview: Annotated[
        bool, typer.Option("--preview", "-n", help="Say what it is worth; adopt nothing.")
    ] = False,
    log: Annotated[
        str | None,
        typer.Option(
            "--log",
            metavar="FILE",
            help="Try it on a review log instead: JSONL or CSV; - reads standard input.",
        ),
    ] = None,
    zone: Annotated[
        str | None, typer.Option("--zone", help="Of the days in --log; else the zone of this machine.")
    ] = None,
) -> None:
    """Fit the review clock to your own reviews; it is taken only if it predicts better.

    It is made from the earlier four fifths of the reviews and judged by the others. From 1,000 reviews on.
    """
    if zone is not None and log is None:
        raise Refused("--zone goes with --log; a pack knows the day of each of its reviews.")
    progress = ProgressLine("fitting")
    if log is not None:
        from core.pack.fitting import judge_lines

        verdict = judge_lines(lines_of(log), zone or local_zone(), progress=progress)
        progress(1, 1)
        _tell(desk, verdict, None, tried=True)
        return
    from core.pack.fitting import adopt, judge_pack

    with desk.reading() as pack:
        verdict = judge_pack(pack, progress)
        progress(1, 1)
    if preview or not verdict.better:
        _tell(desk, verdict, None, tried=preview)
        return
    with desk.writing() as pack:
        _tell(desk, verdict, adopt(pack, verdict), tried=False)


def lines_of(file: str) -> list[str]:
    """The lines of a text file, or of standard input. Raises `Refused`."""
    try:
        if file == STDIN:
            return _split(sys.stdin.read())
        with open(file, encoding="utf-8", newline=None) as opened:
            return _split(opened.read())
    except UnicodeDecodeError:
        name = "standard input" if file == STDIN else os.path.basename(file)
        raise Refused(
            f"{name} is no text in UTF-8; save it as such, and unpack it if it is packed."
        ) from None
    except OSError as error:
        raise Refused(f"{file} cannot be read ({error.strerror or error}).") from None


def _split(text: str) -> list[str]:
    """The lines between line feeds alone: other signs that part lines may stand within a row."""
    return [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")]


def _tell(desk: Desk, verdict: Verdict, receipt: Receipt | None, *, tried: bool) -> None:
    if desk.json:
        adopted = receipt is not None
        put_json({**plain(verdict), "adopted": adopted, "tx": receipt.tx if receipt else None})
        return
    from workbench.cli.render.fitting import verdict as render

    render(Paper(), verdict, receipt, tried=tried)
