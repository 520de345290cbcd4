"""Chains: every value a key has had, in transaction order. One dictionary a table."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from core.clocks.instants import Instant
from core.store.tables import DEED, VALUE_TYPES


class Entry(NamedTuple):
    """One value of one key, and since when."""

    tx: int
    t_tx: Instant
    value: Any
    """None: nothing from here on."""


class Chains:
    """All tables, as `table -> key -> entries` (oldest first, never empty)."""

    def __init__(self, deeds: Mapping[str, list[Entry]] | None = None) -> None:
        """`deeds` stands in the place of the table of deeds, and is kept up by whoever gives it."""
        self.own: dict[str, dict[str, list[Entry]]] = {table: {} for table in VALUE_TYPES}
        self.tables: dict[str, Mapping[str, list[Entry]]] = dict(self.own)
        if deeds is not None:
            del self.own[DEED]
            self.tables[DEED] = deeds

    def append(self, table: str, key: str, entry: Entry) -> None:
        """Add the newest value of a key, of a table that is kept here."""
        self.own[table].setdefault(key, []).append(entry)

    def chain(self, table: str, key: str) -> list[Entry]:
        """All values of a key, oldest first; empty when it never had one."""
        return self.tables[table].get(key, [])

    def head(self, table: str, key: str) -> Any:
        """The present value of a key, or None."""
        chain = self.tables[table].get(key)
        return chain[-1].value if chain else None

    def at(self, table: str, key: str, believed_at: Instant) -> Any:
        """The value of a key as believed at an instant (a record of that very instant is included)."""
        chain = self.tables[table].get(key)
        if not chain:
            return None
        if chain[-1].t_tx <= believed_at:
            return chain[-1].value
        place = bisect_right(chain, believed_at, key=lambda entry: entry.t_tx)
        return chain[place - 1].value if place else None

    def items_at(self, table: str, believed_at: Instant) -> Iterator[tuple[str, Any]]:
        """`(key, value)` of every key that holds something as believed at an instant."""
        for key in self.tables[table]:
            value = self.at(table, key, believed_at)
            if value is not None:
                yield key, value
