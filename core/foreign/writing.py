"""A claim as a record of the original: written anew, or as the record it came from with what changed here."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec.structs import replace

from core.claims.claim import RETRACTED, Claim
from core.claims.review_state import ReviewState
from core.clocks.instants import Instant
from core.foreign.clock import block_of, due_of, exact_of, state_of
from core.foreign.exact import end_out, start_out, write_exact
from core.foreign.facts import facts_out
from core.foreign.lines import as_line
from core.foreign.names import EXACT, EXACT_CLOCK, SCHEMA
from core.foreign.reading import FORGOTTEN, Reading
from core.foreign.residue import RESIDUE, Residue
from core.foreign.ties import Ties, Weights, links_out
from core.foreign.times import write_time

Fields = dict[str, Any]


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """A claim with its clock and ties, every id as the original has it."""

    claim: Claim
    state: ReviewState | None = None
    ties: Ties = Ties()


def fields_of(told: Told, now: Instant) -> Fields:
    """A record of its own for a claim. What is over by `now` has no due day: it would be asked for there."""
    claim = told.claim
    forgotten = _forgotten(claim)
    fields: Fields = {
        "schema": SCHEMA,
        "id": claim.id,
        "workspace": claim.workspace,
        "kind": claim.kind,
        "level": "derived" if claim.derived_from else "explicit",
        "text": claim.text,
        **({"set": claim.set} if claim.set is not None else {}),
        **facts_out(claim.facts),
        "entities": [*claim.entities, *(one for one in claim.deeds if one not in claim.entities)],
        "by_peer": claim.author,
        **({"origin": claim.origin} if claim.origin != "user-declared" else {}),
        "ts": write_time(_last_write(told)),
        "valid_from": start_out(claim.t_valid),
        "valid_to": end_out(claim.t_invalid),
        "tombstone": claim.state == RETRACTED or forgotten is not None,
        **({"forgotten": forgotten} if forgotten is not None else {}),
        **_retracted_by(claim),
        "supersedes": list(claim.supersedes),
        **links_out(told.ties.links),
        **({"link_weights_by": told.ties.lenses} if told.ties.lenses else {}),
        **({"pinned": True} if claim.pinned else {}),
        **_review(told, now),
        EXACT: write_exact(claim, claim.extra, rests=claim.resting and forgotten is None),
    }
    return fields | ({EXACT_CLOCK: exact_of(told.state)} if told.state is not None else {})


def _forgotten(claim: Claim) -> str | None:
    reason = claim.rest_reason or ""
    return reason.removeprefix(FORGOTTEN) if claim.resting and reason.startswith(FORGOTTEN) else None


def _retracted_by(claim: Claim) -> Fields:
    deed = claim.withdrawal.deed if claim.withdrawal is not None and claim.state == RETRACTED else None
    return {"retracted_by": deed} if deed else {}


def _last_write(told: Told) -> Instant:
    graded = told.state.last_at if told.state is not None else None
    return max(told.claim.t_recorded, told.claim.t_recorded if graded is None else graded)


def _review(told: Told, now: Instant) -> Fields:
    if told.state is None:
        return {}
    claim = told.claim
    over = not claim.believed or (claim.t_invalid is not None and claim.t_invalid <= now)
    due = {} if over else {"due_at": due_of(told.state)}
    return {**due, "review": block_of(told.state, claim.t_created, told.ties.used)}


def line_of(told: Told, base: Reading | None, residue: Residue | None, before: Ties, now: Instant) -> str:
    """The line of a claim: its record to the byte where nothing changed here, else with what changed.

    `base` is the record read again, `before` the ties that were made of it.
    """
    if base is None or residue is None:
        return as_line(fields_of(told, now))
    stood = fields_of(_as_read(told, base, residue, before), now)
    stands = _settled(stood, fields_of(told, now))
    changed = [name for name in {**stood, **stands} if _differs(name, stood, stands)]
    if not changed:
        return residue.line
    fields = dict(base.record.fields)
    for name in changed:
        _change(fields, name, stood, stands)
    fields["ts"] = max(stands["ts"], write_time(base.stamp) if base.stamp is not None else "")
    return as_line(fields)


_TIED: Final = frozenset({"links", "link_weights", "link_weights_by"})
_MISSING: Final = object()


def _differs(name: str, stood: Fields, stands: Fields) -> bool:
    return name != "ts" and stood.get(name, _MISSING) != stands.get(name, _MISSING)


def _as_read(told: Told, base: Reading, residue: Residue, before: Ties) -> Told:
    """What the pack would hold if nothing had been done here since the record was read."""
    claim, read = told.claim, base.claim
    stood = {name: getattr(read, name) for name in COMPARED}
    stood["entities"] = (*read.entities, *(one for one in read.deeds if one not in claim.deeds))
    if base.undated:
        stood["t_observed"] = claim.t_observed
    if residue.rested:
        stood |= {"resting": True, "rest_reason": claim.rest_reason if claim.resting else read.rest_reason}
    if residue.keyless:
        stood["key"] = None
    if not (read.entities_declared or claim.entities_declared):
        stood["entities"] = claim.entities
    if (read.t_invalid, read.state) == (claim.t_invalid, claim.state):
        stood |= {name: getattr(claim, name) for name in ("closing", "withdrawal", "t_invalid_stated")}
    extra = {**read.extra, **{name: value for name, value in claim.extra.items() if name == RESIDUE}}
    stood_so = replace(claim, **stood, extra=extra)
    return Told(claim=stood_so, state=_state_as_read(told.state, base), ties=before)


COMPARED: Final = (
    "text", "question", "t_observed", "t_valid", "t_invalid", "t_valid_stated", "t_invalid_stated",
    "precision", "set", "entities", "entities_declared", "key", "derived_from", "supersedes", "state",
    "closing", "withdrawal", "resting", "rest_reason", "pinned", "accepted", "witnesses",
)  # fmt: skip
"""Fields of a claim that an act here can change."""


def _state_as_read(state: ReviewState | None, base: Reading) -> ReviewState | None:
    if state is None:
        return None
    if base.clock is None:
        return state if state.stability is None else None
    return state_of(
        base.clock,
        zone=state.zone,
        rollover_hour=state.rollover_hour,
        offset_minutes=state.offset_minutes,
        today=state.added_day,
    )


def _settled(stood: Fields, stands: Fields) -> Fields:
    """What stands, without the differences that are none: ids and deeds that are not in this pack."""
    settled = dict(stands)
    if set(stands["entities"]) == set(stood["entities"]):
        settled["entities"] = stood["entities"]
    further = [one for one in stands["supersedes"] if one not in stood["supersedes"]]
    settled["supersedes"] = [*stood["supersedes"], *further]
    return settled


def _change(fields: Fields, name: str, stood: Fields, stands: Fields) -> None:
    """Carry one change over into a record, and leave what else is there."""
    if name == "review":
        fields[name] = _changed_review(fields.get(name) or {}, stood.get(name) or {}, stands.get(name) or {})
    elif name in _TIED:
        _retie(fields, name, stood.get(name) or {}, stands.get(name) or {})
    elif name in stands:
        fields[name] = stands[name]
    else:
        fields.pop(name, None)


def _changed_review(block: Fields, stood: Fields, stands: Fields) -> Fields:
    changed = {name: value for name, value in stands.items() if stood.get(name, _MISSING) != value}
    graded = {"recalls", "last", "stability"} & changed.keys()
    kept = {name: value for name, value in block.items() if not (graded and name == "neglected")}
    return {**kept, **(stands if graded else changed)}


def _retie(fields: Fields, name: str, stood: Any, stands: Any) -> None:
    if name == "links":
        named = [peer for peer in fields.get(name) or [] if peer in stands or peer not in stood]
        fields[name] = [*named, *(peer for peer in stands if peer not in named and peer not in stood)]
    elif name == "link_weights":
        fields[name] = _reweighed(fields.get(name) or {}, stood, stands)
    else:
        lenses = dict(fields.get(name) or {})
        for persona in {**stood, **stands}:
            own, now = stood.get(persona) or {}, stands.get(persona) or {}
            lenses[persona] = _reweighed(lenses.get(persona) or {}, own, now)
        fields[name] = lenses


def _reweighed(written: Weights, stood: Weights, stands: Weights) -> Weights:
    kept = {peer: weight for peer, weight in written.items() if peer in stands or peer not in stood}
    return {**kept, **{peer: weight for peer, weight in stands.items() if stood.get(peer) != weight}}
