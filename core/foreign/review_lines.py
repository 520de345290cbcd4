"""Review logs as lines: ours, Anki's and the optimiser's. A row that is bad harms no other.

Four forms are told apart by their beginning: JSON lines and CSV as this program writes them, CSV of Anki's
table of reviews (`id, cid, ease, …`), and CSV of the FSRS optimiser (`card_id, review_time, …`).
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from typing import Any, Final, Literal

import msgspec

from core.claims.validation import MAX_NAME
from core.clocks.instants import Instant, is_writable, parse_instant
from core.clocks.study_day import StudyDay
from core.errors import Refused, as_given

Form = Literal["jsonl", "csv", "anki-csv", "optimizer-csv"]

SCHEMA: Final = "review/1"
COLUMNS: Final = (
    *("id", "claim", "rev", "kind", "at", "offset_min", "zone", "study_day", "rollover_h", "grade", "truth"),
    *("cue", "ms", "s_before", "d_before", "r_before", "s_after", "d_after", "due_day", "actor", "revoked"),
)
"""Header of our CSV."""
ANKI_COLUMNS: Final = ("id", "cid", "usn", "ease", "ivl", "lastIvl", "factor", "time", "type")
"""Anki's table `revlog`: id and time in milliseconds, ivl and lastIvl in days."""
OPTIMIZER_COLUMNS: Final = ("card_id", "review_time", "review_rating", "review_state", "review_duration")
"""The schema of the FSRS optimiser: review_time in milliseconds of UTC, review_duration in milliseconds."""

MILLISECOND: Final = 1_000
"""Microseconds."""
LEAST_MS: Final = 100_000_000_000
"""March 1973 in milliseconds; the same number of seconds lies in the year 5138, so fewer are seconds."""
LONGEST_ANSWER: Final = 86_400_000
"""Milliseconds of a day: no answer takes longer."""

RECALLS: Final = frozenset({0, 1, 2})
"""Anki's types of review that were one: learning, review, relearning; not filtered, manual, rescheduled."""
MANUAL: Final = 4


class ReviewLine(msgspec.Struct, frozen=True, kw_only=True):
    """One grade of a file."""

    number: int
    """Of the line."""
    card: str
    """The claim's id, or the number of a card."""
    at: Instant
    grade: int
    """1 Again, 2 Hard, 3 Good, 4 Easy."""
    id: str | None = None
    study_day: StudyDay | None = None
    offset_min: int | None = None
    zone: str | None = None
    rollover_h: int | None = None
    ms: int | None = None
    cue: str | None = None
    actor: str | None = None


class BadLine(msgspec.Struct, frozen=True):
    """A row that cannot be read, and why."""

    number: int
    why: str


class ReadLines(msgspec.Struct, frozen=True):
    """What a file says."""

    form: Form
    lines: tuple[ReviewLine, ...]
    bad: tuple[BadLine, ...]
    left_out: dict[str, int]
    """Rows that are no standing grade of recall, by the reason."""


class _LeftOut(Exception):
    """A row that is right and no grade of recall."""


class _Reset(_LeftOut):
    """A row that makes the history of its card begin anew."""


Fields = Mapping[str, Any]


def read_review_lines(text: Iterable[str]) -> ReadLines:
    """Read a review log. Raises `Refused` for a file in none of the four forms."""
    rows = _numbered(text)
    first = next(rows, None)
    if first is None:
        raise Refused("the file is empty; nothing was taken in.")
    if first[1].lstrip().startswith("{"):
        return _read("jsonl", _json_rows(first, rows))
    header = tuple(name.strip() for name in _cells(first[1]) or ())
    form = _form_of(header)
    return _read(form, _csv_rows(header, rows))


def _numbered(text: Iterable[str]) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text, start=1):
        if plain := line.lstrip("\ufeff").strip():
            yield number, plain


def _form_of(header: tuple[str, ...]) -> Form:
    names = set(header)
    forms: tuple[tuple[Form, set[str]], ...] = (
        ("csv", {"claim", "at", "grade"}),
        ("anki-csv", {"id", "cid", "ease"}),
        ("optimizer-csv", {"card_id", "review_time", "review_rating"}),
    )
    for form, wanted in forms:
        if wanted <= names:
            return form
    raise Refused(
        "this is no review log that can be read: it begins neither with a JSON object nor with a header of "
        f"{', '.join(COLUMNS[1:5])} …, of {', '.join(ANKI_COLUMNS[:4])} …, or of "
        f"{', '.join(OPTIMIZER_COLUMNS[:3])} …"
    )


def _json_rows(first: tuple[int, str], rows: Iterator[tuple[int, str]]) -> Iterator[tuple[int, Fields | str]]:
    def decoded(line: str) -> Fields | str:
        try:
            return msgspec.json.decode(line, type=dict[str, Any])
        except msgspec.MsgspecError:
            return "it is no JSON object"

    yield first[0], decoded(first[1])
    for number, line in rows:
        yield number, decoded(line)


def _cells(line: str) -> list[str] | None:
    """The cells of a line of CSV; None when one of them is longer than any of ours."""
    try:
        return next(csv.reader([line]))
    except csv.Error:
        return None


def _csv_rows(header: tuple[str, ...], rows: Iterator[tuple[int, str]]) -> Iterator[tuple[int, Fields | str]]:
    for number, line in rows:
        cells = _cells(line)
        if cells is None:
            yield number, "one of its cells is too long"
        elif len(cells) != len(header):
            yield number, f"it has {len(cells)} cells, and the header {len(header)}"
        else:
            yield number, {name: cell for name, cell in zip(header, cells, strict=True) if cell.strip()}


def _read(form: Form, rows: Iterable[tuple[int, Fields | str]]) -> ReadLines:
    read, lines, bad, left = _READERS[form], list[ReviewLine](), list[BadLine](), Counter[str]()
    for number, fields in rows:
        try:
            if isinstance(fields, str):
                raise Refused(fields)
            lines.append(read(number, fields))
        except _Reset as reset:
            card = _text(fields, "cid") or ""  # type: ignore[arg-type]
            before = [one for one in lines if one.card == card]
            lines = [one for one in lines if one.card != card]
            left[str(reset)] += 1
            left["before a reset"] += len(before)
        except _LeftOut as reason:
            left[str(reason)] += 1
        except Refused as refusal:
            bad.append(BadLine(number, str(refusal)))
    return ReadLines(form, tuple(lines), tuple(bad), +left)


# one row of each form


def _own(number: int, fields: Fields) -> ReviewLine:
    if (kind := _name(fields, "kind") or "recall") != "recall":
        raise _LeftOut(f"of kind {kind}")
    if _yes(fields, "revoked"):
        raise _LeftOut("taken back")
    _day(fields, "due_day")
    at = _written(fields, "at")
    return ReviewLine(
        number=number,
        id=_text(fields, "id"),
        card=_needed(fields, "claim"),
        at=at,
        grade=_grade(fields, "grade"),
        study_day=_beside(_day(fields, "study_day"), at),
        offset_min=_whole(fields, "offset_min", -1_440, 1_440),
        zone=_text(fields, "zone"),
        rollover_h=_whole(fields, "rollover_h", 0, 23),
        ms=_whole(fields, "ms", 0, LONGEST_ANSWER),
        cue=_name(fields, "cue"),
        actor=_name(fields, "actor"),
    )


def _anki(number: int, fields: Fields) -> ReviewLine:
    kind = _whole(fields, "type", 0, 99)
    ease = _whole(fields, "ease", 0, 4)
    if kind == MANUAL and not _whole(fields, "factor", 0, 100_000):
        raise _Reset("reset")
    if (kind is not None and kind not in RECALLS) or ease == 0:
        raise _LeftOut("set by hand, filtered or rescheduled")
    return ReviewLine(
        number=number,
        card=_needed(fields, "cid"),
        at=_milliseconds(_needed(fields, "id")),
        grade=_grade(fields, "ease"),
        ms=_whole(fields, "time", 0, LONGEST_ANSWER),
    )


def _optimizer(number: int, fields: Fields) -> ReviewLine:
    return ReviewLine(
        number=number,
        card=_needed(fields, "card_id"),
        at=_written(fields, "review_time"),
        grade=_grade(fields, "review_rating"),
        ms=_whole(fields, "review_duration", 0, LONGEST_ANSWER),
    )


_READERS: Final[dict[Form, Callable[[int, Fields], ReviewLine]]] = {
    "jsonl": _own,
    "csv": _own,
    "anki-csv": _anki,
    "optimizer-csv": _optimizer,
}

# one cell


def _text(fields: Fields, name: str) -> str | None:
    value = fields.get(name)
    if isinstance(value, bool | list | dict):
        raise Refused(f"its {name} is {as_given(value)}; it takes a text or a number")
    return None if value is None else str(value).strip() or None


def _yes(fields: Fields, name: str) -> bool:
    value = fields.get(name)
    said = {"true": True, "1": True, "false": False, "0": False, "": False}.get(
        "" if value is None else str(value).strip().casefold()
    )
    if said is None:
        raise Refused(f"its {name} is {as_given(value)}; it takes true or false")
    return said


def _name(fields: Fields, name: str) -> str | None:
    text = _text(fields, name)
    if text is not None and not (len(text) <= MAX_NAME and text.isprintable()):
        raise Refused(f"its {name} is no name of 1 to {MAX_NAME} printable signs")
    return text


def _needed(fields: Fields, name: str) -> str:
    value = _text(fields, name)
    if value is None:
        raise Refused(f"it has no {name}")
    return value


def _whole(fields: Fields, name: str, low: int, high: int) -> int | None:
    text = _text(fields, name)
    if text is None:
        return None
    number = int(text.partition(".")[0]) if _WHOLE.fullmatch(text) else None
    if number is None or not low <= number <= high:
        shown = as_given(text) if number is None else text
        raise Refused(f"its {name} is {shown}; it takes a whole number from {low} to {high}")
    return number


_WHOLE: Final = re.compile(r"-?[0-9]{1,20}(\.0+)?")
"""Spreadsheets and statistics programs write 3 as 3.0."""


def _grade(fields: Fields, name: str) -> int:
    grade = _whole(fields, name, 1, 4)
    if grade is None:
        raise Refused(f"it has no {name}")
    return grade


def _written(fields: Fields, name: str) -> Instant:
    """ISO 8601 with a zone, or milliseconds."""
    text = _needed(fields, name)
    if _DIGITS.fullmatch(text):
        return _milliseconds(text)
    instant = parse_instant(text)
    if instant < 0:
        raise Refused(f"{text} lies outside the years 1970 to 9999")
    return instant


_DIGITS: Final = re.compile(r"-?[0-9]{1,20}")


def _milliseconds(text: str) -> Instant:
    if not _DIGITS.fullmatch(text):
        raise Refused(f"{as_given(text)} is no time in milliseconds")
    number = int(text)
    if 0 <= number < LEAST_MS:
        raise Refused(f"{text} looks like seconds; times are milliseconds since 1970")
    instant = number * MILLISECOND
    if number < 0 or not is_writable(instant):
        raise Refused(f"{text} milliseconds lie outside the years 1970 to 9999")
    return instant


def _day(fields: Fields, name: str) -> StudyDay | None:
    text = _text(fields, name)
    if text is None:
        return None
    try:
        if _DATE.fullmatch(text):
            return date.fromisoformat(text).toordinal()
    except ValueError:
        pass
    raise Refused(f"its {name} is {as_given(text)}; it takes a date as 2026-03-14, from the years 1 to 9999")


_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def _beside(day: StudyDay | None, at: Instant) -> StudyDay | None:
    """The study day, if it can be that of the instant: zones and rollover move it by two days at most."""
    if day is not None and abs(day - _EPOCH_DAY - at // _DAY) > 2:
        raise Refused("its study_day lies more than two days from its time")
    return day


_EPOCH_DAY: Final = date(1970, 1, 1).toordinal()
_DAY: Final = 86_400 * 1_000_000
