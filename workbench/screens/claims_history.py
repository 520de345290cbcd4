"""Every version of one claim, on both clocks, and what each one changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from core.claims.claim import Claim
from core.claims.field_words import FIELD_WORDS, field_words
from core.claims.ids import short
from core.pack.events import Event
from core.pack.views import HistoryLine
from workbench.changed_words import value_words
from workbench.moments import counted, minute_words
from workbench.plain import plain, styled
from workbench.widgets.claim_facts import window_words
from workbench.widgets.claim_list import ClaimList
from workbench.widgets.labelled import Labelled, LabelledLines
from workbench.widgets.rows import Cell, Column, Row, Rows
from workbench.widgets.word_diff import Side, WordDiff

VERSIONS = "claim-versions"
"""Id of the list of versions, for handlers of its messages."""

NOW, THEN = "now", "the date shown"
"""To when the version that stands is believed, as it is read now and from a date of the past."""

COLUMNS = (Column(8), Column(35), Column(), Column(10, from_width=110))
"""Revision, believed, what changed, by whom."""


class ClaimHistory(Vertical):
    """The versions as a list, and below it what the chosen one changed."""

    DEFAULT_CSS = """
    ClaimHistory { height: 1fr; }
    ClaimHistory > .history-head { height: 1; padding: 0 1; background: $panel; }
    ClaimHistory > ClaimList { height: 40%; min-height: 4; }
    ClaimHistory > VerticalScroll { height: 1fr; padding: 1 1; border-top: solid $border-blurred; }
    ClaimHistory .history-text { height: auto; margin: 0 0 1 0; }
    ClaimHistory WordDiff { display: none; margin: 0 0 1 0; }
    ClaimHistory.-reworded WordDiff { display: block; }
    ClaimHistory.-reworded .history-text { display: none; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._versions: tuple[HistoryLine, ...] = ()
        self._events: Mapping[int, Event] = {}
        self._zone = "UTC"
        self._still = NOW

    def compose(self) -> ComposeResult:
        """Head, versions, and the change."""
        yield Static(classes="history-head")
        yield ClaimList(COLUMNS, id=VERSIONS)
        with VerticalScroll():
            yield Static(classes="history-text")
            yield WordDiff()
            yield LabelledLines()

    def show(
        self, versions: Sequence[HistoryLine], events: Mapping[int, Event], zone: str, *, still: str = NOW
    ) -> None:
        """Show these versions; `events` are their records of the log by number.

        `still` is what the belief lasts to that has not ended: now, or the date from which it is read.
        """
        self._versions, self._events, self._zone, self._still = tuple(versions), events, zone, still
        claim = versions[-1].claim
        words = f"history of {short(claim.id)} · {counted(len(versions), 'version')}, newest first"
        self.query_one(".history-head", Static).update(plain(words, "bold"))
        rows = Rows([self._row(line) for line in reversed(self._versions)])
        self.query_one(ClaimList).show(rows, choose=str(versions[-1].tx))
        self._show_chosen()

    def focus_target(self) -> Widget:
        """The versions."""
        return self.query_one(ClaimList)

    def on_claim_list_highlighted(self, message: ClaimList.Highlighted) -> None:
        """Show what the chosen version changed."""
        message.stop()
        self._show_chosen()

    def on_claim_list_opened(self, message: ClaimList.Opened) -> None:
        """A version has no page beyond this one."""
        message.stop()

    def _row(self, line: HistoryLine) -> Row:
        until = self._still if line.t_expired is None else minute_words(line.t_expired, self._zone)
        event = self._events.get(line.tx)
        cells = (
            Cell(f"rev {line.claim.rev}", "strong"),
            Cell(f"{minute_words(line.t_recorded, self._zone)} → {until}"),
            Cell(changed_words(line), "accent"),
            Cell(event.actor if event else line.claim.author, "muted"),
        )
        return Row(str(line.tx), cells, "" if line.claim.believed else "×")

    def _show_chosen(self) -> None:
        chosen = self.query_one(ClaimList).chosen
        place = next((at for at, line in enumerate(self._versions) if str(line.tx) == chosen), None)
        if place is None:
            return
        line = self._versions[place]
        before = self._versions[place - 1].claim if place else None
        reworded = before is not None and before.text != line.claim.text
        self.set_class(reworded, "-reworded")
        if before is not None and reworded:
            sides = (Side(before.text, f"rev {before.rev}"), Side(line.claim.text, f"rev {line.claim.rev}"))
            self.query_one(WordDiff).show(*sides)
        self.query_one(".history-text", Static).update(plain(line.claim.text, "bold"))
        event = self._events.get(line.tx)
        facts = version_facts(line, before, event, self._zone, still=self._still)
        self.query_one(LabelledLines).show(facts)


def changed_words(line: HistoryLine) -> str:
    """What a version changed, in a few words."""
    if line.claim.rev == 1 and not line.changed:
        return "written"
    return f"changed {field_words(line.changed)}" if line.changed else "recorded again, nothing changed"


def version_facts(
    line: HistoryLine, before: Claim | None, event: Event | None, zone: str, *, still: str = NOW
) -> tuple[Labelled, ...]:
    """Both clocks of a version, the record that made it, and each changed field before and after."""
    until = still if line.t_expired is None else minute_words(line.t_expired, zone)
    facts = [
        Labelled("believed", plain(f"{minute_words(line.t_recorded, zone)} → {until}")),
        Labelled("true", plain(window_words(line.claim, zone))),
    ]
    if event is not None:
        facts.append(Labelled("record", plain(f"tx {line.tx}, {event.actor}: {event.summary}")))
    if before is not None:
        named = [name for name in line.changed if name != "text"]
        facts += [_changed(name, before, line.claim, zone) for name in named]
    return tuple(facts)


def _changed(name: str, before: Claim, after: Claim, zone: str) -> Labelled:
    parts = [
        (value_words(name, getattr(before, name), zone), "strike $text-error"),
        (" → ", "$text-muted"),
        (value_words(name, getattr(after, name), zone), "bold $text-success"),
    ]
    return Labelled(FIELD_WORDS[name], styled(parts))
