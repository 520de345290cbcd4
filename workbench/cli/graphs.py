"""Commands of the link graph: islands, island, brief, hubs, graph, fire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from core.errors import Refused, as_given
from workbench.cli import acting
from workbench.cli.basis import tell_basis, tell_elsewhere
from workbench.cli.desk import Desk
from workbench.cli.paper import Paper
from workbench.cli.shared import READ, WRITE, family, with_desk
from workbench.cli.svg_files import Dark, Svg, put_svg
from workbench.cli.wire import put_json
from workbench.cli.words import words_of
from workbench.moments import basis_words

if TYPE_CHECKING:
    from core.pack.pack import Pack

app = family()

HUBS: Final = 20

As = Annotated[str | None, typer.Option("--as", metavar="PERSONA", help="With the eyes of a persona.")]


@app.command("islands")
@with_desk(READ)
def islands(desk: Desk) -> None:
    """The communities of linked claims, largest first."""
    from workbench.cli.render.graph import islands as render

    with desk.reading() as pack:
        view = desk.view(pack)
        found = pack.islands(view)
        if desk.json:
            put_json(found)
            return
        paper = Paper()
        tell_basis(paper, desk, pack, view)
        render(paper, found)
        if not found.islands:
            tell_elsewhere(paper, pack, view)


@app.command("island")
@with_desk(READ)
def island(
    desk: Desk,
    cue: Annotated[list[str], typer.Argument(metavar="CUE", help="What you are about to do.")],
    persona: As = None,
) -> None:
    """The claims that a task touches, before you start it."""
    from workbench.cli.render.graph import awakened

    with desk.reading() as pack:
        view = desk.view(pack)
        answer = pack.activate(words_of(cue), view, persona=persona)
        if desk.json:
            put_json(answer)
            return
        paper = Paper()
        tell_basis(paper, desk, pack, view)
        awakened(paper, answer)
        if not answer.reached:
            tell_elsewhere(paper, pack, view)


@app.command("hubs")
@with_desk(READ)
def hubs(
    desk: Desk, limit: Annotated[int, typer.Option("--limit", "-l", min=1, help="Hubs to show.")] = HUBS
) -> None:
    """The claims that the link graph turns on."""
    from workbench.cli.render.graph import hubs as render

    with desk.reading() as pack:
        view = desk.view(pack)
        ranked = pack.hubs(view, limit=limit)
        if desk.json:
            put_json({"basis": pack.reader.basis(view), "hubs": ranked})
            return
        paper = Paper()
        tell_basis(paper, desk, pack, view)
        render(paper, ranked)
        if not ranked:
            tell_elsewhere(paper, pack, view)


@app.command("graph")
@with_desk(READ)
def graph(
    desk: Desk,
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="WHAT", help="The letter of an island, or a claim; without it all islands are drawn."
        ),
    ] = None,
    svg: Svg = None,
    dark: Dark = False,
) -> None:
    """The islands as a picture, one of them, or a claim and what is linked to it."""
    from workbench.cli.drawing import drawn, put_drawn

    with desk.reading() as pack:
        view = desk.view(pack)
        when = basis_words(pack.reader.basis(view), desk.times(pack).zone)
        shown = drawn(pack, view, what, when)
        if svg is not None:
            from workbench.pictures.graph import graph_svg

            put_svg(svg, graph_svg(shown, dark=dark))
            return
        put_drawn(Paper(), shown)
        if not shown.picture.nodes:
            tell_elsewhere(Paper(), pack, view)


@app.command("brief")
@with_desk(READ)
def brief(
    desk: Desk,
    what: Annotated[
        list[str],
        typer.Argument(metavar="WHAT", help="The letter of an island, or what you are about to do."),
    ],
    persona: As = None,
) -> None:
    """What an island or a task holds, as Markdown with its evidence: for a document, or for an agent."""
    from workbench.brief import markdown, of_island, of_task
    from workbench.graph.reading import island_named

    with desk.reading() as pack:
        view = desk.view(pack)
        named = words_of(what)
        island = island_named(pack.islands(view), named)
        shown = (
            of_task(pack.activate(named, view, persona=persona))
            if island is None
            else of_island(pack, island, view)
        )
        if desk.json:
            put_json({"basis": pack.basis(view), "title": shown.title, "claims": shown.lines})
            return
        print(markdown(pack, shown, view), end="")


@app.command("fire")
@with_desk(WRITE)
def fire(
    desk: Desk,
    names: Annotated[list[str] | None, typer.Argument(metavar="ID...", help="Two claims or more.")] = None,
    cue: Annotated[
        str | None, typer.Option("--cue", help="Fire the strongest claims that this awakens.")
    ] = None,
    persona: As = None,
) -> None:
    """These were used together: their links gain weight."""
    from core.pack.commands import Fire

    if bool(names) == (cue is not None):
        raise Refused("name the claims that were used together, or give a --cue.")
    with desk.writing() as pack:
        ids = tuple(map(pack.find, names or ())) if cue is None else _awakened(pack, cue, persona)
        acting.act(desk, pack, Fire(ids=ids, persona=persona))


def _awakened(pack: Pack, cue: str, persona: str | None) -> tuple[str, ...]:
    from core.pack.graphs import FIRE_TOP

    answer = pack.activate(cue, persona=persona)
    if answer.weak:
        raise Refused(
            f"{as_given(cue)} awakens a weak island, and a weak one is not fired; name the claims instead."
        )
    return tuple(one.line.claim.id for one in answer.reached[:FIRE_TOP])
