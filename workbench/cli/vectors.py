"""The command about vectors: how many there are, make them, forget them."""

from __future__ import annotations

from typing import Annotated

import typer

from core.errors import Refused
from workbench.cli.aside import aside
from workbench.cli.desk import Desk
from workbench.cli.meaning import fill, join_encoder
from workbench.cli.paper import Paper
from workbench.cli.render.upkeep import vectors_said
from workbench.cli.shared import FILE, family, with_desk
from workbench.cli.wire import put_json
from workbench.moments import counted

app = family()


@app.command("vectors")
@with_desk(FILE)
def vectors(
    desk: Desk,
    make: Annotated[
        bool, typer.Option("--fill", help="Make those that are missing; it can be broken off.")
    ] = False,
    deeds: Annotated[bool, typer.Option("--deeds", help="Those of the evidence too.")] = False,
    fetch: Annotated[bool, typer.Option("--fetch", help="Look for the model beyond this machine.")] = False,
    forget: Annotated[bool, typer.Option("--forget", help="Remove all; they can be made again.")] = False,
) -> None:
    """What search by meaning stands on: how many claims have a vector, and of which model.

    They lie in a file of their own in the pack's folder. Searches make them when they need them; --fill now.
    """
    if forget and (make or deeds or fetch):
        raise Refused("--forget goes alone.")
    with desk.reading() as pack:
        if forget:
            aside(f"forgot {counted(pack.drop_vectors(), 'vector')}")
        if make or deeds or fetch:
            join_encoder(pack, fetch=fetch)
            fill(pack, deeds=deeds)
        at = pack.vector_status()
    if desk.json:
        put_json({"vectors": at})
    else:
        Paper().line(vectors_said(at))
