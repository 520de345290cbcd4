"""The vectors of a pack: a file of its own beside the log, which anybody who may read the pack can add to.

They are worked out from texts and can be worked out again, so the file is part of no check, backup or
handover, and making vectors leaves the pack's own file as it was. All are of one model. A record
is the hash of a text and its vector; one whose vector has not the length 1 says nothing.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]

NAME: Final = "vectors"
"""Of the file in the pack's folder."""
HASH_BYTES: Final = 16
_HEAD_BYTES: Final = 512
_MAGIC: Final = b"packbench vectors 1\n"
_TOLERANCE: Final = 1e-3
"""How far from 1 the squared length of a sound vector may be."""


class Model(msgspec.Struct, frozen=True):
    """What a pack's vectors were made with."""

    name: str
    fingerprint: str
    size: int


def hash_of(text: str) -> bytes:
    """What a text is known by in the file."""
    return blake2b(text.encode(), digest_size=HASH_BYTES).digest()


class VectorFile:
    """The file of vectors of one pack; several processes may use it, each takes its lock for a moment."""

    def __init__(self, folder: Path) -> None:
        """`folder` is the pack's; nothing is made before there is something to write."""
        self.path = folder / NAME
        self._be(None)

    def __len__(self) -> int:
        return len(self._place)

    def __contains__(self, text_hash: bytes) -> bool:
        return text_hash in self._place

    @property
    def model(self) -> Model | None:
        """What the vectors in the file are made with; None while there are none."""
        return self._model

    def refresh(self) -> None:
        """Take in what this and other processes have written since."""
        with self._locked(os.O_RDONLY) as file:
            if file is None:
                self._be(None)
                return
            model = _read_head(file)
            if model != self._model or model is None:
                self._be(model)
            if model is not None:
                self._take_hashes(file, model)

    def read(self, hashes: Sequence[bytes]) -> Matrix:
        """`(hashes, size)`; zeros for what the file does not hold."""
        assert self._model is not None
        found = np.zeros((len(hashes), self._model.size), np.float32)
        places = [(at, self._place[one]) for at, one in enumerate(hashes) if one in self._place]
        with self._locked(os.O_RDONLY) as file:
            if file is None or _read_head(file) != self._model or not places:
                return found
            records = np.memmap(self.path, _record(self._model), "r", _HEAD_BYTES)
            held = [(at, place) for at, place in places if place < len(records)]
            into, taken = [at for at, _ in held], records[[place for _, place in held]]
            same = taken["hash"] == np.array([hashes[at] for at in into], f"V{HASH_BYTES}")
            vectors = np.where(same[:, None], taken["vector"], 0)
        lengths = np.einsum("ij,ij->i", vectors, vectors)
        found[into] = np.where(np.abs(lengths - 1)[:, None] < _TOLERANCE, vectors, 0)
        return found

    def add(self, model: Model, hashes: Sequence[bytes], vectors: Matrix) -> None:
        """Write vectors down; those of another model are thrown away first. Raises `OSError`."""
        with self._locked(os.O_RDWR | os.O_CREAT) as file:
            assert file is not None
            if _read_head(file) != model:
                os.ftruncate(file, 0)
                os.pwrite(file, _head(model), 0)
            if self._model != model:
                self._be(model)
            records = np.zeros(len(hashes), _record(model))
            records["hash"] = np.array(hashes, f"V{HASH_BYTES}")
            records["vector"] = vectors
            # A record that was cut short by a crash is written over.
            os.pwrite(file, records.tobytes(), _HEAD_BYTES + _count(file, model) * _record(model).itemsize)
            self._take_hashes(file, model)

    def drop(self, hashes: Iterable[bytes]) -> int:
        """Write zeros over the vectors of some texts, on the disk, and say how many there were."""
        self.refresh()
        places = [self._place.pop(one) for one in hashes if one in self._place]
        if not places or self._model is None:
            return 0
        size = _record(self._model).itemsize
        with self._locked(os.O_RDWR) as file:
            if file is not None and _read_head(file) == self._model:
                for place in places:
                    os.pwrite(file, bytes(size), _HEAD_BYTES + place * size)
                os.fsync(file)
        return len(places)

    def forget(self) -> None:
        """Remove the file; all vectors can be made again."""
        with self._locked(os.O_RDWR) as file:
            if file is not None:
                os.ftruncate(file, 0)
                self.path.unlink(missing_ok=True)
        self._be(None)

    def _be(self, model: Model | None) -> None:
        """Start over with the records of a model."""
        self._model = model
        self._place: dict[bytes, int] = {}
        self._taken = 0

    def _take_hashes(self, file: int, model: Model) -> None:
        count = _count(file, model)
        if count > self._taken:
            records = np.memmap(self.path, _record(model), "r", _HEAD_BYTES, (count,))
            hashes = records["hash"][self._taken :].tobytes()
            starts = range(0, len(hashes), HASH_BYTES)
            every = (hashes[start : start + HASH_BYTES] for start in starts)
            self._place.update(zip(every, range(self._taken, count), strict=True))
            self._place.pop(bytes(HASH_BYTES), None)
        self._taken = count

    @contextmanager
    def _locked(self, flags: int) -> Iterator[int | None]:
        """The open file, its lock held; None when none can be opened and none is to be made."""
        try:
            file = os.open(self.path, flags | os.O_CLOEXEC, 0o600)
        except OSError:
            if flags & os.O_CREAT:
                raise
            yield None
            return
        try:
            fcntl.flock(file, fcntl.LOCK_SH if flags == os.O_RDONLY else fcntl.LOCK_EX)
            yield file
        finally:
            os.close(file)


def _record(model: Model) -> np.dtype[Any]:
    return np.dtype([("hash", f"V{HASH_BYTES}"), ("vector", "<f4", (model.size,))])


def _count(file: int, model: Model) -> int:
    """Whole records in the file."""
    return max(0, os.fstat(file).st_size - _HEAD_BYTES) // _record(model).itemsize


def _head(model: Model) -> bytes:
    return (_MAGIC + msgspec.json.encode(model)).ljust(_HEAD_BYTES, b"\n")


def _read_head(file: int) -> Model | None:
    try:
        head = os.pread(file, _HEAD_BYTES, 0)
    except OSError:  # such as a folder of that name
        return None
    if len(head) < _HEAD_BYTES or not head.startswith(_MAGIC):
        return None
    try:
        return msgspec.json.decode(head.removeprefix(_MAGIC), type=Model)
    except msgspec.MsgspecError:
        return None
