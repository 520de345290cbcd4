"""Claims of a pack told as records of the original, by what the pack holds of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from core.claims.claim import Claim, Closing
from core.claims.proposal import pair_key
from core.clocks.instants import Instant
from core.foreign.ids import derived_id, is_usable
from core.foreign.names import EXACT
from core.foreign.reading import Reading, read
from core.foreign.residue import Residue, residue_of
from core.foreign.ties import Ties, Weights
from core.foreign.writing import Told, line_of
from core.state.held import Held
from core.store import tables

Get = Callable[[str, str], Any]


@dataclass(slots=True)
class Origin:
    """What a claim came from: the record, read again."""

    residue: Residue
    reading: Reading


@dataclass
class Teller:
    """Writes claims as lines, and knows them by the ids that their records have."""

    held: Held
    get: Get
    """The value of a key of a table as it stands."""
    now: Instant
    _origins: dict[str, tuple[Claim, Origin | None]] = field(default_factory=dict)

    def line(self, claim: Claim) -> str:
        """The record of a claim."""
        origin = self.origin(claim)
        if origin is None:
            return line_of(self._told(claim), None, None, Ties(), self.now)
        before = self._ties_as_read(claim, origin.reading)
        return line_of(self._told(claim), origin.reading, origin.residue, before, self.now)

    def origin(self, claim: Claim) -> Origin | None:
        """The record that a claim came from; None for one that was born here."""
        known = self._origins.get(claim.id)
        if known is None or known[0] is not claim:
            found = residue_of(claim.extra)
            origin = None if found is None else Origin(found[0], read(found[1], found[0].kept))
            known = self._origins[claim.id] = (claim, origin)
        return known[1]

    def remember(self, claim: Claim, reading: Reading) -> None:
        """Know a claim that is being taken in without reading its record again."""
        self._origins[claim.id] = (claim, Origin(reading.residue, reading))

    def name(self, claim_id: str) -> str:
        """The id that a claim has in its record."""
        claim = self.get(tables.CLAIM, claim_id)
        origin = None if claim is None else self.origin(claim)
        return claim_id if origin is None else origin.reading.record.id

    def local(self, workspace: str, name: str) -> str | None:
        """The id here of a claim that a record of a workspace names; None when it is not here."""
        if is_usable(name):
            claim: Claim | None = self.get(tables.CLAIM, name)
            if claim is not None and claim.workspace == workspace:
                return name
        derived = derived_id(workspace, name)
        return derived if self.get(tables.CLAIM, derived) is not None else None

    def anywhere(self, reading: Reading, name: str, coming: frozenset[str] = frozenset()) -> str | None:
        """The id as it is, for a record that was born in a pack like this one: there an id is one claim's."""
        if EXACT not in reading.record.fields or not is_usable(name):
            return None
        return name if name in coming or self.get(tables.CLAIM, name) is not None else None

    def _told(self, claim: Claim) -> Told:
        named = replace(
            claim,
            id=self.name(claim.id),
            supersedes=tuple(map(self.name, claim.supersedes)),
            derived_from=tuple(map(self.name, claim.derived_from)),
            closing=self._ending(claim.closing),
            withdrawal=self._ending(claim.withdrawal),
        )
        return Told(claim=named, state=self.get(tables.REVIEW, claim.id), ties=self._ties(claim))

    def _ending(self, closing: Closing | None) -> Closing | None:
        by = None if closing is None else closing.by
        return closing if closing is None or by is None else replace(closing, by=self.name(by))

    def _ties(self, claim: Claim) -> Ties:
        links = {self.name(peer): weight for peer, weight in self.held.links.peers(claim.id).items()}
        return Ties(links=links, lenses=self._lenses(claim), used=self.get(tables.USE, claim.id) or 0)

    def _lenses(self, claim: Claim) -> dict[str, Weights]:
        found: dict[str, Weights] = {}
        for persona, peer in sorted(self._lens_peers.get(claim.id, ())):
            weight = self.get(tables.LENS, f"{persona}|{pair_key(claim.id, peer)}")
            if weight is not None:
                found.setdefault(persona, {})[self.name(peer)] = weight
        return found

    @cached_property
    def _lens_peers(self) -> dict[str, set[tuple[str, str]]]:
        """Persona and peer of every lens on a claim, by the claim."""
        found: dict[str, set[tuple[str, str]]] = {}
        for key in self.held.chains.tables[tables.LENS]:
            persona, a, b = key.split("|")
            found.setdefault(a, set()).add((persona, b))
            found.setdefault(b, set()).add((persona, a))
        return found

    # what was made of a record's ties when it was read

    def _ties_as_read(self, claim: Claim, reading: Reading) -> Ties:
        personas = {*reading.ties.lenses, *(persona for persona, _ in self._lens_peers.get(claim.id, ()))}
        lenses = {persona: self._as_read(claim, reading, persona) for persona in sorted(personas)}
        return Ties(
            links=self._as_read(claim, reading),
            lenses={persona: weights for persona, weights in lenses.items() if weights},
            used=reading.ties.used,
        )

    def _as_read(self, claim: Claim, reading: Reading, persona: str = "") -> Weights:
        """What was made of the links (or one lens) that the record names, or that a peer's record names."""
        table, stated = (
            (tables.LENS, reading.ties.lenses.get(persona, {}))
            if persona
            else (tables.LINK, reading.ties.links)
        )
        made = dict(self._made(claim, reading, stated, table, persona))
        own = reading.record.id
        for peer in self._peers(claim.id, persona):
            other = self._listed(peer, persona)
            if own in other:
                made.setdefault(self.name(peer), other[own])
        return made

    def _peers(self, claim_id: str, persona: str) -> list[str]:
        if not persona:
            return list(self.held.links.peers(claim_id))
        return [peer for name, peer in self._lens_peers.get(claim_id, ()) if name == persona]

    def _made(
        self, claim: Claim, reading: Reading, weights: Weights, table: str, persona: str = ""
    ) -> Iterator[tuple[str, float]]:
        """Those of a record's ties that ever stood in the pack, with the greater weight of the two sides."""
        own = self.name(claim.id)
        for name, weight in weights.items():
            peer = self.local(claim.workspace, name) or self.anywhere(reading, name)
            if peer is None:
                continue
            pair = pair_key(claim.id, peer)
            if self.held.chains.chain(table, f"{persona}|{pair}" if persona else pair):
                yield name, max(weight, self._listed(peer, persona).get(own, weight))

    def _listed(self, claim_id: str, persona: str = "") -> Weights:
        """The ties of a claim's record, or of one persona's lens in it."""
        claim = self.get(tables.CLAIM, claim_id)
        origin = None if claim is None else self.origin(claim)
        if origin is None:
            return {}
        ties = origin.reading.ties
        return ties.lenses.get(persona, {}) if persona else ties.links
