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
from core.search.votes import Rows, Scores, Votes
from core.state.vocabulary import Vocabulary

EXACT: Final = 4.0
PREFIX: Final = 3.0
PART: Final = 2.0
ONE_EDIT: Final = 1.5
MIN_LETTERS: Final = 4
"""Shorter words match exactly only."""
CLASSES: Final = (ONE_EDIT, PART, PREFIX, EXACT)


def claims(name: str, weight: float, asked: Asked) -> Votes:
    """The scan's score of every text row, 0 where no word of the query comes near."""
    size = asked.scope.size
    rows, of, values = _best(asked)
    holders = np.bincount(of, minlength=len(asked.words))
    values *= (asked.times * idf(asked.scope.count, holders)).take(of)
    return Votes(name, weight, np.bincount(rows, values, size).astype(np.float32))


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


def _best(asked: Asked) -> tuple[Rows, NDArray[np.intp], Scores]:
    """Rows in view that a word reaches, once for each word; the word's place; the class of its best match."""
    numbers: list[int] = []
    values: list[float] = []
    places: list[int] = []
    for place, word in enumerate(asked.words):
        reached, classes = reach(word, asked.postings.stems)
        numbers += reached
        values += classes
        places += [place] * len(reached)
    asked.reached = numbers
    rows, term = asked.postings.by_stem.of_terms(numbers)
    seen = asked.scope.visible.take(rows, mode="clip")
    rows, term = rows.compress(seen), term.compress(seen)
    of = np.array(places, np.intp).take(term)
    last = _last_of_each(of * asked.scope.size + rows, len(asked.words) * asked.scope.size)
    rows, of, term = rows.compress(last), of.compress(last), term.compress(last)
    return _with_silent(asked, rows, of, np.array(values, np.float32).take(term))


def _last_of_each(keys: NDArray[np.intp], count: int) -> NDArray[np.bool_]:
    """Which entries are the last of their key; low classes come first, so that is the best match."""
    slots = np.empty(count, np.int32)
    places = np.arange(len(keys), dtype=np.int32)
    slots[keys] = places
    last: NDArray[np.bool_] = slots.take(keys) == places
    return last


def _with_silent(
    asked: Asked, rows: Rows, of: NDArray[np.intp], values: Scores
) -> tuple[Rows, NDArray[np.intp], Scores]:
    """Quoted silent words stand in no stem list; they match exactly."""
    silent = np.array([word.silent for word in asked.words], np.bool_).take(asked.of)
    if not silent.any():
        return rows, of, values
    exact = np.full(np.count_nonzero(silent), EXACT, np.float32)
    return (
        np.concatenate((rows, asked.rows[silent])),
        np.concatenate((of, asked.of[silent])),
        np.concatenate((values, exact)),
    )
