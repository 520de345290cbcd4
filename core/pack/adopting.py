"""Taking in records of the original: claims as they are, with clocks and ties. No write rule is asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from msgspec.structs import replace

from core.claims.claim import UNDONE, Claim, Closing
from core.claims.deed import Deed
from core.claims.review_state import ReviewState
from core.foreign.clock import state_of
from core.foreign.ids import derived_id, evidence_id, is_usable
from core.foreign.lines import read_record, same_record
from core.foreign.reading import LOUD, Reading, cited, read
from core.foreign.residue import RESIDUE, line_in, with_residue, without_residue
from core.foreign.writing import COMPARED
from core.pack.commands import Adopt
from core.pack.outcome import Outcome
from core.pack.receipts import Receipt
from core.pack.telling import Teller
from core.pack.tying import tie
from core.pack.work import Work
from core.pack.writing import is_over
from core.rules.windows import overlap
from core.store import tables

News = Literal["new", "changed", "same", "older"]


@dataclass
class Taking:
    """One command's records on their way in."""

    work: Work
    readings: list[Reading]
    teller: Teller
    ids: dict[tuple[str, str], str] = field(default_factory=dict)
    """The id here, by workspace and the original's id."""
    taken: dict[str, Reading] = field(default_factory=dict)
    """What is new or changed, by the id here."""
    before: dict[str, Reading | None] = field(default_factory=dict)
    """What the pack knew of these claims; None: nothing."""
    peers: dict[str, set[str]] = field(default_factory=dict)
    """Whom a claim is linked with so far, for those that were asked about."""

    def local(self, workspace: str, name: str) -> str | None:
        """The id here of a claim that a record names; None when it is not here."""
        return self.ids.get((workspace, name)) or self.teller.local(workspace, name)

    def named(self, reading: Reading, name: str) -> str | None:
        """The id here of a claim that a record names; one that was born here may name any workspace's."""
        workspace = reading.claim.workspace
        return self.local(workspace, name) or self.teller.anywhere(reading, name, self.own)

    @cached_property
    def own(self) -> frozenset[str]:
        """The ids here of the claims that the records make."""
        return frozenset(self.ids.values())


def adopt(work: Work, command: Adopt) -> Outcome:
    """Put each record that says something new: a claim, a new version of one, or evidence."""
    readings = [read(read_record(number, line)) for number, line in command.lines]
    taking = Taking(work, readings, Teller(work.held, work.get, work.now))
    claims = [reading for reading in readings if not reading.evidence]
    _give_ids(taking, claims)
    added = sum(_take(taking, reading) == "new" for reading in claims)
    evidence = sum(_keep_evidence(work, reading) for reading in readings if reading.evidence)
    _name_successors(taking)
    _free_keys(work)
    tie(taking)
    return Outcome(_receipt(command, taking, added, evidence))


def _give_ids(taking: Taking, claims: list[Reading]) -> None:
    """Give each claim its id here; of two workspaces that use the same one, the first keeps it."""
    given: set[str] = set()
    for reading in claims:
        workspace, name = reading.claim.workspace, reading.record.id
        claim_id = id_here(taking.teller, reading)
        claim_id = derived_id(workspace, name) if claim_id in given else claim_id
        given.add(claim_id)
        taking.ids[workspace, name] = claim_id


def id_here(teller: Teller, reading: Reading) -> str:
    """The id that a record's claim has here, or would get: its own, unless another claim bears it."""
    workspace, name = reading.claim.workspace, reading.record.id
    known = teller.local(workspace, name)
    if known is not None:
        return known
    free = is_usable(name) and teller.get(tables.CLAIM, name) is None
    return name if free else derived_id(workspace, name)


def news_of(teller: Teller, reading: Reading) -> News:
    """What a record says that the pack does not know: writing the held claim again is what it is held to."""
    held: Claim | None = teller.get(tables.CLAIM, id_here(teller, reading))
    if held is None or held.state == UNDONE:
        return "new"
    line = reading.record.line
    if line_in(held.extra) == line:
        return "same"
    base = base_of(teller, held)
    if same_record(base.record.line, line) or same_record(teller.line(held), line):
        return "same"
    older = base.stamp is not None and reading.stamp is not None and reading.stamp < base.stamp
    return "older" if older else "changed"


def base_of(teller: Teller, held: Claim) -> Reading:
    """The record that a held claim came from, else the one that it would be written as."""
    origin = teller.origin(held)
    return origin.reading if origin is not None else read(read_record(0, teller.line(held)))


def _take(taking: Taking, reading: Reading) -> News:
    news = news_of(taking.teller, reading)
    if news in ("same", "older"):
        return news
    work, claim_id = taking.work, taking.local(reading.claim.workspace, reading.record.id) or ""
    held: Claim | None = work.get(tables.CLAIM, claim_id)
    claim = _here(taking, reading, claim_id)
    if held is None:
        taking.before[claim_id] = None
        work.add(claim)
    elif held.state == UNDONE:
        taking.before[claim_id] = None
        work.version(held, **{name: getattr(claim, name) for name in _CONTENT})
    else:
        base = taking.before[claim_id] = base_of(taking.teller, held)
        work.version(held, **_changes(held, base, reading, claim))
        work.lapse(claim_id)
    taking.taken[claim_id] = reading
    taking.teller.remember(work.claim(claim_id), reading)
    _set_clock(taking, claim_id, reading)
    return news


_CONTENT = tuple(
    name
    for name in Claim.__struct_fields__
    if name not in ("id", "rev", "author", "kind", "workspace", "t_created", "t_recorded")
)


def _here(taking: Taking, reading: Reading, claim_id: str) -> Claim:
    """Version 1 of a record's claim in this pack."""
    work, claim = taking.work, reading.claim
    here = {one for one in cited(claim) if work.get(tables.DEED, one) is not None}
    absent = tuple(one for one in claim.deeds if one not in here and one not in claim.entities)
    replaced = (taking.named(reading, name) for name in claim.supersedes)
    return replace(
        claim,
        id=claim_id,
        author=claim.author or work.actor,
        t_created=work.now,
        t_recorded=work.now,
        t_observed=work.now if reading.undated else claim.t_observed,
        entities=(*claim.entities, *absent),
        deeds=tuple(one for one in cited(claim) if one in here),
        supersedes=tuple(dict.fromkeys(name for name in replaced if name is not None)),
        derived_from=tuple(taking.named(reading, name) or name for name in claim.derived_from),
        closing=_ending_here(taking, reading, claim.closing),
        withdrawal=_ending_here(taking, reading, claim.withdrawal),
        extra=with_residue(claim.extra, reading.residue),
    )


def _ending_here(taking: Taking, reading: Reading, closing: Closing | None) -> Closing | None:
    """An ending as a record of this pack: learnt now, by claims and deeds that are here."""
    if closing is None:
        return None
    work = taking.work
    by = None if closing.by is None else taking.named(reading, closing.by)
    return replace(
        closing,
        actor=closing.actor or work.actor,
        client=closing.client or work.client,
        tx=work.tx,
        t_tx=work.now,
        by=by,
        deed=closing.deed if closing.deed and work.get(tables.DEED, closing.deed) is not None else None,
    )


def _changes(held: Claim, base: Reading, reading: Reading, claim: Claim) -> dict[str, Any]:
    """What a changed record changes: the fields in which it differs from the one that was known."""
    read_now, read_then = reading.claim, base.claim
    names = {name for name in COMPARED if getattr(read_now, name) != getattr(read_then, name)}
    if names & {"t_invalid", "state"}:
        names |= {"closing", "withdrawal", "t_invalid_stated"}
    if read_now.facts != read_then.facts and read_now.kind == held.kind:
        names.add("facts")
    if "entities" in names:
        names.add("deeds")
    own = {name: value for name, value in held.extra.items() if name not in (*base.claim.extra, RESIDUE)}
    residue = {RESIDUE: claim.extra[RESIDUE]}
    extra = {**own, **without_residue(claim.extra), **residue}
    return {name: getattr(claim, name) for name in names} | {"extra": extra}


def _set_clock(taking: Taking, claim_id: str, reading: Reading) -> None:
    work, base = taking.work, taking.before[claim_id]
    if reading.ties.used != (base.ties.used if base is not None else 0):
        work.put(tables.USE, claim_id, reading.ties.used or None)
    if not reading.asked:
        return
    state = _state_here(work, reading)
    if base is None or not base.asked or _state_here(work, base) != state:
        if state is None and work.get(tables.REVIEW, claim_id) is None:
            state = _first_clock(work, work.claim(claim_id))
        if state is not None:
            work.put(tables.REVIEW, claim_id, state)


def _state_here(work: Work, reading: Reading) -> ReviewState | None:
    if reading.clock is None:
        return None
    fields = work.clock_fields()
    return state_of(reading.clock, today=work.today, **fields)


def _first_clock(work: Work, claim: Claim) -> ReviewState | None:
    """A record without a clock is new, if it can still come to be asked for."""
    over = not claim.believed or is_over(claim, work.now)
    return None if over else work.fresh_review(claim.t_valid)


def _name_successors(taking: Taking) -> None:
    """A claim that ended, and that another record says it replaced, was ended by that one."""
    for by, old in _replacements(taking):
        claim: Claim | None = taking.work.get(tables.CLAIM, old)
        if claim is None or not claim.believed or claim.t_invalid is None or claim.closing is not None:
            continue
        if old not in taking.taken and by not in taking.taken:
            continue
        known = taking.taken.get(old)
        if known is not None and known.end_stated:
            continue
        closing = taking.work.closing("named", by=by, why="replaced in the pack it came from")
        _put_again(taking.work, claim, closing=closing, t_invalid_stated=False)


def _replacements(taking: Taking) -> Iterator[tuple[str, str]]:
    """`(successor, predecessor)` of every pair that the records name, by ids here."""
    for reading in taking.readings:
        if reading.evidence:
            continue
        by = taking.local(reading.claim.workspace, reading.record.id)
        for name in reading.claim.supersedes:
            old = taking.named(reading, name)
            if by is not None and old is not None and by != old:
                yield by, old


def _put_again(work: Work, claim: Claim, **changes: Any) -> None:
    """Change a claim in this record: the version that is on its way, else a new one."""
    if (tables.CLAIM, claim.id) in work.pending:
        work.put(tables.CLAIM, claim.id, replace(claim, **changes))
    else:
        work.version(claim, **changes)


def _free_keys(work: Work) -> None:
    """A key holds one claim at a time: where another holds it, the claim that comes in goes without."""
    pending = [claim for (table, _), claim in work.pending.items() if table == tables.CLAIM]
    keyed = [claim for claim in pending if claim.key is not None and claim.believed]
    holders: dict[tuple[str, str | None, str | None], list[str]] = {}
    for claim in keyed:
        work.index.catch_up()
        cell = (claim.workspace, claim.set, claim.key)
        known = holders.setdefault(cell, list(work.index.by_key(claim.workspace, claim.set, str(claim.key))))
        others = (work.claim(one) for one in known if one != claim.id)
        if any(one.key == claim.key and one.believed and overlap(claim, one) for one in others):
            residue = {**claim.extra[RESIDUE], "keyless": True}
            _put_again(work, claim, key=None, extra={**claim.extra, RESIDUE: residue})
        else:
            known.append(claim.id)


def _keep_evidence(work: Work, reading: Reading) -> bool:
    """Keep a record that is no claim here as a deed; whether it was not known."""
    record, claim = reading.record, reading.claim
    accession = evidence_id(record.workspace, record.id)
    held: Deed | None = work.get(tables.DEED, accession)
    if held is not None and same_record(held.extra[RESIDUE]["line"], record.line):
        return False
    deed = Deed(
        accession=accession,
        kind=str(record.fields.get("kind") or "record"),
        body=claim.text or record.line,
        actor=work.actor,
        t_recorded=work.now,
        said_at=None if reading.undated else claim.t_observed,
        source=record.workspace,
        speaker=claim.author or None,
        extra=with_residue(claim.extra, reading.residue),
    )
    work.put(tables.DEED, accession, deed)
    return True


def _receipt(command: Adopt, taking: Taking, added: int, evidence: int) -> Receipt:
    changed = len(taking.taken) - added
    counts = [f"{added} claims added" if added != 1 else "1 claim added"]
    counts += [f"{changed} changed"] if changed else []
    counts += [f"{evidence} kept as evidence"] if evidence else []
    part = f", part {command.part} of {command.parts}" if command.parts > 1 else ""
    loud = tuple(
        f"line {reading.record.number}: {one.why}"
        for reading in taking.readings
        for one in reading.kept
        if one.name in LOUD
    )
    summary = f"took in {command.source}{part}: {', '.join(counts)}"
    nothing = not taking.taken and not evidence
    return Receipt(verb="adopt", outcome="noop" if nothing else "add", summary=summary, warnings=loud)
