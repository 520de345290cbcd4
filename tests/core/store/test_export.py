"""An export is the whole log as text, and an import is the same log again."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings

from core.claims.review_state import ReviewState
from core.errors import PackDamaged, Refused
from core.store import export, tables, wire
from core.store.checking import check
from core.store.export import export_log, import_log, read_export
from core.store.lmdb_log import LmdbLog
from core.store.record import Effect, LogRecord
from tests.core.store.records import MARCH, claim, filled, histories, record


@given(histories())
@settings(max_examples=settings().max_examples // 4)
def test_an_import_of_an_export_is_the_same_log(history: list[LogRecord]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        with LmdbLog.create(Path(folder) / "a.pack", pack_id="lineage") as log:
            log.append(history, log.epoch)
            lines = list(export_log(log))
            projected = log.load_stored()
        with LmdbLog.create(Path(folder) / "b.pack") as copy:
            assert import_log(copy, lines) == len(history)
            assert list(copy.read()) == history
            assert copy.load_stored() == projected
            assert copy.pack_id == "lineage"
            assert list(export_log(copy))[1:] == lines[1:]
            assert check(copy).ok
        with LmdbLog.open(Path(folder) / "b.pack") as copy:
            assert copy.pack_id == "lineage"


@pytest.mark.parametrize("mark", ["\ufeff", b"\xef\xbb\xbf"])
def test_a_mark_of_utf_8_before_the_first_line_does_no_harm(tmp_path: Path, mark: str | bytes) -> None:
    with LmdbLog.create(tmp_path / "a.pack") as log:
        log.append([record(1, Effect.put("link", "a|b", 0.5))], log.epoch)
        lines = list(export_log(log))
    first = mark + lines[0] if isinstance(mark, str) else mark + lines[0].encode()
    with LmdbLog.create(tmp_path / "b.pack") as copy:
        assert import_log(copy, [first, lines[1]]) == 1


def test_a_line_can_be_read_by_a_person(tmp_path: Path) -> None:
    with LmdbLog.create(tmp_path / "a.pack") as log:
        log.append([record(1, Effect.put("claim", "c1", claim()), Effect.put("link", "a|b", 0.5))], log.epoch)
        header, line = map(json.loads, export_log(log))
    assert (header["name"], header["format"], header["records"]) == ("packbench-log", 1, 1)
    assert line["t_tx"] == "2026-03-14T09:13:00.000000Z"
    written, link = line["effects"]
    assert written["value"]["text"] == "The build takes nine minutes."
    assert written["value"]["t_valid"] == "2026-03-14T09:12:00.000000Z"
    assert written["value"]["t_invalid"] is None
    assert link == {"table": "link", "key": "a|b", "value": 0.5}
    assert "stored" not in written


def test_what_json_cannot_carry_travels_beside_its_readable_form(tmp_path: Path) -> None:
    odd = claim().__class__(
        *[getattr(claim(), name) for name in claim().__struct_fields__[:-1]], {"raw": b"\xff"}
    )
    with LmdbLog.create(tmp_path / "a.pack") as log:
        log.append([record(1, Effect.put("claim", "c1", odd))], log.epoch)
        lines = list(export_log(log))
    assert "stored" in json.loads(lines[1])["effects"][0]
    _, records = read_export(lines)
    assert next(records).effects[0].value == odd


def test_spaces_in_a_line_change_nothing(tmp_path: Path) -> None:
    with filled(tmp_path / "a.pack", 3) as log:
        lines = [json.dumps(json.loads(line), indent=None) for line in export_log(log)]
    with LmdbLog.create(tmp_path / "b.pack") as copy:
        assert import_log(copy, [*lines, "", "\n"]) == 3


def test_a_pack_that_is_not_empty_takes_no_import(tmp_path: Path) -> None:
    with filled(tmp_path / "a.pack", 3) as log, pytest.raises(Refused, match="not empty"):
        import_log(log, list(export_log(log)))


@pytest.mark.parametrize(
    ("spoil", "error", "says"),
    [
        (lambda lines: [], Refused, "not a header"),
        (lambda lines: lines[1:], Refused, "not a header"),
        (lambda lines: ['{"some": "json"}', *lines[1:]], Refused, "not a header"),
        (lambda lines: [lines[0].replace('"format":1', '"format":2'), *lines[1:]], Refused, "format 2"),
        (lambda lines: lines[:-1], PackDamaged, "ends at record 2 of 3"),
        (lambda lines: [*lines[:2], lines[3]], PackDamaged, "line 3: record 3 follows record 1"),
        (lambda lines: [*lines[:3], lines[2], *lines[3:]], PackDamaged, "line 4 repeats record 2"),
        (lambda lines: [*lines, lines[1]], PackDamaged, "repeats record 1"),
        (
            lambda lines: [*lines[:2], lines[2].replace("nine", "five"), lines[3]],
            PackDamaged,
            "line 3 .record 2. was changed",
        ),
        (
            lambda lines: [*lines[:2], lines[2].replace('"ana"', '"eve"'), lines[3]],
            PackDamaged,
            "was changed",
        ),
        (lambda lines: [*lines[:2], lines[2][:-9], lines[3]], Refused, "line 3 is no record"),
        (
            lambda lines: [*lines[:2], lines[2].replace('"claim"', '"clam"'), lines[3]],
            Refused,
            "no table 'clam'",
        ),
        (lambda lines: [*lines[:2], lines[2].replace('"kind"', '"kinds"'), lines[3]], Refused, "line 3"),
        (lambda lines: [*lines[:2], "[" * 100_000], Refused, "line 3"),
    ],
)
def test_text_that_is_not_a_whole_export_is_refused_and_leaves_the_pack_empty(
    tmp_path: Path, spoil, error, says
) -> None:  # type: ignore[no-untyped-def]
    with filled(tmp_path / "a.pack", 3) as log:
        lines = list(export_log(log))
    with LmdbLog.create(tmp_path / "b.pack", pack_id="own") as copy:
        with pytest.raises(error, match=says):
            import_log(copy, spoil(lines))
        assert (copy.last()[0], copy.pack_id) == (0, "own")


def test_a_line_beyond_the_limit_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with filled(tmp_path / "a.pack", 1) as log:
        lines = list(export_log(log))
    monkeypatch.setattr(export, "MOST_LINE_BYTES", len(lines[1]) - 1)
    with LmdbLog.create(tmp_path / "b.pack") as copy, pytest.raises(Refused, match="at most"):
        import_log(copy, lines)


def test_an_export_of_a_pack_that_is_being_written_ends_where_it_began(tmp_path: Path) -> None:
    with filled(tmp_path / "a.pack", 3) as log:
        lines = export_log(log)
        first = next(lines)
        log.append([record(4)], log.epoch)
        header, records = read_export([first, *lines])
        assert (header.records, len(list(records))) == (3, 3)
        assert log.last()[1] > MARCH


def test_a_value_that_was_stored_with_fewer_fields_goes_out_and_in_as_it_was_stored() -> None:
    """A program before this one knew fewer of them; the checksum is over what it stored."""
    full = ReviewState(due_day=739_690, added_day=739_689, zone="Europe/Berlin", offset_minutes=60)
    fields = msgspec.msgpack.decode(tables.encode(full))
    for count in range(2, len(fields) + 1):
        stored = msgspec.msgpack.encode(fields[:count])
        value = tables.decode(tables.REVIEW, stored)
        written = wire.to_json_as_stored(tables.REVIEW, value, stored)
        assert len(written) == count
        assert wire.stored_from_json(tables.REVIEW, written) == stored
        assert wire.from_json(tables.REVIEW, written) == value
