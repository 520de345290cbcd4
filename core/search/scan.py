"""The scan: each word of the query by its best match among the words of a claim.

Exact 4, beginning 3, part 2, one edit 1.5, weighted by idf; words under four letters and quoted ones match
exactly only, so words of scripts without spaces (single characters and pairs) do too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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


def claims(asked: Asked) -> Scores:
    """`(rows,)`: the scan's score of every text row, 0 where no word of the query comes near."""
    scope = asked.scope
    scores = np.zeros(scope.size, np.float32)
    slots = np.empty(scope.size, np.int32)
    for word in asked.words:
        rows, classes = _best(word, asked, slots)
        if len(rows):
            scores[rows] += classes * np.float32(word.times * idf(scope.count, len(rows)))
    return scores


def reach(word: Word, stems: Vocabulary) -> dict[int, float]:
    """Stem number and class of every word of the pack that a query word reaches, low classes first."""
    found: dict[int, float] = {}
    for numbers, value in _classes(word, stems):
        for number in numbers:
            found.pop(number, None)
            found[number] = value
    return found


def _classes(word: Word, stems: Vocabulary) -> Iterator[tuple[Iterable[int], float]]:
    if not word.quoted and len(word.stem) >= MIN_LETTERS:
        part, words = stems.containing(word.stem), stems.words
        yield stems.one_edit(word.stem), ONE_EDIT
        yield part, PART
        yield [number for number in part if words[number].startswith(word.stem)], PREFIX
    if word.number >= 0 and not word.silent:
        yield (word.number,), EXACT


def _best(word: Word, asked: Asked, slots: NDArray[np.int32]) -> tuple[Rows, Scores]:
    """Rows in view that a word reaches, each once, and the class of its best match there."""
    reached = reach(word, asked.postings.stems)
    asked.reached.update(reached)
    if len(reached) == (word.number >= 0) or word.silent:  # only itself, or nothing
        rows, _ = word.postings
        return rows, np.full(len(rows), EXACT, np.float32)
    rows, of = asked.postings.by_stem.of_terms(list(reached))
    seen = asked.scope.shown(rows)
    rows, of = rows[seen], of[seen]
    places = np.arange(len(rows), dtype=np.int32)
    slots[rows] = places  # where a row comes more than once the last one stays: the highest class
    last = slots[rows] == places
    values = np.fromiter(reached.values(), np.float32, len(reached))
    return rows[last], values[of[last]]
