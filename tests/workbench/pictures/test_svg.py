"""Pictures for a document: well formed whatever the texts, the same each time, and nothing over another."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import PackError
from tests.dear import dear
from tests.workbench.graph.nets import any_net, pictured, tangle
from workbench.cells import visible, width
from workbench.diffing import diff
from workbench.graph.braille import Picture
from workbench.graph.ordered import Edge, Net, net
from workbench.pictures.difference import EndingPicture, dates_svg, ending_svg, lines_of
from workbench.pictures.graph import HEAD, WIDE, GraphPicture, Keyed, graph_svg
from workbench.pictures.saving import save_picture
from workbench.widgets.rows import Cell, Row
from workbench.widgets.word_diff import Side

SVG = "{http://www.w3.org/2000/svg}"
ANY_TEXT = st.text(max_size=60)
STYLES = st.sampled_from(["", "bad strike", "good bold"])


def read(svg: str) -> ET.Element:
    """The document, read back as a browser would."""
    return ET.fromstring(svg.encode("utf-8"))


def words_of(root: ET.Element) -> str:
    return "\n".join("".join(text.itertext()) for text in root.iter(f"{SVG}text"))


def graph_of(whole: Net, label: str = "claim {}", keyed: int = 0) -> GraphPicture:
    picture = pictured(whole, label)
    key = [Keyed(node.id, str(at), f"all of {node.id}") for at, node in enumerate(picture.nodes[:keyed], 1)]
    return GraphPicture("a title", "a subtitle", picture, key)


@pytest.mark.parametrize("dark", [False, True])
def test_a_picture_holds_any_text(awkward: str, dark: bool) -> None:
    """A claim may hold controls, lone surrogates, every script: none of it breaks the document."""
    shown = GraphPicture(
        awkward,
        awkward,
        pictured(tangle(4), awkward.replace("{", "").replace("}", "")),
        whole={"n000": awkward},
    )
    read(graph_svg(shown, dark=dark))
    side = Side(awkward, awkward, awkward)
    pair = EndingPicture(awkward, awkward, side, Side(f"{awkward} more"), [("why", awkward)])
    root = read(ending_svg(pair, dark=dark))
    assert [one for one in visible(awkward).split() if one not in words_of(root).split()] == []
    read(
        dates_svg(
            awkward, awkward, [Row("a", (Cell("opened"), Cell(awkward), Cell(awkward)), "+")], dark=dark
        )
    )


@dear
@given(any_net(), st.integers(0, 5))
def test_a_graph_draws_every_node_and_link_and_the_same_bytes_each_time(whole: Net, keyed: int) -> None:
    shown = graph_of(whole, keyed=keyed)
    svg = graph_svg(shown)
    root = read(svg)
    assert graph_svg(graph_of(whole, keyed=keyed)) == svg
    assert len(root.findall(f"{SVG}circle")) == len(whole.nodes)
    assert len(root.findall(f"{SVG}line")) == len(whole.edges)
    assert [one.said for one in shown.key if one.said not in words_of(root)] == []


@dear
@given(st.integers(1, 60), st.integers(0, 30))
def test_names_meet_no_other_name_and_stay_in_the_picture(nodes: int, seed: int) -> None:
    root = read(graph_svg(graph_of(tangle(nodes, seed), "a claim called {}", keyed=3)))
    boxes = [
        tuple(float(shape.get(name, "0")) for name in ("x", "y", "width", "height"))
        for shape in root.findall(f"{SVG}rect")[1:]
    ]
    assert boxes
    assert all(x >= 0 and x + wide <= WIDE and y >= HEAD for x, y, wide, _ in boxes)
    for (x, y, wide, high), (u, v, broad, tall) in combinations(boxes, 2):
        assert x + wide <= u + 0.2 or u + broad <= x + 0.2 or y + high <= v + 0.2 or v + tall <= y + 0.2


def test_a_heavier_link_is_thicker() -> None:
    nodes = pictured(net(("a", "b", "c"), ())).nodes
    links = (Edge("a", "b", 0.2), Edge("b", "c", 0.9))
    root = read(graph_svg(GraphPicture("t", "s", Picture(nodes, links))))
    thick = [float(line.get("stroke-width", "0")) for line in root.findall(f"{SVG}line")]
    assert thick[0] < thick[1]


@dear
@given(
    st.lists(st.tuples(ANY_TEXT, st.sampled_from(["", "bad strike", "good bold"])), max_size=6),
    st.integers(4, 40),
)
def test_broken_lines_hold_every_word_in_order_and_fit(spans: list[tuple[str, str]], room: int) -> None:
    lines = lines_of(spans, room)
    said = [part for line in lines for part in "".join(text for text, _ in line).split()]
    whole = "".join(visible(text) for text, _ in spans).split()
    assert "".join(said) == "".join(whole)
    assert said == whole or any(width(word) > room for word in whole)
    for line in lines:
        assert width("".join(text for text, _ in line).rstrip()) <= room


def test_a_mark_stays_with_the_word_before_it() -> None:
    """A full stop behind a struck word does not begin a line."""
    found = diff("It is twice as fast.", "It is no faster.")
    spans = [(span.text, span.role) for span in found.old]
    assert [line for line in lines_of(spans, 17) if line and line[0][0].startswith(".")] == []


def test_what_went_is_struck_out_and_what_came_is_bold() -> None:
    pair = EndingPicture("t", "s", Side("The port is 6432."), Side("The port is 6500."), [])
    root = read(ending_svg(pair))
    spans = {span.text: span for span in root.iter(f"{SVG}tspan")}
    assert spans["6432"].get("text-decoration") == "line-through"
    assert spans["6500"].get("font-weight") == "bold"


def test_a_picture_is_never_written_over_another(tmp_path: Path) -> None:
    said = [save_picture("hubs", f"<svg>{number}</svg>", tmp_path) for number in range(3)]
    names = ["packbench-hubs.svg", "packbench-hubs-2.svg", "packbench-hubs-3.svg"]
    assert [name in one for name, one in zip(names, said, strict=True)] == [True] * 3
    assert [(tmp_path / name).read_text() for name in names] == [f"<svg>{n}</svg>" for n in range(3)]


def test_where_nothing_can_be_written_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="cannot be written"):
        save_picture("hubs", "<svg/>", tmp_path / "gone")
