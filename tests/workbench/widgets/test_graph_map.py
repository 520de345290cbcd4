"""The map as a widget: walk, choose, open, by keys and mouse."""

from __future__ import annotations

from collections import deque

from tests.workbench.graph.nets import pictured, tangle
from tests.workbench.looks import text
from tests.workbench.widgets.hosts import Host
from workbench.graph.braille import Node, Picture
from workbench.graph.walk import DIRECTIONS, Direction
from workbench.widgets.graph_map import GraphMap

CROSS = Picture(
    (
        Node("middle", 0.5, 0.5, "middle", rank=9),
        Node("west", 0.0, 0.5, "west"),
        Node("east", 1.0, 0.5, "east"),
        Node("north", 0.5, 0.0, "north"),
        Node("south", 0.5, 1.0, "south"),
    )
)


async def test_arrows_walk_and_each_step_is_told() -> None:
    graph = GraphMap()
    app = Host(graph)
    async with app.run_test(size=(60, 20), message_hook=app.note) as pilot:
        graph.show(CROSS)
        graph.focus()
        await pilot.press("left", "right", "up", "down", "right", "right")
        told = [message.id for message in app.told(GraphMap.NodeHighlighted)]  # type: ignore[attr-defined]
        assert told == ["middle", "west", "middle", "north", "middle", "east"]


async def test_every_claim_of_an_island_is_reached_by_arrow_keys() -> None:
    graph = GraphMap()
    async with Host(graph).run_test(size=(80, 24)) as pilot:
        graph.show(pictured(tangle(25)))
        graph.focus()
        await pilot.pause()
        start = graph.chosen
        assert start is not None
        paths = paths_by_walking(graph, start)
        assert set(paths) == set(tangle(25).nodes)
        graph.choose(start)
        farthest = max(paths, key=lambda node: len(paths[node]))
        await pilot.press(*paths[farthest])
        assert graph.chosen == farthest


def paths_by_walking(graph: GraphMap, start: str) -> dict[str, list[Direction]]:
    """For each node reached from the start the keys that lead to it."""
    paths: dict[str, list[Direction]] = {start: []}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for direction in DIRECTIONS:
            graph.choose(here)
            graph.action_walk(direction)
            assert graph.chosen is not None
            if graph.chosen not in paths:
                paths[graph.chosen] = [*paths[here], direction]
                waiting.append(graph.chosen)
    return paths


async def test_enter_and_double_click_open() -> None:
    graph = GraphMap()
    app = Host(graph)
    async with app.run_test(size=(60, 20), message_hook=app.note) as pilot:
        graph.show(CROSS)
        graph.focus()
        await pilot.press("up", "enter")
        column, row = graph._drawn.cells["east"]
        await pilot.click(graph, offset=(column + 1, row + 1), times=2)
        assert [message.id for message in app.told(GraphMap.NodeOpened)] == ["north", "east"]  # type: ignore[attr-defined]


async def test_a_click_into_the_sea_chooses_nothing() -> None:
    graph = GraphMap()
    async with Host(graph).run_test(size=(60, 20)) as pilot:
        graph.show(CROSS)
        await pilot.click(graph, offset=(12, 3))
        assert graph.chosen == "middle"


async def test_a_new_picture_keeps_the_chosen_node_if_it_is_still_there() -> None:
    graph = GraphMap()
    async with Host(graph).run_test(size=(60, 20)):
        graph.show(CROSS, choose="east")
        graph.show(Picture(CROSS.nodes[1:]))
        assert graph.chosen == "east"
        graph.show(Picture(CROSS.nodes[:2]))
        assert graph.chosen == "middle"
        assert not graph.choose("nobody")


async def test_more_and_fewer_names() -> None:
    graph = GraphMap()
    app = Host(graph)
    async with app.run_test(size=(100, 30)) as pilot:
        graph.show(pictured(tangle(30), "name-{}"))
        graph.focus()
        counts = []
        for key in ("+", "-", "-", "-"):
            await pilot.press(key)
            counts.append(text(app).count("name-"))
        assert counts[0] > counts[1] > counts[2] >= counts[3] >= 1


async def test_an_empty_map_says_so_and_keys_do_nothing() -> None:
    graph = GraphMap(empty="No links yet. [/]")
    app = Host(graph)
    async with app.run_test(size=(60, 20), message_hook=app.note) as pilot:
        graph.focus()
        await pilot.press("left", "enter", "+")
        assert "No links yet. [/]" in text(app)
        assert not app.seen


async def test_it_survives_every_size_and_awkward_names(awkward: str) -> None:
    graph = GraphMap()
    app = Host(graph)
    async with app.run_test(size=(100, 30)) as pilot:
        graph.show(pictured(tangle(9), awkward.replace("{", "") + "{}"))
        graph.focus()
        for size in ((40, 12), (1, 1), (100, 30)):
            await pilot.resize_terminal(*size)
            await pilot.press("left")
        assert "◉" in text(app)
