"""Documents: what search indexes, whatever it was made from. Here claims and deeds become documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from hashlib import blake2b
from itertools import chain
from typing import Final, NamedTuple, Protocol

import numpy as np

from core.claims.claim import Claim
from core.claims.deed import Deed
from core.clocks.instants import DAY, Instant, to_datetime
from core.state.columns import ClaimColumns
from core.state.deeds import NONE, DeedShelf

MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


class Document(NamedTuple):
    """One row of an index."""

    id: str
    said: str
    """What somebody wrote or said; only its words stand in for a misspelt one."""
    voice: str
    """Who says it; indexed too."""
    dated: Instant | None
    """When it was said; its UTC date is indexed in words (`8 May 2023`)."""
    stream: str | None
    """Name of what it is read in sequence with; None for what stands alone."""
    order: int
    """Its place in the stream; documents of one place stand in the order of their ids."""
    source: str | None = None
    """Where it comes from (`file#section`): a name that it is called by, not indexed."""

    @property
    def text(self) -> str:
        """All that is indexed."""
        return f"{self.said}\n{self.voice}\n{self.date}" if self.date else f"{self.said}\n{self.voice}"

    @property
    def date(self) -> str:
        """The date in words; empty for none."""
        return "" if self.dated is None else date_in_words(self.dated // DAY)


_DOCUMENT: Final = partial(tuple.__new__, Document)  # a pack has thousands: no call in Python for each


class Source(Protocol):
    """Rows of documents that only grow."""

    def __len__(self) -> int:
        """How many rows there are."""
        ...

    def documents(self, first: int) -> Iterator[Document]:
        """The documents from a row on, in order; one that can no longer be read has no words."""
        ...

    def ids(self, rows: int) -> list[str]:
        """The ids of the first rows."""
        ...

    def fingerprint(self, rows: int) -> str:
        """Differs when any of the first rows is another one."""
        ...


class Texts(Source, Protocol):
    """Documents of which any can be asked for."""

    def at(self, rows: Sequence[int]) -> list[Document]:
        """The documents of some rows, read in one go."""
        ...


def of_claim(claim: Claim) -> Document:
    """A claim: text and entities, by its author, in the stream of that author and workspace."""
    observed = claim.t_observed
    said = "\n".join((claim.text, *claim.entities)) if claim.entities else claim.text
    stream = f"{claim.author}\0{claim.workspace}"
    return _DOCUMENT((claim.id, said, claim.author, observed, stream, observed, None))


CAPTION: Final = "caption"
"""Key of a deed's `extra` that says what is seen in a picture; its words are searched with the body."""


def of_deed(deed: Deed) -> Document:
    """A deed: body and caption, by its speaker, in its conversation by position, dated when it was said."""
    caption = deed.extra.get(CAPTION)
    return Document(
        deed.accession,
        f"{deed.body}\n{caption}" if isinstance(caption, str) else deed.body,
        deed.speaker or "",
        deed.said_at,
        deed.conversation,
        NONE if deed.position is None else deed.position,
        deed.source,
    )


def indexed_text(claim: Claim) -> str:
    """What is indexed of a claim: text, entities, author, and the UTC date of `t_observed`."""
    return of_claim(claim).text


_FEW: Final = 4
"""Versions that are read one by one."""


class ClaimTexts:
    """The text rows of claim columns."""

    def __init__(self, columns: ClaimColumns) -> None:
        self.columns = columns

    def __len__(self) -> int:
        return len(self.columns.text_rows)

    def documents(self, first: int) -> Iterator[Document]:
        """The documents from a text row on."""
        read, self.columns.read_along = self.columns.read_along, []
        if first < len(read):
            return chain(read[first:], self._documents(len(read)))
        return self._documents(first)

    def _documents(self, first: int) -> Iterator[Document]:
        rows, versions = self.columns.text_rows[first:], self.columns.versions
        return map(of_claim, map(versions.__getitem__, rows) if len(rows) <= _FEW else versions.each(rows))

    def at(self, rows: Sequence[int]) -> list[Document]:
        """The documents of some text rows, read in one go."""
        texts = self.columns.text_rows
        return [of_claim(version) for version in self.columns.versions.many([texts[row] for row in rows])]

    def ids(self, rows: int) -> list[str]:
        """The claim ids of the first text rows."""
        return self.columns.id_of(self.columns.text_rows[:rows])

    def fingerprint(self, rows: int) -> str:
        """Which versions the first text rows are."""
        places = np.array(self.columns.text_rows[:rows], np.int32)
        digest = blake2b("\n".join(self.ids(rows)).encode(), digest_size=16)
        digest.update(self.columns.column("t_recorded")[places].tobytes())
        return digest.hexdigest()


class DeedTexts:
    """The rows of a shelf of deeds. Words are read from the file as documents are asked for."""

    def __init__(self, shelf: DeedShelf) -> None:
        self.shelf = shelf

    def __len__(self) -> int:
        return len(self.shelf)

    def documents(self, first: int) -> Iterator[Document]:
        """The documents from a row on; an erased deed has no words."""
        for row, deed in enumerate(self.shelf.iter_from(first), first):
            yield self._of(row, deed)

    def at(self, rows: Sequence[int]) -> list[Document]:
        """The documents of some rows, read in one go."""
        return [self._of(row, deed) for row, deed in zip(rows, self.shelf.deeds(rows), strict=True)]

    def _of(self, row: int, deed: Deed | None) -> Document:
        """A deed's document; an erased one has no words."""
        return of_deed(deed) if deed is not None else _erased(self.shelf.accessions[row])

    def ids(self, rows: int) -> list[str]:
        """The accessions of the first rows."""
        return self.shelf.accessions[:rows]

    def fingerprint(self, rows: int) -> str:
        """Which deeds the first rows are, and by which records they came."""
        digest = blake2b("\n".join(self.ids(rows)).encode(), digest_size=16)
        digest.update(self.shelf.columns["tx"].values[:rows].tobytes())
        return digest.hexdigest()


def _erased(accession: str) -> Document:
    return Document(accession, "", "", None, None, NONE)


@lru_cache(maxsize=4096)
def date_in_words(day: int) -> str:
    """A date in words, from the number of its day since 1970."""
    date = to_datetime(day * DAY)
    return f"{date.day} {MONTHS[date.month - 1]} {date.year}"
