"""Deeds held: what tells them apart in memory, their words in the file and read when they are asked for.

A row is one value of one accession, believed over `[t_recorded, t_gone)`. Rows only grow, so a reader that
keeps its B sees one unchanging shelf. A deed that was taken back and put again has two rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from core.claims.deed import Deed
from core.clocks.instants import Instant
from core.errors import PackDamaged
from core.state.chains import Entry, Table
from core.state.columns import FUTURE, PAST, Codes
from core.state.conversations import Conversations
from core.state.deed_digests import DeedDigests
from core.state.growing import Growing
from core.state.recent_deeds import RecentDeeds
from core.store.tables import DEED

PAGE: Final = 256
"""Deeds that are read in one go."""
NONE: Final = -1
"""Code of no conversation or speaker, and the position of a deed without one."""

DTYPES: Final[dict[str, Any]] = {
    "tx": np.int64,
    "t_recorded": np.int64,
    "t_gone": np.int64,
    "said_at": np.int64,
    "conversation": np.int32,
    "position": np.int32,
    "speaker": np.int32,
}
"""The columns of a shelf."""

_LEAST, _MOST = np.iinfo(np.int64).min + 1, np.iinfo(np.int64).max
_LAST_POSITION: Final = np.iinfo(np.int32).max

Place = tuple[str, int]
"""Accession and transaction: where one value of a deed lies in the file."""
Light = tuple[int, Instant, int]
"""Transaction, its time, and the row that stands from there on; -1 for none."""


class Stored(Protocol):
    """Where the words are once they are durable."""

    def versions_at(self, table: str, places: Sequence[Place]) -> list[tuple[int, Instant, Any] | None]:
        """`(tx, t_tx, value)` of some places, None for one that was erased. Raises `PackDamaged`."""
        ...


class DeedShelf:
    """Every deed, in the order of recording; those of one record in the order of their accessions."""

    def __init__(self, stored: Stored | None = None, digests: DeedDigests | None = None) -> None:
        """Without `stored` the words stay in memory."""
        self.accessions: list[str] = []
        """By row."""
        self.row_of: dict[str, int] = {}
        """The newest row of an accession, of a deed that was taken back too."""
        self.conversations = Codes()
        self.speakers = Codes()
        self.columns = {name: Growing(dtype) for name, dtype in DTYPES.items()}
        self.chains: dict[str, list[Light]] = {}
        """Of the accessions that had more than one value."""
        self.digests = DeedDigests() if digests is None else digests
        self.rows_kept = 0
        """Rows of the columns that are in the file (`shelf_blobs`)."""
        self._stored = stored
        self._waiting: dict[int, Deed] = {}
        self._recent = RecentDeeds()
        self._places = Conversations(self)

    def __len__(self) -> int:
        return len(self.accessions)

    # columns

    @property
    def t_recorded(self) -> NDArray[np.int64]:
        """When each row came in; system time."""
        return self.columns["t_recorded"].values

    @property
    def t_gone(self) -> NDArray[np.int64]:
        """When each row was taken back; `FUTURE` for one that stands."""
        return self.columns["t_gone"].values

    @property
    def said_at(self) -> NDArray[np.int64]:
        """When it was said; `PAST` where that is not known."""
        return self.columns["said_at"].values

    @property
    def conversation(self) -> NDArray[np.int32]:
        """Code in `conversations`; -1 for none."""
        return self.columns["conversation"].values

    @property
    def position(self) -> NDArray[np.int32]:
        """Place in the conversation; -1 for none."""
        return self.columns["position"].values

    @property
    def speaker(self) -> NDArray[np.int32]:
        """Code in `speakers`; -1 for none."""
        return self.columns["speaker"].values

    @property
    def gone(self) -> NDArray[np.bool_]:
        """Whether a row does not stand any more."""
        return np.not_equal(self.t_gone, FUTURE)

    def seen(self, believed_at: Instant) -> NDArray[np.bool_]:
        """Which rows stood at an instant."""
        return np.logical_and(self.t_recorded <= believed_at, self.t_gone > believed_at)

    @property
    def standing(self) -> int:
        """How many deeds stand."""
        return len(self) - int(np.count_nonzero(self.gone))

    # reads

    def get(self, accession: str) -> Deed | None:
        """The deed of an accession as it stands; None for one that is not there or was taken back."""
        row = self.row_of.get(accession)
        if row is None or self.t_gone[row] != FUTURE:
            return None
        return self.deed(row)

    def deed(self, row: int) -> Deed:
        """The deed of a row, its words read from the file. Raises `PackDamaged`."""
        found = self.deeds([row])[0]
        if found is None:
            named = f"the deed {self.accessions[row]}"
            raise PackDamaged(f"{named} is not in the file any more; close the pack and open it again.")
        return found

    def deeds(self, rows: Sequence[int]) -> list[Deed | None]:
        """The deeds of some rows; None for one that another process erased. Raises `PackDamaged`."""
        found = {row: deed for row in rows if (deed := self._at_hand(row)) is not None}
        missing = [row for row in dict.fromkeys(rows) if row not in found]
        if missing and self._stored is not None:
            tx = self.columns["tx"].values
            places = [(self.accessions[row], int(tx[row])) for row in missing]
            for row, version in zip(missing, self._stored.versions_at(DEED, places), strict=True):
                if version is not None:
                    found[row] = version[2]
                    self._recent.keep(row, version[2])
        return [found.get(row) for row in rows]

    def iter_from(self, row: int) -> Iterator[Deed | None]:
        """The deeds of a row and all after it, in order; those that were taken back too."""
        rows = iter(range(row, len(self)))
        while page := list(islice(rows, PAGE)):
            yield from self.deeds(page)

    def by_conversation(self, code: int) -> NDArray[np.int32]:
        """The rows of a conversation in the order of position, those that were taken back too."""
        return self._places.rows(code)

    def neighbours(self, row: int, reach: int = 1, believed_at: Instant | None = None) -> list[int]:
        """The rows beside one in its conversation, at most `reach` to each side, in order, without it.

        Only rows that stand, or stood at an instant.
        """
        return self._places.beside(row, reach, believed_at)

    def stood(self, row: int, believed_at: Instant | None = None) -> bool:
        """Whether a row stands, or stood at an instant."""
        if believed_at is None:
            return bool(self.t_gone[row] == FUTURE)
        return bool(self.t_recorded[row] <= believed_at < self.t_gone[row])

    def held(self, accession: str, believed_at: Instant | None = None) -> bool:
        """Whether a deed stands, or stood at an instant; its words are not read."""
        return any(row != NONE and self.stood(row, believed_at) for _, _, row in self.chain(accession))

    def standing_at(self, believed_at: Instant) -> list[str]:
        """The accessions that stood at an instant, in the order of recording."""
        return [self.accessions[row] for row in self._rows_at(believed_at)]

    def all_at(self, believed_at: Instant) -> Iterator[Deed]:
        """The deeds that stood at an instant, in the order of recording."""
        rows = iter(self._rows_at(believed_at))
        while page := list(islice(rows, PAGE)):
            yield from (deed for deed in self.deeds(page) if deed is not None)

    def _rows_at(self, believed_at: Instant) -> list[int]:
        rows: list[int] = np.flatnonzero(self.seen(believed_at)).tolist()
        return rows

    def same_as(self, deed: Deed) -> str | None:
        """The accession that holds the same bytes from the same source, conversation and position."""
        for row in self.digests.rows(deed):
            held = self.get(self.accessions[row]) if self.stood(row) else None
            if held is not None and self.digests.same(held, deed):
                return held.accession
        return None

    # the chains

    def chain(self, accession: str) -> list[Light]:
        """All values of an accession, oldest first, without the words."""
        known = self.chains.get(accession)
        if known is not None:
            return known
        row = self.row_of.get(accession)
        if row is None:
            return []
        return [(int(self.columns["tx"].values[row]), int(self.t_recorded[row]), row)]

    # writes

    def append(self, tx: int, t_tx: Instant, accession: str, deed: Deed | None) -> None:
        """Take in the newest value of an accession; None when it was taken back."""
        chain = self.chain(accession)
        last = chain[-1][2] if chain else NONE
        if last != NONE:
            self.t_gone[last] = t_tx
        row = NONE if deed is None else self._add(tx, t_tx, accession, deed)
        if chain or deed is None:
            self.chains[accession] = [*chain, (tx, t_tx, row)]

    def hold(self, deed: Deed) -> None:
        """Keep the words of the last row in memory until `settle`: they are not in the file yet."""
        self._waiting[len(self) - 1] = deed

    def settle(self) -> None:
        """Everything is durable now: the words need not be held any longer."""
        if self._stored is not None and self._waiting:
            for row, deed in self._waiting.items():
                self._recent.keep(row, deed)
            self._waiting = {}

    def _add(self, tx: int, t_tx: Instant, accession: str, deed: Deed) -> int:
        row = len(self.accessions)
        cells = (
            tx,
            t_tx,
            FUTURE,
            PAST if deed.said_at is None else min(max(deed.said_at, _LEAST), _MOST),
            NONE if deed.conversation is None else self.conversations.code(deed.conversation),
            NONE if deed.position is None else min(max(deed.position, NONE), _LAST_POSITION),
            NONE if deed.speaker is None else self.speakers.code(deed.speaker),
        )
        for column, cell in zip(self.columns.values(), cells, strict=True):
            column.append(cell)
        self.digests.add(deed)
        self.row_of[accession] = row
        self.accessions.append(accession)
        return row

    def _at_hand(self, row: int) -> Deed | None:
        return self._waiting.get(row) or self._recent.get(row)


class DeedChains(Table):
    """The shelf as the table of chains that every other table is; words are read with each look."""

    def __init__(self, shelf: DeedShelf) -> None:
        self._shelf = shelf

    def append(self, key: str, entry: Entry) -> None:
        """Add the newest value of an accession."""
        self._shelf.append(entry.tx, entry.t_tx, key, entry.value)

    def __getitem__(self, accession: str) -> list[Entry]:
        chain = self._shelf.chain(accession)
        if not chain:
            raise KeyError(accession)
        rows = [row for _, _, row in chain if row != NONE]
        values = dict(zip(rows, self._shelf.deeds(rows), strict=True))
        return [Entry(tx, t_tx, values.get(row)) for tx, t_tx, row in chain]

    def __contains__(self, accession: object) -> bool:
        return accession in self._shelf.row_of or accession in self._shelf.chains

    def __iter__(self) -> Iterator[str]:
        yield from list(self._shelf.row_of)
        yield from [one for one in list(self._shelf.chains) if one not in self._shelf.row_of]

    def __len__(self) -> int:
        return sum(1 for _ in self)
