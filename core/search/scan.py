"""The scan: each word of the query by its best match among the words of a claim.

Exact 4, beginning 3, part 2, one edit 1.5, weighted by idf; words under four letters and quoted ones match
exactly only, so words of scripts without spaces (single characters and pairs) do too.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.search.asked import Asked, Word
from core.search.bm25 import idf
from core.search.votes import Rows, Scores
from core.state.vocabulary import Vocabulary

EXACT: Final = 4.0
PREFIX: Final = 3.0
PART: Final = 2.0
ONE_EDIT: Final = 1.5
MIN_LETTERS: Final = 4
"""Shorter words match exactly only."""
CLASSES: Final = (ONE_EDIT, PART, PREFIX, EXACT)


def claims(asked: Asked) -> Scores:
    """`(rows,)`: the scan's score of every text row, 0 where no word of the query comes near."""
    scope = asked.scope
    scores = np.zeros(scope.size, np.float32)
    slots = np.empty(scope.size, np.int32)
    for word in asked.words:
        rows, values = _best(word, asked, slots)
        if len(rows):
            scores[rows] += values * np.float32(word.times * idf(scope.count, len(rows)))
    return scores


def reach(word: Word, stems: Vocabulary) -> tuple[list[int], list[float]]:
    """Stem numbers of the words of the pack that a query word reaches, and their classes, low ones first.

    Whether anything in view holds them is not asked.
    """
    near: tuple[list[int], ...] = ()
    if not word.quoted and not word.silent and len(word.stem) >= MIN_LETTERS:
        near = stems.near(word.stem)
    exact = [word.number] if word.number >= 0 and not word.silent else []
    classes = (*near, exact)
    values = CLASSES[-len(classes) :]
    numbers = [number for numbers in classes for number in numbers]
    return numbers, [value for value, numbers in zip(values, classes, strict=True) for _ in numbers]


def _best(word: Word, asked: Asked, slots: NDArray[np.int32]) -> tuple[Rows, Scores]:
    """Rows in view that a word reaches, each once, and the class of its best match there."""
    numbers, values = reach(word, asked.postings.stems)
    asked.reached += numbers
    if len(numbers) <= (word.number >= 0):  # only itself, or nothing
        rows, _ = word.postings
        return rows, np.full(len(rows), EXACT, np.float32)
    rows, of = asked.postings.by_stem.of_terms(numbers)
    seen = asked.scope.visible.take(rows, mode="clip")
    rows, of = rows[seen], of[seen]
    places = np.arange(len(rows), dtype=np.int32)
    slots[rows] = places  # where a row comes more than once the last one stays: the highest class
    last = slots[rows] == places
    return rows[last], np.array(values, np.float32)[of[last]]
