"""What the screens share: the pack, the two instants shown, the chosen claim, and what this sitting did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec.structs import replace

from core.claims.claim import Claim
from core.clocks.instants import Instant
from core.errors import NotFound
from core.pack.commands import Command, Redo, Undo
from core.pack.events import Event
from core.pack.pack import Pack
from core.pack.receipts import Receipt
from core.pack.views import View
from workbench.drafts import DraftJournal
from workbench.keys import Situation
from workbench.moments import Present, counted, day_words, minute_words
from workbench.morning import Morning

if TYPE_CHECKING:
    from workbench.meaning import Joining


class Stamp(NamedTuple):
    """What a screen's content depends on; equal stamps show the same."""

    acts: int
    """Commands carried out and records taken in since the start."""
    true_at: Instant | None
    believed_at: Instant | None
    workspace: str


class Session:
    """One open pack as the workbench shows it. Knows no Textual; the app owns the one instance."""

    def __init__(self, pack: Pack, journal: DraftJournal, *, reader_of: str = "") -> None:
        self.pack = pack
        self.journal = journal
        self.joining: Joining | None = None
        """Brings in search by meaning after the first search; None where it is not wanted."""
        self.reader_of = reader_of
        """Who holds the pack, when this window only reads it; empty when it writes, or may from now on."""
        self.why_it_reads = ""
        """Why this window writes nothing though nobody holds the pack: said once, at the start."""
        self.machine: str | None = None
        """The zone of the machine's clock: a date that is typed is echoed in it too, where it differs."""
        self.true_at: Instant | None = None
        self.believed_at: Instant | None = None
        self.selected: str | None = None
        """Id of the claim chosen last, on any screen."""
        self.marks: tuple[tuple[Instant | None, Instant | None], ...] = ()
        """The last two dates marked, (believed on, true on); None is now."""
        self.moving: Literal["both", "believed", "true"] = "both"
        """Which of the two instants the keys of the time strip move."""
        self.saved_at: Instant | None = None
        """System time of the last record written here."""
        self.taken_back: set[int] = set()
        """Records that this window took back and did not do again."""
        self._opened_at_tx = self._newest_tx()
        self._acts = 0
        self._open_proposals: tuple[Stamp, int] | None = None
        self.morning = Morning(pack, lambda: self.view, lambda: self.stamp)

    @classmethod
    def of(cls, pack: Pack, state_folder: Path, *, reader_of: str = "") -> Session:
        """A session with its drafts below a state folder."""
        from workbench.drafts import journal_path

        return cls(pack, DraftJournal(journal_path(state_folder, pack.path)), reader_of=reader_of)

    # the two instants shown

    @property
    def is_now(self) -> bool:
        """Whether the present is shown, on both clocks."""
        return self.true_at is None and self.believed_at is None

    @property
    def looks_back(self) -> bool:
        """Whether the truth of an earlier day is shown with what was learnt since."""
        return self.true_at is not None and (self.believed_at is None or self.true_at < self.believed_at)

    @property
    def view(self) -> View:
        """The view that every screen reads with: the workspace in use, on the two instants shown."""
        return replace(self.pack.view(), true_at=self.true_at, believed_at=self.believed_at)

    @property
    def stamp(self) -> Stamp:
        """What the screens' content depends on."""
        return Stamp(self._acts + self.morning.wishes, self.true_at, self.believed_at, self.pack.workspace)

    def travel(self, *, true_at: Instant | None, believed_at: Instant | None) -> None:
        """Show other instants; None is now. Only B given means that V is the same instant."""
        self.true_at, self.believed_at = true_at, believed_at

    @property
    def zone(self) -> str:
        """The zone in which dates are shown."""
        return str(self.pack.setting("zone"))

    @property
    def now(self) -> Instant:
        """The present of the pack's clock."""
        return self.pack.now()

    @property
    def shown_time(self) -> str:
        """The date shown, in words, while it is not now; empty at now."""
        if self.is_now:
            return ""
        believed = minute_words(self.believed_at, self.zone)
        true = minute_words(self.true_at if self.true_at is not None else self.believed_at, self.zone)
        return f"believed on {believed}" + ("" if true == believed else f", true on {true}")

    @property
    def true_named(self) -> str:
        """What the instant of truth is called where it is marked on a line: `now`, or its date."""
        true = self.believed_at if self.true_at is None else self.true_at
        return "now" if self.is_now else day_words(true, self.zone)

    # reads that several screens want

    def claim(self, claim_id: str) -> Claim | None:
        """A claim as believed on the date shown, or None."""
        try:
            return self.pack.claim(claim_id, self.view)
        except NotFound:
            return None

    @property
    def present(self) -> Present:
        """The present of the date shown, for ages and due days in words."""
        at = self.now if self.believed_at is None else self.believed_at
        return Present(at, self.zone, self.morning.due.day, int(str(self.pack.setting("rollover_hour"))))

    @property
    def open_proposals(self) -> int | None:
        """How many proposals wait on the date shown; None until the whole pack is loaded."""
        if not self.pack.loaded:
            return None
        if self._open_proposals is None or self._open_proposals[0] != self.stamp:
            self._open_proposals = (self.stamp, len(self.pack.proposals(self.view)))
        return self._open_proposals[1]

    def load(self) -> None:
        """Load the whole pack and the code of acts, of search and of sentences, which the first picture does
        without; from any thread."""
        if not self.pack.loaded:
            _ = self.pack.reader
            from uniseg import sentencebreak  # noqa: F401  so that no key waits for these

            from core.pack import dispatch, searching  # noqa: F401

            self._acts += 1

    @property
    def is_empty(self) -> bool:
        """Whether the pack holds no claim at all, in any workspace and of any date."""
        return not self.pack.workspaces() and not self.pack.claims(View(shows="history", resting=True))

    # acts

    def submit(self, command: Command) -> Receipt:
        """Carry out a command, durable before this returns; first take over a pack that nobody writes.

        Raises `PackError`.
        """
        if not self.pack.writes:
            self.pack.take_over()
            self.reader_of = ""
        receipt = self.pack.submit(command)
        self._moved()
        self._note_taken_back(receipt)
        if receipt.t_tx is not None:
            self.saved_at = receipt.t_tx
        return receipt

    def _moved(self) -> None:
        self._acts += 1
        if self.joining is not None:
            self.joining.wake()

    def _note_taken_back(self, receipt: Receipt) -> None:
        if receipt.tx is None or receipt.verb not in ("undo", "redo"):
            return
        named = self.pack.event(receipt.tx).undoes
        if receipt.verb == "undo":
            self.taken_back.update(self._acts_of(named))
        else:
            self.taken_back.difference_update(self._acts_of([receipt.tx]))

    def _acts_of(self, txs: Iterable[int]) -> Iterator[int]:
        """The acts that records are about: of a redo those that it brought back."""
        for event in map(self.pack.event, txs):
            if event.verb == "redo":
                for undo in event.undoes:
                    yield from self._acts_of(self.pack.event(undo).undoes)
            elif event.tx is not None:
                yield event.tx

    def undo(self) -> Receipt:
        """Take back the seat's own last act. Raises `PackError`."""
        return self.submit(Undo())

    def redo(self) -> Receipt:
        """Take back the seat's own last undo. Raises `PackError`."""
        return self.submit(Redo())

    def follow(self) -> bool:
        """For a window that only reads: take in what the writer has done since; says whether anything was."""
        if self.pack.writes:
            return False
        holder = holder_words(self.pack)
        moved = self.pack.refresh() or holder != self.reader_of
        self.reader_of = holder
        if moved:
            self._moved()
        return moved

    def situation(self, refusals: Mapping[str, str] | None = None) -> Situation:
        """What decides whether an action is allowed now, with a screen's own reasons."""
        return Situation(self.shown_time, self.reader_of, refusals)

    def done_here(self) -> tuple[Event, ...]:
        """What this seat did since the program opened and did not take back, oldest first; to take back what
        was done before is an act too."""
        taken: set[int] = set()
        standing = []
        for event in self.pack.journal(self._newest_tx() - self._opened_at_tx):
            if event.tx in taken:
                continue
            taken.update(event.undoes)
            earlier = any(tx <= self._opened_at_tx for tx in event.undoes)
            if (earlier or not event.undoes) and event.actor == self.pack.seat:
                standing.append(event)
        return tuple(reversed(standing))

    def _newest_tx(self) -> int:
        return next((event.tx for event in self.pack.journal(1) if event.tx is not None), 0)

    def goodbye(self) -> str:
        """The last line on leaving: what was done and what is kept."""
        did = Counter(ACTS.get(event.verb, "other") for event in self.done_here())
        words = [f"{verb} {did[verb]}" for verb in dict.fromkeys(ACTS.values()) if did[verb]]
        words += [f"{counted(did['other'], 'other change')}"] if did["other"] else []
        kept = len(self.journal.load())
        words += [f"{counted(kept, 'draft')} kept"] if kept else []
        said = ", ".join(words) or "nothing was changed"
        return said[:1].upper() + said[1:] + "."


def holder_words(pack: Pack) -> str:
    """Who holds the writer's lease, for a window that only reads; empty when nobody does."""
    holder = pack.holder()
    if holder is None:
        return ""
    return "another window" if holder.seat == pack.seat else holder.seat


ACTS = {
    "grade": "graded", "write": "wrote", "no_longer_true": "closed", "close": "closed",
    "retract": "retracted", "reopen": "reopened", "edit": "edited", "verify": "still true",
    "doubt": "not sure", "bury": "put off", "suspend": "suspended", "unsuspend": "resumed",
    "undo": "took back", "redo": "did again",
}  # fmt: skip
"""Verbs of the log as the last line and the end of a sitting count them."""
