"""What a merge did, or would do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

from core.clocks.instants import Instant
from core.pack.merging_changes import Changed
from core.pack.part_words import Differs


class Clash(msgspec.Struct, frozen=True, kw_only=True):
    """A claim that both packs changed to different things."""

    claim: str
    ours: str
    """Our text."""
    theirs: str
    fields: tuple[str, ...]
    differs: tuple[Differs, ...] = ()
    """Every part but the text: ours, theirs."""


class Replaced(msgspec.Struct, frozen=True, kw_only=True):
    """Words that stood here until the other pack's came."""

    claim: str
    before: str
    after: str


class OtherSetting(msgspec.Struct, frozen=True, kw_only=True):
    """A setting that the other pack has otherwise; ours stands."""

    name: str
    ours: Any
    theirs: Any


class MergeReceipt(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to an import into a pack that is not empty."""

    lineage: str
    records: int
    """Records that came in, each as one of ours."""
    known: int
    """Records of theirs that were here already, by whatever way."""
    claims_added: tuple[str, ...] = ()
    """Without the versions of ours that wait for a decision."""
    claims_changed: tuple[str, ...] = ()
    changes: tuple[Changed, ...] = ()
    """One for each claim that was here and that changed, or on which a decision came in."""
    graded: int = 0
    """Claims that were here and got grades."""
    clashes: tuple[Clash, ...] = ()
    replaced: tuple[Replaced, ...] = ()
    """Claims whose words only the other pack had changed."""
    taken_back: int = 0
    """Records of theirs that were taken in and then taken back here; the notes say what brings them back."""
    proposals_opened: int = 0
    """Proposals that wait for a decision here, and did not before."""
    proposals_lapsed: int = 0
    """Proposals that waited here, and do no more, though nobody decided them."""
    lapsed: tuple[str, ...] = ()
    """Those, each by its id and its two texts."""
    links_left_out: int = 0
    """Links that came in but for which a claim had eight already."""
    settings: tuple[OtherSetting, ...] = ()
    notes: tuple[str, ...] = ()
    first_tx: int | None = None
    last_tx: int | None = None
    """Our records of the merge; None for a preview and when nothing was new."""
    t_tx: Instant | None = None

    @property
    def nothing_new(self) -> bool:
        """Whether everything was here already."""
        return self.records == 0


@dataclass(slots=True)
class Report:
    """A receipt in the making."""

    clashes: list[Clash] = field(default_factory=list)
    replaced: list[Replaced] = field(default_factory=list)
    links_left_out: int = 0
    notes: list[str] = field(default_factory=list)
    told: frozenset[str] = frozenset()
    """Sentences that an earlier merge has told here."""

    def note(self, sentence: str) -> None:
        """Add a sentence for a person, unless it was told before."""
        if sentence not in self.told:
            self.notes.append(sentence)
