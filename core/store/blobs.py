"""Blobs: cached arrays by name, with the transaction they stand for. They can always be made again."""

from __future__ import annotations

from typing import Any, Final
from zlib import crc32

import lmdb
import msgspec

from core.store import layout, mapped
from core.store.environment import Environment

VECTORS: Final = "vectors"
"""Blobs whose names begin so are keyed by what they were made from, and outlive a rebuild."""

_BODY: Final = b"\x00"
"""Ends the key of the bytes; the key without it holds the head."""

Content = bytes | bytearray | memoryview
"""Bytes, or an array's memory (`memoryview(array).cast("B")`)."""


class Blob(msgspec.Struct, frozen=True):
    """One cached thing."""

    name: str
    tx: int
    """The log as it was after this transaction."""
    format: int
    """Number of the layout of `content`; a reader drops what it does not know."""
    content: bytes


class _Head(msgspec.Struct, frozen=True, array_like=True):
    tx: int
    format: int
    length: int
    checksum: int


def put_blob(
    env: Environment, txn: lmdb.Transaction[bytes], name: str, tx: int, format_number: int, content: Content
) -> None:
    """Store `content` under a name, in place of what was there."""
    key = _key(name)
    head = _Head(tx, format_number, len(content), crc32(content))
    txn.put(key, layout.seal(key, msgspec.msgpack.encode(head)), db=env[layout.BLOB])
    txn.put(key + _BODY, content or b"\x00", db=env[layout.BLOB])


def get_blob(env: Environment, txn: lmdb.Transaction[Any], name: str) -> Blob | None:
    """The blob of a name; None when there is none or when it is damaged: it is a cache."""
    key = _key(name)
    sealed, stored = txn.get(key, db=env[layout.BLOB]), txn.get(key + _BODY, db=env[layout.BLOB])
    if sealed is None or stored is None or not layout.sound(key, sealed):
        return None
    head = msgspec.msgpack.decode(sealed[layout.CHECKSUM.size :], type=_Head)
    content = bytes(stored[: head.length])
    if isinstance(stored, memoryview):
        mapped.give_back(stored)
    if len(content) != head.length or crc32(content) != head.checksum:
        return None
    return Blob(name, head.tx, head.format, content)


def blob_names(env: Environment, txn: lmdb.Transaction[bytes], prefix: str = "") -> list[str]:
    """Names of the blobs that begin with `prefix`, in order."""
    with txn.cursor(db=env[layout.BLOB]) as cursor:
        if not cursor.set_range(prefix.encode()):
            return []
        keys = [bytes(key) for key in cursor.iternext(keys=True, values=False)]
    own = (key for key in keys if key.startswith(prefix.encode()) and not key.endswith(_BODY))
    return [key.decode(errors="surrogateescape") for key in own]  # a damaged name is still a name


def drop_blob(env: Environment, txn: lmdb.Transaction[bytes], name: str) -> bool:
    """Take a blob away; whether there was one."""
    txn.delete(_key(name) + _BODY, db=env[layout.BLOB])
    return txn.delete(_key(name), db=env[layout.BLOB])


def keep_vectors(env: Environment, txn: lmdb.Transaction[bytes]) -> None:
    """Take every blob away but the vectors that are sound."""
    kept = [blob for name in blob_names(env, txn, VECTORS) if (blob := get_blob(env, txn, name))]
    txn.drop(env[layout.BLOB], delete=False)
    for blob in kept:
        put_blob(env, txn, blob.name, blob.tx, blob.format, blob.content)


def _key(name: str) -> bytes:
    return name.encode(errors="surrogateescape")
