"""Deeds as lines of JSON: one object a line, read without holding the file, a bad one told by its number.

Fields: `body` (or `text`), `speaker`, `conversation`, `position`, `said_at`, `source`, `kind`, `extra`. Any
other field is kept in `extra`. A line of a conversation that has no position stands behind the one before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Final

import msgspec

from core.clocks.instants import Instant, parse_instant
from core.clocks.local_time import instant_of
from core.clocks.study_day import zone_named
from core.errors import Refused
from core.pack.commands import PutDeed
from core.pack.evidence import refuse_unfit

KIND: Final = "turn"
"""Of a line that names no kind."""
PLAIN_TEXT: Final = "it is no JSON, but plain text"
"""How the reason begins why a line of plain text is no deed."""
_BOM: Final = b"\xef\xbb\xbf"


class DeedLine(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a file: a deed, or why it is none."""

    number: int
    """In its file, from 1 on."""
    command: PutDeed | None = None
    reason: str = ""
    length: int = 0
    """Bytes of the line, its end included."""


class _Written(msgspec.Struct, frozen=True):
    """A line as it may be written."""

    body: str | None = None
    text: str | None = None
    speaker: str | None = None
    conversation: str | int | None = None
    position: int | None = None
    said_at: str | None = None
    source: str | None = None
    kind: str | None = None
    extra: dict[str, Any] | None = None


_FIELDS: Final = frozenset(_Written.__struct_fields__)
_OBJECT: Final = msgspec.json.Decoder(dict[str, Any])


class DeedLines:
    """A reader of lines. One of them reads one file from its beginning."""

    def __init__(self, *, kind: str = KIND, source: str | None = None, zone: str = "UTC") -> None:
        """Kind and source of lines that name none, and the zone of times without one."""
        self._kind = kind
        self._source = source
        self._zone = zone_named(zone)
        self._next: dict[str, int] = {}
        """By conversation: the place behind its last line."""
        self.zoneless = 0
        """Lines whose time had no zone, and was read in the one given."""
        self.placed = 0
        """Lines of a conversation that got their position from their order."""

    def read(self, lines: Iterable[bytes]) -> Iterator[DeedLine]:
        """Each line that is not blank, in order."""
        for number, line in enumerate(lines, 1):
            bare = (line.removeprefix(_BOM) if number == 1 else line).strip()
            if not bare:
                continue
            try:
                yield DeedLine(number=number, command=self._command(bare), length=len(line))
            except Refused as refusal:
                yield DeedLine(number=number, reason=str(refusal), length=len(line))

    def _command(self, line: bytes) -> PutDeed:
        fields = _fields(line)
        written = _written(fields)
        conversation = None if written.conversation is None else str(written.conversation)
        position = self._position(conversation, written.position)  # a line that is bad otherwise has it too
        command = PutDeed(
            body=_body(written),
            kind=written.kind or self._kind,
            source=written.source or self._source,
            speaker=written.speaker or None,
            conversation=conversation,
            position=position,
            said_at=self._said_at(written.said_at),
            extra=_extra(written, fields),
        )
        refuse_unfit(command)
        return command

    def _position(self, conversation: str | None, position: int | None) -> int | None:
        if conversation is None:
            return position
        if position is None:
            position = self._next.get(conversation, 0)
            self.placed += 1
        self._next[conversation] = position + 1
        return position

    def _said_at(self, written: str | None) -> Instant | None:
        if not written:
            return None
        try:
            naive = datetime.fromisoformat(written.strip())
        except ValueError:
            return parse_instant(written)
        if naive.tzinfo is not None:
            return parse_instant(written)
        self.zoneless += 1
        return instant_of(naive, self._zone)[0]


def _fields(line: bytes) -> dict[str, Any]:
    try:
        return _OBJECT.decode(line)
    except msgspec.ValidationError:
        raise Refused("it is no JSON object; write {…} with a body.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        said = "it is no JSON" if line.startswith(b"{") else PLAIN_TEXT
        raise Refused(f"{said} ({error}).") from None


def _written(fields: dict[str, Any]) -> _Written:
    try:
        return msgspec.convert(fields, _Written)
    except msgspec.ValidationError as error:
        raise Refused(f"a field is not as it should be: {error}.") from None


def _body(written: _Written) -> str:
    if written.body is not None and written.text is not None and written.body != written.text:
        raise Refused("it has a body and a text that differ; give one of them.")
    return written.body if written.body is not None else written.text or ""


def _extra(written: _Written, fields: dict[str, Any]) -> dict[str, Any]:
    """What is known beside; a field that we have no name for is kept under its own."""
    extra = dict(written.extra or {})
    for name, value in fields.items():
        if name not in _FIELDS and extra.setdefault(name, value) != value:
            raise Refused(f"it says {name} twice, in extra and beside it; give one of them.")
    return extra
