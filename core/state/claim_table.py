"""The versions of claims as the table of chains that every other table is: the columns say where they are."""

from __future__ import annotations

from collections.abc import Iterator

from core.claims.claim import Claim
from core.clocks.instants import Instant
from core.state.chains import Entry, Table
from core.state.columns import ClaimColumns


class ClaimTable(Table):
    """The chains of claims. Columns are kept up by whoever has them."""

    def __init__(self, columns: ClaimColumns) -> None:
        self._columns = columns

    def append(self, key: str, entry: Entry) -> None:
        """Add the newest version of a claim."""
        self._columns.append(entry.value, entry.tx, entry.t_tx)

    def head(self, key: str) -> Claim | None:
        """The present version of a claim, or None."""
        number = self._columns.number.get(key)
        return None if number is None else self._columns.versions[self._columns.last_row[number]]

    def at(self, key: str, believed_at: Instant) -> Claim | None:
        """The version of a claim as believed at an instant; no other one is read."""
        row = self._columns.row_at(key, believed_at)
        return None if row is None else self._columns.versions[row]

    def __getitem__(self, key: str) -> list[Entry]:
        columns = self._columns
        rows = columns.chain_rows(columns.number[key])
        tx, t_tx = (columns.column(name)[rows].tolist() for name in ("tx", "t_tx"))
        return [Entry(*one) for one in zip(tx, t_tx, columns.versions.many(rows), strict=True)]

    def __contains__(self, key: object) -> bool:
        return key in self._columns.number

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._columns.ids))

    def __len__(self) -> int:
        return len(self._columns.ids)
