"""Vectors kept from one run to the next, so that another arm on the same texts waits for none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Final
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from core.errors import Refused
from core.pack.meaning import Encoder

Vectors = NDArray[np.float32]

_HASH_BYTES: Final = 16


class KeptVectors:
    """An encoder that asks another one only for texts whose vectors it does not hold."""

    def __init__(self, encoder: Encoder, known: dict[bytes, Vectors]) -> None:
        self.name, self.fingerprint, self.size = encoder.name, encoder.fingerprint, encoder.size
        self.known = known
        self._encoder = encoder

    def encode(self, texts: Sequence[str], *, query: bool) -> Vectors:
        """`(texts, size)`, as the other encoder gave them."""
        keys = [_key(self.fingerprint, text, query) for text in texts]
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in self.known}
        if missing:
            made = self._encoder.encode(list(missing.values()), query=query)
            self.known.update(zip(missing, made, strict=True))
        return np.array([self.known[key] for key in keys], np.float32).reshape(len(texts), self.size)


@contextmanager
def kept_in(file: Path | None, encoder: Encoder | None) -> Iterator[Encoder | None]:
    """The encoder over the vectors of a file, to which the new ones are added when the block ends, however.

    Raises `Refused` for a file that holds something else.
    """
    if file is None or encoder is None:
        yield encoder
        return
    keeping = KeptVectors(encoder, _read(file))
    before = len(keeping.known)
    try:
        yield keeping
    finally:
        if len(keeping.known) > before:
            _write(file, keeping.known)


def _key(fingerprint: str, text: str, query: bool) -> bytes:
    asked = f"{fingerprint}\0{query:d}\0{text}"
    return blake2b(asked.encode(), digest_size=_HASH_BYTES).digest()


def _read(file: Path) -> dict[bytes, Vectors]:
    if not file.exists():
        return {}
    try:
        with np.load(file) as held:
            return {
                key.tobytes(): vector
                for size in {name.rpartition("-")[2] for name in held}
                for key, vector in zip(held[f"keys-{size}"], held[f"vectors-{size}"], strict=True)
            }
    except (OSError, ValueError, KeyError, BadZipFile):
        raise Refused(f"{file} holds no kept vectors; name another file with --vectors.") from None


def _write(file: Path, known: dict[bytes, Vectors]) -> None:
    """Write beside the file and put it in its place, so that a run broken off leaves the old one."""
    arrays: dict[str, NDArray[np.generic]] = {}
    for size in {len(vector) for vector in known.values()}:
        those = {key: vector for key, vector in known.items() if len(vector) == size}
        arrays[f"keys-{size}"] = np.frombuffer(b"".join(those), np.uint8).reshape(-1, _HASH_BYTES)
        arrays[f"vectors-{size}"] = np.stack(list(those.values()))
    fresh = file.with_name(f"{file.name}.new")
    with fresh.open("wb") as out:
        np.savez(out, allow_pickle=False, **arrays)
    fresh.replace(file)
