"""Commands that decide: proposals, accept, decline, consolidate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from core.errors import NotFound, as_given
from workbench.cli import acting
from workbench.cli.basis import tell_basis, tell_elsewhere
from workbench.cli.desk import Desk
from workbench.cli.paper import Paper
from workbench.cli.shared import READ, WRITE, family, with_desk
from workbench.cli.wire import put_json

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.claims.claim import Claim
    from core.claims.proposal import Proposal
    from core.pack.pack import Pack

app = family()

Name = Annotated[str, typer.Argument(metavar="ID", help="The proposal, by an end or a beginning of its id.")]


@app.command("proposals")
@with_desk(READ)
def proposals(
    desk: Desk, every: Annotated[bool, typer.Option("--all", help="Decided and lapsed ones too.")] = False
) -> None:
    """Pairs that the rules did not decide: a person does."""
    from workbench.cli.render.decided import Past
    from workbench.cli.render.review import proposals as render

    with desk.reading() as pack:
        view = desk.view(pack)
        waiting = pack.proposals(view, status=None if every else "open")
        ids = dict.fromkeys(claim for one in waiting for claim in (one.new, one.old))
        claims = {line.claim.id: line.claim for line in pack.lines(ids, view)}
        if desk.json:
            does = _does(waiting, claims, desk.times(pack).zone)
            told = {"proposals": waiting, "claims": claims, "does": does}
            put_json({"basis": pack.reader.basis(view), **told, "then": pack.sides_then(waiting, view)})
            return
        paper = Paper()
        tell_basis(paper, desk, pack, view)
        past = Past(pack.sides_then(waiting, view), pack.lapsed_by(waiting, view))
        render(paper, waiting, claims, desk.times(pack), pack.editors(waiting, view), past)
        if not waiting:
            tell_elsewhere(paper, pack, view)


def _does(waiting: Sequence[Proposal], claims: Mapping[str, Claim], zone: str) -> dict[str, dict[str, str]]:
    """By open proposal, what accepting and declining it do."""
    from workbench.deciding_words import accepting, declining

    pairs = ((one, claims.get(one.new), claims.get(one.old)) for one in waiting if one.status == "open")
    return {
        one.id: {"accept": accepting(one, newer, older, zone), "decline": declining(one, newer)}
        for one, newer, older in pairs
        if newer is not None and older is not None
    }


@app.command("accept")
@with_desk(WRITE)
def accept(desk: Desk, name: Name) -> None:
    """Let the newer claim of a proposal close the older one."""
    from core.pack.commands import Accept

    with desk.writing() as pack:
        acting.act(desk, pack, Accept(proposal=_found(pack, name)))


@app.command("decline")
@with_desk(WRITE)
def decline(
    desk: Desk, name: Name, why: Annotated[str | None, typer.Option("--why", help="The reason.")] = None
) -> None:
    """Leave both open, and never propose the pair again."""
    from core.pack.commands import Decline

    with desk.writing() as pack:
        acting.act(desk, pack, Decline(proposal=_found(pack, name), why=why))


def _found(pack: Pack, name: str) -> str:
    """The id of the one proposal that a name fits. Raises `NotFound`."""
    every = [one.id for one in pack.proposals(None, status=None)]
    fits = [one for one in every if one.endswith(name) or one.startswith(name)] if name else []
    if len(fits) != 1:
        found = f"fits {len(fits)} proposals; give more of the id" if fits else "fits no proposal"
        raise NotFound(f"{as_given(name)} {found}.")
    return fits[0]


@app.command("consolidate")
@with_desk(WRITE)
def consolidate(
    desk: Desk,
    apply: Annotated[
        bool, typer.Option("--apply", help="Do it; without this it only says what it would do.")
    ] = False,
    close: Annotated[
        bool, typer.Option("--close", help="Close where the rules are sure, instead of proposing.")
    ] = False,
) -> None:
    """Run the write rules over what is held; first dry."""
    from core.pack.commands import Consolidate

    with desk.writing() if apply else desk.reading() as pack:
        acting.act(desk, pack, Consolidate(workspace=pack.workspace, close=close), dry=not apply)
