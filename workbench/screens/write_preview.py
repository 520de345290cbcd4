"""What the pack thinks of a draft: what saving closes and by which rule, what comes near, what follows."""

from __future__ import annotations

from collections.abc import Container, Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from core.pack.receipts import CameNear, Closed, Receipt
from workbench.moments import Present, counted
from workbench.plain import plain, styled
from workbench.widgets.claim_list import ClaimList
from workbench.widgets.rows import Cell, Column, Row, Rows

Line = tuple[str, str]

NEAR_SHOWN = 6
"""Claims that came near and are shown; the number of all is said."""

NAMES_SHOWN = 2
"""Names that are offered of a claim that came near."""

EMPTY = (
    "What you write is checked as you type.",
    "Here you will see what saving would close, and by which rule; what comes near and stays open; "
    "and what it would be linked with. Nothing is saved before ctrl+s, and nothing typed is lost.",
)


CHANGE_FIRST = "Here you will see what saving the change would do."

PAST = "Another date is shown. What you type is kept; saving waits until escape and T return to now."

REFUSED = "The pack would refuse this; the reason stands on the left."


class WritePreview(VerticalScroll, can_focus=False):
    """The right half of Write. `space` on the list keeps a claim open."""

    DEFAULT_CSS = """
    WritePreview { padding: 0 1; }
    WritePreview Static { height: auto; }
    WritePreview #closing-title { text-style: bold; }
    WritePreview ClaimList { height: auto; max-height: 6; background: $background; }
    WritePreview #closing-why { color: $text-muted; padding: 0 0 1 2; }
    WritePreview .-absent { display: none; }
    WritePreview.-stale { opacity: 60%; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.keep_open: dict[str, str] = {}
        """Texts of the claims that the author keeps open, by id."""
        self._closes: tuple[Closed, ...] = ()
        self._way = ""
        """What to press before a key acts on the list of closings ("escape, then "); empty: nothing."""

    def compose(self) -> ComposeResult:
        """Closings, why, and the rest."""
        yield Static(id="closing-title")
        yield ClaimList((Column(),), id="closing")
        yield Static(id="closing-why")
        yield Static(id="thinks")

    def show_empty(self) -> None:
        """Say what will stand here."""
        self._show_closing(())
        self._thinks([(f"{line}\n", "$text-muted") for line in EMPTY])

    def show_waiting(self, why: str) -> None:
        """Say why the pack was not asked."""
        self._show_closing(())
        self._thinks([(why, "$text-muted")])

    def show_stopped(self, wrong: Sequence[str], beside: str, *, stacked: bool) -> None:
        """Say where the form tells what is wrong, which is `beside`; where it is stacked, tell it here."""
        if not stacked:
            self.show_waiting(beside)
            return
        self._show_closing(())
        self._thinks([(f"! {one}\n", "bold $text-error") for one in wrong])

    def show_receipt(self, receipt: Receipt, present: Present, understood: Sequence[str]) -> None:
        """Say what saving would do."""
        self._show_closing(receipt.closes)
        outcome = [] if self.keep_open else _outcome(receipt)
        self._thinks([*outcome, *_rest(receipt, self.keep_open, present), *_dates(understood)])

    def toggle_keep_open(self) -> bool:
        """Keep the chosen claim open, or let it close; False when none is chosen."""
        chosen = self.query_one("#closing", ClaimList).chosen
        if chosen is None:
            return False
        if chosen in self.keep_open:
            del self.keep_open[chosen]
        else:
            self.keep_open[chosen] = next(one.text for one in self._closes if one.id == chosen)
        self._show_closing(self._closes)
        return True

    def forget_kept(self) -> None:
        """Begin a new draft: nothing is kept open."""
        self.keep_open = {}

    def _show_closing(self, closes: tuple[Closed, ...]) -> None:
        self._closes = closes
        closing = [one for one in closes if one.id not in self.keep_open]
        rows = [Row(one.id, (Cell(one.text, "warning"),), "⊗") for one in closing]
        rows += [
            Row(one, (Cell(f"kept open: {text}", "muted"),), "○") for one, text in self.keep_open.items()
        ]
        some = bool(rows)
        claims = self.query_one("#closing", ClaimList)
        claims.set_class(not some, "-absent")
        claims.styles.height = max(1, min(6, len(rows)))
        claims.show(Rows(rows))
        title = self.query_one("#closing-title", Static)
        title.set_class(not some, "-absent")
        kept = f"closes nothing, {len(self.keep_open)} kept open"
        said = f"will close {counted(len(closing), 'claim')}" if closing else kept
        title.update(plain(said, "bold $text-warning" if closing else "bold $text-success"))
        self.show_why()

    def show_way(self, way: str) -> None:
        """Say what to press before a key acts on the list."""
        if way != self._way:
            self._way = way
            self.show_why()

    def show_why(self) -> None:
        """The rule in words, for the chosen closing."""
        chosen = self.query_one("#closing", ClaimList).chosen
        found = next((one for one in self._closes if one.id == chosen), None)
        lines = [] if found is None else [*found.explained, f"{self._way}space keeps it open"]
        if found is None and chosen in self.keep_open:
            lines = [f"{self._way}space lets it close again"]
        why = self.query_one("#closing-why", Static)
        why.set_class(not lines, "-absent")
        why.update(plain("\n".join(lines)))

    def _thinks(self, parts: Sequence[Line]) -> None:
        self.remove_class("-stale")
        self.query_one("#thinks", Static).update(styled(parts))


def _outcome(receipt: Receipt) -> list[Line]:
    if receipt.outcome == "noop":
        return [(f"Nothing to save: {receipt.summary}.\n", "bold $text-accent")]
    if receipt.verb == "witness":
        return [("It is held already; saving adds you as a witness.\n", "bold $text-accent")]
    if not receipt.closes and receipt.verb == "write":
        return [("closes nothing\n", "bold $text-success")]
    return []


def _rest(receipt: Receipt, kept: Container[str], present: Present) -> list[Line]:
    lines: list[Line] = []
    for proposed in receipt.proposes:
        lines += [("to decide later  ", "bold $text-accent"), (f"{proposed.text}\n", "")]
        lines.append((f"  {proposed.verdict}\n", "$text-muted"))
    others = [near for near in receipt.near if near.id not in kept]
    if others:
        lines.append((f"comes near, stays open ({len(others)} of {receipt.examined} looked at)\n", "bold"))
    for near in others[:NEAR_SHOWN]:
        lines += [(f"· {near.text}\n", ""), (f"  {near.why_open}{_would_tie(near)}\n", "$text-muted")]
    lines += [(f"! {warning}\n", "$text-warning") for warning in receipt.warnings]
    follows = [f"will link to {len(receipt.links)}"] if receipt.links else []
    follows += [present.due(receipt.due_day)] if receipt.due_day is not None else []
    return [*lines, (" · ".join(follows) + "\n", "")] if follows else lines


def _would_tie(near: CameNear) -> str:
    """Which name under about would tie a claim to this one."""
    named = " or ".join(f"“{name}”" for name in near.names[:NAMES_SHOWN])
    return f"; about {named} would tie them" if named else ""


def _dates(understood: Sequence[str]) -> list[Line]:
    return [(f"{line}\n", "$text-muted") for line in understood]
