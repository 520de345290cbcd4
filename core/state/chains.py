"""Chains: every value a key has had, in transaction order. A table a kind, in memory or over the file."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from core.clocks.instants import Instant
from core.store.tables import VALUE_TYPES


class Entry(NamedTuple):
    """One value of one key, and since when."""

    tx: int
    t_tx: Instant
    value: Any
    """None: nothing from here on."""


class Table(Mapping[str, list[Entry]]):
    """`key -> entries` (oldest first, never empty), wherever they are."""

    @abstractmethod
    def append(self, key: str, entry: Entry) -> None:
        """Add the newest value of a key."""

    def chain(self, key: str) -> list[Entry]:
        """All values of a key, oldest first; empty when it never had one."""
        return self.get(key, [])

    def head(self, key: str) -> Any:
        """The present value of a key, or None."""
        chain = self.chain(key)
        return chain[-1].value if chain else None

    def at(self, key: str, believed_at: Instant) -> Any:
        """The value of a key as believed at an instant (a record of that very instant is included)."""
        return value_at(self.chain(key), believed_at)

    def many_at(self, keys: Sequence[str], believed_at: Instant) -> list[Any]:
        """The values of some keys as believed at an instant, read in one go."""
        return [self.at(key, believed_at) for key in keys]

    def items_at(self, believed_at: Instant) -> Iterator[tuple[str, Any]]:
        """`(key, value)` of every key that holds something as believed at an instant."""
        for key in self:
            value = self.at(key, believed_at)
            if value is not None:
                yield key, value


def value_at(chain: list[Entry], believed_at: Instant) -> Any:
    """The value of a chain as believed at an instant; None before its first entry."""
    if not chain:
        return None
    if chain[-1].t_tx <= believed_at:
        return chain[-1].value
    place = bisect_right(chain, believed_at, key=lambda entry: entry.t_tx)
    return chain[place - 1].value if place else None


class MemoryTable(Table):
    """A table whose every entry is in memory."""

    def __init__(self) -> None:
        self.entries: dict[str, list[Entry]] = {}

    def append(self, key: str, entry: Entry) -> None:
        """Add the newest value of a key."""
        self.entries.setdefault(key, []).append(entry)

    def chain(self, key: str) -> list[Entry]:
        """All values of a key, oldest first; empty when it never had one."""
        return self.entries.get(key, [])

    def head(self, key: str) -> Any:
        """The present value of a key, or None."""
        chain = self.entries.get(key)
        return chain[-1].value if chain else None

    def __getitem__(self, key: str) -> list[Entry]:
        return self.entries[key]

    def __contains__(self, key: object) -> bool:
        return key in self.entries

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)


class Chains:
    """All tables, as `table -> key -> entries`."""

    def __init__(self, given: Mapping[str, Table] | None = None) -> None:
        """`given` tables stand in the place of those in memory."""
        self.tables: dict[str, Table] = {table: MemoryTable() for table in VALUE_TYPES}
        self.tables.update(given or {})

    def append(self, table: str, key: str, entry: Entry) -> None:
        """Add the newest value of a key."""
        self.tables[table].append(key, entry)

    def chain(self, table: str, key: str) -> list[Entry]:
        """All values of a key, oldest first; empty when it never had one."""
        return self.tables[table].chain(key)

    def head(self, table: str, key: str) -> Any:
        """The present value of a key, or None."""
        return self.tables[table].head(key)

    def at(self, table: str, key: str, believed_at: Instant) -> Any:
        """The value of a key as believed at an instant (a record of that very instant is included)."""
        return self.tables[table].at(key, believed_at)

    def items_at(self, table: str, believed_at: Instant) -> Iterator[tuple[str, Any]]:
        """`(key, value)` of every key that holds something as believed at an instant."""
        return self.tables[table].items_at(believed_at)
