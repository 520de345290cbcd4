"""Review logs as lines: four forms, each row by itself."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.clocks.instants import parse_instant
from core.clocks.study_day import study_day
from core.errors import Refused
from core.foreign.card_numbers import card_numbers
from core.foreign.review_lines import ReadLines, read_review_lines

AT = parse_instant("2026-11-30T06:31:07.412Z")
MS = AT // 1_000
ANKI = "id,cid,usn,ease,ivl,lastIvl,factor,time,type"
OPTIMIZER = "card_id,review_time,review_rating,review_state,review_duration"


def ours(**fields: object) -> str:
    told = {"claim": "c1", "at": "2026-11-30T06:31:07.412Z", "grade": 3}
    return json.dumps({**told, **fields})


def reasons(read: ReadLines) -> list[tuple[int, str]]:
    return [(one.number, one.why) for one in read.bad]


@pytest.mark.parametrize(
    ("form", "lines", "card"),
    [
        ("jsonl", [ours(ms=5210)], "c1"),
        ("csv", ["claim,at,grade,ms", "c1,2026-11-30T06:31:07.412Z,3,5210"], "c1"),
        ("anki-csv", [ANKI, f"{MS},77,-1,3,9,3,500,5210,1"], "77"),
        ("optimizer-csv", [OPTIMIZER, f"77,{MS},3,2,5210"], "77"),
        ("optimizer-csv", ["card_id,review_rating,review_time", "77,3,2026-11-30T06:31:07.412+00:00"], "77"),
    ],
)
def test_row_46_each_form_is_known_by_its_beginning_and_keeps_the_instant(
    form: str, lines: list[str], card: str
) -> None:
    read = read_review_lines(["\ufeff" + lines[0], *lines[1:], "", "  "])
    assert (read.form, read.bad, read.left_out) == (form, (), {})
    (one,) = read.lines
    assert (one.card, one.at, one.grade, one.number) == (card, AT, 3, len(lines))
    assert one.ms in (5210, None)


def test_a_line_of_ours_keeps_its_own_study_day_zone_and_cue() -> None:
    (one,) = read_review_lines(
        [ours(study_day="2026-11-29", offset_min=-480, zone="America/Los_Angeles", rollover_h=4, cue="cloze")]
    ).lines
    assert one.study_day == study_day(AT, "America/Los_Angeles")
    assert (one.offset_min, one.zone, one.rollover_h, one.cue) == (-480, "America/Los_Angeles", 4, "cloze")


@pytest.mark.parametrize("lines", [["a,b,c", "1,2,3"], ["hello"], ["card_id,time"]])
def test_a_file_in_no_known_form_is_refused_with_the_forms(lines: list[str]) -> None:
    with pytest.raises(Refused, match="begins neither with a JSON object nor with a header of claim"):
        read_review_lines(lines)
    with pytest.raises(Refused, match="the file is empty"):
        read_review_lines(["", " "])


def test_a_row_that_is_bad_is_told_by_its_line_and_the_rest_is_read() -> None:
    """A due day of the year 20415 once stopped a whole program."""
    read = read_review_lines(
        [
            ours(),
            ours(due_day="+20415-02-11"),
            ours(at="20415-02-11T00:00:00Z"),
            ours(grade=7),
            ours(at="2026-11-30 06:31"),
            ours(claim=""),
            ours(study_day="2026-11-20"),
            ours(ms=-3),
            "{broken",
            ours(claim="c2"),
        ]
    )
    assert [one.card for one in read.lines] == ["c1", "c2"]
    assert [number for number, _ in reasons(read)] == [2, 3, 4, 5, 6, 7, 8, 9]
    told = dict(reasons(read))
    assert told[2] == "its due_day is '+20415-02-11'; it takes a date as 2026-03-14, from the years 1 to 9999"
    assert told[4] == "its grade is 7; it takes a whole number from 1 to 4"
    assert told[6] == "it has no claim"
    assert told[7] == "its study_day lies more than two days from its time"


@pytest.mark.parametrize(
    ("time", "why"),
    [
        (MS // 1_000, "looks like seconds"),
        (MS * 1_000, "outside the years 1970 to 9999"),
        (-MS, "outside the years 1970 to 9999"),
        (9_999_999_999_999_999, "outside the years"),
        ("soon", "is not a time"),
    ],
)
def test_seconds_and_microseconds_are_not_taken_for_milliseconds(time: object, why: str) -> None:
    read = read_review_lines([OPTIMIZER, f"77,{time},3,2,900", f"78,{MS},3,2,900"])
    assert [one.card for one in read.lines] == ["78"]
    ((number, said),) = reasons(read)
    assert number == 2
    assert why in said


def test_only_reviews_that_were_given_are_taken_from_an_anki_log() -> None:
    """Set by hand, filtered and rescheduled rows are no reviews; a reset begins a history anew."""
    read = read_review_lines(
        [
            ANKI,
            f"{MS + 1},1,-1,3,1,0,500,900,0",
            f"{MS + 2},2,-1,3,1,0,500,900,0",
            f"{MS + 3},1,-1,0,0,1,0,0,4",  # a reset
            f"{MS + 4},1,-1,1,1,0,500,900,0",
            f"{MS + 5},1,-1,0,30,1,500,0,4",  # a due day set by hand
            f"{MS + 6},1,-1,3,1,1,0,900,3",  # a filtered deck
            f"{MS + 7},1,-1,0,9,1,500,0,5",  # rescheduled
            f"{MS + 8},1,-1,4,9,1,500,900,2",
        ]
    )
    assert [(one.card, one.grade) for one in read.lines] == [("2", 3), ("1", 1), ("1", 4)]
    assert read.left_out == {"reset": 1, "before a reset": 1, "set by hand, filtered or rescheduled": 3}
    assert read.bad == ()


def test_rows_of_ours_that_are_no_standing_grade_are_left_out() -> None:
    read = read_review_lines(
        [ours(), ours(revoked=True), ours(kind="check", grade=None), ours(kind="import")]
    )
    assert len(read.lines) == 1
    assert read.left_out == {"taken back": 1, "of kind check": 1, "of kind import": 1}


@given(st.sets(st.text(min_size=1, max_size=34) | st.uuids().map(lambda one: one.hex)))
def test_each_claim_has_a_card_number_of_its_own_the_same_every_time(ids: set[str]) -> None:
    numbers = card_numbers(ids)
    assert set(numbers) == ids
    assert len(set(numbers.values())) == len(ids)
    assert numbers == card_numbers(sorted(ids, reverse=True))
    assert all(0 <= number < 1 << 53 for number in numbers.values())


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("x" * 200_000 + ",1784621065000,3", "too long"),
        ("c,1950-06-01T00:00:00Z,3", "outside the years 1970 to 9999"),
        ("c,0001-01-01T00:00:00Z,3", "outside the years 1970 to 9999"),
    ],
)
def test_a_row_that_no_program_wrote_is_named_and_harms_no_other(row: str, why: str) -> None:
    read = read_review_lines(["card_id,review_time,review_rating", "a,1784621065000,3", row])
    assert [line.card for line in read.lines] == ["a"]
    assert [(one.number, why in one.why) for one in read.bad] == [(3, True)]


def test_a_file_of_one_endless_line_is_no_review_log() -> None:
    with pytest.raises(Refused, match="no review log"):
        read_review_lines(["x" * 300_000])


@pytest.mark.parametrize("name", ["a" * 121, "bell\x07", "\x1b[31mred"])
def test_an_author_of_a_row_is_a_name_as_everywhere(name: str) -> None:
    row = json.dumps({"claim": "c", "at": "2026-11-30T07:00:00Z", "grade": 3, "actor": name})
    read = read_review_lines([row])
    assert not read.lines
    assert "printable" in read.bad[0].why


NO_TEXT = [["c1"], {"id": "c1"}, True]
NO_WHOLE = ["1e3", "3.5", "nan", "inf", "1_000", "9" * 400, "\u0663", 1e300, [3], True]
NO_DAY = ["20261130", "2026-W49-1", "2026-13-01", "0000-01-01", "30.11.2026", ["2026-11-30"], True]
WRONG: dict[str, list[object]] = {
    "claim": [*NO_TEXT, "", "  "],
    "at": [*NO_TEXT, "yesterday", "2026-11-30", "2026-11-30T06:31:07", "1_784_000_000_000", "9" * 400, ""],
    "grade": [*NO_WHOLE, 0, 5, -1, ""],
    "kind": [*NO_TEXT, "x" * 400, "a\x1bb"],
    "revoked": ["yes", "no", 2, "true!", 1.5, [], {}],
    "study_day": NO_DAY,
    "due_day": NO_DAY,
    "offset_min": [*NO_WHOLE, 2_000],
    "rollover_h": [*NO_WHOLE, 24],
    "ms": [*NO_WHOLE, -1],
    "zone": NO_TEXT,
    "cue": [*NO_TEXT, "x" * 400],
    "actor": [*NO_TEXT, "a\nb"],
}


@pytest.mark.parametrize(("name", "value"), [(name, one) for name, wrong in WRONG.items() for one in wrong])
def test_a_wrong_value_is_told_by_line_and_field_and_never_taken_for_another(
    name: str, value: object
) -> None:
    read = read_review_lines([ours(), ours(**{name: value}), ours()])
    assert [one.number for one in read.lines] == [1, 3]
    assert read.left_out == {}
    ((number, why),) = reasons(read)
    assert number == 2
    assert name in why or str(value)[:20].strip() in why or name in ("claim", "at")
    assert len(why) < 200


@pytest.mark.parametrize("revoked", [True, 1, "1", "True", "true"])
def test_what_was_taken_back_is_left_out_however_a_program_writes_it(revoked: object) -> None:
    read = read_review_lines([ours(revoked=revoked)])
    assert (read.lines, read.left_out) == ((), {"taken back": 1})


@pytest.mark.parametrize("revoked", [False, 0, "0", "False", "", None])
def test_what_stands_is_read_however_a_program_writes_it(revoked: object) -> None:
    assert len(read_review_lines([ours(revoked=revoked)]).lines) == 1
