"""A record of the original, read: the claim it makes, its clock and links, and why it is kept as it was."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec.structs import replace

from core.claims.claim import BELIEVED, RETRACTED, Claim, Closing
from core.claims.kinds import KINDS
from core.clocks.instants import Instant
from core.errors import Refused
from core.foreign import exact as along
from core.foreign.clock import Clock, read_clock
from core.foreign.clock import read_exact as read_exact_clock
from core.foreign.facts import facts_in
from core.foreign.lines import Record
from core.foreign.names import EXACT, EXACT_CLOCK, MAIL_KINDS, ORIGINS, SCHEMA_FAMILY
from core.foreign.residue import Kept, Residue, unmodelled
from core.foreign.ties import Ties, read_ties
from core.foreign.times import read_time
from core.text.entities import is_accession, mine_entities
from core.text.normalise import normalise
from core.text.refusals import entity_problems, problems

FORGOTTEN: Final = "forgotten: "
"""How the reason of a rest begins that stands for the original's forgetting."""
UNSAFE: Final = frozenset({"credential", "entity_credential", "invisible", "instruction", "tool_dump"})
"""Classes of text that no search should hand on: such a claim is laid to rest."""
LOUD: Final = frozenset({"credential", "entity_credential"})
"""Classes that a person must hear of."""
SEAT: Final = "seat:"


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """What one record says."""

    record: Record
    claim: Claim
    """The claim, with ids as the original has them, no author if it names none, and no system times."""
    clock: Clock | None
    ties: Ties
    stamp: Instant | None
    """`ts`: when it was last written."""
    kept: tuple[Kept, ...]
    evidence: bool
    """Whether it is no claim here, and kept as evidence."""
    end_stated: bool
    """Whether its own pack says why it ended; else a successor in the file may."""

    @property
    def asked(self) -> bool:
        """Whether it is asked for in review: its kind has a clock and its text can be a claim."""
        as_text = all(one.name not in _TEXT_CLASSES for one in self.kept)
        return as_text and not self.evidence and KINDS[self.claim.kind].reviewed and self.claim.accepted

    @property
    def undated(self) -> bool:
        """Whether it says of no time when it was seen."""
        return _written(self.record.fields) is None and EXACT not in self.record.fields

    @property
    def residue(self) -> Residue:
        """What the claim keeps of the record."""
        record, rested = self.record, any(one.name in UNSAFE for one in self.kept)
        return Residue(line=record.line, n=record.number, kept=self.kept, rested=rested)


_TEXT_CLASSES: Final = UNSAFE | {
    "too_long", "no_words", "too_many_sentences", "keyed_sentences", "sentence_too_long"
}  # fmt: skip


def read(record: Record, known: tuple[Kept, ...] | None = None) -> Reading:
    """Read a record; `known` is why it is kept as it was, where that was found before.

    Raises `Refused`, naming the line, for a field of another shape and for a time that is none.
    """
    try:
        return _read(record, known)
    except Refused as error:
        raise Refused(f"line {record.number}: {str(error).rstrip('.')}. Mend that line first.") from None


def _read(record: Record, known: tuple[Kept, ...] | None) -> Reading:
    fields = record.fields
    evidence = _evidence(fields)
    claim = _plain(record, evidence)
    kept: tuple[Kept, ...] = (evidence,) if evidence is not None else ()
    stated = along.read_exact(fields[EXACT]) if EXACT in fields else None
    if EXACT in fields and stated is None:
        kept += (Kept("exact", f"its {EXACT} cannot be read, so the plain fields stand alone"),)
    if evidence is None:
        claim, more = _with_facts(claim, fields)
        kept += more + (_refused(claim, fields) if known is None else ())
        claim = claim if stated is None else along.made_exact(claim, stated)
        claim, empty = _without_empty_window(claim)
        kept = known if known is not None else kept + empty
        if any(one.name in UNSAFE for one in kept):
            claim = replace(claim, resting=True, rest_reason=_why_rested(kept))
    clock = read_clock(fields, _written(fields))
    if clock is not None and EXACT_CLOCK in fields:
        clock = replace(clock, exact=read_exact_clock(fields[EXACT_CLOCK]))
    return Reading(
        record=record,
        claim=claim,
        clock=clock,
        ties=read_ties(fields),
        stamp=_time(fields, "ts"),
        kept=kept,
        evidence=evidence is not None,
        end_stated=stated is not None and along.ends_at(stated) == claim.t_invalid,
    )


def _evidence(fields: dict[str, Any]) -> Kept | None:
    """Why a record is no claim here at all."""
    schema, kind = fields.get("schema"), fields.get("kind")
    if schema is not None and not str(schema).startswith(SCHEMA_FAMILY):
        return Kept("other_schema", f"its schema is {schema!r}, not a version of {SCHEMA_FAMILY[:-1]}")
    if not isinstance(kind, str):
        return Kept("unknown_kind", "it names no kind")
    if kind in MAIL_KINDS:
        return Kept("mail", f"a {kind} is mail between seats, and no claim")
    if kind not in KINDS:
        return Kept("unknown_kind", f"there is no kind {kind!r} here")
    if not (_text(fields, "text") or "").strip():
        return Kept("empty", "it has no text")
    return None


def _plain(record: Record, evidence: Kept | None) -> Claim:
    """The claim that the plain fields make."""
    fields = record.fields
    text = _text(fields, "text") or ""
    start, end = _time(fields, "valid_from"), _time(fields, "valid_to")
    stamp = _time(fields, "ts")
    start = stamp if start is None else start
    seen = [time for time in (start, stamp) if time is not None]
    entities = _names(fields, "entities")
    origin = str(fields.get("origin"))
    claim = Claim(
        id=record.id,
        rev=1,
        workspace=record.workspace,
        kind=str(fields.get("kind")),
        text=normalise(text),
        author=_author(fields, entities or ()),
        t_created=0,
        t_recorded=0,
        t_observed=min(seen, default=0),
        t_valid=None if fields.get("valid_from") == along.ALWAYS else start,
        t_invalid=end,
        t_valid_stated=start is not None and stamp is not None and start > stamp,
        t_invalid_stated=end is not None,
        set=(_text(fields, "set") or "").strip().lower() or None,
        entities=_entities(text, entities, evidence),
        entities_declared=entities is not None,
        supersedes=_supersedes(fields),
        pinned=bool(fields.get("pinned")),
        accepted=origin != "agent-derived",
        origin=origin if origin in ORIGINS else "user-declared",
        extra=unmodelled(fields),
    )
    return _ended(claim, fields)


def _entities(text: str, stated: tuple[str, ...] | None, evidence: Kept | None) -> tuple[str, ...]:
    if stated is None:
        return () if evidence is not None else mine_entities(text)
    return tuple(dict.fromkeys(name.strip() for name in stated if name.strip()))


def _ended(claim: Claim, fields: dict[str, Any]) -> Claim:
    """Its tombstone: forgotten is at rest here, retracted is retracted."""
    if not fields.get("tombstone"):
        return claim
    forgotten, shown_by = _text(fields, "forgotten"), _text(fields, "retracted_by")
    if forgotten and not shown_by:
        return replace(claim, resting=True, rest_reason=FORGOTTEN + forgotten)
    return replace(claim, state=RETRACTED, withdrawal=_withdrawal(shown_by))


def _withdrawal(deed: str | None) -> Closing:
    why = "retracted in the pack it came from" + (f", on {deed}" if deed else "")
    return Closing(rule="retracted", actor="", tx=0, t_tx=0, deed=deed, why=why)


def _without_empty_window(claim: Claim) -> tuple[Claim, tuple[Kept, ...]]:
    """A window that holds no instant says that it was never true."""
    if claim.t_valid is None or claim.t_invalid is None or claim.t_valid < claim.t_invalid:
        return claim, ()
    why = "its window ends before it begins, so it was never true"
    never = Closing(rule="retracted", actor="", tx=0, t_tx=0, why=why)
    if claim.state == BELIEVED:
        claim = replace(claim, state=RETRACTED, withdrawal=never)
    return replace(claim, t_invalid=None, t_invalid_stated=False, closing=None), (Kept("empty_window", why),)


def _with_facts(claim: Claim, fields: dict[str, Any]) -> tuple[Claim, tuple[Kept, ...]]:
    facts, kept = facts_in(claim.kind, fields)
    return replace(claim, facts=facts), kept


def _refused(claim: Claim, fields: dict[str, Any]) -> tuple[Kept, ...]:
    """What the text rules would refuse; a name that looks like a secret counts as a text that does."""
    found = [*problems(_text(fields, "text") or ""), *entity_problems(claim.entities)]
    return tuple(Kept(problem.code, problem.message) for problem in found)


def _why_rested(kept: tuple[Kept, ...]) -> str:
    return "kept as it was: " + next(one.why for one in kept if one.name in UNSAFE)


def _written(fields: dict[str, Any]) -> Instant | None:
    """When a record was first written, as far as it tells: each later act moves `ts`."""
    times = (_time(fields, "valid_from"), _time(fields, "ts"))
    return min((time for time in times if time is not None), default=None)


def _author(fields: dict[str, Any], entities: tuple[str, ...]) -> str:
    named = (_text(fields, "by_peer") or "").strip()
    seats = (name.removeprefix(SEAT).strip() for name in entities if name.startswith(SEAT))
    return named or next((seat for seat in seats if seat), "")


def _supersedes(fields: dict[str, Any]) -> tuple[str, ...]:
    """The ids it replaced; an older record has one as a text."""
    stated = fields.get("supersedes")
    named = ((stated,) if stated else ()) if isinstance(stated, str) else _names(fields, "supersedes") or ()
    return tuple(dict.fromkeys(name for name in named if name and name != fields.get("id")))


def cited(claim: Claim) -> tuple[str, ...]:
    """The accessions that a claim of a record names: its entities hold them."""
    return tuple(dict.fromkeys((*claim.deeds, *(name for name in claim.entities if is_accession(name)))))


def _text(fields: dict[str, Any], name: str) -> str | None:
    value = fields.get(name)
    if value is not None and not isinstance(value, str):
        raise Refused(f"{name} is {value!r}, and a text is wanted")
    return value


def _names(fields: dict[str, Any], name: str) -> tuple[str, ...] | None:
    value = fields.get(name)
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise Refused(f"{name} is no list of texts")
    return tuple(value)


def _time(fields: dict[str, Any], name: str) -> Instant | None:
    value = _text(fields, name)
    if not value:
        return None
    try:
        return read_time(value)
    except Refused as error:
        raise Refused(f"{name}: {error}") from None
