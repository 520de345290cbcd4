"""Endings and their undoing: close, retract, no longer true, reopen."""

from __future__ import annotations

from msgspec.structs import replace

from core.claims.claim import BELIEVED, RETRACTED, Claim, Closing
from core.claims.draft import Draft
from core.claims.ended import ending_of, how_withdrawn
from core.claims.ids import short
from core.claims.kinds import KINDS
from core.claims.proposal import pair_key
from core.clocks.instants import Instant, is_writable
from core.clocks.local_time import end_written, written_in
from core.clocks.study_day import zone_named
from core.errors import Refused
from core.pack.commands import Close, NoLongerTrue, Reopen, Retract
from core.pack.leaning import resting_on
from core.pack.outcome import Outcome, quoted, quoted_pair
from core.pack.receipts import Closed, Receipt, Result
from core.pack.work import Work
from core.pack.writing import carry_out, end_claim, newcomer_of, schedule
from core.rules.findings import Ending
from core.rules.keys import key_rivals
from core.rules.plan import plan_write
from core.rules.same import already_said, live_twins
from core.rules.sides import Side
from core.rules.table import NAMED
from core.store import tables


def close(work: Work, command: Close) -> Outcome:
    """End a window at a stated instant: past is retroactive, future is a planned end; it only shortens."""
    stands = work.believed(command.id)
    at = work.now if command.at is None else command.at
    if not is_writable(at):
        raise Refused("a window ends within the years 1 to 9999; leave the end out if it has none.")
    if stands.t_valid is not None and at <= stands.t_valid:
        raise Refused(
            f"{_named(stands)} is true only from {_written(work, stands.t_valid)}; "
            "closing it by then says it was never true: retract it instead."
        )
    if stands.t_invalid is not None and at >= stands.t_invalid:
        return Outcome(_noop("close", stands, "its window ends before that already"))
    deed = _evidence(work, command.deed, command.why)
    end_stated(work, stands, at, deed=deed, why=command.why, precision=command.precision)
    did = "closed" if at <= work.now else f"ends {end_written(at, zone_named(work.zone), command.precision)}:"
    resting = resting_on(work, stands.id)
    return Outcome(_receipt("close", stands, "update", f"{did} {quoted(stands.text)}", warnings=resting))


def _written(work: Work, instant: Instant) -> str:
    return written_in(instant, zone_named(work.zone))


def _named(claim: Claim) -> str:
    return f"{quoted(claim.text, 40)} ({short(claim.id)})"


def end_stated(
    work: Work, stands: Claim, at: Instant, *, deed: str | None, why: str | None, precision: str = "us"
) -> Claim:
    """Put the version whose window ends at `at`, stated so precisely, because its closer said so."""
    rule = "stated" if deed is None else "deed"
    closing = work.closing(rule, deed=deed, why=why, former_end=stands.t_invalid)
    work.lapse(stands.id)
    return work.version(
        stands,
        t_invalid=at,
        t_invalid_stated=True,
        precision=(stands.precision[0], precision),
        closing=closing,
    )


def retract(work: Work, command: Retract) -> Outcome:
    """It was never true: gone from every truth view from now on, kept in what we believed before."""
    stands = work.claim(command.id)
    if (gone := how_withdrawn(stands)) is not None:
        return Outcome(_noop("retract", stands, f"it is {gone} already"))
    deed = _evidence(work, command.deed, command.why)
    withdraw(work, stands, deed=deed, why=command.why)
    warnings = tuple(
        f"{quoted(other.text, 40)} was closed by it; reopen {short(other.id)} if that was wrong too"
        for other in _closed_by(work, stands.id)
    ) + resting_on(work, stands.id)
    return Outcome(
        _receipt("retract", stands, "delete", f"retracted {quoted(stands.text)}", warnings=warnings)
    )


def withdraw(
    work: Work,
    stands: Claim,
    *,
    deed: str | None,
    why: str | None,
    by: str | None = None,
    rule: str = RETRACTED,
) -> Claim:
    """Put the withdrawal version of a claim; `rule` says whether it was never true or gave way to ours."""
    withdrawal = work.closing(rule, by=by, deed=deed, why=why, former_end=stands.t_invalid)
    work.lapse(stands.id)
    return work.version(stands, state=RETRACTED, withdrawal=withdrawal)


def _closed_by(work: Work, claim_id: str) -> list[Claim]:
    stands = work.held.claim(claim_id)
    olds = [work.held.claim(old) for old in (stands.supersedes if stands else ())]
    return [old for old in olds if old is not None and old.closing is not None and old.closing.by == claim_id]


def no_longer_true(work: Work, command: NoLongerTrue) -> Outcome:
    """Keep the reason as a note and close the claim; what is true instead becomes its successor.

    Where a live claim says the corrected text already, that one does, and nothing new is written.
    """
    stands = work.believed(command.id)
    if stands.t_invalid is not None and stands.t_invalid <= work.now:
        raise Refused(f"{_named(stands)} is closed already.")
    if stands.t_valid is not None and stands.t_valid >= work.now:
        raise Refused(
            f"{_named(stands)} is not true before {_written(work, stands.t_valid)}, so it cannot have "
            "ended; edit its start, or retract it."
        )
    deed = work.note(command.reason) if command.reason.strip() else None
    why = command.reason.strip() or None
    corrected = (command.corrected or "").strip()
    newcomer = newcomer_of(work, successor_of(stands, corrected, deed)) if corrected else None
    held = None if newcomer is None else _held_already(work, newcomer)
    if held is not None:
        return _give_way(work, stands, held, deed, why)
    if newcomer is None:
        end_stated(work, stands, work.now, deed=deed, why=why)
        said, resting = f"no longer true: {quoted(stands.text)}", resting_on(work, stands.id)
        return Outcome(_receipt("no_longer_true", stands, "update", said, warnings=resting))
    plan = plan_write(
        newcomer, work.held, work.index, policy="propose", keep_open=frozenset(), now=work.now, zone=work.zone
    )
    if plan.outcome != "add":
        raise Refused("the corrected text says what is held already; leave it empty to close the claim.")
    receipt = carry_out(work, plan, deed=deed, why=why)
    was, now = quoted_pair(stands.text, corrected)
    warnings = receipt.warnings + resting_on(work, stands.id)
    return Outcome(replace(_renamed(receipt, f"{was} became {now}"), warnings=warnings))


def _held_already(work: Work, successor: Claim) -> Claim | None:
    """The live claim, but for those it would replace, that says what a successor would say."""
    new = Side.of(replace(successor, supersedes=()))
    work.index.catch_up()
    twins = live_twins(new, work.held, work.index, work.now)
    return already_said(new, [twin for twin in twins if twin.id not in successor.supersedes])


def _give_way(work: Work, stands: Claim, held: Claim, deed: str | None, why: str | None) -> Outcome:
    """Close a claim for one that is held and says what is true instead.

    The claim ends where the held one begins, as before any successor. Where that lies outside its window
    the two were both true for a while: then it ends now, and nothing takes its place. Nor does a claim that
    another is to end: the line of the two might close on itself.
    """
    closes: tuple[Closed, ...] = ()
    start = held.t_valid
    if held.closing is None and start is not None and _lies_within(stands, start):
        if stands.id not in held.supersedes:  # it is, when the two were reopened before
            work.version(held, supersedes=(*held.supersedes, stands.id))
        ending = Ending(stands.id, NAMED.name, {}, {}, None, start)
        closes = (end_claim(work, ending, held.id, deed=deed, why=why),)
    else:
        end_stated(work, stands, work.now, deed=deed, why=why)
    was, now = quoted_pair(stands.text, held.text)
    told = f"{_named(held)} is held already{' and takes its place' if closes else ''}."
    warnings = (told, *resting_on(work, stands.id))
    receipt = _receipt("no_longer_true", stands, "update", f"{was} became {now}", warnings=warnings)
    return Outcome(replace(receipt, closes=closes))


def _lies_within(stands: Claim, start: Instant) -> bool:
    """Whether a start would cut a claim's window, and leave some of it."""
    after = stands.t_valid is None or stands.t_valid < start
    return after and (stands.t_invalid is None or start < stands.t_invalid)


def successor_of(stands: Claim, text: str, deed: str | None) -> Draft:
    """The draft of what is true instead of a claim: its scope, kind and names, the new text."""
    return Draft(
        text=text,
        kind=stands.kind,
        workspace=stands.workspace,
        set=stands.set,
        entities=stands.entities if stands.entities_declared else None,
        deeds=(deed,) if deed else (),
        key=stands.key,
        derived_from=stands.derived_from,
        supersedes=(stands.id,),
        facts=stands.facts,
    )


def _renamed(receipt: Receipt, summary: str) -> Receipt:
    return replace(receipt, verb="no_longer_true", summary=summary)


def reopen(work: Work, command: Reopen) -> Outcome:
    """Restore the former end of a closed claim, or believe a retracted one again."""
    stands = work.claim(command.id)
    if stands.state == RETRACTED:
        opened = _reinstated(work, stands)
    elif stands.believed and stands.closing is not None:
        opened = _restored(work, stands, stands.closing)
    elif not stands.believed:
        raise Refused(f"{_named(stands)} was undone; redo that instead.")
    elif stands.t_invalid is not None:
        raise Refused(
            f"{_named(stands)} was closed by nobody: its author states that it ends at "
            f"{_written(work, stands.t_invalid)}; edit that end if it is wrong."
        )
    else:
        raise Refused(f"{_named(stands)} is not closed.")
    warnings = _true_twice(work, opened, stands)
    if command.decline:
        _decline_pair(work, stands)
    _resume_clock(work, opened)
    return Outcome(
        _receipt("reopen", stands, "update", _opened_words(work, opened), warnings=tuple(warnings))
    )


def _opened_words(work: Work, opened: Claim) -> str:
    """What was reopened, and the window that it has again."""
    start = "always" if opened.t_valid is None else f"from {_written(work, opened.t_valid)}"
    if opened.t_invalid is None:
        return f"reopened {quoted(opened.text)}: true {start} until further notice"
    end = end_written(opened.t_invalid, zone_named(work.zone), opened.precision[1])
    return f"reopened {quoted(opened.text)}: true {start}, ending {end}"


def _reinstated(work: Work, stands: Claim) -> Claim:
    _refuse_rivals(work, stands, state=BELIEVED, withdrawal=None)
    return work.version(stands, state=BELIEVED, withdrawal=None)


def _restored(work: Work, stands: Claim, closing: Closing) -> Claim:
    """The former end, with the closing that had made it one if it was an ending itself."""
    former = _before(work, stands.id, closing)
    if former is None or former.t_invalid != closing.former_end:
        stated = closing.former_end is not None
        changes: dict[str, object] = {
            "t_invalid": closing.former_end,
            "closing": None,
            "t_invalid_stated": stated,
        }
    else:
        names = ("t_invalid", "closing", "t_invalid_stated")
        changes = {name: getattr(former, name) for name in names}
        changes["precision"] = (stands.precision[0], former.precision[1])
    _refuse_rivals(work, stands, **changes)
    return work.version(stands, **changes)


def _before(work: Work, claim_id: str, closing: Closing) -> Claim | None:
    """The newest version from before a closing."""
    earlier = [one for one in work.held.versions(claim_id) if one.t_recorded < closing.t_tx]
    return earlier[-1] if earlier else None


def _refuse_rivals(work: Work, stands: Claim, **changes: object) -> None:
    if stands.key is None:
        return
    rivals = key_rivals(replace(stands, **changes), work.held, work.index)
    if rivals:
        hold, those = ("holds", "that") if len(rivals) == 1 else ("hold", "those")
        raise Refused(
            f"key {stands.key} would have two values at once: {', '.join(map(short, rivals))} {hold} it; "
            f"close or retract {those} first."
        )


def _true_twice(work: Work, opened: Claim, stands: Claim) -> list[str]:
    ending = ending_of(stands)
    by = ending.by if ending else None
    successor = work.held.claim(by) if by else None
    if (
        successor is None
        or not successor.believed
        or not successor.true_at(work.now)
        or not opened.true_at(work.now)
    ):
        return []
    by = quoted(successor.text, 50, beside=opened.text)
    return [f"both are true now: {by} ({short(successor.id)}) still stands"]


def _decline_pair(work: Work, stands: Claim) -> None:
    ending = ending_of(stands)
    if ending is not None and ending.by is not None:
        work.put(tables.DECLINED, pair_key(ending.by, stands.id), f"reopened by {work.actor}")


def _resume_clock(work: Work, opened: Claim) -> None:
    """A reopened claim keeps its memory state and is due the next study day; one without a clock gets one.

    A doubt ended with the claim.
    """
    if not KINDS[opened.kind].reviewed:
        return
    review = work.get(tables.REVIEW, opened.id)
    if review is None:
        schedule(work, opened)
    else:
        work.put(tables.REVIEW, opened.id, replace(review, due_day=work.today + 1, doubted_day=None))


def _evidence(work: Work, deed: str | None, why: str | None) -> str | None:
    """The named deed, or the typed reason kept as a note."""
    if deed is not None:
        return work.deed(deed).accession
    return work.note(why) if why and why.strip() else None


def _receipt(
    verb: str, claim: Claim, outcome: Result, summary: str, warnings: tuple[str, ...] = ()
) -> Receipt:
    return Receipt(
        verb=verb,
        outcome=outcome,
        id=claim.id,
        summary=summary,
        warnings=warnings,
    )


def _noop(verb: str, claim: Claim, why: str) -> Receipt:
    return Receipt(verb=verb, outcome="noop", id=claim.id, summary=f"{short(claim.id)}: {why}")
