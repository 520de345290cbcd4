"""A table over the file: what was there when the pack was opened is read when it is asked for.

Rows of the file count up to the record that the table was opened at, and what came since is in memory. So a
reader sees no row that a writer has put behind its back.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final

from core.clocks.instants import Instant
from core.errors import PackDamaged
from core.state.chains import Entry, Table, value_at
from core.store.file_tables import FileTables

DATES_HELD: Final = 4
"""Past instants whose values are held once they were read."""
AT_HAND: Final = 16_384
"""Values as the record left them that are held once they were read."""
READ_AT_ONCE: Final = 1000
"""Chains that are read in one transaction."""

_UNREAD: Final = object()


class StoredTable(Table):
    """The chains of one table up to a record in the file, and after it in memory."""

    def __init__(self, name: str, file: FileTables, until: tuple[int, Instant]) -> None:
        """`until`: number and time of the record."""
        self.name = name
        self.tx, self.t_tx = until
        self.fresh: dict[str, list[Entry]] = {}
        """What came after the record."""
        self._file = file
        self._heads: OrderedDict[str, Any] = OrderedDict()
        self._past: OrderedDict[Instant, dict[str, Any]] = OrderedDict()

    def append(self, key: str, entry: Entry) -> None:
        """Add the newest value of a key."""
        self.fresh.setdefault(key, []).append(entry)

    def chain(self, key: str) -> list[Entry]:
        """All values of a key, oldest first; empty when it never had one."""
        fresh = self.fresh.get(key, [])
        if not self.may_hold(key):
            return list(fresh)
        return [*self._stored_chain(key), *fresh]

    def head(self, key: str) -> Any:
        """The present value of a key, or None."""
        fresh = self.fresh.get(key)
        return fresh[-1].value if fresh else self.stored_head(key)

    def at(self, key: str, believed_at: Instant) -> Any:
        """The value of a key as believed at an instant."""
        return self.many_at((key,), believed_at)[0]

    def many_at(self, keys: Sequence[str], believed_at: Instant) -> list[Any]:
        """The values of some keys as believed at an instant, read in one go and held for the next time."""
        if believed_at >= self.t_tx:
            return [self._since(key, believed_at) for key in keys]
        known = self._known(believed_at)
        missing = [key for key in keys if key not in known]
        if missing:
            self._read(missing, believed_at, known)
        return [known[key] for key in keys]

    def may_hold(self, key: str) -> bool:
        """Whether the file may have a key; False only where it has not."""
        return True

    def stored_head(self, key: str) -> Any:
        """The value of a key as the record left it; held once it was read."""
        value = self._heads.get(key, _UNREAD)
        if value is _UNREAD:
            value = self._heads[key] = self.read_head(key) if self.may_hold(key) else None
            if len(self._heads) > AT_HAND:
                self._heads.popitem(last=False)
        return value

    def read_head(self, key: str) -> Any:
        """The value of a key that the file may hold, as the record left it."""
        version = self._file.heads(self.name, (key,), self.tx).get(key)
        return None if version is None else version[2]

    def stored_before(self, key: str, believed_at: Instant) -> bool:
        """Whether what `stored_head` answers held already at an instant; False where that is not known."""
        return False

    def items_at(self, believed_at: Instant) -> Iterator[tuple[str, Any]]:
        """`(key, value)` of every key that holds something as believed at an instant."""
        keys = iter(self)
        while page := list(islice(keys, READ_AT_ONCE)):
            for key, value in zip(page, self.many_at(page, believed_at), strict=True):
                if value is not None:
                    yield key, value

    def _since(self, key: str, believed_at: Instant) -> Any:
        fresh = self.fresh.get(key)
        if fresh and fresh[0].t_tx <= believed_at:
            return value_at(fresh, believed_at)
        return self.stored_head(key)

    def _known(self, believed_at: Instant) -> dict[str, Any]:
        known = self._past.get(believed_at)
        if known is None:
            known = self._past[believed_at] = {}
            if len(self._past) > DATES_HELD:
                self._past.popitem(last=False)
        return known

    def _read(self, keys: list[str], believed_at: Instant, known: dict[str, Any]) -> None:
        asked = []
        for key in keys:
            if not self.may_hold(key):
                known[key] = None
            elif self.stored_before(key, believed_at):
                known[key] = self.stored_head(key)
            else:
                asked.append(key)
        if asked:
            known.update(self._from_file(asked, believed_at))

    def _from_file(self, keys: list[str], believed_at: Instant) -> dict[str, Any]:
        try:
            tx = min(self.tx, self._file.tx_at(believed_at))
        except PackDamaged:  # of the log, whose projections may all be sound
            return {key: value_at(self._stored_chain(key), believed_at) for key in keys}
        found = self._file.heads(self.name, keys, tx)
        return {key: found[key][2] if key in found else None for key in keys}

    def _stored_chain(self, key: str) -> list[Entry]:
        return [Entry(*version) for version in self._file.chain(self.name, key, self.tx)]

    def __getitem__(self, key: str) -> list[Entry]:
        chain = self.chain(key)
        if not chain:
            raise KeyError(key)
        return chain

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and bool(self.chain(key))

    def __iter__(self) -> Iterator[str]:
        stored = dict.fromkeys(self._file.keys(self.name, self.tx))
        yield from stored
        yield from [key for key in list(self.fresh) if key not in stored]

    def __len__(self) -> int:
        return sum(1 for _ in self)
