"""A judgement and two windows together: an ending, a find, or a claim that stays open."""

from __future__ import annotations

from typing import Final

from core.claims.claim import Claim
from core.claims.proposal import pair_key
from core.rules.findings import Ending, Found, Near, Source
from core.rules.judge import Judgement
from core.rules.near_miss import near_of
from core.rules.sides import Side
from core.rules.windows import Relation, relation
from core.state.held import Held
from core.store import tables


def was_declined(a: Claim, b: Claim, held: Held) -> bool:
    """Whether a person has said that both stay."""
    return held.chains.head(tables.DECLINED, pair_key(a.id, b.id)) is not None


_APART: Final = (Relation.AFTER, Relation.BEFORE)


def weigh(judgement: Judgement, new: Claim, old: Side) -> Ending | Found | Near:
    """What becomes of a pair of rules 3 to 5."""
    if judgement.decision == "open":
        return near_of(judgement, old)
    case = relation(new, old.claim)
    if case in _APART:
        return near_of(judgement, old, f"the windows do not meet: {case.value}")
    if judgement.decision == "propose":
        return found_of(judgement, old.claim, "guard", judgement.why)
    if case is Relation.CHANGE and new.t_valid is not None:
        return Ending(
            old=old.claim.id,
            rule=judgement.rule,
            figures=judgement.figures,
            thresholds=judgement.thresholds,
            guard=judgement.guard,
            new_end=new.t_valid,
        )
    return found_of(judgement, old.claim, _source(new, old.claim), _clash(case))


def found_of(judgement: Judgement, old: Claim, source: Source, verdict: str) -> Found:
    """The proposal that a judgement becomes."""
    return Found(old.id, judgement.rule, source, judgement.figures, judgement.thresholds, verdict)


def _source(new: Claim, old: Claim) -> Source:
    """Two stated periods of which the newer claim's is not later are in conflict."""
    return "conflict" if new.t_valid_stated and old.t_valid_stated else "guard"


def _clash(case: Relation) -> str:
    return f"it is no plain change: {case.value}"
