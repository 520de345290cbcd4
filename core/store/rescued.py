"""What the pages of a damaged file still hold: rows of log and projections whose checksums fit.

What the trees of the file lead to comes first. A row that nothing leads to may be of another past: it is
taken where the log needs it, when the digest of the record after it fits, or its time lies between those of
its neighbours.
"""

from __future__ import annotations

from bisect import bisect
from typing import Any, Final

import msgspec

from core.clocks.instants import Instant
from core.errors import PackError
from core.store import layout, log_rows, meta
from core.store.pages import Pages, Row
from core.store.record import Effect, LogRecord

MOST_UNSEEN: Final = 2
"""A number of records that is more than so many times the last that was found is taken for damage."""

Stamp = tuple[int, Instant]
"""Number and time of a record."""
Found = tuple[Instant, Effect]
"""A value that a projection holds, and its time."""


class Rescued:
    """The rows found so far."""

    def __init__(self) -> None:
        self.last = 0
        """Number of the last record that there was."""
        self._log: dict[int, bytes] = {}
        self._spoilt: dict[int, bytes] = {}
        """Rows of the log whose checksum does not fit."""
        self._chains: dict[bytes, tuple[int, Found]] = {}
        self._meta: dict[str, Any] = {}
        self._entries = 0

    @property
    def missing(self) -> list[int]:
        """Records that were not found, the last first."""
        return [tx for tx in range(self.last, 0, -1) if tx not in self._log]

    def said(self, name: str) -> Any:
        """What the file says of itself under a name; None when that cannot be read."""
        return self._meta.get(name)

    def record(self, tx: int) -> LogRecord | bytes:
        """A record, or the damaged bytes in its place."""
        if tx in self._log:
            return log_rows.decode(layout.log_key(tx), self._log[tx])
        return self._spoilt.get(tx, b"")

    def held(self) -> dict[int, list[Found]]:
        """What the projections hold of each missing record, in their order."""
        found: dict[int, list[Found]] = {tx: [] for tx in self.missing}
        for _, (tx, one) in sorted(self._chains.items()):
            if tx in found:
                found[tx].append(one)
        return found

    def look_at(self, pages: Pages) -> None:
        """Take in what a file holds."""
        for name, take in ((layout.META, self._take_meta), (layout.LOG, self._take_log)):
            for tree in pages.trees(name):
                for row in pages.rows(tree):
                    take(row)
                if name == layout.LOG:
                    self._entries = max(self._entries, tree.entries)
        self._settle_last()
        if self.missing or len(self._log) != self._entries:
            for tree in pages.trees(layout.CHAIN):
                for row in pages.rows(tree):
                    self._take_chain(row)
            self._settle_last()
            self._look_at_strays(pages)

    def _look_at_strays(self, pages: Pages) -> None:
        """Rows of pages that nothing leads to; behind the last record only where its number is not known."""
        known = self.last if pages.sound and self._entries else None
        strays: dict[int, dict[bytes, None]] = {}
        values = []
        for row in pages.strays():
            tx = _log_tx(row)
            if tx is None:
                self._take_meta(row)
                values += _value_in(row)
            elif tx not in self._log and (known is None or tx <= known):
                strays.setdefault(tx, {})[row[1]] = None
        for tx in sorted(strays, reverse=True):
            self._take_fitting(tx, list(strays[tx]))
        times = self._times()
        for raw, tx, found in values:
            if tx not in self._log and (known is None or tx <= known) and _lies_between(times, tx, found[0]):
                self._chains.setdefault(raw, (tx, found))
        self._settle_last()

    def _times(self) -> list[Stamp]:
        """Numbers and times of the records that were found."""
        records = [self.record(tx) for tx in sorted(self._log)]
        return [(one.tx, one.t_tx) for one in records if isinstance(one, LogRecord)]

    def _take_fitting(self, tx: int, candidates: list[bytes]) -> None:
        after = self._log.get(tx + 1)
        for sealed in candidates:
            if after is None or _follows(after, tx + 1, sealed):
                self._log[tx] = sealed
                return

    def _settle_last(self) -> None:
        spoilt = (tx for tx in self._spoilt if tx <= self._entries)
        seen = max([0, *self._log, *spoilt, *(tx for tx, _ in self._chains.values())])
        self.last = self._entries if seen < self._entries <= MOST_UNSEEN * seen else seen

    def _take_log(self, row: Row) -> None:
        tx = _log_tx(row)
        if tx is not None:
            self._log.setdefault(tx, row[1])
        elif len(row[0]) == layout.TX.size:
            self._spoilt.setdefault(layout.TX.unpack(row[0])[0], row[1])

    def _take_meta(self, row: Row) -> None:
        key, sealed = row
        name = key.decode(errors="replace")
        if name in meta.TYPES and name not in self._meta and layout.sound(key, sealed):
            try:
                self._meta[name] = msgspec.msgpack.decode(
                    sealed[layout.CHECKSUM.size :], type=meta.TYPES[name]
                )
            except msgspec.MsgspecError:
                return

    def _take_chain(self, row: Row) -> None:
        """A row of a projection that holds what a missing record left."""
        for raw, tx, found in _value_in(row):
            if tx not in self._log:
                self._chains.setdefault(raw, (tx, found))


def _log_tx(row: Row) -> int | None:
    """The number of the record that a row holds; None for one that is damaged or no row of the log."""
    key, sealed = row
    if len(key) != layout.TX.size or not layout.sound(key, sealed):
        return None
    try:
        record = log_rows.decode(key, sealed)
    except PackError:
        return None
    return record.tx if layout.log_key(record.tx) == key else None


def _value_in(row: Row) -> list[tuple[bytes, int, Found]]:
    """The value in a row of a projection: key, number of its record, itself; else nothing."""
    raw, sealed = row
    try:
        table, key, tx = layout.split_chain_key(raw)
        t_tx, stored = layout.split_chain_row(raw, sealed)
        effect = Effect(table, key, stored)
        _ = effect.value
    except (PackError, ValueError, IndexError, msgspec.DecodeError):
        return []
    return [(raw, tx, (t_tx, effect))]


def _lies_between(times: list[Stamp], tx: int, t_tx: Instant) -> bool:
    """Whether a record of that number can be of that time."""
    place = bisect(times, (tx, t_tx))
    before, after = times[:place][-1:], times[place : place + 1]
    return all(time < t_tx for _, time in before) and all(t_tx < time for _, time in after)


def _follows(after: bytes, tx: int, before: bytes) -> bool:
    """Whether the digest of the record `tx` says that it came after another row."""
    body = log_rows.body_in(after)
    return log_rows.digest_in(after) == log_rows.digest_of(
        log_rows.digest_in(before), layout.log_key(tx), body
    )
