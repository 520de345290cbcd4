"""Undo and redo: put back what the keys of a transaction held before it, as a record of its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace as replace_fields
from typing import Any, Final

from msgspec.structs import replace

from core.claims.claim import UNDONE, Claim
from core.errors import NotFound, PackError, Refused
from core.pack.choosing import TAKES_BACK, behind, chosen, gone_by, standing, that_count
from core.pack.commands import Redo, Undo
from core.pack.grounds import leaning_on_what_goes, refuse_two_values, refuse_without_evidence
from core.pack.outcome import Outcome
from core.pack.receipts import Receipt
from core.pack.work import Work
from core.state.chains import Entry
from core.store import tables
from core.store.record import LogRecord


class _Rests(PackError):
    """Later transactions rest on what was to be taken back."""

    def __init__(self, later: list[int]) -> None:
        super().__init__(f"transactions {later} rest on it.")
        self.later = later


def undo(work: Work, command: Undo) -> Outcome:
    """Take back what the command names; refused when later records rest on the same keys."""
    records = chosen(work, command, work.actor)
    try:
        return _undone(work, records)
    except _Rests as refusal:
        later = refusal.later
    work.pending.clear()
    if (whole := _with_what_changed_nothing(work, records, later)) is not None:
        return _undone(work, whole)
    later = _that_count(work, later)
    if command.txs:
        raise Refused(_would_have_to_go(work, records, later))
    raise Refused(f"{_rests(work, later)} {_way_out(work, records, later)}")


def _undone(work: Work, records: list[LogRecord]) -> Outcome:
    return Outcome(_take_back(work, "undo", records), tuple(record.tx for record in records))


def redo(work: Work, command: Redo) -> Outcome:
    """Take back an undo."""
    if command.tx is None:
        record = _last_undo(work)
    else:
        record = work.record(command.tx)
        if record.verb != "undo" or record.tx not in {line.tx for line in standing(work, down_to=record.tx)}:
            raise Refused(_not_to_redo(record))
    try:
        return Outcome(_take_back(work, "redo", [record]), (record.tx,))
    except _Rests as refusal:
        later = _that_count(work, refusal.later)
        raise Refused(f"{_rests(work, later)} {_one_by_one(later)}") from None


def _last_undo(work: Work) -> LogRecord:
    """The actor's newest undo that stands, as long as nothing else was done after it."""
    own = (line for line in standing(work) if line.actor == work.actor and line.verb != "redo")
    last = next(own, None)
    if last is not None and last.verb == "undo":
        return last
    if last is None:
        raise NotFound(f"{work.actor} has undone nothing that could be redone.")
    raise NotFound(
        f"there is nothing to redo: the last act of {work.actor} is {last.tx} ({last.summary or last.verb}), "
        "and redo takes back an undo that no other act came after."
    )


def _not_to_redo(record: LogRecord) -> str:
    if record.verb == "undo":
        return f"transaction {record.tx} ({record.summary}) was taken back itself already."
    named = f"transaction {record.tx} ({record.summary or record.verb})"
    return f"{named} is no undo, and redo takes back an undo; the journal lists them."


def _take_back(work: Work, verb: str, records: list[LogRecord]) -> Receipt:
    txs = {record.tx for record in records}
    keys = dict.fromkeys((effect.table, effect.key) for record in records for effect in record.effects)
    later = {tx for table, key in keys for tx in _changed_since(work, table, key, txs)}
    if later:
        raise _Rests(sorted(later))
    count = {effect.key for record in that_count(records) for effect in record.effects}
    for table, key in keys:
        former = _before(work.held.chains.chain(table, key), txs)
        if table == tables.CLAIM and (key in count or not _says(work.claim(key), former)):
            _restore_claim(work, verb, key, former)
        elif table != tables.CLAIM:
            work.put(table, key, former)
    leaning = leaning_on_what_goes(work)
    if leaning:
        raise _Rests(leaning)
    refuse_without_evidence(work)
    refuse_two_values(work)
    _lapse(work, keys, min(txs))
    return Receipt(verb=verb, outcome="update", summary=_summary(work, verb, records))


NAMED: Final = 3
"""Transactions that a summary names; the number of the others is said."""


def _summary(work: Work, verb: str, records: list[LogRecord]) -> str:
    """An undo names what it takes back, a redo what is done again: acts, not the undo or redo between."""
    if verb == "undo":
        acts = [act for record in that_count(records) or records for act in behind(work, record)]
        named = [f"{act.tx} ({act.summary or act.verb})" for act in acts]
        begin = "took back "
    else:
        named = [act.summary or act.verb for record in records for act in gone_by(work, record)]
        begin = "did again: "
    more = f" and {len(named) - NAMED} more" if len(named) > NAMED else ""
    return begin + ", ".join(named[:NAMED]) + more


def _before(chain: list[Entry], txs: set[int]) -> Any:
    """The value that stood before the first of the transactions."""
    former = None
    for entry in chain:
        if entry.tx in txs:
            return former
        former = entry.value
    return former


def _changed_since(work: Work, table: str, key: str, txs: set[int]) -> Iterable[int]:
    """Other transactions that changed a key after one of `txs`, and left it otherwise than they found it."""
    chain = work.held.chains.chain(table, key)
    first = next(place for place, entry in enumerate(chain) if entry.tx in txs)
    left: Any = chain[first].value
    others: list[Entry] = []
    for entry in chain[first + 1 :]:
        if entry.tx in txs:
            yield from _unless_undone(others, left)
            left, others = entry.value, []
        else:
            others.append(entry)
    yield from _unless_undone(others, left)


def _unless_undone(others: list[Entry], left: Any) -> list[int]:
    """The transactions of some entries, unless the last of them brought back what was left to the first."""
    return [] if not others or same_content(others[-1].value, left) else [entry.tx for entry in others]


def same_content(one: Any, other: Any) -> bool:
    """Whether two values say the same; versions of a claim are compared without their number and time."""
    if isinstance(one, Claim) and isinstance(other, Claim):
        return replace(one, rev=0, t_recorded=0) == replace(other, rev=0, t_recorded=0)
    return bool(one == other)


def _restore_claim(work: Work, verb: str, claim_id: str, former: Claim | None) -> None:
    stands = work.claim(claim_id)
    if former is not None:
        content = {name: getattr(former, name) for name in former.__struct_fields__ if name not in _IDENTITY}
        work.version(stands, **content)
    else:
        work.version(stands, state=UNDONE, withdrawal=work.closing(verb, former_end=stands.t_invalid))


def _says(stands: Claim, former: Claim | None) -> bool:
    """Whether a claim is already as it was; one that was not there is undone."""
    return stands.state == UNDONE if former is None else same_content(stands, former)


_IDENTITY: Final = frozenset({"id", "rev", "t_created", "t_recorded"})


def _lapse(work: Work, keys: Iterable[tuple[str, str]], first: int) -> None:
    """Lapse what is open on claims that are not as they were when it was opened or last decided."""
    restored = {key for table, key in keys if table == tables.PROPOSAL}
    touched = {key for table, key in keys if table == tables.CLAIM}
    for proposal in work.open_proposals():
        for side in (proposal.new, proposal.old):
            if proposal.id in restored:
                known = _stood_at(work, side, first)
            else:
                known = work.held.claim(side) if side in touched else work.claim(side)
            now = work.claim(side)
            if known is None or not now.believed or _says_otherwise(known, now):
                work.lapse_one(proposal)


def _stood_at(work: Work, claim_id: str, tx: int) -> Claim | None:
    """A claim as it was before a transaction."""
    chain = work.held.chains.chain(tables.CLAIM, claim_id)
    return next((entry.value for entry in reversed(chain) if entry.tx < tx), None)


def _says_otherwise(before: Claim, after: Claim) -> bool:
    return any(getattr(before, name) != getattr(after, name) for name in _SAYS)


_SAYS: Final = ("state", "text", "entities", "set", "key", "t_valid", "t_invalid")
"""Fields whose change ends a proposal."""


LISTED: Final = 5
"""Later transactions that a refusal lists; the number of the others is said."""

WIDENED: Final = 8
"""Times that a range is widened in the search for one that can be taken back."""


def _that_count(work: Work, later: list[int]) -> list[int]:
    """Without what was taken back, and what took it back: together they changed nothing."""
    stand = {record.tx for record in standing(work, down_to=later[0]) if record.verb not in TAKES_BACK}
    return [tx for tx in later if tx in stand] or later


def _rests(work: Work, later: list[int]) -> str:
    names = ", ".join(f"{tx} ({(line := work.record(tx)).summary or line.verb})" for tx in later[:LISTED])
    more = f" and {len(later) - LISTED} more" if len(later) > LISTED else ""
    return f"later records changed the same things: {names}{more}."


def _would_have_to_go(work: Work, records: list[LogRecord], later: list[int]) -> str:
    """For acts that were named one by one: all that rests on them, and the command that takes it too."""
    asked = {record.tx for record in records}
    whole = _with_what_rests(work, asked, later)
    found = {record.tx for record in that_count(_records(work, whole))} if whole else set(later)
    others = sorted(found - asked)
    names = ", ".join(
        f"{tx} ({(line := work.record(tx)).summary or line.verb}, by {line.actor})" for tx in others
    )
    one = len(others) == 1
    rest = f"{len(others)} later {'record rests' if one else 'records rest'} on it"
    told = f"nothing was taken back: {rest}: {names}."
    if whole is None:
        return f"{told} {_one_by_one(others)}"
    numbers = " ".join(map(str, sorted(whole)))
    return f"{told} All of it would go with `undo {numbers}`."


def _records(work: Work, txs: Iterable[int]) -> list[LogRecord]:
    """Newest first."""
    return [work.record(tx) for tx in sorted(txs, reverse=True)]


def _with_what_changed_nothing(
    work: Work, records: list[LogRecord], later: list[int]
) -> list[LogRecord] | None:
    """The records and what rests on them, when all of that is taken back already, or took it back.

    Such an undo may have ended a question that one of the records asked, or taken back part of what a redo
    among them had brought back.
    """
    whole = _with_what_rests(work, {record.tx for record in records}, later)
    if whole is None:
        return None
    found, again = _records(work, whole), _brought_back(work, records)
    others = [record for record in that_count(found) if record not in records]
    return found if all(one.verb == "undo" and again.issuperset(one.undoes) for one in others) else None


def _brought_back(work: Work, records: Iterable[LogRecord]) -> set[int]:
    """The acts that redos among some records have brought back."""
    return {act.tx for record in records if record.verb == "redo" for act in behind(work, record)}


def _with_what_rests(work: Work, asked: set[int], later: list[int]) -> set[int] | None:
    """The acts and everything that rests on them, when all of it can be taken back together."""
    whole = asked
    for _ in range(WIDENED):
        if whole >= set(later):
            return None
        again = _brought_back(work, map(work.record, whole))
        whole = whole | _with_what_they_took_back(work, later, again)
        trial = replace_fields(work, pending={})
        try:
            _take_back(trial, "undo", chosen(trial, Undo(txs=tuple(whole)), work.actor))
        except _Rests as refusal:
            counted = _that_count(work, refusal.later)
            later = refusal.later if whole.issuperset(counted) else counted
        except PackError:
            return None
        else:
            return whole
    return None


def _with_what_they_took_back(work: Work, txs: Iterable[int], again: set[int]) -> set[int]:
    """Records, and all that undos and redos among them took back, so that it stays taken back.

    Without the acts that a redo brought `again`, which is taken back as well.
    """
    found: set[int] = set()
    waiting = list(txs)
    while waiting:
        tx = waiting.pop()
        if tx not in found:
            found.add(tx)
            waiting += set(work.record(tx).undoes) - again
    return found


def _one_by_one(later: list[int]) -> str:
    return "Undo that first." if len(later) == 1 else "Undo those first, the newest before the others."


def _way_out(work: Work, records: list[LogRecord], later: list[int]) -> str:
    """The range that would be taken back at once, if there is one; else what comes first."""
    first = min(record.tx for record in records)
    taken = _range_from(work, first, later[-1])
    if taken is None:
        return _one_by_one(later)
    asked = {*later, *(record.tx for record in records)}
    named = f"`undo {first} --through {max(taken)}` takes back"
    if asked.issuperset(taken):
        return f"{named} {'both' if len(taken) == 2 else f'all {len(taken)}'}."
    return f"{named} all {len(taken)} records of that range."


def _range_from(work: Work, first: int, through: int) -> list[int] | None:
    """What a range from `first` to `through` or further would take back; None if it would be refused."""
    for _ in range(WIDENED):
        trial = replace_fields(work, pending={})
        try:
            records = chosen(trial, Undo(tx=first, through=through), work.actor)
            _take_back(trial, "undo", records)
        except _Rests as refusal:
            through = max(through + 1, _that_count(work, refusal.later)[-1])
        except PackError:
            return None
        else:
            return sorted(record.tx for record in that_count(records))
    return None
