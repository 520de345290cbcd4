"""An encoder without a model: each word is a direction, a text the sum of its words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b

import numpy as np


class HashingEncoder:
    """Words that are `alike` share their direction, so that one can find a text without its words."""

    def __init__(
        self, size: int = 32, *, name: str = "hashing", alike: Sequence[Sequence[str]] = (), salt: str = ""
    ) -> None:
        self.name = name
        self.size = size
        self.fingerprint = f"{name} {size} {salt}"
        self.encoded: list[str] = []
        """Every text that was encoded, queries too."""
        self._salt = salt
        self._said_for = {word: group[0] for group in alike for word in group}

    def encode(self, texts: Sequence[str], *, query: bool) -> np.ndarray:
        self.encoded += texts
        sums = np.zeros((len(texts), self.size), np.float32)
        for row, text in enumerate(texts):
            words = [word.strip(".,?!") for word in text.lower().split()] or ["nothing"]
            sums[row] = sum(
                _direction(self._said_for.get(word, word), self.size, self._salt) for word in words
            )
        return sums / np.linalg.norm(sums, axis=1, keepdims=True)


@lru_cache(maxsize=1 << 14)
def _direction(word: str, size: int, salt: str) -> np.ndarray:
    seed = int.from_bytes(blake2b(f"{salt}{word}".encode(), digest_size=8).digest(), "big")
    direction = np.random.default_rng(seed).standard_normal(size).astype(np.float32)
    return direction / np.linalg.norm(direction)
