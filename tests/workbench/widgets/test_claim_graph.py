"""A picture of claims with the chosen one beside it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from textual.pilot import Pilot

from core.claims.claim import Claim
from core.pack.pages import ClaimLine
from tests.workbench.graph.nets import reachable
from tests.workbench.looks import text
from tests.workbench.widgets.hosts import Host
from workbench.graph.sheets import AFTER, portrait
from workbench.graph.walk import DIRECTIONS
from workbench.widgets.claim_card import ClaimCard
from workbench.widgets.claim_graph import ClaimGraph, Scene

LONG = (
    "When the mirror in Vienna is slow, take the one in Prague and write down when; " + "mind " * 30 + "end."
)


def line(number: int, words: str = "") -> ClaimLine:
    claim = Claim(
        id=f"{number:032x}",
        rev=1,
        workspace="w",
        kind="lesson",
        text=words or f"Claim number {number} says something.",
        author="ana",
        t_created=0,
        t_recorded=0,
        t_observed=0,
        t_valid=0,
    )
    return ClaimLine(claim=claim, state="live", retrievability=None, due_day=None)


def scene(lines: Iterable[ClaimLine], title: str = "A  tests") -> Scene:
    by_id = {one.claim.id: one for one in lines}
    ids = list(by_id)
    edges = [(one, other, 0.5) for one, other in pairwise(ids)]
    return Scene(portrait(ids, edges), by_id, title=title)


async def reached(graph: ClaimGraph, pilot: Pilot[None]) -> set[str]:
    """All claims that arrow keys lead to, on any sheet, from the chosen one; what turns a sheet is done."""
    seen, waiting = set[str](), [(graph.sheet, graph.map.chosen or "")]
    while waiting:
        sheet, start = waiting.pop()
        if graph.sheet != sheet:
            graph._draw(sheet, start)
        here = reachable(start, graph.map.moves)
        if here <= seen:
            continue
        seen |= here
        for node in sorted(here - set(graph.scene.lines)):
            for direction in DIRECTIONS:
                if graph.sheet != sheet:
                    graph._draw(sheet, node)
                graph.map.choose(node)
                graph.map.action_walk(direction)
                await pilot.pause()
                if graph.sheet != sheet:
                    waiting.append((graph.sheet, graph.map.chosen or ""))
    return seen & set(graph.scene.lines)


async def test_arrow_keys_reach_every_claim_on_every_sheet() -> None:
    """A group of more than a hundred claims is walked through, sheet by sheet, and back."""
    graph = ClaimGraph(empty="none")
    app = Host(graph)
    async with app.run_test(size=(100, 40)) as pilot:
        many = [line(number) for number in range(1, 231)]
        graph.show(scene(many))
        await pilot.pause()
        assert len(graph.scene.portrait.sheets) == 3
        assert await reached(graph, pilot) == {one.claim.id for one in many}


async def test_the_way_to_the_next_sheet_is_shown_in_words_and_opens_by_enter() -> None:
    """Nobody has to know that a picture has more sheets."""
    graph = ClaimGraph(empty="none")
    app = Host(graph)
    async with app.run_test(size=(100, 40)) as pilot:
        graph.show(scene([line(number) for number in range(1, 131)]))
        graph.map.choose(AFTER)
        graph.map.focus()
        await pilot.pause()
        assert "→ shows 30 more claims" in graph.query_one(ClaimCard).card.body
        assert graph.chosen is None
        await pilot.press("enter")
        await pilot.pause()
        assert graph.sheet == 1
        assert "sheet 2 of 2" in text(app)
        assert graph.chosen is not None


async def test_the_text_beside_the_picture_is_whole() -> None:
    """The picture abbreviates; the card never does."""
    graph = ClaimGraph(empty="none")
    app = Host(graph)
    async with app.run_test(size=(90, 30)) as pilot:
        graph.show(scene([line(1, LONG), line(2)]))
        await pilot.pause()
        words = text(app).replace("│", " ").replace("┃", " ").split()
        assert words.count("mind") == 30
        assert "end." in words


async def test_neighbours_are_listed_with_their_weight() -> None:
    """What the picture shows as lines stands beside it as figures."""
    graph = ClaimGraph(empty="none")
    app = Host(graph)
    async with app.run_test(size=(100, 30)) as pilot:
        graph.show(scene([line(1), line(2), line(3)]), line(2).claim.id)
        await pilot.pause()
        shown = text(app)
        assert shown.count(".50 ━━━━") == 2
        assert "2 of 3" in shown


async def test_the_chosen_claim_stays_chosen_when_the_picture_changes() -> None:
    """A refresh does not throw one back to the start."""
    graph = ClaimGraph(empty="none")
    app = Host(graph)
    async with app.run_test(size=(100, 30)) as pilot:
        many = [line(number) for number in range(1, 121)]
        graph.show(scene(many), many[110].claim.id)
        await pilot.pause()
        assert graph.sheet == 1
        graph.show(scene(many[1:]))
        await pilot.pause()
        assert graph.chosen == many[110].claim.id


async def test_opening_and_choosing_are_told(awkward: str) -> None:
    """Texts that break terminals are shown as they are."""
    graph = ClaimGraph(empty="none")
    app = Host(graph)
    async with app.run_test(size=(100, 30), message_hook=app.note) as pilot:
        graph.show(scene([line(1, awkward or "empty"), line(2, awkward or "empty")]))
        graph.map.focus()
        await pilot.press("right", "left", "up", "down", "enter")
        assert app.told(ClaimGraph.Chosen)
        assert app.told(ClaimGraph.Opened)


async def test_an_empty_picture_says_so() -> None:
    """No blank pane."""
    graph = ClaimGraph(empty="Nothing to draw.")
    app = Host(graph)
    async with app.run_test(size=(80, 20)) as pilot:
        graph.show(Scene())
        await pilot.press("tab", "right", "enter")
        assert "Nothing to draw." in text(app)
        assert graph.chosen is None
