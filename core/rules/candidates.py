"""Candidates of rules 3 to 5: every live claim that one of them could apply to, and those that come near."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.claims.claim import Claim
from core.clocks.instants import Instant
from core.rules.sides import Side
from core.rules.thresholds import NEAR_JACCARD, NEAR_MOST, REWRITE_JACCARD, ROUNDING
from core.state.write_index import Rows, WriteIndex


class Candidates(NamedTuple):
    """Claims to be judged, and how many were measured to find them."""

    claims: list[Claim]
    examined: int


def candidates(new: Side, index: WriteIndex, now: Instant, near_most: int = NEAR_MOST) -> Candidates:
    """Live claims of the newcomer's scope to be judged, without itself, oldest first.

    Complete: each claim that rule 3, 4 or 5 applies to is there; of the others at most `near_most`.
    """
    claim = new.claim
    heads = index.live(index.by_opening(new.said), claim.workspace, claim.set, claim.kind, now)
    alike = index.live(index.by_tokens(new.tokens), claim.workspace, claim.set, claim.kind, now)
    rows: Rows = np.union1d(heads, alike)
    if claim.kind == "correction" and new.topics:
        every_kind = [index.by_opening(new.said), index.by_entity(new.topics)]
        about = [index.live(found, claim.workspace, claim.set, None, now) for found in every_kind]
        rows, heads = np.union1d(rows, np.concatenate(about)), np.union1d(heads, about[0])
    similar = index.jaccard(new.tokens, rows)
    sure = np.isin(rows, heads)
    alike_too = np.flatnonzero(~sure & (similar >= REWRITE_JACCARD - ROUNDING))
    sure[alike_too[index.may_meet(new.topics, rows[alike_too])]] = True
    near = np.flatnonzero(~sure & (similar >= NEAR_JACCARD - ROUNDING))
    nearest = near[np.argsort(-similar[near], kind="stable")[:near_most]]
    chosen = np.sort(np.concatenate([np.flatnonzero(sure), nearest]))
    claims = [other for other in index.newest(rows[chosen]) if other.id != claim.id]
    return Candidates(claims, len(rows))
