"""The log as a protocol: rules, snapshot and index never learn where it lives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from core.clocks.instants import Instant
from core.store.record import LogRecord


class Log(Protocol):
    """An append-only sequence of records, dense in `tx`."""

    def last(self) -> tuple[int, Instant]:
        """`(tx, t_tx)` of the last record; `(0, EARLIEST)` when there is none."""
        ...

    def append(self, records: Sequence[LogRecord], epoch: int) -> None:
        """Make the records durable, all or none, together with their projections.

        Raises `PackHeld` when `epoch` is no longer the holder's, `PackFull` when the disk is full.
        """
        ...

    def read(self, from_tx: int = 1) -> Iterator[LogRecord]:
        """The records from `from_tx` on, in order. Raises `PackDamaged` for one whose checksum is wrong."""
        ...
