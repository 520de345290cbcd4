"""What can be asked for in a search or a list, as options of a command."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

Query = Annotated[list[str], typer.Argument(metavar="QUERY", help="Words; quote one to take it as it is.")]
Limit = Annotated[int, typer.Option("--limit", "-l", min=1, help="Hits to show.")]
Explain = Annotated[bool, typer.Option("--explain", "-e", help="Say why each claim was found.")]
Hop = Annotated[
    int, typer.Option("--hop", min=1, max=2, help="2: ask for what the first facts name as well.")
]
Dense = Annotated[
    bool, typer.Option("--dense", help="By meaning too: wait for the encoder, and for missing vectors.")
]

# which claims

Shows = Annotated[
    Literal["current", "both", "history"],
    typer.Option("--shows", help="current: true then; both: closed ones too; history: retracted ones too."),
]
Kinds = Annotated[list[str] | None, typer.Option("--kind", "-k", help="Only of this kind; may be repeated.")]
Authors = Annotated[list[str] | None, typer.Option("--author", help="Only by this seat; may be repeated.")]
SetName = Annotated[str | None, typer.Option("--set", help="Only of this set.")]
Resting = Annotated[bool, typer.Option("--resting", help="Resting claims too.")]

# which time

From = Annotated[str | None, typer.Option("--from", metavar="DATE", help="Only of this time or later.")]
To = Annotated[
    str | None, typer.Option("--to", metavar="DATE", help="Only up to this time; a day, month or year whole.")
]
Clock = Annotated[
    Literal["true", "observed", "said"] | None,
    typer.Option("--clock", help="Of --from and --to: when it was true, or when it was observed or said."),
]

# which evidence

Deeds = Annotated[bool, typer.Option("--deeds", help="Find evidence instead of claims.")]
Conversations = Annotated[
    list[str] | None, typer.Option("--conversation", "-c", help="Only deeds of this one; may be repeated.")
]
Windows = Annotated[bool, typer.Option("--windows", help="Find windows of six deeds of a conversation.")]
Neighbours = Annotated[
    int, typer.Option("--neighbours", "-n", min=0, help="Deeds to show on each side of a hit.")
]
