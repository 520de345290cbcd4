"""Hubs: the claims that others turn on, the neighbourhood of one, and what would fall apart without it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.widget import Widget
from textual.widgets import Static

from core.pack.graphs import HubLine
from core.pack.pack import Pack
from core.pack.pages import ClaimLine
from core.pack.views import View
from workbench.actions import Scope
from workbench.frame.claim_actions import ClaimScreen
from workbench.graph.layout import Point
from workbench.graph.reading import Neighbourhood, neighbourhood
from workbench.moments import basis_words
from workbench.plain import plain
from workbench.screens import hubs_words as words
from workbench.session import Session
from workbench.widgets.claim_graph import ClaimGraph, Scene
from workbench.widgets.claim_list import ClaimList
from workbench.widgets.rows import Rows

SHOWN: Final = 20
"""Hubs in the list."""

EMPTY: Final = "The neighbourhood of a hub is drawn here."


class HubsScreen(ClaimScreen):
    """Ranked hubs, and the neighbourhood of the chosen one."""

    MODE = "hubs"
    SCOPE: ClassVar[Scope] = "hubs"
    ALSO: ClassVar[tuple[Scope, ...]] = ("claim", "list", "map")
    PURPOSE = (
        "The claims that most others turn on, by PageRank over the links. "
        "Arrows walk the neighbourhood of the chosen one; pin what must not be forgotten."
    )
    CSS_PATH = "hubs.tcss"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._hubs: dict[str, HubLine] = {}
        self._named: Mapping[str, ClaimLine] = {}
        self._stood: dict[str, Mapping[str, Point]] = {}
        """Where the neighbours of a hub stood when it was last drawn."""

    def compose_content(self) -> ComposeResult:
        """The list; the picture; the line that says what hangs on the hub."""
        with Container(id="hubs"):
            yield ClaimList(words.COLUMNS, empty=words.COMPUTING, id="hub-list")
            with Vertical(id="hub-side"):
                yield Static(id="hub-falls")
                yield ClaimGraph(empty=EMPTY, id="hub-graph", stacked=True)

    def home_focus(self) -> Widget | None:
        """The list."""
        return self.query_one("#hub-list")

    # reading

    def refresh_view(self, session: Session) -> None:
        """Rank again; what is shown stays, dimmed."""
        pack, view = session.pack, session.view
        self.query_one("#hubs").add_class("-stale")
        if not self._hubs:
            self._tell(words.COMPUTING)
        self.in_background("hubs", lambda: _ranked(pack, view), lambda read: self._take(*read))

    def _take(self, hubs: tuple[HubLine, ...], named: Mapping[str, ClaimLine]) -> None:
        self.query_one("#hubs").remove_class("-stale")
        self._hubs = {hub.line.claim.id: hub for hub in hubs}
        self._named = named
        largest = hubs[0].score if hubs else 1.0
        rows = [words.hub_row(hub, place, largest) for place, hub in enumerate(hubs, 1)]
        empty = words.NO_HUBS if self.session.is_now else words.NO_HUBS_THEN
        chosen = self.query_one("#hub-list", ClaimList)
        chosen.show(Rows(rows), empty=empty)
        self._show_hub(chosen.chosen)

    def _show_hub(self, claim_id: str | None) -> None:
        """Say what hangs on a hub, and draw what is around it."""
        hub = self._hubs.get(claim_id or "")
        if hub is None or claim_id is None:
            self.forget_background("around")
            self._tell("")
            self.query_one(ClaimGraph).show(Scene())
            return
        self._tell(words.falls_apart(hub, self._named))
        pack, view, before = self.session.pack, self.session.view, self._stood.get(claim_id)
        self.in_background("around", lambda: neighbourhood(pack, view, claim_id, before), self._show_around)

    def _show_around(self, around: Neighbourhood) -> None:
        self._stood[around.claim] = around.drawn.places or {}
        place = next((place for place, id in enumerate(self._hubs, 1) if id == around.claim), 0)
        title = f"linked with hub {place}" if place else ""
        scene = Scene(around.drawn, around.lines, self.session.present, title, "enter opens · i its island")
        graph = self.query_one(ClaimGraph)
        stays = graph.map.has_focus and graph.chosen in around.lines
        graph.show(scene, graph.chosen if stays else around.claim)
        self._choose_shown()

    def _tell(self, sentence: str) -> None:
        self.query_one("#hub-falls", Static).update(plain(sentence))

    # what is chosen

    def chosen_claim(self) -> str | None:
        """The claim one has walked to, while the picture has the focus; else the hub."""
        if not self.is_mounted:
            return None
        graph = self.query_one(ClaimGraph)
        return graph.chosen if graph.map.has_focus else self.query_one("#hub-list", ClaimList).chosen

    def _choose_shown(self) -> None:
        if (chosen := self.chosen_claim()) is not None:
            self.choose(chosen)
        self.refresh_bindings()

    def on_descendant_focus(self) -> None:
        """Keys follow the focus; back in the list, the picture shows the hub again."""
        graph, hub = self.query_one(ClaimGraph), self.query_one("#hub-list", ClaimList)
        if hub.has_focus and hub.chosen is not None:
            graph.choose(hub.chosen)
        self._choose_shown()

    def on_claim_list_highlighted(self, message: ClaimList.Highlighted) -> None:
        """Draw what is around this hub."""
        self._show_hub(message.id)
        self._choose_shown()

    def on_claim_graph_chosen(self, message: ClaimGraph.Chosen) -> None:
        """Keys follow the claim one has walked to."""
        self._choose_shown()

    def on_claim_list_opened(self, message: ClaimList.Opened) -> None:
        """Enter opens the hub."""
        self.visit("claims", "claim", message.id)

    def on_claim_graph_opened(self, message: ClaimGraph.Opened) -> None:
        """Enter opens the claim one has walked to."""
        self.visit("claims", "claim", message.id)

    def arrive(self, wish: str, claim_id: str | None) -> None:
        """To a hub, if the claim is one."""
        if claim_id is not None and not self.query_one("#hub-list", ClaimList).choose(claim_id):
            self.say(f"This claim is not among the first {SHOWN} hubs.")

    def picture(self) -> str | None:
        """The hub and what is linked to it."""
        from workbench.pictures.graph import graph_svg
        from workbench.pictures.portraits import of_neighbourhood

        graph = self.query_one(ClaimGraph)
        hub = next(iter(graph.scene.portrait.ranked), None)
        if hub is None:
            return None
        when = basis_words(self.session.pack.basis(self.session.view), self.session.zone)
        around = Neighbourhood(hub, graph.scene.portrait, graph.scene.lines)
        return graph_svg(of_neighbourhood(around, when), dark=self.app.current_theme.dark)

    # acts

    def refusals(self) -> Mapping[str, str]:
        """Without hubs there is nothing to review first; at another date nothing is reviewed."""
        reasons = dict(super().refusals())
        if not self._hubs:
            reasons["hubs.review_first"] = "There are no hubs to review."
        elif not self.session.is_now:
            reasons["hubs.review_first"] = "Nothing is reviewed at another date. T returns to now."
        return reasons

    def action_review_first(self) -> None:
        """Let the hubs that are due come first today."""
        due = self.session.morning.ask_first(self._hubs, "hubs")
        if due:
            self.visit("today", "first")
        else:
            self.say("None of these hubs is due today; they come first on the day they are.")


def _ranked(pack: Pack, view: View) -> tuple[tuple[HubLine, ...], Mapping[str, ClaimLine]]:
    hubs = pack.hubs(view, limit=SHOWN)
    return hubs, {line.claim.id: line for line in pack.lines(words.named_of(hubs), view)}
