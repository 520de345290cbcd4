"""Links and lenses of records that are taken in: the greater weight of both sides, at most eight a claim."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from core.claims.proposal import pair_key
from core.claims.validation import is_persona_name
from core.foreign.reading import Reading
from core.foreign.ties import Weights
from core.graph.links import MAX_LINKS
from core.store import tables
from core.store.layout import MAX_NAME_BYTES

if TYPE_CHECKING:
    from core.pack.adopting import Taking

SHARED: Final = ""
"""In place of a persona: the links that all see."""


def tie(taking: Taking) -> None:
    """Put what the records say of links and lenses, where both ends are here and either record is news."""
    personas = {name for reading in taking.taken.values() for name in reading.ties.lenses}
    personas |= {name for base in taking.before.values() if base is not None for name in base.ties.lenses}
    for persona in (SHARED, *sorted(name for name in personas if is_persona_name(name))):
        for a, b in sorted(_pairs(taking, persona)):
            _tie(taking, persona, a, b)


def _pairs(taking: Taking, persona: str) -> set[tuple[str, str]]:
    """The pairs that a record that is news names, or named before."""
    found = set()
    for claim_id, reading in taking.taken.items():
        for stated in (reading, taking.before[claim_id]):
            for name in _listed(stated, persona):
                peer = taking.named(reading, name)
                if peer is not None and peer != claim_id:
                    found.add((min(claim_id, peer), max(claim_id, peer)))
    return found


def _tie(taking: Taking, persona: str, a: str, b: str) -> None:
    before, after = _weight(taking, persona, a, b, now=False), _weight(taking, persona, a, b, now=True)
    if before == after:
        return
    pair, work = pair_key(a, b), taking.work
    if persona != SHARED:
        key = f"{persona}|{pair}"
        if len(key.encode()) <= MAX_NAME_BYTES:
            work.put(tables.LENS, key, after)
    elif after is None or _has_room(taking, a, b):
        work.put(tables.LINK, pair, after)
        for one, other in ((a, b), (b, a)):
            (_peers(taking, one).discard if after is None else _peers(taking, one).add)(other)


def _has_room(taking: Taking, a: str, b: str) -> bool:
    """Whether both ends are linked already, or have room for one more."""
    ends = _peers(taking, a), _peers(taking, b)
    return b in ends[0] or all(len(peers) < MAX_LINKS for peers in ends)


def _peers(taking: Taking, claim_id: str) -> set[str]:
    """The peers of a claim as this command leaves them so far."""
    peers = taking.peers.get(claim_id)
    if peers is None:
        peers = taking.peers[claim_id] = set(taking.work.held.links.peers(claim_id))
    return peers


def _weight(taking: Taking, persona: str, a: str, b: str, *, now: bool) -> float | None:
    """What the records of both ends say of a pair, now or before; None: nothing, or an end was not here."""
    one, other = _stated(taking, a, now), _stated(taking, b, now)
    if not now and (one is None or other is None):
        return None
    said = (
        _listed(one, persona).get(taking.teller.name(b)),
        _listed(other, persona).get(taking.teller.name(a)),
    )
    return max((weight for weight in said if weight is not None), default=None)


def _stated(taking: Taking, claim_id: str, now: bool) -> Reading | None:
    """The record of a claim: the one that is taken in, else the one that is known."""
    if claim_id in taking.taken:
        return taking.taken[claim_id] if now else taking.before[claim_id]
    claim = taking.work.get(tables.CLAIM, claim_id)
    origin = None if claim is None else taking.teller.origin(claim)
    return None if origin is None else origin.reading


def _listed(reading: Reading | None, persona: str) -> Weights:
    if reading is None:
        return {}
    return reading.ties.links if persona == SHARED else reading.ties.lenses.get(persona, {})
