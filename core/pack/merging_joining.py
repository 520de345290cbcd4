"""A key that both packs changed: what comes of the two values."""

from __future__ import annotations

from typing import Any

from core.claims.claim import Claim, Closing
from core.claims.ids import short
from core.claims.proposal import ACCEPTED, DECLINED, Proposal
from core.claims.review_state import GRADES, ReviewState
from core.errors import Refused
from core.pack.merging_acts import is_decision, persons
from core.pack.merging_claims import NONE, Combined, Names, combine, first_of, parts_of
from core.pack.merging_ends import Ended, ended_twice
from core.pack.merging_report import Clash, Report
from core.pack.merging_reviews import Clock, Course, Grade, course_of, joined, left_out
from core.pack.merging_rivals import SUCCESSOR, Rival, fields_of, rival_version, their_version
from core.pack.merging_rows import JoinedRows
from core.pack.merging_sheet import Sheet
from core.pack.merging_sides import Key, Side, Step, bases, value_of
from core.pack.merging_values import ADDING, JOINED, said, same, unstamped
from core.pack.merging_versions import Versions
from core.pack.outcome import quoted, quoted_pair
from core.pack.part_words import differing
from core.store import tables


class Joining:
    """What both sides of a merge changed, one key after the other."""

    def __init__(self, ours: Side, theirs: Side, sheet: Sheet, report: Report) -> None:
        self.ours, self.theirs = ours, theirs
        self.sheet, self.report = sheet, report
        self.rows = JoinedRows(ours, theirs)
        self.rivals: list[Rival] = []
        self.combined: set[str] = set()
        """Claims joined against one former value: what is not ours in them, only they have changed."""
        self._versions = Versions(sheet)
        self._settled: set[str] = set()
        """Claims that merges decided on either side, each side knowing what the other's decision rests on."""
        self._declined: dict[int, dict[str, list[tuple[Step, Proposal]]]] = {}

    def news(self, key: Key, mine: Step, last: Step) -> tuple[bool, bool]:
        """Whether ours says something that they have not seen, and theirs something that we have not.

        What a merge decided about a claim is no news to who knows the acts of persons that it rests on.
        """
        if key[0] != tables.CLAIM:
            return True, True
        here = self._did(self.ours, self.theirs, key[1], mine)
        there = self._did(self.theirs, self.ours, key[1], last)
        if not here and not there:
            self._settled.add(key[1])
        return here, there

    def _did(self, side: Side, other: Side, claim_id: str, step: Step) -> bool:
        return not other.known.keys() >= persons(step.act) or bool(self._kept(side, other, claim_id))

    def _kept(self, side: Side, other: Side, claim_id: str) -> list[Proposal]:
        """The versions of a claim that a person declined on one side, and the other side does not know it."""
        if id(side) not in self._declined:
            self._declined[id(side)] = _declined_in(side)
        found = self._declined[id(side)].get(claim_id, ())
        return [proposal for step, proposal in found if not other.knows(step)]

    def _firm(self, side: Side, other: Side, claim_id: str) -> Names:
        names = (fields_of(one) for one in self._kept(side, other, claim_id))
        return NONE.union(*names)

    def join(self, key: Key, step: Step) -> None:
        """Put what comes of ours and theirs."""
        ours, theirs = self.sheet.get(key), value_of(key, step)
        if key[0] == tables.REVIEW:  # clocks may agree, and the rows behind them differ
            self._join_reviews(key, ours, theirs)
        elif same(key[0], ours, theirs) and not self._both_added(key, step):
            self.sheet.put(key, ours, decided=True)
        elif key[0] == tables.CLAIM:
            self._join_claims(key, ours, theirs)
        elif key[0] == tables.DEED:
            self._join_deeds(key, ours, theirs)
        else:
            base = value_of(key, self._base(key)[0])
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
        """The newest value that both know. Of two, the one that says more: what is in both counts once."""
        known = bases(self.ours, self.theirs, key)
        if not known:
            return None, self.ours
        return max(known, key=lambda one: _amount(key[0], value_of(key, one[0])))

    # claims

    def _join_claims(self, key: Key, ours: Claim, theirs: Claim) -> None:
        claim_id = key[1]
        olds = [value_of(key, step) for step, _ in bases(self.ours, self.theirs, key) if step.stored]
        if claim_id in self._settled:
            one = first_of(ours, theirs)
            done = combine(olds, one, theirs if one is ours else ours)
            self.sheet.put(key, done.claim, decided=True)
            return
        if len(olds) <= 1:
            self.combined.add(claim_id)
        firm = (
            self._firm(self.ours, self.theirs, claim_id),
            self._firm(self.theirs, self.ours, claim_id),
        )
        done = combine(olds, ours, theirs, firm=firm)
        self.sheet.put(key, done.claim, decided=True)
        self._tell_ended_twice(key, done, ours, theirs)
        if done.rivals is not None:
            verdict = f"each pack closed {quoted(ours.text, 40)} by another claim"
            self.rivals.append(Rival(*done.rivals, "merge", "merge", (SUCCESSOR,), verdict))
        if done.clashes:
            self._clash(ours, theirs, done.claim, done.clashes)

    def _tell_ended_twice(self, key: Key, done: Combined, ours: Claim, theirs: Claim) -> None:
        by_hand = _by_hand(self.ours, key, ours.closing) and _by_hand(self.theirs, key, theirs.closing)
        if done.ended_twice and by_hand:
            mine = Ended(ours, self._who_ended(self.ours, key, ours))
            other = Ended(theirs, self._who_ended(self.theirs, key, theirs))
            self._note(ended_twice(mine, other, str(self.sheet.setting("zone"))))

    def _who_ended(self, side: Side, key: Key, claim: Claim) -> str:
        """Who closed it, or stated its end otherwise."""
        if claim.closing is not None:
            return claim.closing.actor
        return side.words(key[1], lambda one: parts_of(one)["end"]).actor

    def _clash(self, ours: Claim, theirs: Claim, merged: Claim, fields: tuple[str, ...]) -> None:
        differs = differing(ours, theirs, fields, str(self.sheet.setting("zone")))
        self.report.clashes.append(
            Clash(claim=ours.id, ours=ours.text, theirs=theirs.text, fields=fields, differs=differs)
        )
        version = their_version(self.theirs, theirs, merged, fields)
        known = self._versions.like(ours.id, version)
        if known is None:
            self._versions.give_way(ours.id, self.theirs)
            self.sheet.put((tables.CLAIM, version.id), version, decided=True)
            self._versions.add(version)
        waits = version if known is None else known
        self.rivals.append(rival_version(waits.id, ours.id, fields))

    # what is not a claim

    def _join_reviews(self, key: Key, ours: ReviewState | None, theirs: ReviewState | None) -> None:
        """Which of the two is ours makes no difference."""
        claim_id = key[1]
        base_step, base_side = self._base(key)
        ours_rows, theirs_rows = (one.at(claim_id) for one in (self.rows.ours, self.rows.theirs))
        sides = [(ours, list(ours_rows.values())), (theirs, list(theirs_rows.values()))]
        alone = self.rows.theirs if ours is None else self.rows.ours if theirs is None else None
        rows = self.rows.join(claim_id, alone)
        one, other = sorted(sides, key=lambda side: said(tables.REVIEW, side[0]))
        clock = Clock(float(self.sheet.setting("retention")), int(self.sheet.setting("maximum_interval")))
        state = joined(value_of(key, base_step), (one, other), rows, clock)
        self.sheet.put(key, state, decided=True)
        was, counts = course_of(self.rows.before(claim_id, base_step, base_side)), course_of(rows)
        for side, (_, known) in zip((self.ours, self.theirs), sides, strict=True):
            for grade in left_out(was, course_of(known), counts):
                self._tell_left_out(side, claim_id, grade, counts)

    def _tell_left_out(self, side: Side, claim_id: str, grade: Grade, counts: Course) -> None:
        who = _who_graded(side, claim_id, grade)
        earlier = next(GRADES[one[1]] for one in counts.grades if one[0] == grade[0])
        self._note(
            f"{who} graded {short(claim_id)} {GRADES[grade[1]]}, and that does not count: it was graded "
            f"{earlier} earlier on the same study day."
        )

    def _join_deeds(self, key: Key, ours: Any, theirs: Any) -> None:
        if ours is not None and theirs is not None:
            raise Refused(
                f"{key[1]} is other evidence here than in the pack that came in, and who cites it must mean "
                "one text. Nothing was merged; find out which of the two was changed."
            )
        self.sheet.put(key, ours or theirs, decided=True)

    def _tell_decided_twice(self, ours: Proposal | None, theirs: Proposal | None) -> None:
        if ours is None or theirs is None or {ours.status, theirs.status} - {ACCEPTED, DECLINED}:
            return
        stands, other = sorted((ours, theirs), key=lambda one: (one.status, one.decided_by or ""))
        if (stands.status, stands.decided_by) == (other.status, other.decided_by):
            return
        new, old = (getattr(self.sheet.claim(one), "text", "") for one in (stands.new, stands.old))
        about = " for ".join(quoted_pair(new, old))
        if stands.status == other.status:
            both = f"{stands.decided_by} and {other.decided_by} both {stands.status} proposal"
            self._note(f"{both} {short(stands.id)}; that by {stands.decided_by} stands: {about}.")
        else:
            told = f"{stands.decided_by} accepted proposal {short(stands.id)}, and {other.decided_by}"
            self._note(f"{told} declined it; accepted stands: {about}.")

    def _note(self, note: str) -> None:
        self.sheet.draft.notes.append(note)
        self.report.note(note)


def _declined_in(side: Side) -> dict[str, list[tuple[Step, Proposal]]]:
    """By claim, the versions of it that a person declined."""
    found: dict[str, list[tuple[Step, Proposal]]] = {}
    for key, chain in side.chains.items():
        if key[0] != tables.PROPOSAL or is_decision(chain[-1].act):
            continue
        proposal = value_of(key, chain[-1])
        if proposal is not None and proposal.source == "merge" and proposal.status == DECLINED:
            found.setdefault(proposal.old, []).append((chain[-1], proposal))
    return found


def _amount(table: str, value: Any) -> tuple[float, bytes]:
    return (float(value or 0) if table in ADDING else 0.0), said(table, value)


def _by_hand(side: Side, key: Key, closing: Closing | None) -> bool:
    """Whether somebody gave a claim its end on one side; a merge may have, too."""
    for step in side.chains.get(key, ()):
        claim = value_of(key, step)
        if claim is not None and unstamped(claim.closing) == unstamped(closing):
            return not is_decision(step.act)
    return False


def _who_graded(side: Side, claim_id: str, grade: Grade) -> str:
    key = (tables.REVIEW, claim_id)
    for step in side.chains.get(key, ()):
        state = value_of(key, step)
        if state is not None and (state.last_at, state.last_grade) == (grade[2], grade[1]):
            return side.origin(step).actor
    return "somebody"
