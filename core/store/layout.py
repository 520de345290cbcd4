"""Keys and checksums: how log, chains, due queue and blobs lie in the file."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Final
from zlib import crc32

from core.claims.review_state import ReviewState
from core.clocks.instants import Instant
from core.clocks.study_day import StudyDay
from core.errors import PackDamaged, Refused
from core.store import tables

FORMAT: Final = 3
"""Number of the layout below. A file with a higher one is refused, one with a lower one migrated.

1: a row of the log was its checksum and its record. 2: between the two lies the digest of the log. 3: rows of
links lie behind all others, in the order of recording.
"""

META: Final = "meta"
LOG: Final = "log"
CHAIN: Final = "chain"
DUE: Final = "due"
BLOB: Final = "blob"
SUB_DATABASES: Final = (META, LOG, CHAIN, DUE, BLOB)

TABLE_CODES: Final[dict[str, int]] = {
    tables.CLAIM: 1,
    tables.DEED: 2,
    tables.REVIEW: 4,
    tables.PROPOSAL: 5,
    tables.DECLINED: 6,
    tables.SETTING: 7,
    tables.LENS: 8,
    tables.FIRED: 9,
    tables.USE: 10,
    tables.LINK: 255,
}
"""First byte of a chain key. A number is never given to another table; 3 was that of links."""

TABLE_NAMES: Final = {code: table for table, code in TABLE_CODES.items()}
_LINK: Final = TABLE_CODES[tables.LINK]
"""A write makes and drops some fifteen links of as many claims. By their pairs these rows would lie on as
many pages, each of which a commit writes; by their record they lie together, and at the end of the tree they
fill their pages. The chain of one pair has no place of its own: who wants it reads all links."""
_PREFIXES: Final = {table: bytes((code,)) for table, code in TABLE_CODES.items()}

SAVE_THE_REST: Final = "Restore a backup, or save the rest with `packbench export --skip-damaged NAME.zip`."
"""What to do about a damaged log."""
NOTHING_LEFT: Final = "Restore a backup."
"""What to do about a file of which nothing can be saved."""
REBUILD: Final = "`packbench check --rebuild` makes it again from the log."
"""What to do about a damaged projection."""

MAX_KEY_BYTES: Final = 511
"""Longest key of the LMDB 0.9 file format."""
MAX_NAME_BYTES: Final = MAX_KEY_BYTES - 10
"""Longest key of a table, in UTF-8: what code, separator and `tx` leave."""

TX: Final = struct.Struct(">Q")
DAY: Final = struct.Struct(">I")
CHECKSUM: Final = struct.Struct(">I")
_LINK_HEAD: Final = 1 + TX.size
"""Bytes before the pair in the key of a link."""
ROW_HEAD: Final = struct.Struct(">Iq")
"""Checksum and `t_tx` before the stored value of a chain row."""


def seal(key: bytes, body: bytes) -> bytes:
    """`body` behind its checksum, which covers the key too: a row in the wrong place is found."""
    return CHECKSUM.pack(crc32(body, crc32(key))) + body


def sound(key: bytes, sealed: bytes) -> bool:
    """Whether the checksum fits."""
    size = CHECKSUM.size
    return len(sealed) >= size and CHECKSUM.unpack_from(sealed)[0] == crc32(sealed[size:], crc32(key))


def unseal(key: bytes, sealed: bytes, what: str) -> bytes:
    """The body of a sealed row. Raises `PackDamaged`, naming `what`, when the checksum does not fit."""
    if not sound(key, sealed):
        raise PackDamaged(f"{what} is damaged: its checksum does not fit its bytes. {SAVE_THE_REST}")
    return sealed[CHECKSUM.size :]


def log_key(tx: int) -> bytes:
    """Key of a log record."""
    return TX.pack(tx)


def table_prefix(table: str) -> bytes:
    """What all rows of a table begin with."""
    return _PREFIXES[table]


def chain_prefix(table: str, key: str) -> bytes:
    """What all rows of one chain begin with, links excepted. Raises `Refused` for what cannot be a key."""
    return _PREFIXES[table] + checked_name(table, key) + b"\x00"


def checked_name(table: str, key: str) -> bytes:
    """The bytes of a key in a table. Raises `Refused` for one that cannot be stored."""
    name = key.encode()
    if not 0 < len(name) <= MAX_NAME_BYTES:
        raise Refused(
            f"the {table} key {key[:40]!r} has {len(name)} bytes; a key has between 1 and {MAX_NAME_BYTES}."
        )
    if 0 in name:
        raise Refused(f"the {table} key {key!r} holds a NUL sign; take it out.")
    return name


def name_in(raw: bytes) -> str:
    """The key of a table in the raw key of a row, without its table and `tx`."""
    return (raw[_LINK_HEAD:] if raw[0] == _LINK else raw[1:-9]).decode()


def tx_in(raw: bytes) -> int:
    """The `tx` in the raw key of a row."""
    tx: int = TX.unpack_from(raw, 1 if raw[0] == _LINK else len(raw) - 8)[0]
    return tx


def split_links_key(raw: bytes) -> tuple[str, int]:
    """Key and `tx` in the raw key of a link's row."""
    return raw[_LINK_HEAD:].decode(), TX.unpack_from(raw, 1)[0]


def split_others_key(raw: bytes) -> tuple[str, int]:
    """Key and `tx` in the raw key of a row that is no link's."""
    return raw[1:-9].decode(), TX.unpack_from(raw, len(raw) - 8)[0]


def chain_key(table: str, key: str, tx: int) -> bytes:
    """Key of the row that holds the value of `key` from `tx` on."""
    if table == tables.LINK:
        return _PREFIXES[table] + TX.pack(tx) + checked_name(table, key)
    return chain_prefix(table, key) + TX.pack(tx)


def split_chain_key(raw: bytes) -> tuple[str, str, int]:
    """`(table, key, tx)` of a chain key. Raises `ValueError` for bytes that are none."""
    code = raw[0]
    whole = len(raw) > _LINK_HEAD if code == _LINK else raw[-9:-8] == b"\x00"
    if code not in TABLE_NAMES or not whole:
        raise ValueError("no chain key")
    return TABLE_NAMES[code], name_in(raw), tx_in(raw)


def chain_row(raw_key: bytes, t_tx: Instant, stored: bytes | None) -> bytes:
    """The sealed row of a value; an absent value is an empty one, which no stored value is."""
    if stored == b"":
        raise Refused("a value of no bytes cannot be stored; leave the key empty with None instead.")
    return seal(raw_key, t_tx.to_bytes(8, "big", signed=True) + (stored or b""))


def link_rows(tx: int, t_tx: Instant, values: Mapping[str, bytes | None]) -> list[tuple[bytes, bytes]]:
    """Keys and sealed rows of what a record says of pairs, in the order of the file."""
    head, since = _PREFIXES[tables.LINK] + TX.pack(tx), t_tx.to_bytes(8, "big", signed=True)
    rows = []
    for pair in sorted(values):
        key = head + checked_name(tables.LINK, pair)
        rows.append((key, seal(key, since + (values[pair] or b""))))
    return rows


def split_chain_row(raw_key: bytes, sealed: bytes) -> tuple[Instant, bytes | None]:
    """`(t_tx, stored value or None)` of a row. Raises `PackDamaged`."""
    told, t_tx = ROW_HEAD.unpack_from(sealed) if len(sealed) >= ROW_HEAD.size else (None, 0)
    if told != crc32(sealed[CHECKSUM.size :], crc32(raw_key)):
        unseal(raw_key, sealed, "a stored value")
    return t_tx, sealed[ROW_HEAD.size :] or None


def due_key(state: ReviewState, claim_id: str) -> bytes:
    """Key of a claim in the due queue: its day, then its id."""
    return DAY.pack(state.due_day) + claim_id.encode()


def split_due_key(raw: bytes) -> tuple[StudyDay, str]:
    """`(due day, claim id)` of a due key."""
    return DAY.unpack_from(raw)[0], raw[DAY.size :].decode()
