"""Taking in grades that were given elsewhere: a file of reviews, each row by itself, twice is once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Final

import msgspec

from core.clocks.instants import Instant
from core.clocks.study_day import offset_minutes, study_day, zone_named
from core.errors import Refused
from core.foreign.card_numbers import card_numbers
from core.foreign.review_lines import BadLine, Form, ReadLines, ReviewLine, read_review_lines
from core.pack.commands import CameIn, TakeReviews
from core.review.rows import ReviewRow, counting, row_id
from core.state.view import View
from core.store import tables

if TYPE_CHECKING:
    from core.pack.pack import Pack

MILLISECOND: Final = 1_000
"""Microseconds; other programs know no finer time, so a grade is known again by its millisecond."""


class ReviewsReport(msgspec.Struct, frozen=True, kw_only=True):
    """What a file of reviews said, and what came of each row."""

    source: str
    form: Form
    added: int
    claims: int
    """Claims whose clock they moved."""
    known: int
    """Rows that the pack holds already."""
    early: int
    """Rows taken in that are older than their claim."""
    elsewhere: int
    """Rows taken in whose offset is not the one that their zone had then."""
    same_day: int
    """Rows of a study day on which another grade of the claim counts."""
    superseded: int
    """Rows from before a clock that came in whole."""
    bad: tuple[BadLine, ...]
    """Rows that cannot be read, or whose time has not come yet."""
    unknown: dict[str, int]
    """Claims or cards that are not here, and how many rows they have."""
    unscheduled: dict[str, int]
    """Claims that have no review clock, and how many rows they have."""
    left_out: dict[str, int]
    """Rows that are no standing grade of recall, by the reason."""
    tx: int | None = None


@dataclass
class _Sorting:
    """The rows of a file on their way in."""

    pack: Pack
    log: dict[str, list[ReviewRow]]
    names: dict[str, str]
    """Claim ids by what a file may call them."""
    since: dict[int, int]
    """Of a row's millisecond the first one at which it may have been given; its own, if it is not there."""
    new: dict[str, list[CameIn]] = field(default_factory=dict)
    bad: list[BadLine] = field(default_factory=list)
    unknown: Counter[str] = field(default_factory=Counter)
    unscheduled: Counter[str] = field(default_factory=Counter)
    known: int = 0


def import_reviews(pack: Pack, text: Iterable[str], *, source: str, dry_run: bool = False) -> ReviewsReport:
    """Take in a review log in any form that `read_review_lines` knows, as one record.

    Rows that cannot be read are told by their line and harm no other. Raises `Refused` for a file in no such
    form, and for a pack open for reading (unless `dry_run`).
    """
    lines = list(text)
    read = read_review_lines(lines)
    sorting = _sorted(pack, read)
    rows = {claim: _rows_of(came) for claim, came in sorting.new.items()}
    counted = {claim: _counted(sorting.log.get(claim, []), rows[claim]) for claim in rows}
    reviews = tuple(one for claim, came in sorting.new.items() for one in came if one.id in counted[claim][0])
    digest = sha256("\n".join(lines).encode()).hexdigest()
    tx = None
    if reviews and not dry_run:
        tx = pack.submit(TakeReviews(reviews=reviews, source=source, digest=digest)).tx
    return ReviewsReport(
        source=source,
        form=read.form,
        added=len(reviews),
        claims=len({one.claim for one in reviews}),
        known=sorting.known,
        early=sum(_is_early(pack, one) for one in reviews),
        elsewhere=sum(one.offset_min != offset_minutes(one.at, one.zone) for one in reviews),
        same_day=sum(same_day for _, same_day in counted.values()),
        superseded=sum(len(rows[claim]) - len(ids) - same for claim, (ids, same) in counted.items()),
        bad=tuple(sorted((*read.bad, *sorting.bad), key=lambda one: one.number)),
        unknown=dict(sorting.unknown),
        unscheduled=dict(sorting.unscheduled),
        left_out=read.left_out,
        tx=tx,
    )


def _sorted(pack: Pack, read: ReadLines) -> _Sorting:
    log: dict[str, list[ReviewRow]] = {}
    for row in pack.review_log(View()):
        log.setdefault(row.claim, []).append(row)
    ids = pack.reader.held.columns.ids
    names = {str(number): claim_id for claim_id, number in card_numbers(ids).items()}
    since = _first_of_each_run(read) if read.form == "anki-csv" else {}
    sorting = _Sorting(pack, log, {**names, **{claim_id: claim_id for claim_id in ids}}, since)
    held = {
        claim: {_answer(row.at, row.grade) for row in rows if row.kind == "recall" and not row.revoked}
        for claim, rows in log.items()
    }
    for line in read.lines:
        _sort_in(sorting, held, line)
    return sorting


def _sort_in(sorting: _Sorting, held: dict[str, set[tuple[int, int]]], line: ReviewLine) -> None:
    claim = sorting.names.get(line.card)
    if claim is None:
        sorting.unknown[line.card] += 1
        return
    if sorting.pack.reader.held.chains.head(tables.REVIEW, claim) is None:
        sorting.unscheduled[claim] += 1
        return
    try:
        came = _came(sorting.pack, claim, line)
    except Refused as refusal:
        sorting.bad.append(BadLine(line.number, str(refusal)))
        return
    answers = held.setdefault(claim, set())
    number, grade = _answer(came.at, came.grade)
    first = sorting.since.get(number, number)
    if any(first <= at <= number and grade == given for at, given in answers):
        sorting.known += 1
    else:
        answers.add((number, grade))
        sorting.new.setdefault(claim, []).append(came)


def _first_of_each_run(read: ReadLines) -> dict[int, int]:
    """Of each millisecond of a file the first of those before it without a gap.

    Anki knows a review by its millisecond: of several in one, each but the first is written at the next that
    is free.
    """
    since: dict[int, int] = {}
    for number in sorted({line.at // MILLISECOND for line in read.lines}):
        since[number] = since.get(number - 1, number)
    return since


def _answer(at: Instant, grade: int | None) -> tuple[int, int]:
    return at // MILLISECOND, grade or 0


def _came(pack: Pack, claim: str, line: ReviewLine) -> CameIn:
    """A row with the study day that it names, else that of the pack's zone."""
    if line.at > pack.now():
        raise Refused("its time has not come yet; check the clock of the machine that wrote it")
    zone = str(pack.setting("zone")) if line.zone is None else line.zone
    zone_named(zone)
    rollover = int(str(pack.setting("rollover_hour"))) if line.rollover_h is None else line.rollover_h
    day = study_day(line.at, zone, rollover) if line.study_day is None else line.study_day
    return CameIn(
        id=row_id(claim, line.at, line.grade),
        claim=claim,
        at=line.at,
        grade=line.grade,
        study_day=day,
        zone=zone,
        rollover_h=rollover,
        offset_min=offset_minutes(line.at, zone) if line.offset_min is None else line.offset_min,
        ms=line.ms,
        cue=line.cue,
        actor=pack.seat if line.actor is None else line.actor,
    )


def _is_early(pack: Pack, came: CameIn) -> bool:
    claim = pack.reader.held.claim(came.claim)
    return claim is not None and came.at < claim.t_created


def _rows_of(came: list[CameIn]) -> list[ReviewRow]:
    later = 1 << 62  # after every record that is there
    return [ReviewRow(**msgspec.structs.asdict(one), tx=later, t_tx=one.at, rev=1) for one in came]


def _counted(known: list[ReviewRow], new: list[ReviewRow]) -> tuple[set[str], int]:
    """Of new rows, the ids of those that count beside the known ones, and how many lost their day to another.

    A grade that counts already stays the one of its day, whatever comes in.
    """
    taken = {row.study_day for row in counting(known)[1]}
    free = [row for row in new if row.study_day not in taken]
    counts = {row.id for row in counting([*known, *free])[1]}
    ids = {row.id for row in free if row.id in counts}
    days = {row.study_day for row in free if row.id in ids} | taken
    return ids, sum(row.id not in ids and row.study_day in days for row in new)
