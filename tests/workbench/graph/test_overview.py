"""The archipelago from far."""

from __future__ import annotations

from workbench.graph.braille import draw
from workbench.graph.canvas import BLANK
from workbench.graph.overview import MOST_DOTS, Cluster, bridges_drawn, island_places, overview

CLUSTERS = tuple(
    Cluster(f"id{number}", letter, f"island {letter}", tuple(f"{letter}{n}" for n in range(size)))
    for number, (letter, size) in enumerate({"A": 40, "B": 12, "C": 3, "AA": 2}.items())
)
BRIDGES = bridges_drawn([("id0", "id1", 3.0), ("id1", "id2", 0.5)])


def picture_text(width: int = 60, height: int = 14) -> str:
    places = island_places(CLUSTERS, BRIDGES)
    drawing = draw(overview(CLUSTERS, BRIDGES, places), width, height, None)
    return "\n".join("".join(part.text for part in row) for row in drawing.rows)


def test_each_island_shows_its_letter_and_its_name() -> None:
    """Letters carry the meaning, colours only help."""
    shown = picture_text()
    assert all(cluster.letter in shown for cluster in CLUSTERS)
    assert "AA island AA" in shown


def test_only_islands_are_walked_to_their_members_are_dots() -> None:
    """Arrows go from island to island."""
    drawn = overview(CLUSTERS, BRIDGES, island_places(CLUSTERS, BRIDGES))
    assert {node.id for node in drawn.nodes} == {cluster.id for cluster in CLUSTERS}
    assert len(drawn.dots) == MOST_DOTS + 12 + 3 + 2


def test_the_heaviest_bridge_has_weight_one() -> None:
    """Thick and thin are relative to this pack."""
    assert [edge.weight for edge in BRIDGES] == [1.0, 0.5 / 3.0]


def test_the_same_islands_lie_at_the_same_places() -> None:
    """The same pack draws the same picture."""
    places = island_places(CLUSTERS, BRIDGES)
    assert island_places(CLUSTERS, reversed(BRIDGES)) == places
    assert island_places(CLUSTERS, BRIDGES, places) == places
    assert picture_text() == picture_text()


def test_dots_never_leave_the_picture_or_cover_a_letter() -> None:
    """Even in a picture of a few cells."""
    places = island_places(CLUSTERS, BRIDGES)
    drawing = draw(overview(CLUSTERS, BRIDGES, places), 9, 4, None)
    assert [sum(len(part.text) for part in row) for row in drawing.rows] == [9] * 4
    letters = {part.text for row in drawing.rows for part in row if part.role not in (BLANK, "edge")}
    assert letters
