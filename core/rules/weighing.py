"""A judgement and two windows together: an ending, a find, or a claim that stays open."""

from __future__ import annotations

from typing import Final

from core.claims.claim import Claim
from core.claims.proposal import pair_key
from core.rules.findings import Ending, Found, Near, Source
from core.rules.judge import PROPOSE, Judgement
from core.rules.near_miss import near_of
from core.rules.sides import Side
from core.rules.windows import Relation, relation
from core.state.held import Held
from core.store import tables


def was_declined(a: Claim, b: Claim, held: Held) -> bool:
    """Whether a person has said that both stay."""
    return held.chains.head(tables.DECLINED, pair_key(a.id, b.id)) is not None


_APART: Final = (Relation.AFTER, Relation.BEFORE)


_BY_POLICY: Final = "the policy is to propose"


def weigh(judgement: Judgement, new: Claim, old: Side, policy: str) -> Ending | Found | Near:
    """What becomes of a pair of rules 3 to 5 under a policy."""
    if judgement.decision == "open":
        return near_of(judgement, old)
    case = relation(new, old.claim)
    if case in _APART:
        return near_of(judgement, old, f"the windows do not meet: {case.value}")
    if judgement.decision == "propose":
        return found_of(judgement, old.claim, "guard", judgement.why)
    if case is Relation.CHANGE and new.t_valid is not None:
        if policy == PROPOSE:
            return found_of(judgement, old.claim, "guard", _BY_POLICY)
        return Ending(
            old=old.claim.id,
            rule=judgement.rule,
            figures=judgement.figures,
            thresholds=judgement.thresholds,
            guard=judgement.guard,
            new_end=new.t_valid,
        )
    return found_of(judgement, old.claim, _source(new, old.claim, case), _clash(case))


def found_of(judgement: Judgement, old: Claim, source: Source, verdict: str) -> Found:
    """The proposal that a judgement becomes."""
    return Found(old.id, judgement.rule, source, judgement.figures, judgement.thresholds, verdict)


_NOT_LATER: Final = (Relation.SAME_START, Relation.RUNS_INTO)


def _source(new: Claim, old: Claim, case: Relation) -> Source:
    """Two stated periods of which the newer claim's does not start later are in conflict."""
    stated = new.t_valid_stated and old.t_valid_stated
    return "conflict" if stated and case in _NOT_LATER else "guard"


def _clash(case: Relation) -> str:
    return f"it is no plain change: {case.value}"
