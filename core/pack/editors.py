"""Who said last what the two sides of a merge's proposal differ in: the author, or who edited it since."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from core.claims.claim import Claim
from core.claims.proposal import Proposal
from core.clocks.instants import Instant
from core.pack.merging_claims import parts_of
from core.pack.merging_rivals import fields_of
from core.pack.merging_sides import name_of, read_merge
from core.pack.origins import worded_by
from core.pack.reader import Reader
from core.rules.words import MERGE
from core.store import tables
from core.store.lmdb_log import LmdbLog


class Editors(NamedTuple):
    """The seats of the two sides of a proposal."""

    old: str
    new: str


def editors(
    reader: Reader, log: LmdbLog, proposals: Iterable[Proposal], believed_at: Instant
) -> dict[str, Editors]:
    """Of proposals that a merge opened, by id: who gave each side what it says where the two differ.

    A seat is empty for a side that was not written by `believed_at`.
    """
    found = {}
    for one in proposals:
        if one.source == MERGE:
            old, new = (
                _editor(reader, log, side, fields_of(one), believed_at) for side in (one.old, one.new)
            )
            found[one.id] = Editors(old, new)
    return found


def _editor(
    reader: Reader, log: LmdbLog, claim_id: str, fields: tuple[str, ...], believed_at: Instant
) -> str:
    chain = [entry for entry in reader.held.chains.chain(tables.CLAIM, claim_id) if entry.t_tx <= believed_at]
    if not chain:
        return ""
    place, says = len(chain) - 1, _said(chain[-1].value, fields)
    while place and _said(chain[place - 1].value, fields) == says:
        place -= 1
    if place == 0:  # so it has been since it was written, or since it came in
        return worded_by(chain[-1].value)
    record = log.record(chain[place].tx)
    took_in = read_merge(record)
    if took_in is None:
        return record.actor
    key = name_of((tables.CLAIM, claim_id))
    chosen = key in took_in.decided or key in took_in.carried  # its value is that of no one act
    return worded_by(chain[-1].value) if chosen else took_in.actor


def _said(claim: Claim, fields: tuple[str, ...]) -> tuple[object, ...]:
    parts = parts_of(claim)
    return tuple(parts.get(name) for name in fields)
