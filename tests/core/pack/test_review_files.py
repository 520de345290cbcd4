"""Reviews out of a pack and into it: nothing is counted twice, and what cannot be taken in harms nothing."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given

from core.claims.review_state import ReviewState
from core.clocks.instants import DAY, HOUR, MINUTE, format_instant
from core.errors import Refused
from core.foreign.review_lines import Form
from core.pack import commands as c
from core.pack.review_export import export_reviews
from core.pack.review_fold import same_memory
from core.pack.review_import import ReviewsReport, import_reviews
from core.review.rows import counting, replayed, state_before_grades
from core.state.view import View
from core.store import tables
from tests.core.pack.desk import START, Desk, scratch_desk
from tests.core.pack.parted import packs, take_in
from tests.core.pack.test_review_log import follows_from_its_rows, walks
from tests.core.pack.walks import RANDOMS, Walker, walk

FORMS: tuple[Form, ...] = ("jsonl", "csv", "anki-csv", "optimizer-csv")


def claim_of(desk: Desk, text: str = "The lift holds eight people.") -> str:
    return desk.write(text).id or ""


def told(claim: str, days: int, grade: int = 3, **fields: Any) -> str:
    at = format_instant(START + days * DAY)
    return json.dumps({"claim": claim, "at": at, "grade": grade, **fields})


def take(desk: Desk, *lines: str, dry_run: bool = False) -> ReviewsReport:
    return import_reviews(desk.pack, lines, source="log.jsonl", dry_run=dry_run)


def clock(desk: Desk, claim: str) -> ReviewState:
    state: ReviewState = desk.pack.reader.held.chains.head(tables.REVIEW, claim)
    return state


def graded(desk: Desk) -> str:
    """A claim that was graded three times."""
    claim = claim_of(desk)
    for days, grade in ((1, 3), (2, 1), (1, 4)):
        desk.pass_time(days * DAY)
        desk.do(c.Grade(id=claim, grade=grade, milliseconds=4_000, cue="cloze"))
    return claim


def exported(desk: Desk, form: Form) -> list[str]:
    ids = desk.pack.reader.held.columns.ids
    return list(export_reviews(desk.pack.review_log(View()), form, ids))


class TestIn:
    """What an import does."""

    def test_imported_grades_lead_the_clock_where_own_ones_would_have(self, desk: Desk) -> None:
        claim = claim_of(desk)
        desk.pass_time(9 * DAY)
        with scratch_desk() as other:
            own = claim_of(other)
            for days, grade in ((1, 3), (2, 1), (1, 4)):
                other.pass_time(days * DAY)
                other.do(c.Grade(id=own, grade=grade))
            report = take(desk, told(claim, 1), told(claim, 3, 1), told(claim, 4, 4))
            assert (report.added, report.claims, report.bad) == (3, 1, ())
            assert same_memory(clock(desk, claim), clock(other, own))
            assert clock(desk, claim).due_day == clock(other, own).due_day
        follows_from_its_rows(desk)

    def test_the_same_file_twice_is_once_in_any_form(self, desk: Desk) -> None:
        graded(desk)
        before = desk.pack.reader.held.tx
        for form in FORMS:
            report = take(desk, *exported(desk, form))
            assert (report.form, report.added, report.known, report.tx) == (form, 0, 3, None)
        assert desk.pack.reader.held.tx == before

    def test_own_grades_come_back_into_a_pack_that_lost_them(self, desk: Desk) -> None:
        claim = graded(desk)
        state, rows = clock(desk, claim), {form: exported(desk, form) for form in FORMS}
        desk.pass_time(HOUR)
        for row in reversed(desk.pack.review_log()):
            desk.do(c.Undo(tx=row.tx))
        assert clock(desk, claim).reps == 0
        for form in FORMS:
            report = take(desk, *rows[form])
            assert report.added == 3
            found = clock(desk, claim)
            assert (found.reps, found.stability, found.due_day) == (3, state.stability, state.due_day)
            follows_from_its_rows(desk)
            desk.do(c.Undo())
            assert clock(desk, claim).reps == 0

    def test_an_import_is_one_record_that_an_undo_takes_back_whole(self, desk: Desk) -> None:
        claims = [claim_of(desk, f"Lamp {name} is off.") for name in ("one", "two")]
        desk.pass_time(9 * DAY)
        before, tx = [clock(desk, claim) for claim in claims], desk.pack.reader.held.tx
        take(desk, *(told(claim, day) for claim in claims for day in (1, 4)))
        assert desk.pack.reader.held.tx == tx + 1
        desk.do(c.Undo())
        assert [clock(desk, claim) for claim in claims] == before
        assert all(row.revoked for row in desk.pack.review_log())
        assert take(desk, told(claims[0], 1)).added == 1
        follows_from_its_rows(desk)

    def test_a_row_before_own_grades_moves_the_memory_and_not_the_day_it_is_due(self, desk: Desk) -> None:
        claim = claim_of(desk)
        desk.pass_time(5 * DAY)
        desk.do(c.Grade(id=claim, grade=3))
        own = clock(desk, claim)
        take(desk, told(claim, 1, 3))
        found = clock(desk, claim)
        assert (found.reps, found.due_day, found.last_at) == (2, own.due_day, own.last_at)
        assert found.stability is not None
        assert own.stability is not None
        assert found.stability > own.stability
        follows_from_its_rows(desk)

    def test_a_grade_that_counts_stays_the_one_of_its_day(self, desk: Desk) -> None:
        claim = claim_of(desk)
        desk.pass_time(3 * DAY)
        desk.do(c.Grade(id=claim, grade=3))
        same_day = json.dumps({"claim": claim, "at": format_instant(START + 3 * DAY - MINUTE), "grade": 1})
        report = take(desk, same_day)
        assert (report.added, report.same_day, report.tx) == (0, 1, None)

    def test_unknown_claims_and_claims_without_a_clock_are_told(self, desk: Desk) -> None:
        claim = claim_of(desk)
        trust = desk.write("The lift holds six people.", t_invalid=START + 1, t_valid=START - DAY).id or ""
        desk.pass_time(9 * DAY)
        report = take(desk, told("nobody", 1), told("nobody", 2), told(trust, 1), told(claim, 1))
        assert (report.unknown, report.unscheduled, report.added) == ({"nobody": 2}, {trust: 1}, 1)

    def test_a_bad_row_is_kept_out_and_the_rest_works(self, desk: Desk) -> None:
        claim = claim_of(desk)
        desk.pass_time(9 * DAY)
        report = take(
            desk,
            told(claim, 1),
            told(claim, 2, due_day="+20415-01-01"),
            told(claim, 3, zone="Middle/Earth"),
            told(claim, 10),
            told(claim, 5, 1),
        )
        assert report.added == 2
        assert [one.number for one in report.bad] == [2, 3, 4]
        assert "has not come yet" in report.bad[2].why
        assert clock(desk, claim).reps == 2

    def test_the_instants_and_study_days_of_rows_are_kept(self, desk: Desk) -> None:
        claim = claim_of(desk)
        desk.pass_time(9 * DAY)
        abroad = {"zone": "Asia/Tokyo", "offset_min": 540, "rollover_h": 4, "study_day": "2026-01-07"}
        take(desk, told(claim, 1, ms=900, cue="words"), told(claim, 2, 1, **abroad))
        one, other = desk.pack.review_log()
        assert (one.at, one.zone, one.ms, one.cue, one.source) == (
            START + DAY,
            "UTC",
            900,
            "words",
            "log.jsonl",
        )
        assert (other.zone, other.offset_min, other.study_day - one.study_day) == ("Asia/Tokyo", 540, 1)
        assert other.before is not None
        assert other.before.r is not None

    def test_a_dry_run_says_the_same_and_writes_nothing(self, desk: Desk) -> None:
        claim = claim_of(desk)
        desk.pass_time(9 * DAY)
        tx = desk.pack.reader.held.tx
        seen = take(desk, told(claim, 1), told("nobody", 1), dry_run=True)
        assert desk.pack.reader.held.tx == tx
        done = take(desk, told(claim, 1), told("nobody", 1))
        assert (seen.added, seen.unknown, seen.claims) == (done.added, done.unknown, done.claims)
        assert (seen.tx, done.tx) == (None, tx + 1)

    def test_a_command_with_what_was_never_given_is_refused(self, desk: Desk) -> None:
        claim = claim_of(desk)
        row = {
            "id": "x",
            "claim": claim,
            "study_day": 739_900,
            "zone": "UTC",
            "rollover_h": 4,
            "offset_min": 0,
        }
        for wrong in ({"at": START + 90 * DAY, "grade": 3}, {"at": START, "grade": 9}):
            review = c.CameIn(**row, **wrong)  # type: ignore[arg-type]
            with pytest.raises(Refused, match="is none that was given"):
                desk.do(c.TakeReviews(reviews=(review,), source="f", digest=""))

    def test_a_pack_that_takes_in_an_import_by_a_merge_has_its_clock(self) -> None:
        with packs() as made:
            here = made.new("here")
            claim = claim_of(here)
            there = made.copy(here, "there")
            there.pass_time(9 * DAY)
            here.pass_time(9 * DAY)
            take(there, told(claim, 1), told(claim, 4, 4))
            take_in(here, there)
            assert clock(here, claim) == clock(there, claim)
            follows_from_its_rows(here)

    def test_a_row_taken_in_before_own_grades_is_not_lost_when_packs_meet(self) -> None:
        with packs() as made:
            here = made.new("here")
            claim = claim_of(here)
            here.pass_time(5 * DAY)
            here.do(c.Grade(id=claim, grade=3))
            there = made.copy(here, "there")
            take(there, told(claim, 1, 3))
            here.pass_time(2 * DAY)
            there.pass_time(2 * DAY)
            here.do(c.Grade(id=claim, grade=4))
            take_in(here, there)
            take_in(there, here)
            for desk in (here, there):
                follows_from_its_rows(desk)
            assert clock(here, claim) == clock(there, claim)
            assert clock(here, claim).reps == 3


class TestOut:
    """What an export writes."""

    def test_our_forms_hold_every_row_taken_back_or_not(self, desk: Desk) -> None:
        claim = graded(desk)
        desk.do(c.Undo())
        rows = [json.loads(line) for line in exported(desk, "jsonl")]
        assert [(one["schema"], one["claim"], one["grade"], one["revoked"]) for one in rows] == [
            ("review/1", claim, 3, False),
            ("review/1", claim, 1, False),
            ("review/1", claim, 4, True),
        ]
        assert rows[1]["before"]["r"] == pytest.approx(0.913, abs=0.01)
        assert (rows[0]["study_day"], rows[0]["ms"], rows[0]["params"]) == ("2026-01-06", 4_000, None)
        assert len(exported(desk, "csv")) == 4

    def test_other_programs_get_the_grades_that_stand_in_milliseconds(self, desk: Desk) -> None:
        graded(desk)
        desk.do(c.Undo())
        header, *rows = [line.split(",") for line in exported(desk, "anki-csv")]
        assert header == ["id", "cid", "usn", "ease", "ivl", "lastIvl", "factor", "time", "type"]
        assert [(row[3], row[4], row[5], row[7], row[8]) for row in rows] == [
            ("3", "2", "0", "4000", "0"),
            ("1", "1", "2", "4000", "1"),
        ]
        assert int(rows[0][0]) == (START + DAY) // 1_000
        assert all(100 <= int(row[6]) <= 1_100 for row in rows)
        _, *rows = [line.split(",") for line in exported(desk, "optimizer-csv")]
        assert [row[1:] for row in rows] == [
            [str((START + DAY) // 1_000), "3", "0", "4000"],
            [str((START + 3 * DAY) // 1_000), "1", "2", "4000"],
        ]


@walks
@given(random=RANDOMS)
def test_what_goes_out_leads_to_the_same_memory_and_comes_in_as_known(random: Random) -> None:
    with scratch_desk() as desk:
        walker = Walker(desk, random)
        for _ in range(8):
            desk.write(walker.text())
        for _ in walk(desk, random, 30):
            pass
        desk.pass_time(90 * DAY)
        count = sum(len(counting(rows)[1]) for rows in _by_claim(desk).values())
        for form in FORMS if desk.pack.review_log(View()) else ():
            report = take(desk, *exported(desk, form))
            assert (report.added, report.bad) == (0, ())
            assert report.known + sum(report.unscheduled.values()) >= count
        for claim, rows in _by_claim(desk).items():
            state = desk.pack.reader.held.chains.head(tables.REVIEW, claim)
            if state is not None:
                assert same_memory(replayed(rows, state_before_grades(state)), state)


@walks
@given(random=RANDOMS)
def test_grades_of_one_millisecond_go_out_to_other_programs_and_come_in_as_known(random: Random) -> None:
    """Anki has one review a millisecond, so those that share one are written later: still the same ones."""
    with scratch_desk() as desk:
        claims = [claim_of(desk, f"Lift {number} holds eight people.") for number in range(5)]
        for _ in range(3):
            desk.pass_time(DAY)
            for claim in random.sample(claims, 4):
                desk.pass_time(random.choice((0, 1, 300, 999, 1_000)))
                desk.do(c.Grade(id=claim, grade=random.randint(1, 4)))
        desk.pass_time(HOUR)
        before = desk.pack.log.last()
        for form in FORMS:
            report = take(desk, *exported(desk, form))
            assert (report.added, report.same_day, report.known) == (0, 0, 12)
        assert desk.pack.log.last() == before


def test_a_review_next_to_a_millisecond_that_is_held_is_a_new_one_where_the_file_has_none_there(
    desk: Desk,
) -> None:
    claim = graded(desk)
    header, first, *_ = exported(desk, "anki-csv")
    number, *rest = first.split(",")
    day_before = int(number) - DAY // 1_000
    report = take(desk, header, ",".join([str(day_before + 1), *rest]), ",".join([str(day_before), *rest]))
    assert (report.added, report.same_day) == (1, 1)
    assert len([row for row in desk.pack.review_log(View()) if row.claim == claim]) == 4


def test_reviews_older_than_their_claim_come_in_and_are_counted(desk: Desk) -> None:
    claim = claim_of(desk)
    desk.pass_time(9 * DAY)
    report = take(desk, told(claim, -3), told(claim, 2), told(claim, 4))
    assert (report.added, report.early) == (3, 1)


def test_offsets_that_their_zone_did_not_have_come_in_and_are_counted(desk: Desk) -> None:
    claim = claim_of(desk)
    desk.pass_time(9 * DAY)
    there = "Asia/Kolkata"
    report = take(
        desk,
        told(claim, 1, zone=there, offset_min=330),
        told(claim, 2, zone=there, offset_min=60),
        told(claim, 3, zone=there),
        told(claim, 4),
    )
    assert (report.added, report.elsewhere) == (4, 1)


def _by_claim(desk: Desk) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for row in desk.pack.review_log(View()):
        found.setdefault(row.claim, []).append(row)
    return found
