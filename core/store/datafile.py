"""The LMDB file seen from outside: its header, its identity and its structure.

`read_header` and `make_durable` open it: they are for files that LMDB has not open in this process.
"""

from __future__ import annotations

import fcntl
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

import msgspec

from core.errors import NotAPack, PackDamaged
from core.store.layout import NOTHING_LEFT, SAVE_THE_REST

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
PAGE_SIZES: Final = tuple(1 << bits for bits in range(9, 17))
"""Sizes of a page that LMDB knows."""

Identity = tuple[int, int]
"""Device and inode."""
State = tuple[int, int, int]
"""Inode, size in bytes, time of the last change in ns."""


class Root(msgspec.Struct, frozen=True):
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
    refuse_missing(folder)
    with readable(folder) as file:
        header = max(read_roots(path, file), key=lambda found: found.txn)
    size = path.stat().st_size
    if size < header.used_bytes:
        raise PackDamaged(
            f"{path} is cut off: {size} bytes of {header.used_bytes} are there; a copy that was still "
            f"running, or a sync program, may have left it so. {SAVE_THE_REST}"
        )
    return header


def refuse_missing(folder: Path) -> None:
    """Raise `NotAPack` when a folder holds no file of a pack."""
    if not (folder / DATA).is_file():
        raise NotAPack(f"{folder} is no pack: it holds no {DATA}. Name the folder of a pack, or create one.")


def read_roots(path: Path, file: BinaryIO) -> tuple[Root, Root]:
    """Both meta pages of an open file. Raises `NotAPack` or `PackDamaged`."""
    if not os.fstat(file.fileno()).st_size:
        raise PackDamaged(f"{path} is empty, so nothing of it can be saved. {NOTHING_LEFT}")
    first, page_bytes = _meta_at(file, 0), _size_of_page(file)
    second = _meta_at(file, page_bytes)
    agreeing = first[1] == second[1] and {first[4], second[4]} == {page_bytes}
    if {first[0], second[0]} != {MAGIC} or not agreeing:
        raise PackDamaged(f"the first pages of {path} are damaged or it is no LMDB file. {SAVE_THE_REST}")
    if first[1] != FILE_FORMAT:
        raise NotAPack(
            f"{path} is an LMDB file of format {first[1]}; packs use format {FILE_FORMAT}. "
            "It was made by another program or with another setting of LMDB."
        )
    return _root(first, page_bytes), _root(second, page_bytes)


@contextmanager
def readable(folder: Path) -> Iterator[BinaryIO]:
    """The file, open for reading. Raises `NotAPack` when it may not be read."""
    path = folder / DATA
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        raise NotAPack(f"{path} cannot be read ({error.strerror}); see to its permissions.") from error
    with os.fdopen(descriptor, "rb") as file:
        yield file


def _size_of_page(file: BinaryIO) -> int:
    """By where the second root page lies, else as the first one says."""
    said = _meta_at(file, 0)[4]
    marked = [size for size in PAGE_SIZES if _meta_at(file, size)[0] == MAGIC]
    return next((size for size in (*marked, said) if size in PAGE_SIZES), PAGE_SIZES[0])


def _meta_at(file: BinaryIO, at: int) -> tuple[int, ...]:
    file.seek(at + _PAGE_HEADER)
    raw = file.read(_META.size)
    return _META.unpack(raw) if len(raw) == _META.size else (0,) * 8


def _root(fields: tuple[int, ...], page_bytes: int) -> Root:
    *_, free_root, last_page, txn = fields
    return Root(page_bytes, (last_page + 1) * page_bytes, txn, free_root)


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
