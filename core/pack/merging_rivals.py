"""Their version of what both packs changed: a claim of its own, tied to ours until a person decides."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from random import Random
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from core.claims.claim import WRITTEN_TWICE, Claim
from core.claims.ids import new_id
from core.claims.proposal import Proposal
from core.clocks.instants import Instant
from core.pack.merging_claims import parts_of
from core.pack.merging_sides import Side
from core.rules.table import SAME
from core.rules.twice import TWICE
from core.store import tables

MERGED: Final = "merged"
"""Name in `Claim.extra` under which a claim says that it waits for a decision, and where it is from."""

SUCCESSOR: Final = "successor"
"""In place of the parts, where two claims each replaced a third."""


class Rival(msgspec.Struct, frozen=True):
    """A pair that a merge leaves to a person: theirs, ours, and what they differ in."""

    new: str
    old: str
    source: str
    """`merge` for two versions of one claim or two successors of one; `held` for two holders of a key."""
    rule: str
    fields: tuple[str, ...]
    verdict: str

    def proposal(self, ours: Claim | None, *, actor: str, now: Instant) -> Proposal:
        """The open proposal of the pair. Its id follows from the two, so twice is once."""
        return Proposal(
            id=derived_id(now, "proposal", self.new, self.old),
            workspace=ours.workspace if ours is not None else "",
            source=self.source,
            new=self.new,
            old=self.old,
            rule=self.rule,
            t_opened=now,
            actor=actor,
            figures={"fields": ", ".join(self.fields)},
            verdict=self.verdict,
        )


def rival_version(version: str, claim: str, fields: tuple[str, ...]) -> Rival:
    """The pair of a claim and the other pack's version of it."""
    verdict = f"both packs changed this claim ({', '.join(fields)}) since they parted; this is theirs"
    return Rival(version, claim, "merge", "merge", fields, verdict)


def rival_twin(later: str, first: str) -> Rival:
    """The pair of a claim that is written twice."""
    return Rival(later, first, "merge", SAME.name, (WRITTEN_TWICE,), TWICE)


def derived_id(instant: Instant, *of: str) -> str:
    """An id in the order of time that anybody makes the same of the same names."""
    seed = int.from_bytes(sha256("\n".join(of).encode()).digest(), "big")
    return new_id(instant, Random(seed))


def their_version(theirs: Side, claim: Claim, merged: Claim, fields: tuple[str, ...]) -> Claim:
    """Their version as a claim of its own. It bears no key, so that it cannot hold one beside ours."""
    note = origin_note(theirs, claim.id, key=claim.key)
    editor = theirs.words(claim.id, lambda one: [parts_of(one).get(name) for name in fields]).actor
    note |= {"actor": editor, "over": told(merged, fields), "fields": ", ".join(fields)}
    return replace(
        claim,
        id=derived_id(theirs.words(claim.id).t_tx, note["digest"], claim.id),
        key=None,
        supersedes=(),
        state=merged.state,
        withdrawal=merged.withdrawal,
        pinned=False,
        resting=merged.resting,
        rest_reason=merged.rest_reason,
        extra={**claim.extra, MERGED: note},
    )


def origin_note(theirs: Side, claim_id: str, *, key: str | None) -> dict[str, Any]:
    """Where a claim that waits for a decision is from: pack, record, author of its words; act and key."""
    words = theirs.words(claim_id)
    return {
        "claim": claim_id,
        "pack": words.lineage,
        "tx": words.tx,
        "digest": theirs.chains[tables.CLAIM, claim_id][-1].act,
        "actor": words.actor,
        "key": key,
    }


def told(claim: Claim, fields: Iterable[str]) -> str:
    """A digest of what a claim says in some of its parts; its key and what it bears unread are left out."""
    parts = parts_of(claim)
    names = sorted(set(fields) & parts.keys() - {"key", "extra"})
    return sha256(tables.encode([(name, parts[name]) for name in names])).hexdigest()


def fields_of(proposal: Proposal) -> tuple[str, ...]:
    """The parts in which the two sides of a merge's proposal differ."""
    return tuple(str(proposal.figures.get("fields", "")).split(", "))


def note_of(claim: Claim) -> dict[str, Any] | None:
    """What a claim says of the decision that it waits for, if it does."""
    note = claim.extra.get(MERGED)
    return note if isinstance(note, dict) and isinstance(note.get("claim"), str) else None
