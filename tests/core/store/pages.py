"""What each byte of an LMDB 0.9 file is for: read from its pages, without LMDB."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

HEADER = 16
BRANCH, LEAF = 0x01, 0x02
BIG, SUB = 0x01, 0x02
NODE = struct.Struct("<HHHH")
META = struct.Struct("<IIQQ48s48sQQ")
DB = struct.Struct("<IHHQQQQQ")
META_AT = struct.Struct("<16x")
NONE = 2**64 - 1


@dataclass(frozen=True)
class Span:
    """Bytes `start` to `stop` of the file, and what they are."""

    start: int
    stop: int
    kind: str


class PageMap:
    """The spans of a sound file: every byte is in one of them."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        roots = [META.unpack_from(content, at + HEADER) for at in (0, 4096)]
        self.size = DB.unpack(roots[0][4])[0]
        self.newer = max((0, 1), key=lambda which: roots[which][7])
        self.pages = roots[self.newer][6] + 1
        self.metas = [(which * self.size, which) for which in (0, 1)]
        self._spans: list[Span] = []
        for start, which in self.metas:
            name = "newer" if which == self.newer else "older"
            self._cut(start, [(HEADER + META.size, f"root page, {name}"), (self.size, "slack")])
        self._seen = {0, 1}
        free, main = (DB.unpack(roots[self.newer][which]) for which in (4, 5))
        self._tree(free[7], "free list")
        self._tree(main[7], "main")
        for page in range(2, len(content) // self.size):
            if page not in self._seen:
                kind = "free page" if page < self.pages else "tail"
                self._cut(page * self.size, [(self.size, kind)])

    def spans(self) -> list[Span]:
        """Every span, in the order of the file."""
        return sorted(self._spans, key=lambda span: span.start)

    def kind_at(self, offset: int) -> str:
        """What the byte at an offset is for."""
        return next(span.kind for span in self._spans if span.start <= offset < span.stop)

    def _cut(self, start: int, ends: list[tuple[int, str]]) -> None:
        at = 0
        for end, kind in ends:
            if end > at:
                self._spans.append(Span(start + at, start + end, kind))
            at = max(at, end)

    def _tree(self, page: int, name: str) -> None:
        if page == NONE:
            return
        self._seen.add(page)
        start = page * self.size
        flags, lower, upper = struct.unpack_from("<HHH", self.content, start + 10)
        kind = "branch" if flags & BRANCH else "leaf"
        self._cut(
            start,
            [
                (HEADER, "page header"),
                (lower, f"{kind} pointers"),
                (upper, "slack"),
                (self.size, f"{kind}, {name}"),
            ],
        )
        for node in self._nodes(start, lower):
            low, high, node_flags, key_bytes = NODE.unpack_from(self.content, node)
            if kind == "branch":
                self._tree(low | high << 16 | node_flags << 32, name)
                continue
            value = node + NODE.size + key_bytes
            key = self.content[node + NODE.size : value]
            if node_flags & BIG:
                self._overflow(struct.unpack_from("<Q", self.content, value)[0], low | high << 16, name)
            elif node_flags & SUB:
                self._tree(DB.unpack_from(self.content, value)[7], key.decode())

    def _nodes(self, start: int, lower: int) -> Iterator[int]:
        for at in range(start + HEADER, start + lower, 2):
            yield start + struct.unpack_from("<H", self.content, at)[0]

    def _overflow(self, page: int, length: int, name: str) -> None:
        count = (HEADER + length - 1) // self.size + 1
        self._seen.update(range(page, page + count))
        self._cut(
            page * self.size,
            [
                (HEADER, "page header"),
                (HEADER + length, f"overflow, {name}"),
                (count * self.size, "slack"),
            ],
        )
