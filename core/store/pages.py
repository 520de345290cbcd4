"""The pages of a file read from its bytes: LMDB reads none of them, so none can mislead or kill us.

A page that leads to others may be damaged; then what it led to is still found by looking at every page.
"""

from __future__ import annotations

import mmap
import os
import struct
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Self

from core.store import datafile, layout
from core.store.auditing import BRANCH, DEEPEST, NO_PAGE

OVERFLOW: Final = 0x01
"""Flag of a row whose value lies in pages of its own."""
SUB_DATABASE: Final = 0x02
"""Flag of a row that says where a sub-database begins."""
MOST_MISSES: Final = 16
"""Pointers in a row that lead nowhere, after which a damaged page is taken to have no more of them."""

_HEAD: Final = struct.Struct("=10xHH")
"""Flags of a page, and where its pointers end."""
_HEAD_BYTES: Final = 16
_POINTER: Final = struct.Struct("=H")
_NODE: Final = struct.Struct("=HHHH")
"""Length of the value, low and high, or the page that a branch leads to; flags; length of the key."""
_NUMBER: Final = struct.Struct("=Q")
_META: Final = struct.Struct("=II16xI44x4xHHQQQQQQQ")
"""`MDB_meta`: magic, version, page size, then the main tree (…, entries, root), last page, transaction."""
_TREE: Final = struct.Struct("=4xHHQQQQQ")
"""`MDB_db`: flags, depth, pages of three kinds, entries, root."""

Row = tuple[bytes, bytes]
"""Key and value."""


class Start(NamedTuple):
    """What one of the two root pages says."""

    sound: bool
    """Whether it is a root page by its mark and its format."""
    txn: int
    main: int
    """Page at which the tree of the sub-databases begins."""


class Tree(NamedTuple):
    """Where a sub-database begins, and how many rows it has."""

    root: int
    entries: int


class _Node(NamedTuple):
    key: bytes
    flags: int
    size: int
    """Bytes of the value."""
    at: int
    """Where the value lies in its page."""
    child: int
    """The page that it leads to, in a branch."""


class Pages:
    """The file of a pack, whatever is left of it."""

    def __init__(self, path: Path) -> None:
        """Open it. Raises `OSError`."""
        self._file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        self.bytes = os.fstat(self._file).st_size
        self.size = self._page_size()
        self.starts = self._starts()
        """Both root pages, the newer first."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._file)

    @property
    def sound(self) -> bool:
        """Whether both root pages are ones."""
        return all(start.sound for start in self.starts)

    def changed(self) -> bool:
        """Whether somebody has written the file since it was opened."""
        return self._starts() != self.starts

    def trees(self, name: str) -> list[Tree]:
        """Where a sub-database begins, by the newer root and by the older one, as far as that can be read."""
        found = []
        for start in self.starts:
            for content, node in self._leaves(start.main):
                if node.key == name.encode() and node.flags & SUB_DATABASE:
                    raw = content[node.at : node.at + _TREE.size]
                    if len(raw) == _TREE.size:
                        *_, entries, root = _TREE.unpack(raw)
                        found.append(Tree(root, entries))
        return found

    def rows(self, tree: Tree) -> Iterator[Row]:
        """The rows that a tree leads to."""
        for content, node in self._leaves(tree.root):
            yield from self._row(content, node)

    def strays(self) -> Iterator[Row]:
        """The rows of every page of the file, as if it were one that holds rows: also what nothing leads to.

        Nothing is known of them but what their own checksums say.
        """
        for number in range(-(-self.bytes // self.size)):
            content = self._page(number)
            for node in _nodes(content, _head(content)[1], on=True):
                yield from self._row(content, node)

    def _row(self, content: bytes, node: _Node) -> Iterator[Row]:
        value = content[node.at : node.at + node.size]
        if node.flags & OVERFLOW:
            if len(content) < node.at + _NUMBER.size:
                return
            (first,) = _NUMBER.unpack_from(content, node.at)
            value = self._read(first * self.size + _HEAD_BYTES, node.size)
        if len(value) == node.size:
            yield node.key, value

    def _leaves(self, root: int) -> Iterator[tuple[bytes, _Node]]:
        """The pages at the ends of a tree with each of their rows; none is visited twice."""
        seen: set[int] = set()
        waiting = [(root, DEEPEST)]
        while waiting:
            number, depth = waiting.pop()
            if number in seen or not depth or number == NO_PAGE:
                continue
            seen.add(number)
            content = self._page(number)
            flags, pointers_end = _head(content)
            nodes = _nodes(content, pointers_end, on=False)
            if flags & BRANCH:
                waiting += [(node.child, depth - 1) for node in reversed([*nodes])]
            else:
                yield from ((content, node) for node in nodes)

    def _page(self, number: int) -> bytes:
        return self._read(number * self.size, self.size)

    def _read(self, at: int, size: int) -> bytes:
        if at >= self.bytes or size > self.bytes:
            return b""
        return os.pread(self._file, size, at)

    def _page_size(self) -> int:
        """By where the second root page lies, else as the first one says, else as is usual here."""
        marks = [size for size in datafile.PAGE_SIZES if self._meta(size)[:2] == _MARKS]
        said = self._meta(0)[2]
        return next((size for size in (*marks, said) if size in datafile.PAGE_SIZES), mmap.PAGESIZE)

    def _meta(self, at: int) -> tuple[int, ...]:
        raw = self._read(at + _HEAD_BYTES, _META.size)
        return _META.unpack(raw) if len(raw) == _META.size else (0,) * _META_FIELDS

    def _starts(self) -> tuple[Start, ...]:
        metas = [self._meta(at) for at in (0, self.size)]
        found = [Start(fields[:2] == _MARKS, fields[-1], fields[-3]) for fields in metas]
        return tuple(sorted(found, key=lambda start: start.txn, reverse=True))


_MARKS: Final = (datafile.MAGIC, datafile.FILE_FORMAT)
_META_FIELDS: Final = len(_META.unpack(bytes(_META.size)))


def _head(content: bytes) -> tuple[int, int]:
    """Flags of a page, and where its pointers end."""
    flags, end = _HEAD.unpack_from(content) if len(content) >= _HEAD_BYTES else (0, 0)
    return int(flags), min(int(end), len(content))


def _nodes(content: bytes, sure: int, *, on: bool) -> Iterator[_Node]:
    """The rows whose pointers lie before a place, and with `on` those behind it until no pointer is one."""
    at, misses = _HEAD_BYTES, 0
    while at + _POINTER.size <= len(content) and (at < sure or (on and misses < MOST_MISSES)):
        (place,) = _POINTER.unpack_from(content, at)
        at += _POINTER.size
        misses += 1
        if not at <= place <= len(content) - _NODE.size:
            continue
        low, high, flags, key_bytes = _NODE.unpack_from(content, place)
        if key_bytes > layout.MAX_KEY_BYTES:
            continue
        misses = 0
        start = place + _NODE.size
        size = low | high << 16
        yield _Node(content[start : start + key_bytes], flags, size, start + key_bytes, size | flags << 32)
