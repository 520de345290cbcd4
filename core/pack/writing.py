"""Writing: a new claim with all that it closes, proposes and links; edits; citations."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec.structs import replace

from core.claims.claim import Claim
from core.claims.draft import ALWAYS, Draft
from core.claims.field_words import field_words
from core.claims.ids import short
from core.claims.kinds import KINDS
from core.claims.proposal import Proposal
from core.claims.validation import check_draft, entities_of
from core.clocks.instants import Instant
from core.errors import NotFound, Refused, StaleRevision
from core.pack.commands import Cite, Edit, Write
from core.pack.linking import relink
from core.pack.outcome import Outcome, quoted
from core.pack.receipts import CameNear, Closed, Proposed, Receipt
from core.pack.work import Work
from core.rules.findings import Ending, Found, Near, WritePlan
from core.rules.keys import key_rivals
from core.rules.plan import plan_write
from core.rules.words import explain
from core.store import tables


def write(work: Work, command: Write) -> Outcome:
    """Write a claim: the plan of the rules becomes versions, proposals, links and a review clock."""
    draft = command.draft
    newcomer = newcomer_of(work, draft)
    plan = plan_write(
        newcomer,
        work.held,
        work.index,
        policy=str(work.setting("policy")),
        keep_open=frozenset(command.keep_open),
        now=work.now,
        zone=work.zone,
    )
    _same_as_seen(command, plan)
    if plan.outcome == "noop":
        return Outcome(_already_held(work, plan))
    if plan.outcome == "update":
        return Outcome(_witness(work, plan))
    return Outcome(carry_out(work, plan))


def newcomer_of(work: Work, draft: Draft) -> Claim:
    """Version 1 of the claim that a draft would be. Raises `Refused` or `NotFound`."""
    check_draft(draft, author=work.actor, now=work.now, strict=bool(work.setting("strict")))
    _known(work, draft)
    return draft.claim(
        claim_id=work.fresh_id(),
        author=work.actor,
        now=work.now,
        entities=entities_of(draft),
        origin=work.origin,
        accepted=work.origin != "agent-derived",
    )


def _known(work: Work, draft: Draft) -> None:
    for accession in draft.deeds:
        work.deed(accession)
    for premise in draft.derived_from:
        if work.get(tables.CLAIM, premise) is None and work.get(tables.DEED, premise) is None:
            raise NotFound(f"the conclusion rests on {premise}, which is neither a claim nor a deed here.")


def _same_as_seen(command: Write, plan: WritePlan) -> None:
    if command.seen_closing is None:
        return
    would = {ending.old for ending in plan.endings}
    if would != set(command.seen_closing):
        raise StaleRevision(
            "the pack has moved on and other claims would close now; look at the preview again."
        )


def _already_held(work: Work, plan: WritePlan) -> Receipt:
    same = plan.same or ""
    return Receipt(
        verb="write",
        outcome="noop",
        id=same,
        examined=plan.examined,
        warnings=plan.warnings,
        summary=f"already held as {short(same)}; nothing was written",
    )


def _witness(work: Work, plan: WritePlan) -> Receipt:
    """A second author or a new deed for a claim that is held: one version with the witness on it."""
    held, newcomer = work.believed(plan.same or ""), plan.newcomer
    seen = (held.author, *held.witnesses)
    witnesses = held.witnesses if newcomer.author in seen else (*held.witnesses, newcomer.author)
    deeds = tuple(dict.fromkeys((*held.deeds, *newcomer.deeds)))
    work.version(held, witnesses=witnesses, deeds=deeds)
    return Receipt(
        verb="witness",
        outcome="update",
        id=held.id,
        examined=plan.examined,
        warnings=plan.warnings,
        summary=f"{newcomer.author} bears witness to {short(held.id)}",
    )


def carry_out(work: Work, plan: WritePlan, *, deed: str | None = None, why: str | None = None) -> Receipt:
    """Put what a plan says: the newcomer, the endings, the proposals, the links and the clock."""
    newcomer = _with_supersedes(work, plan)
    work.add(newcomer)
    closes = tuple(end_claim(work, ending, newcomer.id, deed=deed, why=why) for ending in plan.endings)
    proposes = tuple(_propose(work, newcomer, found) for found in plan.found)
    links = relink(work, newcomer)
    over = is_over(newcomer, work.now)
    return Receipt(
        verb="write",
        outcome="add",
        id=newcomer.id,
        closes=closes,
        proposes=proposes,
        near=tuple(_near(work, newcomer, near) for near in plan.near),
        examined=plan.examined,
        links=links,
        due_day=schedule(work, newcomer),
        warnings=(*plan.warnings, ALREADY_OVER) if over else plan.warnings,
        summary=_summary(newcomer, closes, proposes) + (", already over" if over else ""),
    )


ALREADY_OVER: Final = "already over: closed from the start, and never asked for in review"


def is_over(claim: Claim, now: Instant) -> bool:
    """Whether a claim's window has ended by now."""
    return claim.t_invalid is not None and claim.t_invalid <= now


def schedule(work: Work, claim: Claim) -> int | None:
    """Start the review clock of a claim that can come to be asked for; its due day, or None."""
    if not KINDS[claim.kind].reviewed or not claim.accepted or is_over(claim, work.now):
        return None
    review = work.fresh_review(claim.t_valid)
    work.put(tables.REVIEW, claim.id, review)
    return review.due_day


def _with_supersedes(work: Work, plan: WritePlan) -> Claim:
    newcomer = plan.newcomer
    replaced = tuple(dict.fromkeys((*newcomer.supersedes, *(ending.old for ending in plan.endings))))
    closing = newcomer.closing
    if closing is not None:
        closing = replace(closing, actor=work.actor, tx=work.tx, t_tx=work.now, client=work.client)
        newcomer = replace(newcomer, precision=ends_exactly(newcomer))
    return replace(newcomer, supersedes=replaced, closing=closing)


def ends_exactly(claim: Claim) -> tuple[str, str]:
    """The precision of a window whose end is no longer the one its author named by a day, month or year."""
    return (claim.precision[0], "us")


def end_claim(
    work: Work, ending: Ending, by: str, *, deed: str | None = None, why: str | None = None
) -> Closed:
    """End an old claim's window as a rule says, keeping rule, figures and the former end."""
    old = work.believed(ending.old)
    closing = work.closing(
        ending.rule,
        by=by,
        figures=ending.figures,
        thresholds=ending.thresholds,
        guard=ending.guard,
        deed=deed,
        why=why,
        former_end=old.t_invalid,
    )
    work.version(
        old,
        t_invalid=ending.new_end,
        t_invalid_stated=False,
        precision=ends_exactly(old),
        closing=closing,
    )
    work.lapse(old.id)
    return Closed(
        id=old.id,
        text=old.text,
        rule=ending.rule,
        figures=ending.figures,
        thresholds=ending.thresholds,
        guard=ending.guard,
        new_end=ending.new_end,
        explained=explain(ending.rule, ending.figures, ending.thresholds, ending.guard),
    )


def _propose(work: Work, newcomer: Claim, found: Found) -> Proposed:
    old = work.claim(found.old)
    open_proposal(work, newcomer, found)
    return Proposed(
        old=old.id,
        text=old.text,
        rule=found.rule,
        source=found.source,
        figures=found.figures,
        verdict=found.verdict,
    )


def open_proposal(work: Work, newer: Claim, found: Found, source: str | None = None) -> Proposal:
    """Put an open proposal for a pair, and return it."""
    proposal = Proposal(
        id=work.fresh_id(),
        workspace=newer.workspace,
        source=source or found.source,
        new=newer.id,
        old=found.old,
        rule=found.rule,
        t_opened=work.now,
        actor=work.actor,
        figures=found.figures,
        thresholds=found.thresholds,
        verdict=found.verdict,
    )
    work.put(tables.PROPOSAL, proposal.id, proposal)
    return proposal


def _near(work: Work, newcomer: Claim, near: Near) -> CameNear:
    old = work.claim(near.id)
    met = {name.casefold() for name in newcomer.entities} & {name.casefold() for name in old.entities}
    return CameNear(
        id=old.id,
        text=old.text,
        figures=near.figures,
        why_open=near.why_open,
        names=() if met else old.entities,
    )


def _summary(newcomer: Claim, closes: tuple[Closed, ...], proposes: tuple[Proposed, ...]) -> str:
    parts = [f"wrote {quoted(newcomer.text, beside=closes[0].text if closes else None)}"]
    if closes:
        ended = (quoted(closed.text, 40, beside=newcomer.text) for closed in closes)
        parts.append(f"closing {', '.join(ended)}")
    if proposes:
        parts.append(f"with {len(proposes)} to decide")
    return ", ".join(parts)


EDITABLE: Final = (
    "text",
    "question",
    "entities",
    "t_observed",
    "t_valid",
    "t_invalid",
    "set",
    "key",
    "precision",
    "extra",
)


def edit(work: Work, command: Edit) -> Outcome:
    """Correct what was written wrong; the claim keeps its id, its author and its review clock."""
    stands = work.believed(command.id)
    if stands.rev != command.expect_rev:
        raise StaleRevision(
            f"claim {short(stands.id)} is at revision {stands.rev}, not {command.expect_rev}; "
            "look at it again and repeat the edit."
        )
    changes = _edits(work, stands, command.changes)
    if not changes:
        return Outcome(_nothing("edit", stands.id, "nothing differs"))
    edited = replace(stands, **changes)
    _keep_key(work, edited)
    edited = work.version(stands, **changes)
    work.lapse(stands.id)
    if work.get(tables.REVIEW, edited.id) is None:
        schedule(work, edited)  # it was over when it was written, and this edit opens its end
    links = (
        relink(work, edited)
        if (edited.entities, edited.set) != (stands.entities, stands.set)
        else tuple(work.held.links.peers(stands.id))
    )
    named = field_words(name for name in EDITABLE if name in changes)
    return Outcome(
        Receipt(
            verb="edit",
            outcome="update",
            id=stands.id,
            links=links,
            summary=f"edited {short(stands.id)}: {named}",
        )
    )


def _edits(work: Work, stands: Claim, changes: dict[str, Any]) -> dict[str, Any]:
    """The fields that differ, checked as a draft is and as the claim stores them."""
    unknown = sorted(set(changes) - set(EDITABLE))
    if unknown:
        raise Refused(f"an edit cannot change {', '.join(unknown)}; it can change {', '.join(EDITABLE)}.")
    draft = _edited_draft(stands, changes)
    check_draft(
        draft, author=stands.author, now=max(work.now, stands.t_observed), strict=bool(work.setting("strict"))
    )
    wanted = draft.claim(
        claim_id=stands.id, author=stands.author, now=stands.t_created, entities=entities_of(draft)
    )
    fields = set(changes) | (
        {"entities", "entities_declared"} if {"text", "entities"} & set(changes) else set()
    )
    fields |= {"t_valid_stated"} if "t_valid" in changes else set()
    if "t_invalid" in changes and wanted.t_invalid != stands.t_invalid:
        fields |= {"t_invalid_stated", "closing"}
    return {name: getattr(wanted, name) for name in fields if getattr(wanted, name) != getattr(stands, name)}


def _edited_draft(stands: Claim, changes: dict[str, Any]) -> Draft:
    before: dict[str, Any] = {
        "text": stands.text,
        "kind": stands.kind,
        "workspace": stands.workspace,
        "set": stands.set,
        "question": stands.question,
        "entities": stands.entities if stands.entities_declared else None,
        "deeds": stands.deeds,
        "key": stands.key,
        "derived_from": stands.derived_from,
        "supersedes": stands.supersedes,
        "facts": stands.facts,
        "t_observed": stands.t_observed,
        "t_valid": ALWAYS if stands.t_valid is None else stands.t_valid,
        "t_invalid": stands.t_invalid,
        "precision": stands.precision,
        "extra": stands.extra,
    }
    if "entities" in changes and isinstance(changes["entities"], list):
        changes = {**changes, "entities": tuple(changes["entities"])}
    try:
        checked: Draft = msgspec.convert(msgspec.to_builtins(Draft(**(before | changes))), Draft)
    except (msgspec.ValidationError, TypeError) as error:
        raise Refused(f"the edit does not fit: {error}.") from None
    return checked


def _keep_key(work: Work, edited: Claim) -> None:
    rivals = key_rivals(edited, work.held, work.index) if edited.key is not None else ()
    if rivals:
        raise Refused(
            f"two claims of key {edited.key} would be true at once: {', '.join(map(short, rivals))} "
            "holds it then; close that first, or choose another window."
        )


def cite(work: Work, command: Cite) -> Outcome:
    """Add a deed to a claim's citations."""
    stands, deed = work.believed(command.id), work.deed(command.deed)
    if deed.accession in stands.deeds:
        return Outcome(_nothing("cite", stands.id, f"{short(stands.id)} cites {deed.accession} already"))
    work.version(stands, deeds=(*stands.deeds, deed.accession))
    return Outcome(
        Receipt(
            verb="cite",
            outcome="update",
            id=stands.id,
            summary=f"{short(stands.id)} cites {deed.accession}",
        )
    )


def _nothing(verb: str, claim_id: str, why: str) -> Receipt:
    return Receipt(verb=verb, outcome="noop", id=claim_id, summary=why)
