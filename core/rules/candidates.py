"""Candidates of rules 3 to 5: every live claim that one of them could apply to, and those that come near."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any, Final, NamedTuple

from core.claims.claim import Claim
from core.clocks.instants import Instant
from core.rules.cues import changes
from core.rules.sides import Side
from core.rules.statements import statement
from core.rules.thresholds import NEAR_JACCARD, NEAR_MOST, REWRITE_JACCARD, ROUNDING, SAID_LAST
from core.state.write_index import WriteIndex


class Candidates(NamedTuple):
    """Claims to be judged, and how many were measured to find them."""

    claims: list[Claim]
    examined: int


def candidates(new: Side, index: WriteIndex, now: Instant, near_most: int = NEAR_MOST) -> Candidates:
    """Live claims of the newcomer's scope to be judged, without itself, oldest first.

    Complete: each claim that rule 3, 4 or 5 applies to is there; of the others at most `near_most`, the
    nearest. A newcomer that says that something changed is also held against what was last said of its names.
    """
    bare, cue = statement(new), changes(new.said, ()) is not None
    heads = _heads(new, bare, index, now)
    said_last = set(_live(index.latest_about(new.topics if cue else (), SAID_LAST), new, index, now))
    rows = sorted(heads.union(said_last, _alike(new, bare, index, now, cue)))
    similar = index.jaccard(new.tokens, rows)
    if bare is not new:
        similar = list(map(max, similar, index.jaccard(bare.tokens, rows)))
    sure: list[int] = []
    near: list[tuple[float, int]] = []
    for row, measured in zip(rows, similar, strict=True):
        if row in heads or (measured >= REWRITE_JACCARD - ROUNDING and index.may_meet(new.topics, row)):
            sure.append(row)
        elif measured >= NEAR_JACCARD - ROUNDING or row in said_last:
            near.append((-measured, row))
    chosen = sorted(sure + [row for _, row in sorted(near)[:near_most]])
    claims = [other for other in index.newest(chosen) if other.id != new.claim.id]
    return Candidates(claims, len(rows))


def _heads(new: Side, bare: Side, index: WriteIndex, now: Instant) -> set[int]:
    """Rows that open as the newcomer does; a correction about something reaches every kind."""
    opened = [index.by_opening(side.said) for side in ((new,) if bare is new else (new, bare))]
    any_kind = _corrects(new)
    return {row for rows in opened for row in _live(rows, new, index, now, any_kind=any_kind)}


def _alike(new: Side, bare: Side, index: WriteIndex, now: Instant, cue: bool) -> set[int]:
    """Rows that may come near; a correction reaches those of other kinds that share a name with it."""
    least = NEAR_JACCARD if new.topics or cue else REWRITE_JACCARD
    both = _NO_TOKENS if bare is new else new.tokens
    scope, kind = (new.claim.workspace, new.claim.set), new.claim.kind
    reached: dict[str, Any] = {"worth": NEAR_JACCARD, "scope": scope}
    found = index.by_tokens(bare.tokens, least, others=both, kind=kind, **reached)
    alike = set(_live(found, new, index, now))
    if bare is not new:
        longer = index.by_tokens(new.tokens, others=bare.tokens, kind=kind, **reached)
        alike.update(_live(longer, new, index, now))
    if _corrects(new):
        sides = (new,) if bare is new else (new, bare)
        every = [index.by_tokens(side.tokens, NEAR_JACCARD, **reached) for side in sides]
        of_any_kind = _live(chain.from_iterable(every), new, index, now, any_kind=True)
        alike.update(row for row in of_any_kind if index.shares(new.topics, row))
    return alike


_NO_TOKENS: Final[frozenset[str]] = frozenset()


def _corrects(new: Side) -> bool:
    return new.claim.kind == "correction" and bool(new.topics)


def _live(
    rows: Iterable[int], new: Side, index: WriteIndex, now: Instant, *, any_kind: bool = False
) -> list[int]:
    """The live rows of the newcomer's scope and kind."""
    claim = new.claim
    return index.live(rows, claim.workspace, claim.set, None if any_kind else claim.kind, now)
