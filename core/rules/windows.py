"""How a newcomer's window lies to an older claim's: Allen (1983), six cases of his thirteen relations.

What follows from each: core/README.md, Figures of the write rules.
"""

from __future__ import annotations

from enum import Enum

from core.claims.claim import Claim
from core.clocks.instants import EARLIEST, LATEST, Instant


class Relation(Enum):
    """The six cases of the table."""

    CHANGE = "it starts within the other's window and outlasts it"
    EXCEPTION = "it starts and ends within the other's window"
    AFTER = "it starts when the other has ended"
    BEFORE = "it ends before the other starts"
    RUNS_INTO = "it starts before the other and runs into it"
    SAME_START = "both start at the same instant"


def starts(claim: Claim) -> Instant:
    """Start of the window for comparing; always is before everything that can be written."""
    return EARLIEST - 1 if claim.t_valid is None else claim.t_valid


def ends(claim: Claim) -> Instant:
    """End of the window for comparing; until further notice is after everything that can be written."""
    return LATEST + 2 if claim.t_invalid is None else claim.t_invalid


def relation(new: Claim, old: Claim) -> Relation:
    """The case of two windows."""
    if starts(new) >= ends(old):
        return Relation.AFTER
    if ends(new) <= starts(old):
        return Relation.BEFORE
    if starts(new) <= starts(old):
        return Relation.SAME_START if starts(new) == starts(old) else Relation.RUNS_INTO
    return Relation.CHANGE if ends(new) >= ends(old) else Relation.EXCEPTION


def overlap(a: Claim, b: Claim) -> bool:
    """Whether both are true at some instant."""
    return starts(a) < ends(b) and starts(b) < ends(a)
