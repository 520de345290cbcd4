"""Proposals: pairs that a rule found and did not decide; a person does."""

from __future__ import annotations

from typing import Final

import msgspec

from core.claims.claim import Figure
from core.clocks.instants import Instant

OPEN: Final = "open"
ACCEPTED: Final = "accepted"
DECLINED: Final = "declined"
LAPSED: Final = "lapsed"

SOURCES: Final = ("guard", "conflict", "consolidate", "held", "merge")


class Proposal(msgspec.Struct, frozen=True, array_like=True):
    """ "`new` may have replaced `old`": who thinks so, on what figures, and what came of it."""

    id: str
    workspace: str
    source: str
    new: str
    old: str
    rule: str
    t_opened: Instant
    actor: str
    status: str = OPEN
    figures: dict[str, Figure] = {}
    thresholds: dict[str, Figure] = {}
    verdict: str = ""
    """Why it was not decided, as a sentence."""
    decided_by: str | None = None
    t_decided: Instant | None = None
    why: str | None = None


def pair_key(a: str, b: str) -> str:
    """The key of an unordered pair of ids."""
    return f"{a}|{b}" if a <= b else f"{b}|{a}"
