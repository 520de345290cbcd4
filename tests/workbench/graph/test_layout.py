"""Places that depend on the net alone and hold still when one node comes."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys

from hypothesis import given, settings

from tests.workbench.graph.nets import any_net, tangle
from workbench.graph.layout import FURTHEST, archipelago, grid, spring
from workbench.graph.ordered import Net, net

PROGRAM = """
import json, random
from tests.workbench.graph.nets import tangle
from workbench.graph.layout import spring
print(json.dumps(spring(tangle(25))))
"""


@settings(max_examples=40)
@given(any_net())
def test_every_node_has_a_place_inside(whole: Net) -> None:
    places = spring(whole)
    assert tuple(places) == whole.nodes
    assert all(0.0 <= x <= 1.0 and 0.0 <= y <= 1.0 for x, y in places.values())


def test_the_same_net_is_placed_the_same_whatever_the_hash_seed() -> None:
    here = {node: list(point) for node, point in spring(tangle(25)).items()}
    for seed in ("0", "7"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.getcwd()}
        out = subprocess.run(
            [sys.executable, "-c", PROGRAM], env=env, capture_output=True, text=True, check=True
        ).stdout
        assert json.loads(out) == here


def test_one_new_node_does_not_reshuffle_the_others() -> None:
    before = spring(tangle(40))
    old = tangle(40)
    grown = net([*old.nodes, "newcomer"], [*old.edges, ("newcomer", "n003", 0.9)])
    after = spring(grown, before)
    assert max(math.dist(before[node], after[node]) for node in before) <= FURTHEST + 1e-9


def test_a_newcomer_stands_near_what_it_is_linked_to() -> None:
    old = tangle(40)
    before = spring(old)
    after = spring(net([*old.nodes, "newcomer"], [*old.edges, ("newcomer", "n003", 0.9)]), before)
    distances = sorted(math.dist(after["newcomer"], after[node]) for node in before)
    assert math.dist(after["newcomer"], after["n003"]) <= distances[len(distances) // 2]


def test_nothing_new_moves_nothing() -> None:
    whole = tangle(15)
    assert spring(whole, spring(whole)) == spring(whole)


def test_a_node_that_went_leaves_the_others_where_they_were() -> None:
    old = tangle(15)
    before = spring(old)
    smaller = net(old.nodes[1:], old.edges)
    assert spring(smaller, before) == {node: before[node] for node in smaller.nodes}


def test_linked_nodes_stand_nearer_than_others_on_average() -> None:
    whole = net("abcdefgh", [(a, b, 1.0) for part in ("abcd", "efgh") for a in part for b in part])
    places = spring(whole)
    linked = [math.dist(places[edge.a], places[edge.b]) for edge in whole.edges]
    apart = [math.dist(places[a], places[b]) for a in "abcd" for b in "efgh"]
    assert sum(linked) / len(linked) < sum(apart) / len(apart)


def test_islands_do_not_overlap() -> None:
    whole = tangle(30)
    islands = [whole.nodes[:15], whole.nodes[15:25], whole.nodes[25:]]
    places = archipelago(whole, islands)
    for box, members in zip(grid(3), islands, strict=True):
        for node in members:
            assert box.x - 1e-9 <= places[node][0] <= box.x + box.width + 1e-9
            assert box.y - 1e-9 <= places[node][1] <= box.y + box.height + 1e-9


def test_boxes_of_a_grid_are_inside_and_apart() -> None:
    for count in range(20):
        boxes = grid(count)
        assert len(boxes) == count
        for at, box in enumerate(boxes):
            assert 0 <= box.x <= box.x + box.width <= 1
            assert 0 <= box.y <= box.y + box.height <= 1
            for other in boxes[:at]:
                beside = box.x >= other.x + other.width or other.x >= box.x + box.width
                assert beside or box.y >= other.y + other.height or other.y >= box.y + box.height


def test_drawing_and_placing_need_neither_numpy_nor_networkx_nor_textual() -> None:
    program = (
        "import sys, workbench.graph.braille, workbench.graph.walk, workbench.diffing, workbench.actions\n"
        "print([m for m in ('numpy', 'networkx', 'textual') if m in sys.modules])"
    )
    env = {**os.environ, "PYTHONPATH": os.getcwd()}
    out = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
