"""The claim and its endings, as one immutable version."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from core.claims.facts import Facts
from core.clocks.instants import Instant

EVERYWHERE: Final = "*"
"""The workspace whose claims are read in every workspace and closed only there."""

BELIEVED: Final = "believed"
RETRACTED: Final = "retracted"
UNDONE: Final = "undone"
"""`Claim.state`: believed, retracted (it was never true), or undone (the write itself was taken back)."""

TAKEN_OVER: Final = "taken_over"
SET_ASIDE: Final = "set_aside"
WRITTEN_TWICE: Final = "same"
"""`Closing.rule` of a withdrawal that says nothing of the truth: another pack's version of a claim, which a
person took into ours or did not take; and the later one of two that are one claim."""

Figure = int | float | str


class Closing(msgspec.Struct, frozen=True, array_like=True):
    """Why a window ended or a claim was withdrawn: cause, rule and figures as they were then."""

    rule: str
    """A name of `core.rules` (`named`, `key`, …), or `stated`, `deed`, `retracted`, `neighbour`,
    `taken_over`, `set_aside`, `same`."""
    actor: str
    tx: int
    t_tx: Instant
    by: str | None = None
    """Id of the claim that ended it."""
    figures: dict[str, Figure] = {}
    """What was measured, by name (`jaccard`, `shared_words`, …)."""
    thresholds: dict[str, Figure] = {}
    """What the figures were held against."""
    guard: str | None = None
    """The guard's verdict, as a sentence."""
    policy: str = "apply"
    client: str = ""
    deed: str | None = None
    why: str | None = None
    former_end: Instant | None = None
    """`t_invalid` before this closing."""


class Claim(msgspec.Struct, frozen=True, array_like=True):
    """One version of a claim: what its author said, of when, and since when the pack holds it so."""

    id: str
    """32 hex digits, time-ordered; an imported id is kept."""
    rev: int
    """Number of this version, from 1."""
    workspace: str
    kind: str
    text: str
    author: str
    t_created: Instant
    """System time of the first version."""
    t_recorded: Instant
    """System time of this version."""
    t_observed: Instant
    """When the author saw or heard it."""
    t_valid: Instant | None
    """Start of truth, inclusive; None is always."""
    t_invalid: Instant | None = None
    """End of truth, exclusive; None is until further notice; may lie in the future."""
    t_valid_stated: bool = False
    t_invalid_stated: bool = False
    precision: tuple[str, str] = ("us", "us")
    """Precision of the stated start and end (`year`, `month`, `day`, `min`, `s`, `us`), for display only."""
    set: str | None = None
    question: str | None = None
    entities: tuple[str, ...] = ()
    entities_declared: bool = False
    deeds: tuple[str, ...] = ()
    key: str | None = None
    derived_from: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
    facts: Facts | None = None
    closing: Closing | None = None
    """Why `t_invalid` is what it is; None while open or when the author stated the end."""
    state: str = BELIEVED
    withdrawal: Closing | None = None
    """Why it is retracted or undone."""
    resting: bool = False
    rest_reason: str | None = None
    pinned: bool = False
    accepted: bool = True
    origin: str = "user-declared"
    witnesses: tuple[str, ...] = ()
    """Other authors who wrote the same."""
    extra: dict[str, Any] = {}
    """Fields that are not modelled; they round-trip untouched."""

    @property
    def believed(self) -> bool:
        """Whether this version is believed at all."""
        return self.state == BELIEVED

    def true_at(self, instant: Instant) -> bool:
        """Whether the window holds `instant`: start inclusive, end exclusive."""
        return (self.t_valid is None or self.t_valid <= instant) and (
            self.t_invalid is None or instant < self.t_invalid
        )
