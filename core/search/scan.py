"""The scan: each word of the query by its best match among the words of a claim.

Exact 4, beginning 3, part 2, one edit 1.5, weighted by idf; words under four letters and quoted ones match
exactly only, so words of scripts without spaces (single characters and pairs) do too.
"""

from __future__ import annotations

from typing import Final, NamedTuple

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


CLASSES: Final = np.array([ONE_EDIT, PART, PREFIX, EXACT], np.float32)


class Reach(NamedTuple):
    """The words of the pack that a query word reaches, as stem numbers, each in its best class only."""

    one_edit: list[int]
    part: list[int]
    prefix: list[int]
    exact: list[int]


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


def reach(word: Word, stems: Vocabulary) -> Reach:
    """What a query word reaches in the whole vocabulary; whether anything in view holds it is not asked."""
    exact = [word.number] if word.number >= 0 and not word.silent else []
    if word.quoted or word.silent or len(word.stem) < MIN_LETTERS:
        return Reach([], [], [], exact)
    start, words = word.stem, stems.words
    one_edit = [number for number in stems.one_edit(start) if start not in words[number]]
    within = stems.containing(start)
    part = [number for number in within if not words[number].startswith(start)]
    prefix = [number for number in within if words[number].startswith(start) and number != word.number]
    return Reach(one_edit, part, prefix, exact)


def _best(word: Word, asked: Asked, slots: NDArray[np.int32]) -> tuple[Rows, Scores]:
    """Rows in view that a word reaches, each once, and the class of its best match there."""
    reached = reach(word, asked.postings.stems)
    numbers = [number for numbers in reached for number in numbers]
    asked.reached += numbers
    if len(numbers) == len(reached.exact):  # only itself, or nothing
        rows, _ = word.postings
        return rows, np.full(len(rows), EXACT, np.float32)
    rows, of = asked.postings.by_stem.of_terms(numbers)
    seen = asked.scope.shown(rows)
    rows, of = rows[seen], of[seen]
    places = np.arange(len(rows), dtype=np.int32)
    slots[rows] = places  # where a row comes more than once the last one stays: the highest class
    last = slots[rows] == places
    values = np.repeat(CLASSES, [len(numbers) for numbers in reached])
    return rows[last], values[of[last]]
