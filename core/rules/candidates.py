"""Candidates of rules 3 to 5: every live claim that one of them could apply to, and those that come near."""

from __future__ import annotations

import numpy as np

from core.claims.claim import Claim
from core.clocks.instants import Instant
from core.rules.sides import Side
from core.rules.thresholds import NEAR_JACCARD
from core.state.write_index import Rows, WriteIndex


def candidates(new: Side, index: WriteIndex, now: Instant) -> list[Claim]:
    """Live claims of the newcomer's scope to be judged, without itself, oldest first.

    Complete: each claim that rule 3, 4 or 5 applies to is among them.
    """
    claim = new.claim
    alike = index.within(index.by_tokens(new.tokens), len(new.tokens), NEAR_JACCARD).rows
    rows: Rows = np.union1d(alike, index.by_opening(new.said))
    live = index.live(rows, claim.workspace, claim.set, claim.kind, now)
    if claim.kind == "correction" and new.topics:
        about = index.by_entity(new.topics)
        live = np.union1d(live, index.live(about, claim.workspace, claim.set, None, now))
    return [other for other in index.newest(live) if other.id != claim.id]
