"""Times in the original's exact form, and lines that are no record, each named by its number."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.clocks.instants import EARLIEST, LATEST, parse_instant
from core.clocks.study_day import study_day
from core.errors import Refused
from core.foreign.ids import derived_id, is_usable
from core.foreign.lines import is_original, read_records, same_record
from core.foreign.reading import read
from core.foreign.times import day_begins, read_time, write_time
from tests.core.foreign.forty import forty
from tests.core.foreign.records import ANYTHING, OPTIONAL
from tests.dear import dear

INSTANTS = st.integers(EARLIEST, LATEST)


@given(at=INSTANTS, later=INSTANTS)
def test_written_times_have_24_characters_and_sort_as_the_instants_do(at: int, later: int) -> None:
    one, other = write_time(at), write_time(later)
    assert len(one) == len(other) == 24
    assert one.endswith("Z")
    assert (one < other) == (at // 1000 < later // 1000)
    assert read_time(one) == at // 1000 * 1000


@pytest.mark.parametrize(
    ("spelled", "written"),
    [
        ("2026-01-02T00:24:06.000Z", "2026-01-02T00:24:06.000Z"),
        ("2026-01-02T00:24:06Z", "2026-01-02T00:24:06.000Z"),
        ("2026-01-02 00:24:06.5+00:00", "2026-01-02T00:24:06.500Z"),
        ("2026-01-02T01:24:06.123456789+01:00", "2026-01-02T00:24:06.123Z"),
    ],
)
def test_times_are_read_as_the_original_reads_them(spelled: str, written: str) -> None:
    assert write_time(read_time(spelled)) == written


@given(
    day=st.integers(700_000, 750_000),
    zone=st.sampled_from(["UTC", "Europe/Berlin", "America/Havana", "Pacific/Apia", "Asia/Kathmandu"]),
    rollover=st.integers(0, 23),
)
def test_a_due_time_lies_on_its_study_day(day: int, zone: str, rollover: int) -> None:
    if zone == "Pacific/Apia" and day in range(734_500, 734_505):
        return  # the island skipped 30 December 2011: that day has no instant
    assert study_day(day_begins(day, zone, rollover), zone, rollover) == day


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "line 2 is no JSON"),
        ("[1]", "line 2 is no record"),
        ('{"id":"a","text":"x"}', "line 2 names no workspace"),
        ('{"id":7,"workspace":"seat"}', "line 2 has the id"),
        (b'{"workspace":"\xff"}', "line 2 is no UTF-8"),
    ],
)
def test_what_is_no_record_is_refused_with_its_line(line: str | bytes, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        list(read_records([forty()[0], line]))


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("valid_from", "yesterday", "line 2: valid_from: 'yesterday' is not a time"),
        ("valid_to", "2026-01-01T00:00:00", "has no zone"),
        ("ts", 5, "ts is 5, and a text is wanted"),
        ("entities", "gateway", "entities is no list of texts"),
        ("supersedes", [1], "supersedes is no list of texts"),
        ("links", "x", "links is no list"),
        ("link_weights", [], None),
        ("link_weights", ["x"], "link_weights is no object"),
        ("review", {"stability": "much"}, "its review cannot be read"),
        ("review", [1], "its review cannot be read"),
        ("due_at", "soon", "'soon' is not a time"),
        ("text", 7, "text is 7"),
    ],
)
def test_a_field_of_another_shape_is_refused_with_its_line(
    field: str, value: Any, reason: str | None
) -> None:
    import json

    fields = {"id": "a", "workspace": "seat", "kind": "lesson", "text": "It runs.", field: value}
    record = next(read_records(["", json.dumps(fields)]))
    if reason is None:
        read(record)
        return
    with pytest.raises(Refused, match=reason):
        read(record)


@dear
@given(fields=st.dictionaries(st.sampled_from(sorted({*OPTIONAL, "id", "kind", "text"})), ANYTHING))
def test_anything_is_read_or_refused_in_a_sentence(fields: dict[str, Any]) -> None:
    import msgspec

    line = msgspec.json.encode({**fields, "workspace": "seat"})
    said = "line 1."
    try:
        read(next(read_records([line])))
    except Refused as refusal:
        said = str(refusal)
    assert said.startswith("line 1")
    assert said.endswith(".")


def test_a_file_of_the_original_is_known_by_its_first_line() -> None:
    assert all(is_original(line) for line in forty()[:37])
    assert not any(is_original(line) for line in ("", "{", "[]", '{"name":"packbench-log"}', b"\xff"))


def test_blank_lines_line_ends_and_a_byte_order_mark_are_no_part_of_a_record() -> None:
    one, other = forty()[:2]
    found = list(read_records([b"\xef\xbb\xbf" + one.encode() + b"\r\n", b"\n", f"{other}\n"]))
    assert [(record.number, record.line) for record in found] == [(1, one), (3, other)]


def test_spelling_is_no_difference_and_order_and_null_are() -> None:
    assert same_record('{"a":1,"b":"é"}', '{ "a": 1, "b": "\\u00e9" }')
    for other in ('{"b":"é","a":1}', '{"a":1.0,"b":"é"}', '{"a":1,"b":"é","c":null}'):
        assert not same_record('{"a":1,"b":"é"}', other)


def test_ids_that_cannot_be_ids_here_get_one_of_their_own() -> None:
    assert all(map(is_usable, ("t1-v0", "Ω", "0" * 32)))
    assert not any(map(is_usable, ("", "a|b", "a\0b", "x" * 65)))
    assert derived_id("a", "x") != derived_id("b", "x")
    assert parse_instant("2026-01-01T00:00:00Z") > 0
