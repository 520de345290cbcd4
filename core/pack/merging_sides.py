"""The history of a pack as a merge sees it: which acts it knows, and by which act each key got its value.

An act is named as `merging_acts` says. A record that a merge wrote stands for acts of other packs, except
where it had to decide: a decision is an act of its own. So "does that pack know this value?" has one answer,
over whatever way the value came (core/README.md, handover).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec

from core.claims.claim import Claim
from core.pack.commands import Merge
from core.pack.merging_acts import is_decision, members
from core.store import tables
from core.store.manifest import ChainedDigest
from core.store.record import LogRecord

Key = tuple[str, str]
"""Table and key."""


class Step(NamedTuple):
    """One value of a key, by which record and by which act."""

    tx: int
    act: str
    stored: bytes | None


def name_of(key: Key) -> str:
    """A key as `Merge` names it."""
    return f"{key[0]} {key[1]}"


class Side:
    """One of the two packs of a merge, up to its last record."""

    def __init__(self, lineage: str, records: Iterable[LogRecord]) -> None:
        self.lineage = lineage
        self.records: list[LogRecord] = []
        self.digests: list[str] = []
        self.known: dict[str, int] = {}
        """The acts that this pack knows, and the record that brought each first."""
        self.chains: dict[Key, list[Step]] = {}
        self._merges: dict[int, Merge] = {}
        chained = ChainedDigest()
        for record in records:
            self._take(record, chained.add(record))

    def _take(self, record: LogRecord, digest: str) -> None:
        self.records.append(record)
        self.digests.append(digest)
        merge = read_merge(record)
        if merge is not None:
            self._merges[record.tx] = merge
        for act in self.acts(record.tx):
            self.known.setdefault(act, record.tx)
        for effect in record.effects:
            self._step(record.tx, (effect.table, effect.key), effect.stored)
        if merge is not None:
            self._keep_unchanged(record, merge)

    def _step(self, tx: int, key: Key, stored: bytes | None) -> None:
        chain = self.chains.setdefault(key, [])
        if chain and chain[-1].tx == tx:
            chain.pop()
        chain.append(Step(tx, self.act(tx, key), stored))

    def _keep_unchanged(self, record: LogRecord, merge: Merge) -> None:
        """What was decided to stay, or says what stood already, has no effect, and is an act all the same."""
        changed = {(effect.table, effect.key) for effect in record.effects}
        for name in (*merge.decided, *merge.carried):
            table, _, key = name.partition(" ")
            chain = self.chains.get((table, key))
            if (table, key) not in changed and chain:
                self._step(record.tx, (table, key), chain[-1].stored)

    def merge(self, tx: int) -> Merge | None:
        """What a record took in; None for an act of this pack's own."""
        return self._merges.get(tx)

    @property
    def told(self) -> frozenset[str]:
        """What the merges of this pack have told."""
        return frozenset(note for merge in self._merges.values() for note in merge.notes)

    def act(self, tx: int, key: Key) -> str:
        """The act by which a record gave a key its value."""
        merge = self._merges.get(tx)
        if merge is None:
            return self.digests[tx - 1]
        return merge.carried.get(name_of(key)) or (
            self.digests[tx - 1] if name_of(key) in merge.decided else merge.digest
        )

    def is_own(self, step: Step) -> bool:
        """Whether somebody did this; what a merge decides is what another may come to as well."""
        merge = self._merges.get(step.tx)
        return merge is None or step.act == merge.digest

    def words(self, claim_id: str, says: Callable[[Claim], object] = attrgetter("text")) -> Merge:
        """Who gave a claim the text (or what `says` tells of it) that it has now, and where.

        That is the last one who changed it to that.
        """
        key = (tables.CLAIM, claim_id)
        chain = self.chains[key]
        said = says(value_of(key, chain[-1]))
        first = chain[-1]
        for step in reversed(chain):
            claim = value_of(key, step)
            if claim is None or says(claim) != said:
                break
            if not is_decision(step.act):
                first = step
        return self.origin(first)

    def acts(self, tx: int) -> frozenset[str]:
        """The acts that a record makes known."""
        merge = self._merges.get(tx)
        if merge is None:
            return frozenset((self.digests[tx - 1],))
        own = () if merge.carried.keys() >= set(merge.decided) else (self.digests[tx - 1],)
        carried = (one for act in merge.carried.values() for one in members(act))
        return frozenset((merge.digest, *merge.via, *carried, *own))

    def knows(self, step: Step | None) -> bool:
        """Whether this pack knows the act of a step; True for no step at all."""
        return step is None or self.known.keys() >= members(step.act)

    def learned(self, step: Step) -> int:
        """The record that made the act of a step known here."""
        return max(self.known[one] for one in members(step.act))

    def origin(self, step: Step) -> Merge:
        """Where the act of a step was done, and by whom; a merge's decision was done where it was made."""
        merge = self._merges.get(step.tx)
        if merge is not None and step.act == merge.digest:
            return merge
        record = self.records[step.tx - 1]
        return Merge(
            lineage=self.lineage,
            tx=step.tx,
            t_tx=record.t_tx,
            digest=step.act,
            actor=record.actor,
            client=record.client,
            did=record.verb,
        )

    def head(self, key: Key) -> Any:
        """The last value of a key, or None."""
        chain = self.chains.get(key)
        return value_of(key, chain[-1]) if chain else None


def value_of(key: Key, step: Step | None) -> Any:
    """The decoded value of a step, or None."""
    return None if step is None or step.stored is None else tables.decode(key[0], step.stored)


def read_merge(record: LogRecord) -> Merge | None:
    """What a record took in from another pack, if a merge wrote it."""
    if record.verb != "merge":
        return None
    try:
        return msgspec.msgpack.decode(record.payload, type=Merge)
    except msgspec.MsgspecError:
        return None


def bases(ours: Side, theirs: Side, key: Key) -> list[tuple[Step, Side]]:
    """The newest values of a key that both packs know, each with a side on which it stands so.

    Two of them after merges that crossed: neither was there when the other was made.
    """
    mine = next((one for one in reversed(ours.chains.get(key, ())) if theirs.knows(one)), None)
    other = next((one for one in reversed(theirs.chains.get(key, ())) if ours.knows(one)), None)
    if mine is None or other is None:
        return [(one, side) for one, side in ((mine, ours), (other, theirs)) if one is not None]
    newer, older = ours.learned(other) <= mine.tx, theirs.learned(mine) <= other.tx
    if mine.act == other.act or (newer and not older):
        return [(mine, ours)]
    return [(other, theirs)] if older and not newer else [(mine, ours), (other, theirs)]
