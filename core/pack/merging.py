"""Merging a pack that came in into one that is not empty: three-way by key, a record here for each of theirs.

No write rule runs. What only one side changed is taken; what both changed is combined, or left to a person.
Two packs that have taken in each other's acts hold the same (core/README.md, handover).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from core.claims.ids import short
from core.claims.proposal import ACCEPTED, DECLINED, LAPSED, OPEN
from core.clocks.clock import next_transaction_time
from core.pack.commands import Merge
from core.pack.handover import Incoming
from core.pack.merging_acts import alike, decision, persons
from core.pack.merging_changes import Changes
from core.pack.merging_joining import Joining
from core.pack.merging_repairs import put_right
from core.pack.merging_report import MergeReceipt, OtherSetting, Replaced, Report
from core.pack.merging_sheet import Sheet
from core.pack.merging_sides import Key, Side, Step, name_of, read_merge, value_of
from core.pack.merging_taken_back import how_to_redo, taken_back
from core.pack.merging_uses import Uses, record_act
from core.pack.merging_values import said, same
from core.pack.merging_versions import is_version
from core.pack.outcome import quoted
from core.pack.pack import Pack
from core.pack.salvages import refuse_other_salvage
from core.store import tables
from core.store.record import LogRecord

_ENCODE: Final = msgspec.msgpack.Encoder().encode


def preview_merge(pack: Pack, incoming: Incoming) -> MergeReceipt:
    """What `merge_pack` would do now; nothing is written. Raises as it does."""
    return _Merging(pack, incoming).carry_out()[0]


def merge_pack(pack: Pack, incoming: Incoming) -> MergeReceipt:
    """Take in what another pack did since the two parted: all of it or nothing. Twice is once.

    Raises `Refused` when one accession bears two texts, and for a salvage of the pack's own history.
    """
    with pack.batched():
        receipt, records = _Merging(pack, incoming).carry_out()
        pack.take_in(records)
    if not records:
        return receipt
    first, last = records[0], records[-1]
    return msgspec.structs.replace(receipt, first_tx=first.tx, last_tx=last.tx, t_tx=last.t_tx)


class _Merging:
    """One merge."""

    def __init__(self, pack: Pack, incoming: Incoming) -> None:
        held = pack.reader.held
        self.ours = Side(pack.log.pack_id, pack.log.read())
        self.theirs = Side(incoming.lineage, incoming.records)
        refuse_other_salvage(self.ours, self.theirs)
        self.sheet = Sheet(
            held=held,
            actor=pack.seat,
            client=pack.client,
            tx=held.tx + 1,
            now=next_transaction_time(pack.now(), held.t_tx),
        )
        self.report = Report(told=self.ours.told)
        self.joining = Joining(self.ours, self.theirs, self.sheet, self.report)
        self.uses = Uses(self.ours, self.theirs)
        self.new = [record for record in self.theirs.records if not self._is_known(record.tx)]
        self.due: dict[int, list[tuple[Key, Step, bool]]] = {}
        """By record of theirs: the key, their step, and whether both sides changed it."""
        self.met: set[Key] = set()
        """Keys of which neither side knew the other's last act."""
        self.frontier: dict[str, frozenset[str]] = {}
        """By claim, what `rests_on` says."""
        self.acts: dict[Key, str] = {}
        """The act that a key stands for, as the finished records of this merge leave it."""

    def _is_known(self, tx: int) -> bool:
        return self.ours.known.keys() >= self.theirs.acts(tx)

    def carry_out(self) -> tuple[MergeReceipt, list[LogRecord]]:
        """The receipt, and the records that are to be appended."""
        for key, chain in self.theirs.chains.items():
            counted = key[0] == tables.USE and self.uses.is_exact(key[1])
            if key[0] != tables.SETTING and not counted:
                self._sort_out(key, chain)
        records = [self._record(record) for record in self.new]
        return self._receipt(), records

    def _sort_out(self, key: Key, chain: list[Step]) -> None:
        """Which of their steps of one key come in, and at which record."""
        last = chain[-1]
        if self.ours.knows(last):
            return
        mine = self.ours.chains.get(key)
        if mine and not self.theirs.knows(mine[-1]):
            self.met.add(key)
            here, there = self.joining.news(key, mine[-1], last)
            if there or not here:
                self.due.setdefault(last.tx, []).append((key, last, here or not there))
            return
        since = self.theirs.learned(mine[-1]) if mine else 0
        steps = [step for step in chain if step.tx >= since and not self.ours.knows(step)]
        for step in steps or [last]:
            self.due.setdefault(step.tx, []).append((key, step, False))

    def _record(self, record: LogRecord) -> LogRecord:
        """Our record for one of theirs."""
        sheet, merge = self.sheet, self.theirs.merge(record.tx)
        for key, step, both in self.due.get(record.tx, ()):
            if key[0] == tables.CLAIM:
                before = self.rests_on(key[1]) if both else frozenset()
                self.frontier[key[1]] = before | persons(step.act)
            if both:
                self.joining.join(key, step)
            else:
                sheet.put(key, value_of(key, step))
                if key[0] == tables.REVIEW:
                    self.joining.rows.follow(key[1], step.tx)
        self.joining.rows.answer(record.tx)
        for note in merge.notes if merge is not None else ():
            if note not in self.report.notes and note not in self.report.told:
                sheet.draft.notes.append(note)
                self.report.note(note)
        for claim_id, (number, count) in self.uses.take(record_act(self.theirs, record.tx)).items():
            sheet.put((tables.USE, claim_id), count)
            sheet.draft.uses[claim_id] = number
        if record is self.new[-1]:
            self.joining.rows.finish(sheet.is_undone)
            put_right(sheet, self.theirs, self.joining.rivals, self.rests_on, self.report)
            self._tell_replaced()
        made = LogRecord(
            tx=sheet.tx,
            t_tx=sheet.now,
            actor=sheet.actor,
            client=sheet.client,
            verb="merge",
            payload=_ENCODE(self._origin(record, merge)),
            effects=sheet.effects(),
            summary=told_of(record),
        )
        sheet.next_record()
        return made

    def rests_on(self, claim_id: str) -> frozenset[str]:
        """The acts of persons that a claim rests on, as the merge leaves it so far."""
        if claim_id not in self.frontier:
            chain = self.ours.chains.get((tables.CLAIM, claim_id))
            self.frontier[claim_id] = persons(chain[-1].act) if chain else frozenset()
        return self.frontier[claim_id]

    def _origin(self, record: LogRecord, merge: Merge | None) -> Merge:
        """Where the record comes from, and which acts it stands for."""
        draft = self.sheet.draft
        first = merge or Merge(
            lineage=self.theirs.lineage,
            tx=record.tx,
            t_tx=record.t_tx,
            digest=self.theirs.digests[record.tx - 1],
            actor=record.actor,
            client=record.client,
            did=record.verb,
        )
        due = {key: (step, both) for key, step, both in self.due.get(record.tx, ())}
        carried: dict[str, str] = {}
        for key, (step, _) in due.items():
            if key not in draft.decided:
                self.acts[key] = step.act
                if step.act != first.digest or key not in draft.values:
                    carried[name_of(key)] = step.act
        for key in draft.decided:
            carried[name_of(key)] = self.acts[key] = self._decided(key, *due.get(key, (None, False)))
        return msgspec.structs.replace(
            first,
            via=tuple(sorted(self.theirs.acts(record.tx) - {first.digest})),
            decided=tuple(map(name_of, draft.decided)),
            carried=carried,
            grades={},
            reviews=self.joining.rows.told(),
            uses=draft.uses,
            notes=tuple(draft.notes),
        )

    def _decided(self, key: Key, step: Step | None, both: bool) -> str:
        """The act of what this record decides about a key."""
        mine = self.ours.chains.get(key)
        stood = self.acts.get(key) or (mine[-1].act if mine else None)
        acts = [stood] if stood is not None and (both or step is None) else []
        acts += [step.act] if step is not None else []
        table, value = key[0], self.sheet.get(key)
        if both and all(same(table, value, one) for one in (self.sheet.finished(key), value_of(key, step))):
            return alike(*acts)
        return decision(acts, key, said(table, value), rests_on=table == tables.CLAIM)

    # the receipt

    def _tell_replaced(self) -> None:
        for claim_id in sorted(self.sheet.changed(tables.CLAIM)):
            key = (tables.CLAIM, claim_id)
            before, after = self.sheet.before(key), self.sheet.get(key)
            if before is None or before.text == after.text:
                continue
            if key in self.met and claim_id not in self.joining.combined:
                stood, stands = quoted(before.text), quoted(after.text)
                note = f"{short(claim_id)} said {stood} here; {stands} stands in both packs."
                self.report.note(note)
            else:
                self.report.replaced.append(Replaced(claim=claim_id, before=before.text, after=after.text))

    def _receipt(self) -> MergeReceipt:
        changed = sorted(self.sheet.changed(tables.CLAIM))
        new = {one for one in changed if self.sheet.before((tables.CLAIM, one)) is None}
        added = [one for one in changed if one in new and not self._is_version(one)]
        changes = Changes(self.ours, self.theirs, self.sheet)
        number, undos = taken_back(self.ours, self.theirs)
        if number:
            were = "was" if number == 1 else "were"
            self.report.note(
                f"{number} of its records {were} taken back here; {how_to_redo(self.ours, undos)} brings "
                f"{'it' if number == 1 else 'them'} back."
            )
        return MergeReceipt(
            lineage=self.theirs.lineage,
            records=len(self.new),
            known=len(self.theirs.records) - len(self.new),
            claims_added=tuple(added),
            claims_changed=tuple(one for one in changed if one not in new),
            clashes=tuple(self.report.clashes),
            replaced=tuple(self.report.replaced),
            taken_back=number,
            changes=changes.tell(),
            graded=changes.graded(),
            proposals_opened=changes.proposals(OPEN, (None, ACCEPTED, DECLINED, LAPSED)),
            proposals_lapsed=changes.proposals(LAPSED, (OPEN,)),
            lapsed=changes.lapsed(),
            links_left_out=self.report.links_left_out,
            settings=tuple(self._other_settings()),
            notes=tuple(self.report.notes),
        )

    def _is_version(self, claim_id: str) -> bool:
        claim = self.sheet.claim(claim_id)
        return claim is not None and is_version(claim)

    def _other_settings(self) -> Iterable[OtherSetting]:
        names = {key for table, key in (*self.ours.chains, *self.theirs.chains) if table == tables.SETTING}
        for name in sorted(names):
            ours, theirs = (side.head((tables.SETTING, name)) for side in (self.ours, self.theirs))
            if ours != theirs:
                yield OtherSetting(name=name, ours=ours, theirs=theirs)


def told_of(record: LogRecord) -> str:
    """What a record did and who did it, over however many packs it came."""
    if read_merge(record) is None:
        return f"took in: {record.summary or record.verb}, by {record.actor}"
    summary, hops = record.summary, 0
    while summary.startswith(_TOOK_IN):  # as merges told it before: each around the one before it
        summary, hops = summary.removeprefix(_TOOK_IN), hops + 1
    if not hops:
        return record.summary
    return f"took in: {summary}".rsplit(", by ", hops - 1)[0]


_TOOK_IN: Final = "took in "
