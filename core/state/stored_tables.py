"""The tables that grow with every act, over the file: review clocks and links."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from core.clocks.instants import Instant
from core.state.chains import Entry, value_at
from core.state.columns import FUTURE
from core.state.link_arrays import LinkArrays, LinkRows, PastLinks
from core.state.links import Links
from core.state.review_heads import ReviewHeads
from core.state.stored_table import StoredTable
from core.store import tables
from core.store.file_tables import FileTables

Until = tuple[int, Instant]
"""Number and time of the record that a table was opened at."""
OddLink = tuple[str, Instant, float | None]
"""A value of a pair of which one is no claim: key, time, weight."""

READ_SINGLY: Final = 256
"""States read from the file one by one (10 µs each), as for what a search shows, before all are taken in."""


class StoredReviews(StoredTable):
    """Review states: the present ones packed in memory, the former ones in the file."""

    def __init__(
        self,
        file: FileTables,
        until: Until,
        number: Mapping[str, int],
        heads: Callable[[], ReviewHeads],
        odd: Callable[[], frozenset[str]],
    ) -> None:
        """Each is asked once, after a few reads; `odd` are keys that are no claim's number."""
        super().__init__(tables.REVIEW, file, until)
        self._number = number
        self._load = heads
        self._odd = odd
        self._singly = READ_SINGLY

    @cached_property
    def odd(self) -> frozenset[str]:
        """Keys, until the record, that are no claim."""
        return self._odd()

    @cached_property
    def heads(self) -> ReviewHeads:
        """The states as the record left them."""
        return self._load()

    def many_at(self, keys: Sequence[str], believed_at: Instant) -> list[Any]:
        """The states of some keys as believed at an instant."""
        if believed_at < self.t_tx or len(keys) > self._singly:
            self._singly -= len(keys)
        return super().many_at(keys, believed_at)

    def may_hold(self, key: str) -> bool:
        """Whether the file may have the key."""
        if self._few():
            return True
        number = self._place(key)
        return key in self.odd if number is None else bool(self.heads.since[number] != FUTURE)

    def read_head(self, key: str) -> Any:
        """The state of a claim as the record left it."""
        if self._few():
            self._singly -= 1
            return super().read_head(key)
        number = self._place(key)
        return super().read_head(key) if number is None else self.heads.get(number)

    def stored_before(self, key: str, believed_at: Instant) -> bool:
        """Whether the state that the record left stood already at an instant."""
        if self._few():
            return False
        number = self._place(key)
        return number is not None and bool(self.heads.since[number] <= believed_at)

    def _few(self) -> bool:
        """Whether so few were asked for that the file answers."""
        return self._singly > 0 and "heads" not in self.__dict__

    def _place(self, key: str) -> int | None:
        number = self._number.get(key)
        return None if number is None or number >= self.heads.count else number


class StoredLinks(StoredTable):
    """Weights of pairs: the present links are in arrays, all former ones are read for the first past date."""

    def __init__(
        self,
        file: FileTables,
        until: Until,
        number: Mapping[str, int],
        present: Callable[[], LinkArrays],
        rows: Callable[[], LinkRows],
        odd: Callable[[], list[OddLink]],
    ) -> None:
        """Each is asked once: `rows` for the first past date, the others for the first link; `odd` are the
        values of pairs that are no claims."""
        super().__init__(tables.LINK, file, until)
        self._number = number
        self._present = present
        self._load = rows
        self._odd = odd

    @cached_property
    def arrays(self) -> LinkArrays:
        """The links of claims as the record left them."""
        return self._present()

    @cached_property
    def odd(self) -> list[OddLink]:
        """The values, until the record, of pairs of which one is no claim."""
        return self._odd()

    @cached_property
    def odd_keys(self) -> frozenset[str]:
        """The pairs of which one is no claim."""
        return frozenset(key for key, _, _ in self.odd)

    @cached_property
    def past(self) -> PastLinks:
        """Every value until the record."""
        return PastLinks(self.arrays, self._load())

    def links(self) -> Links:
        """The present links."""
        links = Links(self.arrays)
        for key, _, weight in self.odd:
            links.set(key, weight)
        since = ((entry, key) for key, chain in self.fresh.items() for entry in chain)
        for entry, key in sorted(since, key=lambda one: one[0].tx):
            links.set(key, entry.value)
        return links

    def links_at(self, believed_at: Instant) -> Links:
        """The links at an instant before the last record."""
        return self.past.at(believed_at, lambda links: self._amend(links, believed_at))

    def _amend(self, links: Links, believed_at: Instant) -> None:
        """Put in what the arrays do not have: pairs that are no claims, and what came since."""
        for key, t_tx, weight in self.odd:
            if t_tx <= believed_at:
                links.set(key, weight)
        for key, chain in self.fresh.items():
            then = [entry for entry in chain if entry.t_tx <= believed_at]
            if then:
                links.set(key, then[-1].value)

    def _stored_chain(self, key: str) -> list[Entry]:
        """The values of a pair until the record: in the file they lie among those of all pairs."""
        if key in self.odd_keys:
            values = [(t_tx, weight) for one, t_tx, weight in self.odd if one == key]
        else:
            a, _, b = key.partition("|")
            values = self.past.values(self._number[a], self._number[b])
        return [Entry(self._file.tx_at(t_tx), t_tx, weight) for t_tx, weight in values]

    def _from_file(self, keys: list[str], believed_at: Instant) -> dict[str, Any]:
        return {key: value_at(self._stored_chain(key), believed_at) for key in keys}

    def may_hold(self, key: str) -> bool:
        """Whether the file may have the key."""
        a, _, b = key.partition("|")
        return (self.arrays.knows(a) and self.arrays.knows(b)) or key in self.odd_keys

    def read_head(self, key: str) -> Any:
        """The weight of a pair as the record left it."""
        if key in self.odd_keys:
            return super().read_head(key)
        a, _, b = key.partition("|")
        return self.arrays.weight(a, b)
