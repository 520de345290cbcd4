"""The options of a command whose answer can be a picture, and the file that it is written to."""

from __future__ import annotations

from typing import Annotated

import typer

from workbench.cli.aside import aside
from workbench.cli.new_file import new_file
from workbench.cli.words import STDIN

Svg = Annotated[
    str | None, typer.Option("--svg", metavar="FILE", help="Write a picture: a new SVG file, - for output.")
]
Dark = Annotated[bool, typer.Option("--dark", help="Light on dark; a picture is dark on light else.")]


def put_svg(to: str, svg: str) -> None:
    """Write a picture to a new file, or to standard output. Raises `Refused`, `PackError`."""
    with new_file(to) as out:
        out.write(svg.encode())
    if to != STDIN:
        aside(f"wrote a picture to {to}")
