"""The vectors of a pack: an encoder joins, rows get their vectors by and by, search asks two ballots more.

Nothing here is on the way of a write: a new row waits until somebody calls `fill`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.claims.claim import Claim
from core.claims.deed import Deed
from core.pack.meaning import VectorStatus
from core.search.centred import Order
from core.search.dense import DENSE, NEAR, READY, Meaning, MeaningBallot, Queries, checked
from core.search.encoder import Encoder, OtherDimension
from core.search.seen import Seen
from core.search.votes import Ballot
from core.state.documents import Document, Source, Texts, of_claim, of_deed
from core.state.vectors import VectorRows
from core.store.vector_file import Model, VectorFile, hash_of

LONGEST_NAME: Final = 100
"""Signs of a model's name that the file's head has room for, in any script."""
BATCH: Final = 16
"""Texts that are encoded together: about a fifth of a second, after which a query gets its turn."""
LOOKED_UP: Final = 128
"""Rows whose vectors are looked up in the file together, in three milliseconds."""

Corpus = Literal["claims", "deeds"]

Progress = Callable[[int, int], object]
"""Is told how many rows have a vector, of how many."""
GoesOn = Callable[[], bool]
"""Is asked before each piece of work, while no lock is held, and may wait; False ends the work there."""


def at_once() -> bool:
    """Nobody is waited for."""
    return True


class Filling(NamedTuple):
    """How far the vectors are."""

    done: int
    of: int

    @property
    def complete(self) -> bool:
        """Whether no row waits."""
        return self.done >= self.of


def claim_said(document: Document) -> str:
    """What is encoded of a claim: its text and what it is about."""
    return document.said


def turn_said(document: Document) -> str:
    """What is encoded of a deed: who speaks, and what is said."""
    return f"{document.voice}: {document.said}" if document.voice else document.said


SAID: Final[dict[Corpus, Callable[[Document], str]]] = {"claims": claim_said, "deeds": turn_said}


def encoded_of(record: Claim | Deed) -> str:
    """The text that stands for a record in the file of vectors."""
    return claim_said(of_claim(record)) if isinstance(record, Claim) else turn_said(of_deed(record))


class _Rows:
    """The rows of one corpus and those among them that wait."""

    def __init__(self, source: Texts, said: Callable[[Document], str], size: int) -> None:
        self.source = source
        self._said = said
        self.vectors = VectorRows(size)
        self.waiting: list[int] = []
        """The newest last; it comes first."""

    def fresh(self, most: int) -> list[tuple[int, str]]:
        """Rows that were not looked at yet, with their texts."""
        first = len(self.vectors)
        rows = range(first, min(first + most, len(self.source)))
        self.vectors.make_room(len(self.source))
        self.vectors.add_rows(len(rows))
        return list(zip(rows, self.texts(rows), strict=True))

    def texts(self, rows: Sequence[int]) -> list[str]:
        """What is encoded of some rows."""
        return [self._said(document) for document in self.source.at(rows)]


class Vectors:
    """The vectors of one open pack, of all its corpora. Every method may be called from any thread."""

    def __init__(self, folder: Path, encoder: Encoder, lock: threading.RLock) -> None:
        """Join an encoder. Raises `OtherDimension` when the pack's vectors are of another length."""
        self.encoder = encoder
        self.queries = Queries(encoder)
        self._file = VectorFile(folder)
        self._lock = lock
        self._filling = threading.Lock()
        self._rows: dict[str, _Rows] = {}
        self._meanings: dict[str, Meaning] = {}
        self._voted = False
        """Whether nearly all rows had a vector when it was last asked."""
        self._model = Model(encoder.name[:LONGEST_NAME], encoder.fingerprint, encoder.size)
        self._file.refresh()
        self.warning = _warning(self._file.model, self._model)
        """One sentence when the vectors there are come from another model; they are made anew by `fill`."""

    def ballots(self, corpus: Corpus, source: Texts, in_order: Callable[[Seen], Order]) -> dict[str, Ballot]:
        """The ballots over a corpus by name, in place of what was held under its name before.

        They are silent until `fill` has looked at its rows.
        """
        rows = _Rows(source, SAID[corpus], self.encoder.size)
        meaning = Meaning(self.queries, rows.vectors, in_order)
        with self._lock:
            self._rows[corpus] = rows
            self._meanings[corpus] = meaning
        return {name: MeaningBallot(meaning, name) for name in (DENSE, NEAR)}

    @property
    def state(self) -> Filling:
        """How many rows have a vector, of how many."""
        with self._lock:
            return Filling(
                sum(rows.vectors.filled for rows in self._rows.values()),
                sum(len(rows.source) for rows in self._rows.values()),
            )

    def fill(
        self, most: int | None = None, progress: Progress | None = None, goes_on: GoesOn = at_once
    ) -> Filling:
        """Encode at most so many texts (None: all that wait), after looking up those that the file holds.

        What is done stays done when this is broken off. The lock is never held while a text is encoded.
        """
        left = most
        with self._filling:
            while goes_on() and self._look_up():
                pass
            while left != 0 and goes_on() and self._encode(BATCH if left is None else min(BATCH, left)):
                left = None if left is None else max(0, left - BATCH)
                if progress:
                    progress(*self.state)
                _ = goes_on() and self._look_up()  # what was written meanwhile comes next
        return self.state

    def prepare(self, corpus: Corpus, shown: Callable[[], Seen], goes_on: GoesOn = at_once) -> None:
        """Spare the next search of a view what can be worked out ahead, once its ballots vote."""
        at = self.state
        votes = at.done >= READY * at.of
        if at.complete or (votes and not self._voted):
            self._meanings[corpus].prepare(shown(), self._lock, goes_on)
        self._voted = votes

    def _look_up(self) -> bool:
        """Give rows that are new here the vectors that lie in the file already."""
        with self._lock:
            for rows in self._rows.values():
                fresh = rows.fresh(LOOKED_UP)
                if fresh:
                    self._place(rows, fresh)
                    return True
        return False

    def _place(self, rows: _Rows, fresh: Sequence[tuple[int, str]]) -> None:
        numbers = np.array([row for row, _ in fresh])
        if self._file.model != self._model:
            rows.waiting += numbers.tolist()
            return
        vectors = self._file.read([hash_of(text) for _, text in fresh])
        found = vectors.any(axis=1)
        rows.vectors.put(numbers[found], vectors[found])
        rows.waiting += numbers[~found].tolist()

    def _encode(self, most: int) -> bool:
        """Encode the newest rows that wait."""
        with self._lock:
            rows = next((one for one in self._rows.values() if one.waiting), None)
            if rows is None:
                return False
            numbers = rows.waiting[-most:]
            texts = rows.texts(numbers)
        distinct = list(dict.fromkeys(texts))
        vectors = checked(
            self.encoder.encode(distinct, query=False), (len(distinct), self._model.size), self._model.name
        )
        with self._lock:
            if rows.waiting[-len(numbers) :] == numbers:
                del rows.waiting[-len(numbers) :]
                place = {text: at for at, text in enumerate(distinct)}
                rows.vectors.put(np.array(numbers), vectors[[place[text] for text in texts]])
            self._write_down(distinct, vectors)
        return True

    def _write_down(self, texts: Sequence[str], vectors: NDArray[np.float32]) -> None:
        try:
            self._file.add(self._model, [hash_of(text) for text in texts], vectors)
        except OSError:
            return  # a folder that cannot be written: the vectors live as long as the pack is open


def take_part(
    joined: dict[str, Ballot],
    vectors: Vectors | None,
    corpus: Corpus,
    source: Texts,
    in_order: Callable[[Seen], Order],
) -> None:
    """Put the ballots over a corpus among those that have joined a panel, or take them out."""
    if vectors is not None:
        joined |= vectors.ballots(corpus, source, in_order)
    else:
        for name in (DENSE, NEAR):
            joined.pop(name, None)


def status_of(folder: Path, claims: Source) -> VectorStatus:
    """How many claims have a vector in the file; no encoder is needed to know."""
    file = VectorFile(folder)
    file.refresh()
    if file.model is None:
        return VectorStatus(model=None, done=0, of=len(claims))
    done = sum(hash_of(claim_said(document)) in file for document in claims.documents(0))
    return VectorStatus(model=file.model.name, done=done, of=len(claims))


def drop(folder: Path, records: Sequence[Claim | Deed] | None = None) -> int:
    """Overwrite the vectors of some records, or remove all; for erasing, and for a change of the model."""
    file = VectorFile(folder)
    if records is not None:
        return file.drop(hash_of(encoded_of(record)) for record in records)
    file.refresh()
    held = len(file)
    file.forget()
    return held


def _warning(held: Model | None, joining: Model) -> str | None:
    if held is None or held.fingerprint == joining.fingerprint:
        return None
    if held.size != joining.size:
        raise OtherDimension(
            f"the vectors of this pack have {held.size} figures each ({held.name}), and {joining.name} gives "
            f"{joining.size}: they cannot be compared. packbench vectors --forget drops them first."
        )
    return f"the vectors of this pack are of another model ({held.name}); {joining.name} makes them anew."
