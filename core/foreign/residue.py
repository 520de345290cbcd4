"""What a claim keeps of the record it came from, under one name of its `extra`."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from core.errors import Refused
from core.foreign.lines import Record, read_record
from core.foreign.names import CARRIED, MODELLED

RESIDUE: Final = "packset"
"""Name in `extra`."""
_UNSEEN: Final = frozenset({"embedding", "prose"})
"""Carried fields that are bulky and can be computed anew: the line alone keeps them."""


class Kept(msgspec.Struct, frozen=True, array_like=True):
    """Why a record is kept as it was: a stable class and a sentence."""

    name: str
    why: str


class Residue(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The record, and what was made of it."""

    line: str
    """The record as it stood in the file, to the byte."""
    n: int = 0
    """Its line there."""
    kept: tuple[Kept, ...] = ()
    rested: bool = False
    """Whether it was laid to rest because of what it is kept for."""
    keyless: bool = False
    """Whether its state key was left out, because another claim held it."""


def residue_of(extra: dict[str, Any]) -> tuple[Residue, Record] | None:
    """What a claim keeps of its record, and that record; None for one that was born here.

    An `extra` that somebody edited may hold anything: what is no residue counts as none.
    """
    if RESIDUE not in extra:
        return None
    try:
        residue = msgspec.convert(extra[RESIDUE], Residue)
        return residue, read_record(residue.n, residue.line)
    except (msgspec.ValidationError, Refused):
        return None


def line_in(extra: dict[str, Any]) -> str | None:
    """The line that a residue keeps, without reading it."""
    residue = extra.get(RESIDUE)
    line = residue.get("line") if isinstance(residue, dict) else None
    return line if isinstance(line, str) else None


def with_residue(extra: dict[str, Any], residue: Residue) -> dict[str, Any]:
    """The extra fields with the residue among them."""
    return {**extra, RESIDUE: msgspec.to_builtins(residue)}


def without_residue(extra: dict[str, Any]) -> dict[str, Any]:
    """The extra fields that are no residue."""
    return {name: value for name, value in extra.items() if name != RESIDUE}


def unmodelled(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of a record that nothing here models, as far as a pack can store them."""
    skipped = MODELLED | _UNSEEN | {RESIDUE}
    return {name: value for name, value in fields.items() if name not in skipped and _storable(value)}


def unknown_fields(fields: dict[str, Any]) -> tuple[str, ...]:
    """Names of the fields that neither the original nor this program is known to have."""
    return tuple(name for name in fields if name not in MODELLED and name not in CARRIED)


def _storable(value: Any) -> bool:
    """Whether a value fits the store: whole numbers of 64 bits, no more than a few levels deep."""
    try:
        msgspec.msgpack.decode(msgspec.msgpack.encode(value))
    except (OverflowError, RecursionError, msgspec.MsgspecError):
        return False
    return True
