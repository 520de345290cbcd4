"""Values on the wire: records by field name, instants as ISO 8601, and back to the very same value.

Which fields are instants is read from their declared types, so a new field needs no second list.
"""

from __future__ import annotations

import types
from functools import lru_cache
from typing import Any, Final, Union, get_args, get_origin

import msgspec

from core.clocks.instants import format_instant, parse_instant
from core.errors import Refused
from core.store.tables import FIRED, VALUE_TYPES, encode

TAG: Final = "type"
"""Name under which a struct that is one of several says which it is."""

Json = Any


def to_json(table: str, value: Any) -> Json:
    """A value of a table as JSON-ready objects."""
    return _instant_out(value) if table == FIRED else _out(value)


def from_json(table: str, written: Json) -> Any:
    """The value that `to_json` wrote. Raises `Refused` for anything else."""
    try:
        plain = _instant_in(written) if table == FIRED else _in(VALUE_TYPES[table], written)
        return msgspec.convert(plain, VALUE_TYPES[table])
    except (msgspec.ValidationError, Refused, KeyError, TypeError, ValueError) as error:
        raise Refused(f"a value of the table {table} cannot be read ({error}).") from None


def to_json_as_stored(table: str, value: Any, stored: bytes) -> Json:
    """As `to_json`, without the fields that a program before this one did not store."""
    written = to_json(table, value)
    if isinstance(value, msgspec.Struct):
        shape = _shape(type(value))
        held = len(msgspec.msgpack.decode(stored)) - (shape.tag is not None)
        for name, _ in shape.fields[held:]:
            written.pop(name, None)
    return written


def stored_from_json(table: str, written: Json) -> bytes:
    """The bytes of a value as whoever wrote it stored them. Raises `Refused` for what is no value."""
    value = from_json(table, written)
    stored = encode(value)
    absent = _absent(type(value), written) if isinstance(value, msgspec.Struct) else 0
    return msgspec.msgpack.encode(msgspec.msgpack.decode(stored)[:-absent]) if absent else stored


def _absent(struct: type[msgspec.Struct], written: Json) -> int:
    """How many of the last fields are not there and have a default: they were added since."""
    found = 0
    for field in reversed(msgspec.structs.fields(struct)):
        if field.name in written or field.default is msgspec.NODEFAULT:
            break
        found += 1
    return found


def _out(value: Any) -> Json:
    if not isinstance(value, msgspec.Struct):
        return msgspec.to_builtins(value)
    shape = _shape(type(value))
    written = {TAG: shape.tag} if shape.tag is not None else {}
    for name, instant in shape.fields:
        item = getattr(value, name)
        written[name] = _instant_out(item) if instant else _out(item)
    return written


def _in(declared: Any, written: Json) -> Any:
    """The array form of a struct, for `msgspec.convert`; anything that is no struct stays as it is."""
    structs = _structs(declared)
    if not structs or not isinstance(written, dict):
        return written
    struct = structs[written.get(TAG)] if len(structs) > 1 else next(iter(structs.values()))
    shape = _shape(struct)
    unknown = (
        written.keys() - {name for name, _ in shape.fields} - ({TAG} if shape.tag is not None else set())
    )
    if unknown:
        raise Refused(f"it has unknown fields: {', '.join(sorted(unknown))}")
    head = [] if shape.tag is None else [shape.tag]
    types_of = _types_of(struct)
    fields = shape.fields[: len(shape.fields) - _absent(struct, written)]
    return head + [
        _instant_in(written[name]) if instant else _in(types_of[name], written[name])
        for name, instant in fields
    ]


class _Shape(msgspec.Struct, frozen=True):
    tag: str | int | None
    fields: tuple[tuple[str, bool], ...]
    """Name, and whether it holds an instant."""


@lru_cache(maxsize=64)
def _shape(struct: type[msgspec.Struct]) -> _Shape:
    # `Instant` is an int at run time; the annotation as written is what tells it from other numbers.
    written = {
        name: str(text)
        for base in struct.__mro__
        for name, text in vars(base).get("__annotations__", {}).items()
    }
    fields = tuple(
        (name, "Instant" in written[name].replace("|", " ").split()) for name in struct.__struct_fields__
    )
    return _Shape(struct.__struct_config__.tag, fields)


@lru_cache(maxsize=64)
def _types_of(struct: type[msgspec.Struct]) -> dict[str, Any]:
    return {field.name: field.type for field in msgspec.structs.fields(struct)}


@lru_cache(maxsize=256)
def _structs_of(declared: Any) -> dict[Any, type[msgspec.Struct]]:
    options = get_args(declared) if get_origin(declared) in (Union, types.UnionType) else (declared,)
    structs = [kind for kind in options if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    return {struct.__struct_config__.tag: struct for struct in structs}


def _structs(declared: Any) -> dict[Any, type[msgspec.Struct]]:
    try:
        return _structs_of(declared)
    except TypeError:
        return {}


def _instant_out(instant: int | None) -> Json:
    try:
        return None if instant is None else format_instant(instant)
    except Refused:
        return instant


def _instant_in(written: Json) -> Any:
    return parse_instant(written) if isinstance(written, str) else written
