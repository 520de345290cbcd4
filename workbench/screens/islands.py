"""Islands: what a task touches, what belongs together, and one island walked from claim to claim."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input, Static

from core.claims.claim import Claim
from core.errors import PackError
from core.pack.commands import Fire
from core.pack.graphs import FIRE_TOP, Archipelago, Awakened, Island
from core.pack.pages import ClaimLine
from workbench import clipboard
from workbench.actions import Scope
from workbench.frame.claim_actions import ClaimScreen
from workbench.graph.layout import Point
from workbench.graph.overview import bridges_drawn, overview
from workbench.graph.reading import Read, clusters_of, drawn_island, read_islands
from workbench.graph.sheets import Portrait
from workbench.moments import basis_words, counted
from workbench.plain import plain
from workbench.screens import islands_words as words
from workbench.screens.islands_field import CueField
from workbench.session import Session
from workbench.widgets.awakening import Awakening, status_words, weakness
from workbench.widgets.claim_card import ClaimCard
from workbench.widgets.claim_graph import ClaimGraph, Scene
from workbench.widgets.claim_list import ClaimList
from workbench.widgets.graph_map import GraphMap
from workbench.widgets.rows import Rows

CUE_REST: Final = 0.15
"""Seconds without a key after which the cue is looked up."""

LEAST_FIRED: Final = 2


class IslandsScreen(ClaimScreen):
    """A cue and what it awakens; the islands and their map; the inside of one."""

    MODE = "islands"
    SCOPE: ClassVar[Scope] = "islands"
    ALSO: ClassVar[tuple[Scope, ...]] = ("claim", "list", "map")
    PURPOSE = (
        "Before a task: type what you are about to do and see which claims it touches. "
        "Below, the islands of claims that belong together; enter goes into one, arrows walk its picture."
    )
    CSS_PATH = "islands.tcss"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._found: Archipelago | None = None
        self._places: Mapping[str, Point] = {}
        self._awakened: Awakened | None = None
        self._looking = self._goes_on = False
        self._rest: Timer | None = None
        self._inside: str | None = None
        """Id of the island that is shown from inside."""
        self._wanted: str | None = None
        """Claim whose island is to be shown once the islands are known."""
        self._stood: dict[str, Mapping[str, Point]] = {}
        """Where the claims of an island stood when it was last drawn."""

    def compose_content(self) -> ComposeResult:
        """The cue; what it awakens; the islands with their map; the inside of one."""
        with Horizontal(id="cue-line"):
            yield Static(plain("before:"), id="cue-label")
            yield CueField(placeholder="what are you about to do?   (q comes here)", id="cue")
        yield Static(id="islands-status")
        yield Awakening(id="awakening")
        with Container(id="archipelago"):
            with Vertical(id="island-side"):
                yield ClaimList(words.COLUMNS, empty=words.COMPUTING, id="island-list")
                yield ClaimCard(id="island-hub")
            yield GraphMap(empty=words.COMPUTING, id="island-map")
        yield ClaimGraph(empty="Drawing the island…", id="island")

    def on_mount(self) -> None:
        """Begin with the cue: typing is the first thing offered."""
        super().on_mount()
        if self._inside is None and self._wanted is None:
            self.query_one("#cue", Input).focus()

    def home_focus(self) -> Widget | None:
        """The picture inside an island; else what the cue awakened; else the list of islands."""
        if self._inside is not None:
            return self.query_one(ClaimGraph).map
        if self.has_class("-awake") and self._awakened is not None and self._awakened.reached:
            return self.query_one(Awakening).reached
        return self.query_one("#island-list")

    @property
    def _cue(self) -> str:
        return self.query_one("#cue", Input).value.strip()

    # reading

    def refresh_view(self, session: Session) -> None:
        """Ask for the islands, and again for what the cue awakens; what is shown stays, dimmed."""
        pack, view, before = session.pack, session.view, self._places
        self.query_one("#archipelago").add_class("-stale")
        self._tell_status()
        self.in_background("islands", lambda: read_islands(pack, view, before), self._take_islands)
        if self._cue:
            self._look()

    def _take_islands(self, read: Read | PackError) -> None:
        self.query_one("#archipelago").remove_class("-stale")
        if isinstance(read, PackError):
            self.say_refused(read)
            return
        self._found, self._places = read.found, read.places
        self._show_islands()
        self._tell_status()
        if self._wanted is not None:
            wanted, self._wanted = self._wanted, None
            self._enter_island_of(wanted)
        elif self._inside is not None:
            self._enter(self._inside, self.query_one(ClaimGraph).chosen)

    def _show_islands(self) -> None:
        found = self._found
        if found is None:
            return
        touched = self._touched()
        largest = max((len(island.members) for island in found.islands), default=1)
        rows = [words.island_row(one, largest, touched[one.letter]) for one in found.islands]
        empty = words.NO_ISLANDS if self.session.is_now else words.NO_ISLANDS_THEN
        self.query_one("#island-list", ClaimList).show(Rows(rows), empty=empty)
        island_map = self.query_one("#island-map", GraphMap)
        island_map.empty = "Islands are drawn here."
        island_map.show(overview(clusters_of(found), bridges_drawn(found.bridges), self._places))
        self._show_hub()

    def on_resize(self) -> None:
        """What tells of the chosen island depends on the room."""
        self.call_after_refresh(self._show_hub)

    def _show_hub(self) -> None:
        """The chosen island in words: on a card, or where that has no room, in the frame of the map."""
        chosen = self.query_one("#island-list", ClaimList).chosen
        island = self._island(chosen) if chosen else None
        card = self.query_one("#island-hub", ClaimCard)
        card.set_class(island is None, "-away")
        if island is not None and self._found is not None:
            card.show(words.island_card(island, self._found))
        framed = None if card.display or self.has_class("-awake") else island
        words.frame(self.query_one("#island-map", GraphMap), framed)

    def _touched(self) -> Counter[str]:
        """How many awakened claims each island has, by letter."""
        reached = self._awakened.reached if self._awakened else ()
        letters = words.letters_by_claim(self._found)
        return Counter(letters[id] for one in reached if (id := one.line.claim.id) in letters)

    # the cue

    def on_input_changed(self, event: Input.Changed) -> None:
        """Look the cue up once typing rests."""
        if event.input.id != "cue":
            return
        event.stop()
        self._goes_on = False
        if self._rest is not None:
            self._rest.stop()
        if self._cue:
            self._looking = True
            self._rest = self.set_timer(CUE_REST, self._look)
        else:
            self._sleep()
        self._leave_island()
        self._tell_status()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter goes on to what the cue awakened, as soon as that is known."""
        if event.input.id == "cue":
            event.stop()
            self._goes_on = self._looking
            if not self._looking:
                self.set_focus(self.home_focus())

    def _look(self) -> None:
        cue, pack, view = self._cue, self.session.pack, self.session.view
        if not cue:
            return
        self._looking = True
        self.query_one(Awakening).add_class("-stale")
        self.in_background("cue", lambda: pack.activate(cue, view), self._take_awakened)

    def _take_awakened(self, found: Awakened) -> None:
        self._looking, self._awakened = False, found
        awakening = self.query_one(Awakening)
        awakening.remove_class("-stale")
        fires = self._to_fire() if self.session.is_now and not found.weak else ()
        awakening.show(found, fires, words.letters_by_claim(self._found), self.session.present)
        self.add_class("-awake")
        self._show_islands()
        self._tell_status()
        if self._goes_on and self.query_one("#cue").has_focus:
            self._goes_on = False
            self.set_focus(self.home_focus())
        self._choose_shown()

    def _sleep(self) -> None:
        """No cue: the islands have all the room again."""
        self.forget_background("cue")
        self._looking, self._awakened = False, None
        self.remove_class("-awake")
        self._show_islands()
        self._choose_shown()

    def _to_fire(self) -> tuple[str, ...]:
        reached = self._awakened.reached if self._awakened else ()
        return tuple(one.line.claim.id for one in reached[:FIRE_TOP])

    def _tell_status(self) -> None:
        if self._inside is not None and (island := self._island(self._inside)):
            said = words.island_words(island)
        elif self._looking:
            said = "looking…"
        elif self._awakened is not None:
            fires = len(self._to_fire()) if self.session.is_now else 0
            said = status_words(self._awakened, fires)
        elif self._found is None or self.query_one("#archipelago").has_class("-stale"):
            said = words.COMPUTING
        else:
            said = words.archipelago_words(self._found)
        self.query_one("#islands-status", Static).update(plain(said))
        self.refresh_bindings()

    # inside an island

    def _island(self, island_id: str) -> Island | None:
        islands = self._found.islands if self._found else ()
        return next((one for one in islands if one.id == island_id), None)

    def _enter(self, island_id: str, claim_id: str | None = None) -> None:
        island, found = self._island(island_id), self._found
        if island is None or found is None:
            self._leave_island()
            return
        self._inside = island_id
        self.add_class("-inside")
        pack, view, before = self.session.pack, self.session.view, self._stood.get(island_id)

        def work() -> tuple[Portrait, Mapping[str, ClaimLine]]:
            return drawn_island(pack, view, island.members, found, before)

        self.in_background("island", work, lambda drawn: self._show_inside(island, *drawn, claim_id))
        self._tell_status()

    def _show_inside(
        self, island: Island, drawn: Portrait, lines: Mapping[str, ClaimLine], claim_id: str | None
    ) -> None:
        if self._inside != island.id:
            return
        self._stood[island.id] = drawn.places or {}
        title = f"{island.letter}  {island.name}"
        graph = self.query_one(ClaimGraph)
        graph.show(Scene(drawn, lines, self.session.present, title, "enter opens the claim"), claim_id)
        if not isinstance(self.focused, Input):
            self.set_focus(graph.map)
        self._choose_shown()

    def _leave_island(self) -> bool:
        """Climb out to the islands; False when none was entered."""
        if self._inside is None:
            return False
        self.forget_background("island")
        self._inside = None
        self.remove_class("-inside")
        self._tell_status()
        self._choose_shown()
        return True

    def _enter_island_of(self, claim_id: str) -> None:
        islands = self._found.islands if self._found else ()
        island = next((one for one in islands if claim_id in one.members), None)
        if island is None:
            self.say("This claim is on no island: it shares no link with another one on this date.")
        else:
            self.query_one("#island-list", ClaimList).choose(island.id)
            self._enter(island.id, claim_id)

    # what is chosen

    def chosen_claim(self) -> str | None:
        """The claim under the cursor, inside an island or among the awakened; an island is none."""
        if not self.is_mounted:
            return None
        if self._inside is not None:
            return self.query_one(ClaimGraph).chosen
        return self.query_one(Awakening).chosen if self._awakened is not None else None

    def _choose_shown(self) -> None:
        chosen = self.chosen_claim()
        if chosen is not None:
            self.choose(chosen)
        self.refresh_bindings()

    def on_claim_list_highlighted(self, message: ClaimList.Highlighted) -> None:
        """The map follows the list of islands; keys follow the awakened claim."""
        if message.claim_list.id == "island-list":
            island_map = self.query_one("#island-map", GraphMap)
            with island_map.prevent(
                GraphMap.NodeHighlighted
            ):  # an echo would come late and move the mark back
                island_map.choose(message.id)
            self._show_hub()
        else:
            self._choose_shown()

    def on_descendant_focus(self) -> None:
        """Keys follow the list that has the focus."""
        self._choose_shown()

    def on_graph_map_node_highlighted(self, message: GraphMap.NodeHighlighted) -> None:
        """The list follows the map."""
        self.query_one("#island-list", ClaimList).choose(message.id)

    def on_claim_list_opened(self, message: ClaimList.Opened) -> None:
        """Enter goes into an island, or opens an awakened claim."""
        if message.claim_list.id == "island-list":
            self._enter(message.id)
        else:
            self.visit("claims", "claim", message.id)

    def on_graph_map_node_opened(self, message: GraphMap.NodeOpened) -> None:
        """Enter on the map goes into the island."""
        self._enter(message.id)

    def on_claim_graph_chosen(self, message: ClaimGraph.Chosen) -> None:
        """Keys follow the claim one has walked to."""
        self._choose_shown()

    def on_claim_graph_opened(self, message: ClaimGraph.Opened) -> None:
        """Enter opens the claim one has walked to."""
        self.visit("claims", "claim", message.id)

    def picture(self) -> str | None:
        """The island one is in, else all islands with what each is about."""
        from workbench.pictures.graph import graph_svg
        from workbench.pictures.portraits import of_island, of_islands

        if self._found is None:
            return None
        when = basis_words(self._found.basis, self.session.zone)
        island = self._island(self._inside) if self._inside is not None else None
        graph = self.query_one(ClaimGraph)
        if island is not None and graph.scene.lines:
            shown = of_island(island, graph.scene.portrait, graph.sheet, graph.scene.lines, when)
        else:
            shown = of_islands(self._found, self._places, self.session.pack.workspace, when)
        return graph_svg(shown, dark=self.app.current_theme.dark)

    # coming and going

    def arrive(self, wish: str, claim_id: str | None) -> None:
        """With a cue to type, or to the island of a claim."""
        if wish == "cue":
            self._leave_island()
            self.query_one("#cue", Input).focus()
        elif wish == "island" and claim_id is not None:
            if self._found is None or self.query_one("#archipelago").has_class("-stale"):
                self._wanted = claim_id
                self.set_focus(self.query_one("#island-list"))
            else:
                self._enter_island_of(claim_id)

    def action_island(self) -> None:
        """The island of the chosen claim, on this very screen."""
        if (claim_id := self.chosen_claim()) is not None:
            self._enter_island_of(claim_id)

    def climb(self) -> bool:
        """Out of an island; then out of the cue."""
        if self._leave_island():
            self.set_focus(self.home_focus())
            return True
        if self._cue:
            self.query_one("#cue", Input).value = ""
            self.set_focus(self.query_one("#island-list"))
            return True
        return False

    # acts

    def refusals(self) -> Mapping[str, str]:
        """A weak island is not fired; without a cue there is nothing to fire."""
        why = self._why_not_fire() if self.session.is_now and not self.session.reader_of else ""
        reasons = {**super().refusals(), **({"islands.fire": why} if why else {})}
        return reasons if self._brief_of() else {**reasons, "islands.brief": words.NO_BRIEF}

    def _why_not_fire(self) -> str:
        if self._inside is not None:
            return words.CLIMB_FIRST
        if self._looking:
            return words.STILL_LOOKING
        if self._awakened is None:
            return words.NO_CUE
        if self._awakened.weak:
            return f"This island is weak, so it is not fired: {weakness(self._awakened)}."
        return words.TOO_FEW if len(self._to_fire()) < LEAST_FIRED else ""

    def action_fire(self) -> None:
        """Say that the strongest claims were used together."""
        if not self._why_not_fire():
            self.carry_out(Fire(ids=self._to_fire()))

    def _brief_of(self) -> Island | Awakened | None:
        """The island one is in, else what the cue awakened, else the chosen island."""
        if not self.is_mounted:
            return None
        if self._inside is not None:
            return self._island(self._inside)
        chosen = self.query_one("#island-list", ClaimList).chosen
        return self._awakened or (self._island(chosen) if chosen is not None else None)

    def action_brief(self) -> None:
        """Copy it as Markdown."""
        from workbench.brief import markdown, of_island, of_task

        pack, view, wanted = self.session.pack, self.session.view, self._brief_of()
        if wanted is not None:
            brief = of_task(wanted) if isinstance(wanted, Awakened) else of_island(pack, wanted, view)
            copied = clipboard.copy(self.app, markdown(pack, brief, view))
            self.say(f"{counted(len(brief.lines), 'claim')} as a brief. {copied.sentence}")

    def _chosen(self) -> Claim | None:
        return super()._chosen() if self.is_mounted else None
