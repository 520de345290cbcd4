"""Pictures of cells: every row as wide as asked, labels apart, the chosen node lit."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from tests.workbench.graph.nets import any_net, pictured, tangle
from workbench.graph.braille import LABEL_CELLS, Drawing, Node, Picture, draw
from workbench.graph.canvas import Canvas, bresenham
from workbench.graph.ordered import Edge, Net

LABELS = ("claim {}", "默认融合方法 {}", "[/] \x1b[31m {}", "👩‍👩‍👧 {} e\u0301")


def lines(drawing: Drawing) -> list[str]:
    return ["".join(segment.text for segment in row) for row in drawing.rows]


def roles(drawing: Drawing) -> set[str]:
    return {segment.role for row in drawing.rows for segment in row}


@settings(max_examples=60, deadline=None)
@given(any_net(), st.integers(0, 60), st.integers(0, 20), st.sampled_from(LABELS), st.data())
def test_every_row_is_exactly_as_wide_as_asked(
    whole: Net, width: int, height: int, label: str, data: st.DataObject
) -> None:
    chosen = data.draw(st.none() | st.sampled_from(whole.nodes)) if whole.nodes else None
    drawing = draw(pictured(whole, label), width, height, chosen)
    assert len(drawing.rows) == height
    assert [cell_len(line) for line in lines(drawing)] == [width] * height


@settings(max_examples=40, deadline=None)
@given(any_net(), st.integers(10, 60), st.integers(5, 20))
def test_no_two_nodes_share_a_cell_and_all_are_drawn_when_there_is_room(
    whole: Net, width: int, height: int
) -> None:
    cells = draw(pictured(whole), width, height).cells
    assert set(cells) == set(whole.nodes)
    assert len(set(cells.values())) == len(cells)


@settings(max_examples=40, deadline=None)
@given(any_net(), st.integers(0, 100))
def test_labels_are_whole_and_never_run_into_each_other(whole: Net, labels: int) -> None:
    drawing = draw(pictured(whole, "{}-name"), 50, 14, None, labels)
    written = [
        name
        for row in drawing.rows
        for segment in row
        if segment.role == "label"
        for name in segment.text.split()
    ]
    assert len(written) <= labels
    assert all(text.removesuffix("-name") in whole.nodes for text in written)
    assert len(written) == len(set(written))


def test_the_same_picture_is_drawn_the_same() -> None:
    assert draw(pictured(tangle(30)), 80, 24, "n004") == draw(pictured(tangle(30)), 80, 24, "n004")


def test_the_chosen_node_and_its_neighbours_show_without_colour() -> None:
    whole = tangle(12)
    near = whole.neighbours()["n004"]
    shown = "".join(lines(draw(pictured(whole), 80, 24, "n004")))
    assert shown.count("◉") == 1
    assert shown.count("◆") == len(near)
    assert "claim n004" in shown


def test_nothing_chosen_lights_nothing() -> None:
    drawing = draw(pictured(tangle(12)), 80, 24)
    assert not roles(drawing) & {"selected", "lit", "edge-lit", "label-selected", "label-lit"}


def test_a_strong_link_is_thicker_than_a_weak_one() -> None:
    nodes = (Node("a", 0.0, 0.5), Node("b", 1.0, 0.5))

    def dots(weight: float) -> int:
        rows = lines(draw(Picture(nodes, (Edge("a", "b", weight),)), 20, 3))
        return sum((ord(cell) - 0x2800).bit_count() for cell in "".join(rows) if 0x2800 < ord(cell) < 0x2900)

    assert dots(0.9) == 2 * dots(0.3)


def test_links_of_the_chosen_node_lie_over_the_others() -> None:
    nodes = (Node("a", 0, 0), Node("b", 1, 1), Node("c", 0, 1), Node("d", 1, 0))
    drawing = draw(Picture(nodes, (Edge("a", "b", 1.0), Edge("c", "d", 0.2))), 21, 11, "c")
    cells = [segment.role for segment in drawing.rows[5] for _ in segment.text]
    assert cells[10] == "edge-lit"
    assert "edge-strong" in roles(drawing)


def test_an_island_shows_its_letter_and_a_wide_character_is_not_taken_for_one() -> None:
    nodes = (Node("a", 0.2, 0.5, glyph="A"), Node("b", 0.8, 0.5, glyph="默"))
    shown = "".join(lines(draw(Picture(nodes), 20, 3)))
    assert "A" in shown
    assert "默" not in shown
    assert "•" in shown


def test_a_long_label_is_cut() -> None:
    drawing = draw(Picture((Node("a", 0.5, 0.5, label="word " * 20),)), 80, 5)
    assert (
        max(len(segment.text) for row in drawing.rows for segment in row if segment.role == "label")
        <= LABEL_CELLS + 2
    )


@given(
    st.tuples(st.integers(-30, 30), st.integers(-30, 30)),
    st.tuples(st.integers(-30, 30), st.integers(-30, 30)),
)
def test_a_line_is_connected_and_ends_where_it_should(start: tuple[int, int], end: tuple[int, int]) -> None:
    points = list(bresenham(start, end))
    assert points[0] == start
    assert points[-1] == end
    for (x, y), (next_x, next_y) in pairwise(points):
        assert max(abs(next_x - x), abs(next_y - y)) == 1


def test_dots_land_on_the_braille_pattern_of_their_cell() -> None:
    canvas = Canvas(2, 1)
    for x, y in ((0, 0), (1, 3), (9, 9), (-1, 0)):
        canvas.dot(x, y, "edge")
    assert "".join(segment.text for segment in canvas.rows()[0]) == "⢁ "
