"""How often claims were used: each act counts once, over whatever ways and packs it came.

A count is the sum of what the acts added that a pack knows. Of an act of its own that is read from the log,
and a record that took an act in notes it (`Merge.uses`). Where the sum of a pack is not its count, an older
record did not note it, and the count is joined from the newest value that both packs know.
"""

from __future__ import annotations

from core.pack.merging_sides import Side, value_of
from core.store import tables

Added = dict[str, dict[str, int]]
"""By claim, and by the digest of an act: what the act added."""


class Uses:
    """The counts of two packs that merge."""

    def __init__(self, ours: Side, theirs: Side) -> None:
        mine, other = _added(ours), _added(theirs)
        self._exact = {
            claim
            for claim in mine.keys() | other.keys()
            if _adds_up(ours, claim, mine.get(claim, {})) and _adds_up(theirs, claim, other.get(claim, {}))
        }
        self._sums = {claim: sum(mine.get(claim, {}).values()) for claim in self._exact}
        self._new: Added = {}
        """By act that only they know, and by claim."""
        for claim in self._exact:
            for act in other.get(claim, {}).keys() - mine.get(claim, {}).keys():
                self._new.setdefault(act, {})[claim] = other[claim][act]

    def is_exact(self, claim_id: str) -> bool:
        """Whether both counts of a claim are the sums of what was added."""
        return claim_id in self._exact

    def take(self, act: str) -> dict[str, tuple[int, int | None]]:
        """By claim, what an act of theirs adds and the count that comes of it; an act is taken once."""
        taken: dict[str, tuple[int, int | None]] = {}
        for claim, number in self._new.pop(act, {}).items():
            self._sums[claim] += number
            taken[claim] = number, max(0, self._sums[claim]) or None
        return taken


def _added(side: Side) -> Added:
    found: Added = {}
    for (table, claim), chain in side.chains.items():
        before = 0
        for step in chain if table == tables.USE else ():
            count = value_of((table, claim), step) or 0
            if side.merge(step.tx) is None:
                found.setdefault(claim, {})[step.act] = count - before
            before = count
    for record in side.records:
        merge = side.merge(record.tx)
        for claim, number in () if merge is None else merge.uses.items():
            found.setdefault(claim, {})[record_act(side, record.tx)] = number
    return found


def record_act(side: Side, tx: int) -> str:
    """The act that a record did or took in."""
    merge = side.merge(tx)
    return side.digests[tx - 1] if merge is None else merge.digest


def _adds_up(side: Side, claim: str, acts: dict[str, int]) -> bool:
    return max(0, sum(acts.values())) == (side.head((tables.USE, claim)) or 0)
