"""The LMDB file seen from outside: its header, its identity and its structure.

`read_header` and `make_durable` open it: they are for files that LMDB has not open in this process.
"""

from __future__ import annotations

import fcntl
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from core.errors import NotAPack, PackDamaged

DATA: Final = "data.mdb"
LOCK: Final = "lock.mdb"
"""LMDB's own lock. It is never opened here: closing it would drop the locks LMDB holds in it."""

MODE: Final = 0o600
"""Claims are for their owner's eyes."""

MAGIC: Final = 0xBEEFC0DE
FILE_FORMAT: Final = 1
"""Data version of LMDB 0.9."""

_META: Final = struct.Struct("=IIQQI36xQ48xQQ")
"""`MDB_meta`, 64-bit: magic, version, address, map size, page size, root of the free list, last page, txn."""
_PAGE_HEADER: Final = 16

Identity = tuple[int, int]
"""Device and inode."""
State = tuple[int, int, int]
"""Inode, size in bytes, time of the last change in ns."""


@dataclass(frozen=True, slots=True)
class Root:
    """What one of the two meta pages says: where a state of the file begins."""

    page_bytes: int
    used_bytes: int
    """Bytes up to the end of the last page in use; the file is at least as long."""
    txn: int
    free_root: int
    """Page at which the list of free pages begins."""


def identity(folder: Path) -> Identity | None:
    """Which file lies under the pack's name now; None when there is none."""
    try:
        seen = os.stat(os.path.join(folder, DATA))  # asked at every commit
    except FileNotFoundError:
        return None
    return seen.st_dev, seen.st_ino


def state_of(folder: Path) -> State:
    """What a change of the file would change."""
    seen = os.stat(folder / DATA)
    return seen.st_ino, seen.st_size, seen.st_mtime_ns


def read_header(folder: Path) -> Root:
    """The newer root. Raises `NotAPack` or `PackDamaged`, also for a file that is shorter than its pages."""
    path = folder / DATA
    if not path.is_file():
        raise NotAPack(f"{folder} is no pack: it holds no {DATA}. Name the folder of a pack, or create one.")
    with _readable(path) as file:
        header = max(read_roots(path, file), key=lambda found: found.txn)
    size = path.stat().st_size
    if size < header.used_bytes:
        raise PackDamaged(
            f"{path} is cut off: {size} bytes of {header.used_bytes} are there. Restore a backup; "
            "a copy that was still running, or a sync program, may have left it so."
        )
    return header


def read_roots(path: Path, file: BinaryIO) -> tuple[Root, Root]:
    """Both meta pages of an open file. Raises `NotAPack` or `PackDamaged`."""
    file.seek(0)
    first = _root(path, file.read(_PAGE_HEADER + _META.size))
    file.seek(first.page_bytes)
    return first, _root(path, file.read(_PAGE_HEADER + _META.size))


def _readable(path: Path) -> BinaryIO:
    try:
        return open(path, "rb")
    except OSError as error:
        raise NotAPack(f"{path} cannot be read ({error.strerror}); see to its permissions.") from error


def _root(path: Path, page: bytes) -> Root:
    _, version, _, _, page_bytes, free_root, last_page, txn = _unpack(path, page)
    if version != FILE_FORMAT:
        raise NotAPack(
            f"{path} is an LMDB file of format {version}; packs use format {FILE_FORMAT}. "
            "It was made by another program or with another setting of LMDB."
        )
    return Root(page_bytes, (last_page + 1) * page_bytes, txn, free_root)


def _unpack(path: Path, page: bytes) -> tuple[int, ...]:
    fields = _META.unpack_from(page, _PAGE_HEADER) if len(page) >= _PAGE_HEADER + _META.size else (0,)
    if fields[0] != MAGIC:
        raise PackDamaged(f"the first pages of {path} are damaged or it is no LMDB file. Restore a backup.")
    return fields


@contextmanager
def folder_locked(folder: Path, *, alone: bool = False) -> Iterator[None]:
    """For the moment in which LMDB opens its two files: nobody swaps them then, and one who does is alone."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
        yield
    finally:
        os.close(descriptor)


def make_durable(folder: Path) -> None:
    """Flush a file that was just written and is not open in LMDB."""
    (folder / DATA).chmod(MODE)
    descriptor = os.open(folder / DATA, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    sync_folder(folder)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
