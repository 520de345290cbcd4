"""Answers as JSON: every record by field name, instants as ISO 8601 with `Z`, study days as dates."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from functools import cache
from inspect import get_annotations
from pathlib import Path
from typing import Any, Final

import msgspec

from core.clocks.instants import format_instant
from core.clocks.study_day import date_of

_DAYS: Final = frozenset(
    {
        "day",
        "due_day",
        "former_day",
        "added_day",
        "last_day",
        "verified_day",
        "doubted_day",
        "buried_day",
        "check_day",
    }
)
"""Fields that hold a study day."""
_UNTAGGED: Final = {"from_": "from"}
"""Field names that Python reserves, as they are on the wire."""
_LEFT_OUT: Final = frozenset({"row"})
"""Fields that mean something inside the process only."""


def plain(value: Any) -> Any:
    """A value of records, tuples and mappings as what JSON knows."""
    if isinstance(value, msgspec.Struct):
        return _record(value, value.__struct_fields__)
    if is_dataclass(value) and not isinstance(value, type):
        return _record(value, tuple(field.name for field in fields(value)))
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, Set):
        return sorted(map(plain, value))
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return [plain(one) for one in value]
    return str(value) if isinstance(value, Path) else value


def _record(value: Any, names: tuple[str, ...]) -> dict[str, Any]:
    instants = _instants(value.__class__)
    return {
        _UNTAGGED.get(name, name): _field(name, getattr(value, name), name in instants)
        for name in names
        if name not in _LEFT_OUT
    }


def _field(name: str, value: Any, instant: bool) -> Any:
    if isinstance(value, bool) or not isinstance(value, int):
        return plain(value)
    if instant:
        return format_instant(value)
    return date_of(value).isoformat() if name in _DAYS else value


@cache
def _instants(kind: type) -> frozenset[str]:
    """The fields of a record that are declared as instants."""
    declared = {
        name: str(of) for base in reversed(kind.__mro__) for name, of in get_annotations(base).items()
    }
    return frozenset(name for name, of in declared.items() if "Instant" in of)


def put_json(value: Any) -> None:
    """Write a value as one JSON document: indented at a terminal, one line in a pipe."""
    encoded = msgspec.json.encode(plain(value))
    if sys.stdout.isatty():
        encoded = msgspec.json.format(encoded, indent=2)
    sys.stdout.write(encoded.decode() + "\n")
