"""Links through the door: chosen when a claim is written, grown when claims are used together."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.claims.claim import Claim
from core.claims.ids import fingerprint
from core.claims.validation import MAX_NAME, is_persona_name
from core.errors import Refused, as_given
from core.graph.fire import HOLD, fire_changes, lens_changes, set_digest
from core.graph.links import MIN_OVERLAP, POOL, Mark, Pool, link_changes, nearest
from core.graph.ties import places
from core.pack.commands import Fire
from core.pack.outcome import Outcome
from core.pack.receipts import Receipt
from core.pack.work import Work
from core.state.links import UNSET_WEIGHT
from core.state.write_columns import Rows
from core.store import tables
from core.text.entities import topic_entities

MIN_FIRED: Final = 2
MAX_FIRED: Final = 24


def relink(work: Work, claim: Claim) -> tuple[str, ...]:
    """Choose a claim's links anew; a pair that was linked before gets its former weight back."""
    tie_name = f"{claim.author}\n{claim.text}"
    topics, tie = topic_entities(claim.entities), fingerprint(tie_name)
    marks = _Marks(work, claim, topics, tie)
    rows = _sharing(work, claim, topics, tie)
    pool: Pool = work.index.about(rows)
    if any((rows == work.index.text_row(changed)).any() for changed in marks.changed):
        # of what this command changed the index has what was before
        pool = nearest(claim.id, topics, work.index.ids(rows), marks.topics, names={claim.id: tie_name})
    changes = link_changes(claim.id, topics, pool, marks.topics, work.held.links, marks.of, tie_name)
    for pair in changes.dropped:
        work.put(tables.LINK, pair, None, differs=True)
    for pair in changes.made:
        work.put(tables.LINK, pair, _former_weight(work, pair), differs=True)
    before = set(work.held.links.peers(claim.id))
    gone, made = _others(changes.dropped, claim.id), _others(changes.made, claim.id)
    return tuple(sorted((before - gone) | made))


def _others(pairs: tuple[str, ...], claim_id: str) -> set[str]:
    ends = (pair.split("|") for pair in pairs)
    return {b if a == claim_id else a for a, b in ends if claim_id in (a, b)}


def _sharing(work: Work, claim: Claim, topics: frozenset[str], tie: int) -> Rows:
    """Rows of the nearest claims of the same workspace and set: the pool of the choice."""
    index = work.index
    index.catch_up()
    rows, overlaps = index.by_overlap(topics, MIN_OVERLAP)
    linkable = index.standing(rows, claim.workspace, claim.set, work.now)
    for peer in {claim.id, *_changed(work)}:
        if (row := index.text_row(peer)) >= 0:
            linkable[rows == row] = peer != claim.id and _linkable(work, peer, claim)
    rows, overlaps = _not_behind(rows[linkable], overlaps[linkable])
    ties = places(tie, index.fingerprints(rows))
    pool: Rows = rows[np.lexsort((ties, -overlaps))[:POOL]]
    return pool


def _not_behind(rows: Rows, overlaps: NDArray[np.float64]) -> tuple[Rows, NDArray[np.float64]]:
    """The rows without those that have a whole pool before them."""
    if len(rows) <= POOL:
        return rows, overlaps
    last = np.partition(overlaps, len(rows) - POOL)[len(rows) - POOL]
    kept = overlaps >= last
    return rows[kept], overlaps[kept]


def _changed(work: Work) -> list[str]:
    """The claims that this command has changed so far."""
    return [key for table, key in work.pending if table == tables.CLAIM]


def _linkable(work: Work, peer: str, claim: Claim) -> bool:
    other: Claim | None = work.get(tables.CLAIM, peer)
    return (
        other is not None
        and other.believed
        and (other.workspace, other.set) == (claim.workspace, claim.set)
        and (other.t_invalid is None or other.t_invalid > work.now)
    )


class _Marks:
    """What claims are about and how their ties go, seeing the command's own pending versions."""

    def __init__(self, work: Work, claim: Claim, topics: frozenset[str], tie: int) -> None:
        pending = [work.get(tables.CLAIM, changed) for changed in _changed(work)]
        self._pending = {
            one.id: (one.id, topic_entities(one.entities), fingerprint(one.id))
            for one in pending
            if one is not None and one.id != claim.id
        }
        self._pending[claim.id] = (claim.id, topics, tie)
        self.changed = self._pending.keys()
        self._index = work.index

    def of(self, ids: AbstractSet[str]) -> list[Mark]:
        """The marks of some claims."""
        pending = [self._pending[one] for one in self.changed & ids]
        return [*pending, *self._index.marks(ids - self.changed)]

    def topics(self, claim_id: str) -> frozenset[str]:
        """What one claim is about."""
        mark = self._pending.get(claim_id)
        return self._index.topics(claim_id) if mark is None else mark[1]


def _former_weight(work: Work, pair: str) -> float:
    chain = work.held.chains.chain(tables.LINK, pair)
    return next((entry.value for entry in reversed(chain) if entry.value is not None), UNSET_WEIGHT)


def fire(work: Work, command: Fire) -> Outcome:
    """Strengthen the links among claims that were used together; the same set within an hour is held."""
    ids = tuple(dict.fromkeys(command.ids))
    if not MIN_FIRED <= len(ids) <= MAX_FIRED:
        raise Refused(f"{MIN_FIRED} to {MAX_FIRED} claims fire together, not {len(ids)}.")
    if command.persona is not None and not is_persona_name(command.persona):
        raise Refused(
            f"a persona's name has 1 to {MAX_NAME} signs and no “|”, not {as_given(command.persona)}."
        )
    for claim_id in ids:
        work.believed(claim_id)
    digest = set_digest(ids) + (f"|{command.persona}" if command.persona else "")
    last = work.get(tables.FIRED, digest)
    if last is not None and work.now - last < HOLD:
        return Outcome(
            Receipt(verb="fire", outcome="noop", summary="the same set fired within the hour; held")
        )
    work.put(tables.FIRED, digest, work.now)
    changed = _fire_lens(work, ids, command.persona) if command.persona else _fire_links(work, ids)
    summary = f"{len(ids)} claims fired together: {changed} links moved"
    return Outcome(Receipt(verb="fire", outcome="update", links=ids, summary=summary))


def _fire_links(work: Work, ids: tuple[str, ...]) -> int:
    changes = fire_changes(ids, work.held.links)
    for pair, weight in changes.items():
        work.put(tables.LINK, pair, weight)
    for claim_id in ids:
        work.put(tables.USE, claim_id, (work.get(tables.USE, claim_id) or 0) + 1)
    return len(changes)


def _fire_lens(work: Work, ids: tuple[str, ...], persona: str) -> int:
    """Only the persona's overlay moves; its weights start from the shared ones."""
    prefix = f"{persona}|"
    lens = {
        key[len(prefix) :]: chain[-1].value
        for key, chain in work.held.chains.tables[tables.LENS].items()
        if key.startswith(prefix) and chain[-1].value is not None
    }
    changes = lens_changes(ids, lens, work.held.links)
    for pair, weight in changes.items():
        work.put(tables.LENS, prefix + pair, weight)
    return len(changes)
