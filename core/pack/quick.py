"""The queue of this morning straight from the file: what a workbench paints first.

It reads the clocks that fall due within the forecast and the newest versions of their claims: no snapshot, no
arrays. What it answers is what `core.pack.queue.due` answers for the present.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from functools import partial
from itertools import takewhile
from typing import Final

import msgspec

from core.claims.claim import EVERYWHERE, Claim
from core.claims.kinds import KINDS
from core.claims.review_state import ReviewState
from core.clocks.clock import Clock
from core.clocks.instants import EARLIEST, Instant
from core.clocks.study_day import StudyDay, begins, study_day
from core.errors import PackDamaged
from core.pack import settings
from core.pack.cards import Cards, DueCard
from core.pack.pages import ClaimLine, holds, state_of
from core.pack.queue import AS_SET, DueQueue, Limits, Sitting, can_come_due, topics
from core.review.clock import LAST_DAY
from core.review.parameters import read_parameters
from core.review.queue import PARTS, Waiting, cut, forecast, order_due, part_of
from core.review.retrievability import UNREVIEWED_STABILITY, Curve, curve_of, recall_of
from core.review.spacing import GAP, apart
from core.state.view import Basis, View
from core.store import tables
from core.store.file_tables import FileTables
from core.store.lmdb_log import LmdbLog

MOST_READ_ONE_BY_ONE: Final = 20_000
"""Clocks within the forecast up to which reading them singly (30 µs each) is quicker than loading the pack
and asking every clock."""
MOST_RECORDS: Final = 2_000
"""Records of a study day up to which they are read for the grades of that day (5 µs each)."""


class Running(msgspec.Struct, frozen=True):
    """A claim that is asked for in review, and its clock."""

    claim: Claim
    review: ReviewState

    def is_of(self, view: View) -> bool:
        """Whether it is of the set, the kinds and the authors of a view."""
        return (
            view.set in (None, self.claim.set)
            and (view.kinds is None or self.claim.kind in view.kinds)
            and (view.authors is None or self.claim.author in view.authors)
        )

    def is_due(self, day: StudyDay) -> bool:
        """Whether it is asked on a study day, as far as its clock goes."""
        return self.review.due_day <= day and self.review.is_asked_on(day)

    def waiting(self, day: StudyDay, sitting: Sitting) -> Waiting:
        """What decides its place."""
        review = self.review
        since = review.added_day if review.last_day is None else review.last_day
        stability = UNREVIEWED_STABILITY if review.stability is None else review.stability
        return Waiting(
            self.claim.id,
            review.due_day,
            part_of(first=self.claim.id in sitting.first, pinned=self.claim.pinned, new=review.reps == 0),
            max(day - since, 0) / stability,
        )


class Morning(msgspec.Struct, frozen=True):
    """A study day of a workspace as the file has it up to a record."""

    log: LmdbLog
    tx: int
    now: Instant
    zone: str
    rollover: int
    workspace: str
    day: StudyDay
    first: Instant
    """When the study day begins."""
    curve: Curve

    @classmethod
    def of(cls, log: LmdbLog, clock: Clock, workspace: str) -> Morning:
        """This one."""
        tx, last = log.last()
        zone, rollover = str(setting_in_file(log, "zone")), int(str(setting_in_file(log, "rollover_hour")))
        now = max(clock.now(), last)
        day = study_day(now, zone, rollover)
        curve = curve_of(read_parameters(setting_in_file(log, "parameters")))
        return cls(log, tx, now, zone, rollover, workspace, day, begins(day, zone, rollover), curve)

    def day_of(self, instant: Instant) -> StudyDay:
        """The study day of an instant."""
        return study_day(instant, self.zone, self.rollover)

    def clocks(self, ids: Iterable[str]) -> dict[str, Running]:
        """Those of some claims that are asked for in review, true or not, in the order of `ids`."""
        heads = self.log.heads(tables.CLAIM, ids, self.tx)
        claims = {
            key: claim
            for key, (_, _, claim) in heads.items()
            if claim is not None and _is_asked(claim, self.workspace)
        }
        reviews = self.log.heads(tables.REVIEW, claims, self.tx)
        return {
            key: Running(claim, found[2])
            for key, claim in claims.items()
            if (found := reviews.get(key)) is not None and found[2] is not None
        }

    def graded(self) -> list[str] | None:
        """Claims with a record of this study day on their clocks; None when there are too many records."""
        file = FileTables(self.log.environment)
        before = file.tx_at(self.first - 1)
        if self.tx - before > MOST_RECORDS:
            return None
        with file.moment() as moment:
            records = takewhile(lambda record: record.tx <= self.tx, moment.records(before + 1))
            effects = (one for record in records for one in record.effects)
            return list(dict.fromkeys(one.key for one in effects if one.table == tables.REVIEW))

    def was_graded(self, one: Running) -> bool:
        """Whether its last grade is of this study day, as it stands."""
        review = one.review
        return review.last_day == self.day and (review.last_at or EARLIEST) >= self.first


def reads(view: View, workspace: str) -> bool:
    """Whether the file can be asked for the morning of a view: of the present, whatever of it is asked."""
    whole = View(workspace=workspace, set=view.set, kinds=view.kinds, authors=view.authors)
    return view in (whole, msgspec.structs.replace(whole, resting=False))


def setting_in_file(log: LmdbLog, name: str) -> settings.SettingValue:
    """A setting in force, read without the held pack."""
    version = log.head(tables.SETTING, name)
    value: settings.SettingValue = settings.in_force(name, version[2] if version else None)
    return value


def due_now(
    log: LmdbLog, clock: Clock, workspace: str, sitting: Sitting = AS_SET, view: View | None = None
) -> DueQueue | None:
    """This study day's queue of what a view asks; None when loading the pack is quicker: so much is due."""
    morning = Morning.of(log, clock, workspace)
    days = log.due_until(morning.day + sitting.ahead - 1)
    if len(days) > MOST_READ_ONE_BY_ONE:
        return None
    try:
        graded = morning.graded()
    except PackDamaged:  # of the log, whose projections may all be sound
        graded = None
    if graded is None:
        return None
    return _queue(morning, days, graded, sitting, view or View(workspace=workspace))


def _queue(
    morning: Morning, days: dict[str, StudyDay], touched: list[str], sitting: Sitting, view: View
) -> DueQueue | None:
    """The queue from what falls due within the forecast, and from the clocks that moved today."""
    day, now = morning.day, morning.now
    known = morning.clocks(dict.fromkeys([*days, *touched]))
    running = [one for one in known.values() if one.claim.true_at(now)]
    mine = [one for one in running if one.claim.id in days and one.is_of(view)]
    today = {one.claim.id: one for one in mine if one.is_due(day)}
    scheduled = True if today else _scheduled(morning, days, known, view)
    if scheduled is None:
        return None
    graded = sorted(filter(morning.was_graded, running), key=lambda one: (one.review.last_at, one.claim.id))
    limits = Limits.of(partial(setting_in_file, morning.log))
    ordered = order_due((one.waiting(day, sitting) for one in today.values()), sitting.order or limits.order)
    waiting = [sum(one.part == part for one in ordered) for part in range(PARTS)]
    told = limits.shares(
        waiting,
        sitting,
        graded=len(graded),
        introduced=sum(one.review.reps == 1 and not one.claim.pinned for one in graded),
    )
    parts = [tuple(one.id for one in part) for part in cut(ordered, waiting, told.asked)]
    coming = [one.review.asked_next(day) for one in mine if not one.review.suspended]
    return DueQueue(
        day=day,
        basis=Basis(now, now),
        cards=_cards(morning, parts, today, [topics(one.claim) for one in graded[-GAP:]]),
        new=sum(today[one].review.reps == 0 for part in parts for one in part),
        ahead=tuple(forecast(coming, day, sitting.ahead)),
        scheduled=scheduled,
        order=sitting.order or limits.order,
        held_back_new=told.held_back_new,
        later=told.later,
        graded=len(graded),
    )


def _scheduled(
    morning: Morning, days: dict[str, StudyDay], known: dict[str, Running], view: View
) -> bool | None:
    """Whether anything can come to be due; None when so many are to be looked at that loading is quicker."""

    def comes(one: Running) -> bool:
        if one.review.suspended or not one.is_of(view):
            return False
        return can_come_due(one.claim, one.review.due_day, morning.now, morning.day_of)

    if any(comes(known[claim_id]) for claim_id in days if claim_id in known):
        return True
    further = list(morning.log.due_until(LAST_DAY))[len(days) :]
    if len(further) > MOST_READ_ONE_BY_ONE:
        return None
    return any(comes(one) for claim_id in further for one in morning.clocks([claim_id]).values())


def _cards(
    morning: Morning, parts: Sequence[Sequence[str]], due: dict[str, Running], before: Sequence[Set[str]]
) -> Cards:
    """The cards of a morning, siblings apart from each other and from what was graded last."""

    def make(ids: list[str]) -> Iterator[DueCard]:
        claims = [due[one].claim for one in ids]
        replaced, gone = _replaced(morning, claims), _premises_gone(morning, claims)
        for one in ids:
            line = _line(due[one], morning, gone)
            yield DueCard(line=line, review=due[one].review, replaced=replaced.get(one))

    members = {one for part in parts for one in part}
    return Cards(members, apart(parts, lambda one: topics(due[one].claim), before), make)


def _is_asked(claim: Claim, workspace: str) -> bool:
    return (
        claim.workspace in (workspace, EVERYWHERE)
        and claim.believed
        and not claim.resting
        and claim.accepted
        and KINDS[claim.kind].reviewed
    )


def _line(one: Running, morning: Morning, gone: Set[str]) -> ClaimLine:
    return ClaimLine(
        claim=one.claim,
        state=state_of(one.claim, morning.now),
        retrievability=recall_of(one.review, one.claim.kind, morning.day, morning.curve),
        due_day=one.review.asked_next(morning.day),
        doubted_day=one.review.doubted_day,
        premises_gone=tuple(premise for premise in one.claim.derived_from if premise in gone),
    )


def _premises_gone(morning: Morning, claims: list[Claim]) -> Set[str]:
    """The premises of claims that are not believed or not true now."""
    premises = {one for claim in claims for one in claim.derived_from}
    heads = morning.log.heads(tables.CLAIM, premises, morning.tx).items()
    return {one for one, (_, _, claim) in heads if claim is not None and not holds(claim, morning.now)}


def _replaced(morning: Morning, claims: list[Claim]) -> dict[str, Claim]:
    """What each claim replaced: of those it ended the one that started last."""
    named = {old for claim in claims for old in claim.supersedes}
    heads = morning.log.heads(tables.CLAIM, named, morning.tx).items()
    olds = {key: claim for key, (_, _, claim) in heads if claim is not None}
    found: dict[str, Claim] = {}
    for claim in claims:
        ended = [old for one in claim.supersedes if (old := olds.get(one)) and _ended_by(old, claim.id)]
        if ended:
            found[claim.id] = max(ended, key=lambda old: (old.t_valid or 0, old.id))
    return found


def _ended_by(old: Claim, claim_id: str) -> bool:
    ending = old.closing if old.believed else old.withdrawal
    return ending is not None and ending.by == claim_id
