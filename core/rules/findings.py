"""What the rules hand back: endings, finds, near misses, and the plan that holds them."""

from __future__ import annotations

from typing import Literal

import msgspec

from core.claims.claim import Claim, Figure
from core.clocks.instants import Instant
from core.rules.table import SAME
from core.rules.twice import TWICE

Source = Literal["guard", "conflict"]


class Ending(msgspec.Struct, frozen=True):
    """The window of `old` ends at `new_end`, by a rule."""

    old: str
    rule: str
    figures: dict[str, Figure]
    thresholds: dict[str, Figure]
    guard: str | None
    new_end: Instant


class Found(msgspec.Struct, frozen=True):
    """A pair that a rule found and did not decide: a proposal."""

    old: str
    rule: str
    source: Source
    figures: dict[str, Figure]
    thresholds: dict[str, Figure]
    verdict: str
    """Why it was not decided, as a sentence."""


class Near(msgspec.Struct, frozen=True):
    """A claim that came near, and why it stays open."""

    id: str
    figures: dict[str, Figure]
    why_open: str


class WritePlan(msgspec.Struct, frozen=True):
    """What a write would do. `newcomer` is the claim as it is to be stored."""

    outcome: Literal["add", "noop", "update"]
    newcomer: Claim
    same: str | None = None
    """The claim that says it already."""
    endings: tuple[Ending, ...] = ()
    found: tuple[Found, ...] = ()
    near: tuple[Near, ...] = ()
    examined: int = 0
    """Claims that were compared."""
    warnings: tuple[str, ...] = ()


class Pair(msgspec.Struct, frozen=True):
    """Two held claims: the newer ends the older (`ending`), or may (`found`), or is it once more (`same`)."""

    new: str
    old: str
    ending: Ending | None = None
    found: Found | None = None
    same: bool = False

    @property
    def goes(self) -> str | None:
        """The one that goes, where the rules are sure."""
        return self.new if self.same else None if self.ending is None else self.ending.old

    def as_found(self) -> Found:
        """The pair as a proposal, whatever the rules were sure of."""
        if self.found is not None:
            return self.found
        if self.same:
            return Found(self.old, SAME.name, "guard", {}, {}, TWICE)
        assert self.ending is not None
        sure = self.ending
        verdict = sure.guard or "the rules would close it"
        return Found(sure.old, sure.rule, "guard", sure.figures, sure.thresholds, verdict)
