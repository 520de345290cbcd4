"""How records of the log become rows of the review log: each grade and each answer about truth is one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from core.claims.review_state import ReviewState
from core.clocks.instants import Instant
from core.clocks.study_day import StudyDay, study_day
from core.pack.choosing import TAKES_BACK
from core.pack.commands import Grade, Merge, NoLongerTrue, TakeReviews, verb_of
from core.pack.merging_sides import read_merge
from core.review.parameters import Parameters, read_parameters
from core.review.rows import (
    ReviewRow,
    Truth,
    filled,
    memory_of,
    predicted,
    replayed,
    row_id,
    state_before_grades,
)
from core.store import tables
from core.store.record import Effect, LogRecord

PARAMETERS: Final = "parameters"
"""The setting that holds the weights of the clock."""
_TRUTHS: Final[dict[str, Truth]] = {"verify": "ok", "doubt": "unsure"}
"""What a verb answers to "is it still true?"."""
_REVIEWS: Final = verb_of(TakeReviews(reviews=(), source="", digest=""))
_WRONG: Final = verb_of(NoLongerTrue(id=""))
_NO_STATE: Final = ReviewState(due_day=1, added_day=1)


class _Mark(NamedTuple):
    """A merge took a row back that it did not bring, or brought one back, or told it otherwise."""

    tx: int
    t_tx: Instant
    row: str
    revoked: bool
    told: ReviewRow | None = None
    """The row as both packs tell it, where each had answered it by itself."""


class _Taker(NamedTuple):
    """A record that takes others back."""

    tx: int
    t_tx: Instant
    undoes: tuple[int, ...]


class ReviewFold:
    """The rows of the records that were taken so far."""

    def __init__(self) -> None:
        self.tx = 0
        """The last record that was taken."""
        self._rows: list[ReviewRow] = []
        self._of_claim: dict[str, list[int]] = {}
        self._marks: list[_Mark] = []
        self._takers: list[_Taker] = []
        self._heads: dict[str, bytes] = {}
        """The stored clock of each claim."""
        self._revs: Counter[str] = Counter()
        self._parameters: Parameters | None = None

    def rows(self, believed_at: Instant) -> tuple[ReviewRow, ...]:
        """Every row by an instant, in the order of the log, as it was believed then."""
        return tuple(self._standing(self._rows, believed_at))

    def claims(self) -> Iterable[str]:
        """The claims that have rows."""
        return self._of_claim

    def rows_of(self, claim_id: str) -> list[ReviewRow]:
        """The rows of one claim as the records taken so far leave them."""
        return list(self._standing([self._rows[at] for at in self._of_claim.get(claim_id, ())], None))

    def take(self, record: LogRecord) -> None:
        """Take in the next record."""
        merge = read_merge(record)
        self._revs.update(effect.key for effect in record.effects if effect.table == tables.CLAIM)
        for row in () if merge is None else told_rows(merge):
            self._take_told(record, row)
        for effect in record.effects:
            if effect.table == tables.REVIEW:
                self._clock(record, effect, merge)
            elif effect.table == tables.SETTING and effect.key == PARAMETERS:
                self._parameters = read_parameters(effect.value)
        if record.verb == _WRONG:
            self._wrong(record)
        if record.undoes:
            self._takers.append(_Taker(record.tx, record.t_tx, record.undoes))
        self.tx = record.tx

    def _standing(self, rows: Iterable[ReviewRow], until: Instant | None) -> Iterator[ReviewRow]:
        """The rows by an instant, those that are taken back by then marked."""
        taken = self._taken(until)
        marks = [
            mark for mark in self._marks if mark.tx not in taken and (until is None or mark.t_tx <= until)
        ]
        marked = {mark.row: mark.revoked for mark in marks}
        retold = {mark.row: mark.told for mark in marks if mark.told is not None}
        for row in rows:
            if until is not None and row.t_tx > until:
                continue
            gone = marked.get(row.id, row.tx in taken)
            if row.id in retold:
                row = replace(retold[row.id], tx=row.tx, t_tx=row.t_tx, rev=row.rev, revoked=False)
            yield replace(row, revoked=True) if gone else row

    def _taken(self, until: Instant | None) -> set[int]:
        taken: set[int] = set()
        for taker in reversed(self._takers):
            if taker.tx not in taken and (until is None or taker.t_tx <= until):
                taken.update(taker.undoes)
        return taken

    def _clock(self, record: LogRecord, effect: Effect, merge: Merge | None) -> None:
        claim, was = effect.key, self._heads.pop(effect.key, None)
        if effect.stored is None:
            if merge is not None and merge.reviews is None:  # its write was taken back there
                self._take_back(record, [row for row in self.rows_of(claim) if not row.revoked])
            return
        self._heads[claim] = effect.stored
        if record.verb in TAKES_BACK:
            return
        before, state = None if was is None else _decoded(was), _decoded(effect.stored)
        truth = _TRUTHS.get(merge.did if merge else record.verb)
        if merge is not None:
            self._merged(record, claim, before, state, merge)
        elif record.verb == _REVIEWS:
            self._came_in(record, claim, state)
        elif before is not None and _graded_once(before, state):
            self._add(self._recall(record, claim, before, state))
        elif _memory_moved(before, state):
            self._add(self._begun(record, claim, before, state))
        elif truth is not None:
            self._add(self._check(record, claim, state, truth))

    def _add(self, row: ReviewRow) -> None:
        self._of_claim.setdefault(row.claim, []).append(len(self._rows))
        self._rows.append(row)

    # the kinds of rows

    def _row(self, record: LogRecord, claim: str, clock: ReviewState, **fields: Any) -> ReviewRow:
        at = fields.get("at", record.t_tx)
        said = fields.get("grade") or fields.get("truth") or "import"
        return ReviewRow(
            **{
                "id": row_id(claim, at, said),
                "tx": record.tx,
                "t_tx": record.t_tx,
                "claim": claim,
                "rev": self._revs[claim],
                "at": at,
                "offset_min": clock.offset_minutes,
                "zone": clock.zone,
                "rollover_h": clock.rollover_hour,
                "actor": record.actor,
                "parameters": self._parameters,
                **fields,
            }
        )

    def _recall(
        self, record: LogRecord, claim: str, before: ReviewState, state: ReviewState, **fields: Any
    ) -> ReviewRow:
        day = state.last_day or state.added_day
        command = _read_grade(record)
        return self._row(
            record,
            claim,
            state,
            **{
                "at": record.t_tx if state.last_at is None else state.last_at,
                "study_day": day,
                "grade": state.last_grade,
                "cue": command.cue if command else None,
                "ms": command.milliseconds if command else None,
                "before": predicted(before, day, self._parameters),
                "after": memory_of(state),
                "due_day": state.due_day,
                **fields,
            },
        )

    def _begun(
        self, record: LogRecord, claim: str, before: ReviewState | None, state: ReviewState
    ) -> ReviewRow:
        """A clock that came from elsewhere."""
        day = study_day(record.t_tx, state.zone, state.rollover_hour)
        return self._row(
            record,
            claim,
            state,
            study_day=state.last_day or day,
            at=record.t_tx if state.last_at is None else state.last_at,
            kind="import",
            before=None if before is None else memory_of(before),
            after=memory_of(state),
            due_day=state.due_day,
            state=state,
        )

    def _check(
        self, record: LogRecord, claim: str, state: ReviewState, truth: Truth, **fields: Any
    ) -> ReviewRow:
        day = study_day(fields.get("at", record.t_tx), state.zone, state.rollover_hour)
        return self._row(record, claim, state, study_day=day, kind="check", truth=truth, **fields)

    def _came_in(self, record: LogRecord, claim: str, state: ReviewState) -> None:
        """Grades that came in with a file."""
        command = msgspec.msgpack.decode(record.payload, type=TakeReviews)
        for row in self.came(command, claim, record.tx, record.t_tx, state):
            self._bring(record, row)

    def came(
        self, command: TakeReviews, claim: str, tx: int, t_tx: Instant, state: ReviewState
    ) -> list[ReviewRow]:
        """The rows of a claim that a file brings, with what the clock makes of them."""
        new = [
            ReviewRow(
                **msgspec.structs.asdict(came),
                tx=tx,
                t_tx=t_tx,
                rev=self._revs[claim],
                source=command.source,
                parameters=self._parameters,
            )
            for came in command.reviews
            if came.claim == claim
        ]
        full = filled([*self.rows_of(claim), *new], state_before_grades(state))
        return [full.get(row.id, row) for row in new]

    def _wrong(self, record: LogRecord) -> None:
        """A claim that its reviewer says is no longer true."""
        try:
            claim = msgspec.msgpack.decode(record.payload, type=NoLongerTrue).id
        except msgspec.MsgspecError:
            return
        stored = self._heads.get(claim)
        if stored is not None:
            self._add(self._check(record, claim, _decoded(stored), "wrong"))

    # what came in from another pack

    def _merged(
        self, record: LogRecord, claim: str, before: ReviewState | None, state: ReviewState, merge: Merge
    ) -> None:
        """Grades that came in, and those that were taken back there; else a clock that begins anew."""
        told = merge.grades.get(claim)
        if merge.reviews is not None:
            pass  # the rows are there
        elif told is not None:
            self._told(record, claim, state, told, merge.actor)
        elif _graded_once(before, state):
            self._bring(record, self._recall(record, claim, before or _NO_STATE, state, actor=merge.actor))
        elif before is not None and state.reps < before.reps:
            standing = [row for row in self.rows_of(claim) if row.kind == "recall" and not row.revoked]
            last = sorted(standing, key=lambda row: (row.study_day, row.at))
            self._take_back(record, last[state.reps - before.reps :])
        elif merge.did in _TRUTHS and not _memory_moved(before, state):
            self._add(self._check(record, claim, state, _TRUTHS[merge.did], at=merge.t_tx, actor=merge.actor))
        if not same_memory(replayed(self.rows_of(claim), state_before_grades(state)), state):
            self._add(self._begun(record, claim, before, state))

    def _told(
        self,
        record: LogRecord,
        claim: str,
        state: ReviewState,
        told: Sequence[tuple[StudyDay, int, Instant]],
        actor: str,
    ) -> None:
        """All grades of a clock that was joined: what is new is added, what is not told is taken back."""
        rows = [row for row in self.rows_of(claim) if row.kind == "recall"]
        known = {_answer(row): row for row in rows}
        new = [
            self._row(record, claim, state, study_day=day, grade=grade, at=at, actor=actor)
            for day, grade, at in told
            if (day, grade, at) not in known or known[day, grade, at].revoked
        ]
        days = {day for day, _, _ in told}
        gone = [row for answer, row in known.items() if answer not in told and row.study_day not in days]
        self._take_back(record, [row for row in gone if not row.revoked])
        full = filled([*self.rows_of(claim), *new], state_before_grades(state))
        for row in new:
            self._bring(record, full.get(row.id, row))

    def _take_told(self, record: LogRecord, row: ReviewRow) -> None:
        """A row as a merge tells it: one that is new here, was taken back or given back, or is told anew."""
        if not self._revs[row.claim]:
            return
        known = next((one for one in self.rows_of(row.claim) if one.id == row.id), None)
        if known is None:
            here = {"tx": record.tx, "t_tx": record.t_tx, "rev": self._revs[row.claim]}
            self._add(replace(row, revoked=False, **here))
        if known is not None or row.revoked:
            self._marks.append(_Mark(record.tx, record.t_tx, row.id, row.revoked, known and row))

    def _bring(self, record: LogRecord, row: ReviewRow) -> None:
        """Add a row, unless the same was there and is taken back: then it stands again."""
        for known in self.rows_of(row.claim):
            if known.id == row.id:
                self._marks += [_Mark(record.tx, record.t_tx, known.id, False)] if known.revoked else []
                return
        self._add(row)

    def _take_back(self, record: LogRecord, rows: Iterable[ReviewRow]) -> None:
        self._marks += [_Mark(record.tx, record.t_tx, row.id, True) for row in rows]


def told_rows(merge: Merge) -> tuple[ReviewRow, ...]:
    """The rows that a record of a merge tells."""
    try:
        return _DECODE(merge.reviews) if merge.reviews else ()
    except msgspec.MsgspecError:
        return ()


_DECODE: Final = msgspec.msgpack.Decoder(tuple[ReviewRow, ...]).decode


def same_memory(one: ReviewState, other: ReviewState) -> bool:
    """Whether two clocks say the same of memory and of the grades behind it."""
    return _graded(one) == _graded(other)


def _graded(state: ReviewState) -> tuple[object, ...]:
    said = (state.last_day, state.last_at, state.last_grade, state.reps, state.lapses)
    return memory_of(state), *said


def _graded_once(before: ReviewState | None, state: ReviewState) -> bool:
    was = 0 if before is None else before.reps
    moved = before is None or state.last_at != before.last_at
    return state.reps == was + 1 and moved and state.last_grade is not None and state.last_day is not None


def _memory_moved(before: ReviewState | None, state: ReviewState) -> bool:
    if before is None:
        return state.reps > 0 or state.stability is not None
    return not same_memory(before, state)


def _decoded(stored: bytes) -> ReviewState:
    state: ReviewState = tables.decode(tables.REVIEW, stored)
    return state


def _answer(row: ReviewRow) -> tuple[StudyDay, int, Instant]:
    return row.study_day, row.grade or 0, row.at


def _read_grade(record: LogRecord) -> Grade | None:
    if record.verb != verb_of(Grade(id="", grade=0)):
        return None
    try:
        return msgspec.msgpack.decode(record.payload, type=Grade)
    except msgspec.MsgspecError:
        return None
