"""Candidates of rules 3 to 5: every live claim that one of them could apply to, and those that come near."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.claims.claim import Claim
from core.clocks.instants import Instant
from core.rules.cues import changes
from core.rules.sides import Side
from core.rules.statements import statement
from core.rules.thresholds import NEAR_JACCARD, NEAR_MOST, REWRITE_JACCARD, ROUNDING, SAID_LAST
from core.state.write_index import Rows, WriteIndex


class Candidates(NamedTuple):
    """Claims to be judged, and how many were measured to find them."""

    claims: list[Claim]
    examined: int


def candidates(new: Side, index: WriteIndex, now: Instant, near_most: int = NEAR_MOST) -> Candidates:
    """Live claims of the newcomer's scope to be judged, without itself, oldest first.

    Complete: each claim that rule 3, 4 or 5 applies to is there; of the others at most `near_most`, the
    nearest. A newcomer that says that something changed is also held against what was last said of its names.
    """
    claim = new.claim
    bare, cue = statement(new), changes(new.said, ()) is not None
    opened = index.by_opening(new.said)
    alike = index.by_tokens(bare.tokens, NEAR_JACCARD if new.topics or cue else REWRITE_JACCARD)
    if bare is not new:
        opened = _union(opened, index.by_opening(bare.said))
        alike = _union(alike, index.by_tokens(new.tokens))
    heads = index.live(opened, claim.workspace, claim.set, claim.kind, now)
    rows: Rows = _union(heads, index.live(alike, claim.workspace, claim.set, claim.kind, now))
    if claim.kind == "correction" and new.topics:
        every_kind = [opened, index.by_entity(new.topics)]
        about = [index.live(found, claim.workspace, claim.set, None, now) for found in every_kind]
        rows, heads = _union(rows, *about), _union(heads, about[0])
    said_last = _said_last(new, index, now, cue)
    rows = _union(rows, said_last)
    similar = index.jaccard(new.tokens, rows)
    if bare is not new:
        similar = np.maximum(similar, index.jaccard(bare.tokens, rows))
    sure = np.isin(rows, heads)
    alike_too = np.flatnonzero(~sure & (similar >= REWRITE_JACCARD - ROUNDING))
    sure[alike_too[index.may_meet(new.topics, rows[alike_too])]] = True
    near = np.flatnonzero(~sure & ((similar >= NEAR_JACCARD - ROUNDING) | np.isin(rows, said_last)))
    nearest = near[np.argsort(-similar[near], kind="stable")[:near_most]]
    chosen = np.sort(np.concatenate([np.flatnonzero(sure), nearest]))
    claims = [other for other in index.newest(rows[chosen]) if other.id != claim.id]
    return Candidates(claims, len(rows))


def _said_last(new: Side, index: WriteIndex, now: Instant, cue: bool) -> Rows:
    """What was last said about the names of a newcomer that says that something changed."""
    claim = new.claim
    rows = index.latest_about(new.topics if cue else (), SAID_LAST)
    return index.live(rows, claim.workspace, claim.set, claim.kind, now)


def _union(*rows: Rows) -> Rows:
    joined: Rows = np.unique(np.concatenate(rows))
    return joined
