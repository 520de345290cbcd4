"""The fields of a claim as options of a command."""

from __future__ import annotations

from typing import Annotated

import typer

from core.claims.kinds import KINDS


def _kinds(incomplete: str) -> list[tuple[str, str]]:
    return [(kind.name, kind.about) for kind in KINDS.values() if kind.name.startswith(incomplete)]


Kind = Annotated[
    str,
    typer.Option("--kind", "-k", help=f"One of {', '.join(KINDS)}.", metavar="KIND", autocompletion=_kinds),
]
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
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]
Question = Annotated[str | None, typer.Option("--question", "-q", help="Your own cue for review.")]
SetName = Annotated[str | None, typer.Option("--set", help="A slice of the workspace.")]
RestsOn = Annotated[
    list[str] | None, typer.Option("--rests-on", metavar="ID", help="A premise of a conclusion; two or more.")
]
Supersedes = Annotated[
    list[str] | None, typer.Option("--supersedes", metavar="ID", help="A claim it replaces; may be repeated.")
]
Always = Annotated[bool, typer.Option("--always", help="True without a start.")]
Observed = Annotated[
    str | None, typer.Option("--observed", metavar="DATE", help="When you saw or heard it; else now.")
]
Facts = Annotated[
    list[str] | None,
    typer.Option("--fact", "-f", metavar="NAME=VALUE", help="A fact of its kind; may be repeated."),
]
