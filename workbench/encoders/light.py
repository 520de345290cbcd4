"""The bundled model without torch: ready at once, its vectors equal to those of sentence-transformers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from workbench.encoders import bundled
from workbench.encoders.bert import Bert
from workbench.encoders.fingerprints import fingerprint
from workbench.encoders.weights import read_vocabulary, read_weights
from workbench.encoders.word_pieces import WordPieces

Vectors = NDArray[np.float32]

_BATCH_PIECES: Final = 1024
"""Pieces of text in one batch: more is no faster."""


class LightEncoder:
    """all-MiniLM-L6-v2 by a forward pass in numpy."""

    def __init__(self, folder: Path) -> None:
        """Load from the model's folder. Raises `EncoderMissing` when it does not hold this very model."""
        weights = read_weights(folder / bundled.WEIGHTS, bundled.SHA256)
        vocabulary = read_vocabulary(folder / bundled.VOCABULARY, bundled.VOCABULARY_SHA256)
        self.name = bundled.NAME
        self.fingerprint = fingerprint(bundled.SHA256, "mean", bundled.MOST_PIECES)
        self._pieces = WordPieces(vocabulary)
        self._bert = Bert(weights, bundled.LAYERS, bundled.HEADS, bundled.EPSILON)
        self.size = self._bert.size

    def encode(self, texts: Sequence[str], *, query: bool) -> Vectors:
        """`(texts, 384)`, each row of length 1; a query is read as any text is."""
        cut = [self._pieces.cut(text, bundled.MOST_PIECES) for text in texts]
        vectors = np.zeros((len(texts), self.size), np.float32)
        for batch in _batches(cut):
            for place, states in zip(
                batch, self._bert.last_states([cut[place] for place in batch]), strict=True
            ):
                vectors[place] = states.mean(0)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors


def _batches(cut: Sequence[Sequence[int]]) -> list[list[int]]:
    """Places of texts, those of about one length together."""
    batches: list[list[int]] = []
    room = 0
    for place in sorted(range(len(cut)), key=lambda place: len(cut[place])):
        if room < len(cut[place]):
            batches.append([])
            room = max(_BATCH_PIECES, len(cut[place]))
        batches[-1].append(place)
        room -= len(cut[place])
    return batches
