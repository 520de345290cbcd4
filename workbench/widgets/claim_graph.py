"""A picture of linked claims that one walks, and the chosen one beside it, whole."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from core.pack.pages import ClaimLine
from workbench.graph.sheets import AFTER, BEFORE, EXIT_STEPS, LONGEST_LABEL, Portrait, sheet_picture
from workbench.graph.walk import Direction
from workbench.moments import Present
from workbench.plain import cut, plain, styled
from workbench.widgets.bar import thin_bar
from workbench.widgets.claim_card import Card, ClaimCard
from workbench.widgets.claim_words import claim_card
from workbench.widgets.graph_map import GraphMap

BAR_CELLS = 8
"""Cells of a link's weight."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What a `ClaimGraph` shows: the portrait, the claims in it, and the words around it."""

    portrait: Portrait = field(default_factory=Portrait)
    lines: Mapping[str, ClaimLine] = field(default_factory=dict)
    present: Present = field(default_factory=Present)
    title: str = ""
    hint: str = ""
    """What enter does, in the frame below the claim."""


class SheetMap(GraphMap):
    """A picture with nodes that stand for the sheets before and after: walking over them goes there."""

    class LeftSheet(Message):
        """The picture was left towards another sheet: -1 is the one before, 1 the one after."""

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

    def action_walk(self, direction: Direction) -> None:
        """Choose the neighbour that way; from an exit, leave the sheet."""
        step = EXIT_STEPS.get((self.chosen or "", direction))
        if step is None:
            super().action_walk(direction)
        else:
            self.post_message(self.LeftSheet(step))


class ClaimGraph(Container):
    """The picture and the chosen claim; beside each other where there is room, else one above the other."""

    DEFAULT_CSS = """
    ClaimGraph { layout: horizontal; }
    ClaimGraph > SheetMap { width: 1fr; height: 1fr; min-height: 5; }
    ClaimGraph > VerticalScroll { width: 36%; min-width: 42; height: 1fr; scrollbar-size-vertical: 1; }
    ClaimGraph ClaimCard { padding: 0 1; }
    ClaimGraph .links { height: auto; padding: 0 1; color: $text-muted; }
    ClaimGraph.-stacked { layout: vertical; }
    ClaimGraph.-stacked > VerticalScroll { width: 100%; height: auto; max-height: 60%; }
    ClaimGraph.-stacked .links { display: none; }
    """

    class Chosen(Message):
        """Another claim of the picture is chosen."""

        def __init__(self, graph: ClaimGraph, id: str) -> None:
            super().__init__()
            self.graph, self.id = graph, id

        @property
        def control(self) -> ClaimGraph:
            """The widget it happened in."""
            return self.graph

    class Opened(Message):
        """A claim of the picture was opened."""

        def __init__(self, graph: ClaimGraph, id: str) -> None:
            super().__init__()
            self.graph, self.id = graph, id

        @property
        def control(self) -> ClaimGraph:
            """The widget it happened in."""
            return self.graph

    def __init__(self, *, empty: str, id: str | None = None, stacked: bool = False) -> None:
        super().__init__(id=id, classes="-stacked" if stacked else None)
        self.scene = Scene()
        self.sheet = 0
        self.map = SheetMap(empty=empty)
        self._card = ClaimCard()
        self._links = Static(classes="links")

    def compose(self) -> ComposeResult:
        """The picture, the claim, its links."""
        yield self.map
        with VerticalScroll(can_focus=False):
            yield self._card
            yield self._links

    @property
    def chosen(self) -> str | None:
        """Id of the chosen claim; None in an empty picture and on the way to another sheet."""
        return self.map.chosen if self.map.chosen in self.scene.lines else None

    def show(self, scene: Scene, choose: str | None = None) -> None:
        """Draw these claims; the one given is chosen, else the former one if it is here, else the first."""
        wanted = next((id for id in (choose, self.chosen) if id in scene.lines), None)
        wanted = wanted or next(iter(scene.portrait.ranked), None)
        self.scene = scene
        self._draw(scene.portrait.sheet_of(wanted) if wanted else None, wanted)

    def choose(self, id: str) -> None:
        """Choose a claim, on whichever sheet it is."""
        sheet = self.scene.portrait.sheet_of(id)
        if sheet is not None and sheet == self.sheet:
            self.map.choose(id)
        elif sheet is not None:
            self._draw(sheet, id)

    def _draw(self, sheet: int | None, choose: str | None) -> None:
        self.sheet = sheet or 0
        self.map.show(sheet_picture(self.scene.portrait, self.sheet, self._label), choose)
        self._tell()

    def _label(self, id: str) -> str:
        line = self.scene.lines.get(id)
        return "" if line is None else cut(line.claim.text, LONGEST_LABEL)

    def on_sheet_map_left_sheet(self, message: SheetMap.LeftSheet) -> None:
        """Go to the neighbouring sheet."""
        message.stop()
        self._turn(message.step)

    def _turn(self, step: int) -> None:
        sheets, there = self.scene.portrait.sheets, self.sheet + step
        if 0 <= there < len(sheets):
            on_sheet = set(sheets[there].nodes)
            self._draw(there, next(id for id in self.scene.portrait.ranked if id in on_sheet))

    def on_graph_map_node_highlighted(self, message: GraphMap.NodeHighlighted) -> None:
        """Show the claim beside the picture."""
        message.stop()
        self._tell()
        if self.chosen is not None:
            self.post_message(self.Chosen(self, self.chosen))

    def on_graph_map_node_opened(self, message: GraphMap.NodeOpened) -> None:
        """Open the claim, or the sheet that the node stands for."""
        message.stop()
        if message.id in (BEFORE, AFTER):
            self._turn(-1 if message.id == BEFORE else 1)
        elif message.id in self.scene.lines:
            self.post_message(self.Opened(self, message.id))

    def _tell(self) -> None:
        scene, id = self.scene, self.map.chosen
        self.map.border_title = plain(scene.title)
        self.map.border_subtitle = plain(self._place(id))
        line = scene.lines.get(id or "")
        if line is not None:
            self._card.show(claim_card(line, scene.present, scene.hint))
        else:
            self._card.show(Card(body=self._exit_words(id), hint=scene.hint if id else ""))
        self._card.display = id is not None
        self._links.update(self._links_of(id))

    def _place(self, id: str | None) -> str:
        """Where in the whole the chosen claim stands."""
        ranked, sheets = self.scene.portrait.ranked, self.scene.portrait.sheets
        if id not in self.scene.lines:
            return ""
        sheet = f" · sheet {self.sheet + 1} of {len(sheets)}" if len(sheets) > 1 else ""
        return f"{ranked.index(id) + 1} of {len(ranked)}{sheet}"

    def _exit_words(self, id: str | None) -> str:
        if id not in (BEFORE, AFTER):
            return ""
        key, where = ("←", self.sheet - 1) if id == BEFORE else ("→", self.sheet + 1)
        return f"The picture goes on: {key} shows {len(self.scene.portrait.sheets[where].nodes)} more claims."

    def _links_of(self, id: str | None) -> Content:
        """The neighbours of a claim, the strongest first, each with its weight."""
        if id not in self.scene.lines or not self.scene.portrait.sheets:
            return Content()
        near = self.scene.portrait.sheets[self.sheet].neighbours().get(id or "", {})
        ranked = sorted(near.items(), key=lambda peer: (-peer[1], peer[0]))
        return styled(_link_parts((self.scene.lines[peer].claim.text, weight) for peer, weight in ranked))


def _link_parts(links: Iterable[tuple[str, float]]) -> list[tuple[str, str]]:
    parts: list[tuple[str, str]] = []
    for text, weight in links:
        parts += [
            ("\n" if parts else "", ""),
            (f"{weight:.2f} ".removeprefix("0"), ""),
            (thin_bar(weight, 1.0, BAR_CELLS) + " ", "$text-primary"),
            (cut(text, LONGEST_LABEL - BAR_CELLS), ""),
        ]
    return parts
