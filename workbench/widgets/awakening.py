"""What a cue awakens: the reached claims with their activation, the chosen one whole, what always applies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.app import ComposeResult
from textual.containers import Container, Vertical

from core.pack.graphs import AGREED, Awakened, Reached
from core.pack.pages import ClaimLine
from workbench.moments import Present, counted
from workbench.plain import plain
from workbench.widgets.bar import thin_bar
from workbench.widgets.claim_card import NOTHING, ClaimCard
from workbench.widgets.claim_list import ClaimList
from workbench.widgets.claim_words import claim_card
from workbench.widgets.rows import Cell, Column, Row, Rows

BAR_CELLS = 12
"""Cells of the strongest activation."""

WILL_FIRE = "+"
"""Mark of the claims that firing takes."""

NOTHING_TOUCHED = "Nothing in the pack touches this. Try other words, or write the first claim about it (w)."

REACHED_COLUMNS = (
    Column(4, "right"), Column(4, from_width=50), Column(BAR_CELLS, from_width=60), Column(),
    Column(2, "right", from_width=40),
)  # fmt: skip
ALWAYS_COLUMNS = (Column(10), Column())


class Awakening(Container):
    """The claims of a cue; beside each other where there is room, else one above the other."""

    DEFAULT_CSS = """
    Awakening { layout: horizontal; }
    Awakening > ClaimList { width: 1fr; height: 1fr; background: $background; }
    Awakening > Vertical { width: 36%; min-width: 44; height: 1fr; border-left: solid $border-blurred; }
    Awakening .always {
        height: auto; max-height: 50%; background: $background;
        border-top: solid $border-blurred; border-title-color: $text-muted;
    }
    Awakening .always:focus { border-top: heavy $border; }
    Awakening ClaimCard { padding: 0 1; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.reached = ClaimList(REACHED_COLUMNS, id="reached")
        self.always = ClaimList(ALWAYS_COLUMNS, id="always", classes="always")
        self._card = ClaimCard()
        self._lines: dict[str, ClaimLine] = {}
        self._via: dict[str, str] = {}
        self._cue = ""
        self._present = Present()

    def compose(self) -> ComposeResult:
        """Reached claims; the chosen one whole; what always applies."""
        yield self.reached
        with Vertical():
            yield self._card
            yield self.always

    def show(
        self, found: Awakened, fires: Sequence[str], letters: Mapping[str, str], present: Present
    ) -> None:
        """Show what a cue awakened; `fires` are the claims that firing takes, `letters` islands by claim."""
        self._present = present
        every = [*(one.line for one in found.reached), *found.always]
        self._lines = {line.claim.id: line for line in every}
        self._via = {one.line.claim.id: one.via for one in found.reached if one.via}
        rows = [_reached_row(one, one.line.claim.id in fires, letters) for one in found.reached]
        first = rows[0].id if rows and found.cue != self._cue else None
        self._cue = found.cue
        self.reached.show(Rows(rows), first, empty=NOTHING_TOUCHED)
        self.always.show(Rows(_always_row(line) for line in found.always))
        self.always.display = bool(found.always)
        self.always.border_title = plain(f"always applies ({len(found.always)})")
        self.tell(self.chosen)

    @property
    def chosen(self) -> str | None:
        """Id of the claim that keys act on."""
        return self.always.chosen if self.always.has_focus else self.reached.chosen

    def tell(self, claim_id: str | None) -> None:
        """Show this claim whole."""
        line = self._lines.get(claim_id or "")
        self._card.display = line is not None
        if line is None:
            self._card.show(NOTHING)
        else:
            self._card.show(claim_card(line, self._present, self._came_by(line.claim.id)))

    def _came_by(self, claim_id: str) -> str:
        """Through which claim most of the activation came."""
        via = self._lines.get(self._via.get(claim_id, ""))
        return f"through “{plain(via.claim.text).plain}”" if via else ""

    def on_claim_list_highlighted(self, message: ClaimList.Highlighted) -> None:
        """Follow the cursor of the list that has the focus."""
        if message.id == self.chosen:
            self.tell(message.id)

    def on_descendant_focus(self) -> None:
        """The claim of the list that has the focus now."""
        self.tell(self.chosen)


def _reached_row(one: Reached, fires: bool, letters: Mapping[str, str]) -> Row:
    claim = one.line.claim
    return Row(
        claim.id,
        (
            Cell(f"{one.activation:.2f}"),
            Cell("seed" if one.seed else "", "accent"),
            Cell(thin_bar(one.activation, 1.0, BAR_CELLS), "accent" if one.seed else "muted"),
            Cell(claim.text),
            Cell(letters.get(claim.id, ""), "strong"),
        ),
        mark=WILL_FIRE if fires else "",
    )


def _always_row(line: ClaimLine) -> Row:
    claim = line.claim
    verdict = str(getattr(claim.facts, "verdict", "") or claim.kind)
    return Row(claim.id, (Cell(verdict, "strong"), Cell(claim.text)))


def status_words(found: Awakened, fired: int) -> str:
    """`11 claims · strong · f fires the 8 marked +`; `fired` 0 where nothing can be fired."""
    if not found.reached:
        return "nothing here touches this"
    shown = f"showing results for “{found.shown_as}” · " if found.shown_as else ""
    awake = counted(len(found.reached), "claim")
    if found.weak:
        return f"{shown}{awake} · weak: {weakness(found)}, so f does not fire it"
    fires = f" · f fires the {fired} marked {WILL_FIRE}" if fired > 1 else ""
    return f"{shown}{awake} · strong{fires}"


def weakness(found: Awakened) -> str:
    """Why an awakened island is weak."""
    sure = counted(found.agreed, "seed is", "seeds are") if found.agreed else "no seed is"
    return f"{sure} named by two ballots, {AGREED} are needed"
