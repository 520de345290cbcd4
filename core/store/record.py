"""The log record: one accepted command with its recorded outcome."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from core.clocks.instants import Instant
from core.store import tables

LOST: Final = "lost"
"""Verb of a record that stands for one that was damaged."""


class Effect(msgspec.Struct, frozen=True, array_like=True):
    """From this record on, `key` of `table` holds `value`; None: nothing."""

    table: str
    key: str
    stored: bytes | None

    @classmethod
    def put(cls, table: str, key: str, value: object) -> Effect:
        """The effect that sets a value."""
        return cls(table, key, tables.encode(value))

    @classmethod
    def drop(cls, table: str, key: str) -> Effect:
        """The effect that leaves nothing under the key."""
        return cls(table, key, None)

    @property
    def value(self) -> Any:
        """The decoded value, or None."""
        return None if self.stored is None else tables.decode(self.table, self.stored)


class LogRecord(msgspec.Struct, frozen=True, array_like=True):
    """One accepted command: who asked what and when, and what came of it. Replay applies `effects`."""

    tx: int
    """1, 2, 3 …, dense."""
    t_tx: Instant
    """System time, strictly rising."""
    actor: str
    client: str
    """Which face it came through (`cli`, `workbench`, …) and its version."""
    verb: str
    payload: bytes
    """The command, as msgpack."""
    effects: tuple[Effect, ...]
    summary: str = ""
    """One line for a person."""
    undoes: tuple[int, ...] = ()
    """Transactions that this record takes back (also an undo that a redo takes back)."""
