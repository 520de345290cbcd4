"""Receipts: what a command did, or would do. Equal for preview and write but for id, tx and time."""

from __future__ import annotations

from typing import Literal

import msgspec

from core.claims.claim import Figure
from core.clocks.instants import Instant

Result = Literal["add", "update", "delete", "noop"]


class Closed(msgspec.Struct, frozen=True, kw_only=True):
    """A claim that ends, by which rule and on what figures."""

    id: str
    text: str
    rule: str
    figures: dict[str, Figure]
    thresholds: dict[str, Figure]
    guard: str | None
    new_end: Instant | None
    explained: tuple[str, ...]
    """The rule in plain sentences."""


class Proposed(msgspec.Struct, frozen=True, kw_only=True):
    """A pair that a person decides."""

    old: str
    text: str
    rule: str
    source: str
    figures: dict[str, Figure]
    verdict: str


class CameNear(msgspec.Struct, frozen=True, kw_only=True):
    """A claim that came near and stays open, and why."""

    id: str
    text: str
    figures: dict[str, Figure]
    why_open: str
    names: tuple[str, ...] = ()
    """What it is about, where the two are about nothing in common: one of these names would tie them."""


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a command."""

    verb: str
    outcome: Result
    tx: int | None = None
    """None for a preview and a no-op."""
    t_tx: Instant | None = None
    id: str | None = None
    """The claim, deed, proposal or setting concerned."""
    closes: tuple[Closed, ...] = ()
    proposes: tuple[Proposed, ...] = ()
    near: tuple[CameNear, ...] = ()
    examined: int = 0
    """Claims that the rules looked at."""
    links: tuple[str, ...] = ()
    """Peers that the claim is linked with."""
    due_day: int | None = None
    """Study day (ordinal) of the next review."""
    changed: tuple[str, ...] = ()
    """Ids of all claims that got a new version; the door fills it in."""
    warnings: tuple[str, ...] = ()
    summary: str = ""
    """One line for a person."""

    def same_as(self, other: Receipt) -> bool:
        """Whether two receipts say the same but for id, tx and time."""
        return _plain(self) == _plain(other)


def _plain(receipt: Receipt) -> Receipt:
    changed = tuple(sorted(set(receipt.changed) - {receipt.id or ""}))
    summary = receipt.summary.replace(receipt.id or "\0", "")
    return msgspec.structs.replace(receipt, id=None, tx=None, t_tx=None, changed=changed, summary=summary)
