"""Commands that read claims: search, show, list, why, state."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer

from core.errors import NotFound, Refused, as_given
from workbench.cli import search_options as o
from workbench.cli.basis import tell_basis, tell_elsewhere
from workbench.cli.desk import Desk
from workbench.cli.paper import Paper
from workbench.cli.shared import READ, family, with_desk
from workbench.cli.svg_files import Dark, Svg, put_svg
from workbench.cli.wire import put_json
from workbench.cli.words import words_of

if TYPE_CHECKING:
    from core.pack.closings import ClosingPage
    from core.pack.pack import Pack
    from core.pack.views import View

app = family()

SEARCH_LIMIT: Final = 16


def scoped(
    desk: Desk,
    pack: Pack,
    shows: Literal["current", "both", "history"],
    kinds: list[str] | None,
    authors: list[str] | None,
    set_name: str | None,
    resting: bool,
) -> View:
    """The view that the options of a list or a search ask for."""
    return desk.view(
        pack,
        shows,
        kinds=frozenset(kinds) if kinds else None,
        authors=frozenset(authors) if authors else None,
        set=set_name,
        resting=True if resting else None,
    )


def join_reranker(pack: Pack) -> None:
    """Let the model of the setting `rerank` read the hits again; it is loaded when it is asked."""
    model = str(pack.setting("rerank"))
    if model != "off":
        from workbench.encoders.reranker import LateReranker

        pack.join_reranker(LateReranker(model))


@app.command("search")
@with_desk(READ)
def search(
    desk: Desk,
    query: o.Query,
    limit: o.Limit = SEARCH_LIMIT,
    explain: o.Explain = False,
    hop: o.Hop = 1,
    dense: o.Dense = False,
    shows: o.Shows = "current",
    kind: o.Kinds = None,
    author: o.Authors = None,
    set_: o.SetName = None,
    resting: o.Resting = False,
    from_: o.From = None,
    to: o.To = None,
    clock: o.Clock = None,
    deeds: o.Deeds = False,
    conversation: o.Conversations = None,
    windows: o.Windows = False,
    neighbours: o.Neighbours = 0,
) -> None:
    """Find claims or, with --deeds, evidence; the most relevant first."""
    from workbench.cli.finding import Asked, find_claims, find_deeds, times_of

    asked = Asked(
        words_of(query), limit, explain, hop, deeds, tuple(conversation or ()), windows, neighbours, clock
    )
    asked.check(claims_only=bool(kind or author or set_ or resting or hop > 1 or shows != "current"))
    with desk.reading() as pack:
        view = scoped(desk, pack, shows, kind, author, set_, resting)
        times = times_of(desk, pack, from_, to, asked)
        join_reranker(pack)
        if dense:
            from workbench.cli.meaning import search_by_meaning

            search_by_meaning(pack, deeds=deeds)
        find = find_deeds if deeds else find_claims
        find(desk, pack, view, times, asked)


@app.command("list")
@with_desk(READ)
def list_claims(
    desk: Desk,
    limit: Annotated[
        int | None, typer.Option("--limit", "-l", min=1, help="Claims to show; else all.")
    ] = None,
    shows: o.Shows = "current",
    kind: o.Kinds = None,
    author: o.Authors = None,
    set_: o.SetName = None,
    resting: o.Resting = False,
) -> None:
    """List claims, the one changed last first."""
    from workbench.cli.render.claims import claim_list

    with desk.reading() as pack:
        view = scoped(desk, pack, shows, kind, author, set_, resting)
        lines = pack.claims(view)[:limit]
        if desk.json:
            put_json({"basis": pack.basis(view), "claims": lines})
            return
        paper = Paper()
        tell_basis(paper, desk, pack, view)
        if lines:
            claim_list(paper, lines)
        else:
            such = "such " if view.kinds or view.authors or view.set else ""
            paper.line(f"no {such}claims in {view.workspace or 'any workspace'}", "dim")
            tell_elsewhere(paper, pack, view)


Id = Annotated[str, typer.Argument(metavar="ID", help="The claim, by an end or a beginning of its id.")]


@app.command("show")
@with_desk(READ)
def show(desk: Desk, name: Id) -> None:
    """Everything about one claim."""
    from workbench.cli.render.claims import claim_page

    with desk.reading() as pack:
        view = desk.view(pack, "history")
        page = pack.page(name, view)
        if desk.json:
            put_json(page)
            return
        paper = Paper()
        tell_basis(paper, desk, pack, view)
        claim_page(paper, page, desk.times(pack))


@app.command("why")
@with_desk(READ)
def why(
    desk: Desk,
    name: Id,
    older: Annotated[
        str | None,
        typer.Argument(metavar="OLDER", help="A second claim: why ID closed it, or leaves it open."),
    ] = None,
    svg: Svg = None,
    dark: Dark = False,
) -> None:
    """Why a claim is closed: by what, by which rule, on what evidence."""
    from workbench.cli.render.timeline import why as render

    if svg is not None and older is not None:
        raise Refused("a picture shows one ending; name the claim that ended, alone.")
    with desk.reading() as pack:
        view = desk.view(pack, "history")
        if svg is not None:
            _put_ending(svg, pack.why(name, view), desk.times(pack).zone, dark=dark)
            return
        if older is not None:
            _why_open(desk, pack, view, name, older)
            return
        page = pack.why(name, view)
        if desk.json:
            put_json(page)
            return
        paper = Paper()
        tell_basis(paper, desk, pack, view)
        render(paper, page, desk.times(pack))


def _put_ending(to: str, page: ClosingPage, zone: str, *, dark: bool) -> None:
    from workbench.pictures.difference import ending_svg
    from workbench.pictures.endings import of_ending

    put_svg(to, ending_svg(of_ending(page, zone), dark=dark))


def _why_open(desk: Desk, pack: Pack, view: View, newer: str, older: str) -> None:
    from workbench.cli.render.pairs import closed_pair, open_pair, which_closed

    near = pack.why_open(newer, older, view)
    pages = pack.why(newer, view), pack.why(older, view)
    if desk.json:
        put_json({"basis": pack.basis(view), "near": near})
        return
    paper = Paper()
    tell_basis(paper, desk, pack, view)
    if (closed := which_closed(*pages)) is not None:
        closed_pair(paper, closed, desk.times(pack))
    else:
        open_pair(paper, near, *pages, desk.times(pack))


@app.command("state")
@with_desk(READ)
def state(
    desk: Desk,
    key: Annotated[str | None, typer.Argument(metavar="[KEY]", help="Without one: all keys.")] = None,
    set_: o.SetName = None,
    history: Annotated[
        bool, typer.Option("--history", help="Every version that bore the key, on both clocks.")
    ] = False,
) -> None:
    """What a state key says, what it said before, and what is planned for it."""
    with desk.reading() as pack:
        view = desk.view(pack, "both", set=set_, resting=True)
        if key is None:
            _keys(desk, pack, view)
        elif history:
            _key_history(desk, pack, view, key)
        else:
            _key_states(desk, pack, view, key)


def _all_keys(pack: Pack, view: View) -> list[str]:
    return sorted({line.claim.key for line in pack.claims(view) if line.claim.key is not None})


def _keys(desk: Desk, pack: Pack, view: View) -> None:
    """Every key that a claim has, in order."""
    names = _all_keys(pack, view)
    if desk.json:
        put_json({"basis": pack.basis(view), "keys": names})
        return
    paper = Paper()
    tell_basis(paper, desk, pack, view)
    for name in names:
        paper.line(name, "id")
    if not names:
        paper.line(f"no claim of {pack.workspace} has a key{_then(view)}.", "dim")


def _meant(names: Sequence[str], key: str) -> str:
    """The key that was probably meant, to end a sentence with; else how to list them all."""
    folded = {name.casefold(): name for name in names}
    near = get_close_matches(key.casefold(), folded, n=1)
    if near:
        return f"; {folded[near[0]]!r} is one"
    return "; `packbench state` lists the keys" if names else ""


def _key_states(desk: Desk, pack: Pack, view: View, key: str) -> None:
    from workbench.cli.render.timeline import key_states

    states = pack.state(key, view)
    lines = [line for state in states for line in state.lines]
    if not lines:
        meant = _meant(_all_keys(pack, view), key)
        raise NotFound(f"no claim of {pack.workspace} has the key {as_given(key)}{_then(view)}{meant}.")
    if desk.json:
        put_json({"basis": pack.basis(view), "key": key, "claims": lines, "states": states})
        return
    paper = Paper()
    tell_basis(paper, desk, pack, view)
    key_states(paper, [(line.claim, line.state) for line in lines], desk.times(pack))


def _key_history(desk: Desk, pack: Pack, view: View, key: str) -> None:
    from workbench.cli.render.timeline import history

    versions = pack.key_history(key, view)
    if not versions:
        meant = _meant(_all_keys(pack, view), key)
        raise NotFound(f"no claim of {pack.workspace} ever had the key {as_given(key)}{_then(view)}{meant}.")
    if desk.json:
        put_json({"basis": pack.basis(view), "key": key, "versions": versions})
        return
    paper = Paper()
    tell_basis(paper, desk, pack, view)
    acts = {line.tx: pack.event(line.tx) for line in versions}
    history(paper, versions, acts, desk.times(pack), past=view.believed_at is not None)


def _then(view: View) -> str:
    return "" if view.believed_at is None else " as believed then"
