"""Merging a pack that came in into one that is not empty: three-way by key, a record here for each of theirs.

No write rule runs. What only one side changed is taken; what both changed is combined, or left to a person.
Two packs that have taken in each other's acts hold the same (core/README.md, handover).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from core.claims.claim import RETRACTED, Claim, Closing
from core.claims.proposal import ACCEPTED, DECLINED, Proposal
from core.clocks.clock import next_transaction_time
from core.errors import Refused
from core.pack.commands import Merge
from core.pack.handover import Incoming
from core.pack.merging_claims import combine
from core.pack.merging_repairs import put_right
from core.pack.merging_report import Clash, MergeReceipt, OtherSetting, Report
from core.pack.merging_reviews import Clock, course_of, joined
from core.pack.merging_rivals import Rival, note_of, their_version
from core.pack.merging_sheet import Sheet
from core.pack.merging_sides import Key, Side, Step, name_of, value_of
from core.pack.merging_values import ADDING, JOINED, same
from core.pack.outcome import quoted
from core.pack.pack import Pack
from core.store import tables
from core.store.record import LogRecord

_ENCODE: Final = msgspec.msgpack.Encoder().encode


def preview_merge(pack: Pack, incoming: Incoming) -> MergeReceipt:
    """What `merge_pack` would do now; nothing is written. Raises as it does."""
    return _Merging(pack, incoming).carry_out()[0]


def merge_pack(pack: Pack, incoming: Incoming) -> MergeReceipt:
    """Take in what another pack did since the two parted: all of it or nothing. Twice is once.

    Raises `Refused` when one accession bears two texts.
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
        self.sheet = Sheet(
            held=held,
            actor=pack.seat,
            client=pack.client,
            tx=held.tx + 1,
            now=next_transaction_time(pack.now(), held.t_tx),
        )
        self.report = Report()
        self.rivals: list[Rival] = []
        self.new = [record for record in self.theirs.records if not self._is_known(record.tx)]
        self._versions: dict[str, list[str]] | None = None
        """By claim, the versions of other packs that are here."""
        self.due: dict[int, list[tuple[Key, Step, bool]]] = {}
        """By record of theirs: the key, their step, and whether both sides changed it."""

    def _is_known(self, tx: int) -> bool:
        return all(act in self.ours.known for act in self.theirs.acts(tx))

    def carry_out(self) -> tuple[MergeReceipt, list[LogRecord]]:
        """The receipt, and the records that are to be appended."""
        for key, chain in self.theirs.chains.items():
            if key[0] != tables.SETTING:
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
            self.due.setdefault(last.tx, []).append((key, last, True))
            return
        since = self.theirs.known[mine[-1].act] if mine else 0
        steps = [step for step in chain if step.tx >= since and not self.ours.knows(step)]
        for step in steps or [last]:
            self.due.setdefault(step.tx, []).append((key, step, False))

    def _record(self, record: LogRecord) -> LogRecord:
        """Our record for one of theirs."""
        sheet, merge = self.sheet, self.theirs.merge(record.tx)
        for key, step, both in self.due.get(record.tx, ()):
            if both:
                self._join(key, step)
            else:
                sheet.put(key, value_of(key, step))
                if merge is not None and key[0] == tables.REVIEW and key[1] in merge.grades:
                    sheet.draft.grades[key[1]] = merge.grades[key[1]]
        if record is self.new[-1]:
            put_right(sheet, self.theirs, self.rivals, self.report)
        made = LogRecord(
            tx=sheet.tx,
            t_tx=sheet.now,
            actor=sheet.actor,
            client=sheet.client,
            verb="merge",
            payload=_ENCODE(self._origin(record, merge)),
            effects=sheet.effects(),
            summary=f"took in {record.summary or record.verb}, by {record.actor}",
        )
        sheet.next_record()
        return made

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
        acts = {key: self.theirs.act(record.tx, key) for key, _, _ in self.due.get(record.tx, ())}
        carried = {
            name_of(key): act
            for key, act in acts.items()
            if name_of(key) not in draft.decided and (act != first.digest or key not in draft.values)
        }
        return msgspec.structs.replace(
            first,
            via=tuple(sorted(self.theirs.acts(record.tx) - {first.digest})),
            decided=tuple(draft.decided),
            carried=carried,
            grades=draft.grades,
            notes=tuple(draft.notes),
        )

    # both sides changed it

    def _join(self, key: Key, step: Step) -> None:
        ours, theirs = self.sheet.get(key), value_of(key, step)
        if same(key[0], ours, theirs) and not self._both_added(key, step):
            self.sheet.put(key, ours, decided=True)
            return
        base_step, base_side = self._base(key)
        base = value_of(key, base_step)
        if key[0] == tables.CLAIM:
            self._join_claims(key, base, ours, theirs)
        elif key[0] == tables.REVIEW:
            self._join_reviews(key, base, ours, theirs, base_step, base_side)
        elif key[0] == tables.DEED:
            self._join_deeds(key, ours, theirs)
        else:
            self.sheet.put(key, JOINED[key[0]](base, ours, theirs), decided=True)
            if key[0] == tables.PROPOSAL:
                self._tell_decided_twice(ours, theirs)

    def _both_added(self, key: Key, step: Step) -> bool:
        """Whether each pack used the same things by itself, as often: that is twice as often together."""
        mine = self.ours.chains[key][-1]
        return (
            key[0] in ADDING
            and None not in (mine.stored, step.stored)
            and self.ours.is_own(mine)
            and self.theirs.is_own(step)
        )

    def _base(self, key: Key) -> tuple[Step | None, Side]:
        """The newest value of a key that both packs know, and on which side it stands so."""
        mine = next((one for one in reversed(self.ours.chains[key]) if self.theirs.knows(one)), None)
        other = next((one for one in reversed(self.theirs.chains[key]) if self.ours.knows(one)), None)
        if mine is None or other is None:
            return (other, self.theirs) if mine is None else (mine, self.ours)
        newer = self.theirs.known[mine.act] >= self.theirs.known[other.act]
        return (mine, self.ours) if newer else (other, self.theirs)

    def _join_claims(self, key: Key, base: Claim | None, ours: Claim, theirs: Claim) -> None:
        done = combine(base, ours, theirs)
        self.sheet.put(key, done.claim, decided=True)
        for note in done.notes:
            self.sheet.draft.notes.append(note)
            self.report.note(note)
        if done.rivals is not None:
            verdict = f"each pack closed {quoted(ours.text, 40)} by another claim"
            self.rivals.append(Rival(*done.rivals, "merge", "merge", ("successor",), verdict))
        if done.clashes:
            self._clash(ours, theirs, done.claim, done.clashes)

    def _clash(self, ours: Claim, theirs: Claim, merged: Claim, fields: tuple[str, ...]) -> None:
        self.report.clashes.append(Clash(claim=ours.id, ours=ours.text, theirs=theirs.text, fields=fields))
        version = their_version(self.theirs, theirs, merged)
        if any(_as_said(known, version) for known in self._waiting(ours.id)):
            return
        self._set_aside_older(ours.id)
        self.sheet.put((tables.CLAIM, version.id), version, decided=True)
        self._keep_version(version)
        verdict = f"both packs changed this claim ({', '.join(fields)}) since they parted; this is theirs"
        self.rivals.append(Rival(version.id, ours.id, "merge", "merge", fields, verdict))

    def _waiting(self, claim_id: str) -> list[Claim]:
        """Versions of a claim, from other packs, that are here."""
        if self._versions is None:
            self._versions = {}
            for _, claim in self.sheet.items(tables.CLAIM):
                self._keep_version(claim)
        found = (self.sheet.claim(one) for one in self._versions.get(claim_id, ()))
        return [claim for claim in found if claim is not None]

    def _keep_version(self, claim: Claim) -> None:
        note = note_of(claim)
        if self._versions is not None and note is not None and note["claim"] != claim.id:
            self._versions.setdefault(note["claim"], []).append(claim.id)

    def _set_aside_older(self, claim_id: str) -> None:
        """A newer version from the other pack takes the place of the one that waits."""
        waiting = {one.new for one in self.sheet.held.open_proposals.values() if one.old == claim_id}
        for known in self._waiting(claim_id):
            note = note_of(known) or {}
            if known.id in waiting and known.believed and note.get("pack") == self.theirs.lineage:
                self.sheet.put((tables.CLAIM, known.id), self._set_aside(known), decided=True)

    def _set_aside(self, claim: Claim) -> Claim:
        withdrawal = Closing(
            rule="merge",
            actor=self.sheet.actor,
            tx=self.sheet.tx,
            t_tx=self.sheet.now,
            client=self.sheet.client,
            why="the other pack has changed it again",
            former_end=claim.t_invalid,
        )
        return msgspec.structs.replace(claim, state=RETRACTED, withdrawal=withdrawal)

    def _join_reviews(
        self, key: Key, base: Any, ours: Any, theirs: Any, base_step: Step | None, base_side: Side
    ) -> None:
        claim_id = key[1]
        courses = (
            course_of(base_side, claim_id, base_step),
            course_of(self.ours, claim_id),
            course_of(self.theirs, claim_id),
        )
        clock = Clock(float(self.sheet.setting("retention")), int(self.sheet.setting("maximum_interval")))
        state, grades = joined(base, ours, theirs, courses, clock)
        self.sheet.put(key, state, decided=True)
        if grades is not None:
            self.sheet.draft.grades[claim_id] = grades

    def _join_deeds(self, key: Key, ours: Any, theirs: Any) -> None:
        if ours is not None and theirs is not None:
            raise Refused(
                f"{key[1]} is other evidence here than in the pack that came in, and who cites it must mean "
                "one text. Nothing was merged; find out which of the two was changed."
            )
        self.sheet.put(key, ours or theirs, decided=True)

    def _tell_decided_twice(self, ours: Proposal | None, theirs: Proposal | None) -> None:
        if ours is not None and theirs is not None and {ours.status, theirs.status} == {ACCEPTED, DECLINED}:
            note = f"proposal {ours.id} is {ours.status} here and {theirs.status} there; accepted stands."
            self.sheet.draft.notes.append(note)
            self.report.note(note)

    # the receipt

    def _receipt(self) -> MergeReceipt:
        changed = sorted(self.sheet.changed(tables.CLAIM))
        new = {one for one in changed if self.sheet.before((tables.CLAIM, one)) is None}
        added = [one for one in changed if one in new and not self._is_version(one)]
        return MergeReceipt(
            lineage=self.theirs.lineage,
            records=len(self.new),
            known=len(self.theirs.records) - len(self.new),
            claims_added=tuple(added),
            claims_changed=tuple(one for one in changed if one not in new),
            clashes=tuple(self.report.clashes),
            proposals_opened=self.report.proposals_opened,
            proposals_lapsed=self.report.proposals_lapsed,
            links_left_out=self.report.links_left_out,
            settings=tuple(self._other_settings()),
            notes=tuple(self.report.notes),
        )

    def _is_version(self, claim_id: str) -> bool:
        """Whether a claim is the other pack's version of one that is here."""
        claim = self.sheet.claim(claim_id)
        note = None if claim is None else note_of(claim)
        return note is not None and note["claim"] != claim_id

    def _other_settings(self) -> Iterable[OtherSetting]:
        names = {key for table, key in (*self.ours.chains, *self.theirs.chains) if table == tables.SETTING}
        for name in sorted(names):
            ours, theirs = (side.head((tables.SETTING, name)) for side in (self.ours, self.theirs))
            if ours != theirs:
                yield OtherSetting(name=name, ours=ours, theirs=theirs)


def _as_said(known: Claim, version: Claim) -> bool:
    """Whether a version is here already, or another that says the same still waits."""
    if known.id == version.id:
        return True
    fields = ("text", "question", "t_valid", "t_invalid", "set", "facts")
    return known.believed and all(getattr(known, name) == getattr(version, name) for name in fields)
