"""The original's file: one JSON object a line. What is read keeps the line as it was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, Final

import msgspec

from core.errors import Refused
from core.foreign.names import SCHEMA_FAMILY

MOST_LINE_BYTES: Final = 4 << 20
"""Longest line that is read: a vector of ten thousand numbers takes a tenth of it."""
BYTE_ORDER_MARK: Final = "\ufeff"
_SHOWN: Final = 40


class Record(msgspec.Struct, frozen=True):
    """One line of the file."""

    number: int
    """From 1."""
    line: str
    """As it stood, without the line end."""
    fields: dict[str, Any]
    """Its fields, in its order."""

    @property
    def workspace(self) -> str:
        """The workspace it stands in."""
        return str(self.fields["workspace"])

    @property
    def id(self) -> str:
        """Its id; one that has none is named after what it says."""
        named = self.fields.get("id")
        return named if named else sha256(self.line.encode()).hexdigest()[:32]


def read_records(lines: Iterable[str | bytes]) -> Iterator[Record]:
    """The records of a file; blank lines are passed over.

    Raises `Refused`, naming the line, for what is no JSON object, bears no workspace or is too long.
    """
    for number, line in enumerate(lines, start=1):
        text = _text(number, line).rstrip("\r\n")
        if number == 1:
            text = text.removeprefix(BYTE_ORDER_MARK)
        if text.strip():
            yield read_record(number, text)


def read_record(number: int, line: str) -> Record:
    """One record. Raises `Refused`, naming the line."""
    try:
        fields = msgspec.json.decode(line)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Refused(
            f"line {number} is no JSON ({error}): {_shown(line)}. Mend it, or export anew."
        ) from None
    if not isinstance(fields, dict):
        raise Refused(f"line {number} is no record but {_shown(line)}; a record is a JSON object.")
    if not isinstance(fields.get("workspace"), str) or not fields["workspace"].strip():
        raise Refused(f"line {number} names no workspace, so it is nowhere to be put; add one.")
    if not isinstance(fields.get("id", ""), str | None):
        raise Refused(f"line {number} has the id {_shown(str(fields['id']))}; an id is a text.")
    return Record(number, line, fields)


def is_original(line: str | bytes) -> bool:
    """Whether the first line of a file is a record of the original."""
    try:
        fields = msgspec.json.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return False
    if not isinstance(fields, dict):
        return False
    named = str(fields.get("schema", "")).startswith(SCHEMA_FAMILY)
    return named or {"id", "workspace", "kind", "text"} <= fields.keys()


def as_line(fields: dict[str, Any]) -> str:
    """A record as the original writes it: compact JSON in UTF-8."""
    return msgspec.json.encode(fields).decode()


def same_record(one: str, other: str) -> bool:
    """Whether two lines hold the same fields in the same order, however they are spelled."""
    return one == other or _plain(one) == _plain(other)


def _plain(line: str) -> str:
    return as_line(msgspec.json.decode(line))


def _text(number: int, line: str | bytes) -> str:
    if len(line) > MOST_LINE_BYTES:
        raise Refused(f"line {number} has {len(line):,} bytes; at most {MOST_LINE_BYTES:,} are read.")
    try:
        return line if isinstance(line, str) else line.decode()
    except UnicodeDecodeError as error:
        raise Refused(f"line {number} is no UTF-8 ({error.reason} at byte {error.start + 1}).") from None


def _shown(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…")
