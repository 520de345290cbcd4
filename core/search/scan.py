"""The scan: each word of the query by its best match among the words of a claim.

Exact 4, beginning 3, part 2, one edit 1.5, weighted by idf; words under four letters and quoted ones match
exactly only, so words of scripts without spaces (single characters and pairs) do too.
"""

from __future__ import annotations

from itertools import chain
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.search.asked import Asked, Word
from core.search.bm25 import idf
from core.search.shares import Share, reached, summed
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
    shares = asked.shares("scan", lambda places: _made(asked, places))
    asked.reached = reached(shares)
    return Votes(name, weight, summed(shares, asked.scope.size))


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


def _made(asked: Asked, places: list[int]) -> Share:
    """What some words of the query add."""
    near = [reach(asked.words[place], asked.postings.stems) for place in places]
    rows, of, values = _best(asked, [numbers for numbers, _ in near], [classes for _, classes in near])
    if any(asked.words[place].silent for place in places):
        rows, of, values = _with_silent(asked, places, rows, of, values)
    if (of[1:] < of[:-1]).any():  # of new rows, and of silent words
        order = of.argsort(kind="stable")
        rows, of, values = rows.take(order), of.take(order), values.take(order)
    holders = np.bincount(of, minlength=len(places))
    values *= (asked.times(places) * idf(asked.scope.count, holders)).take(of)
    return Share(rows, values, holders, [numbers for numbers, _ in near])


def _best(
    asked: Asked, near: list[list[int]], classes: list[list[float]]
) -> tuple[Rows, NDArray[np.intp], Scores]:
    """Rows in view that words reach, once for each; which word; the class of the best match."""
    sizes = list(map(len, near))
    rows, term = asked.postings.by_stem.of_terms(list(chain.from_iterable(near)))
    seen = asked.scope.shown(rows).nonzero()[0]
    rows, term = rows.take(seen), term.take(seen)
    of = np.arange(len(sizes)).repeat(sizes).take(term)
    last = _last_of_each(of * asked.scope.size + rows, len(sizes) * asked.scope.size)
    values = np.array(list(chain.from_iterable(classes)), np.float32).take(term.take(last))
    return rows.take(last), of.take(last), values


def _with_silent(
    asked: Asked, places: list[int], rows: Rows, of: NDArray[np.intp], values: Scores
) -> tuple[Rows, NDArray[np.intp], Scores]:
    """Quoted silent words stand in no stem list; they match exactly."""
    held = asked.held(places)
    silent = np.array([asked.words[place].silent for place in places], np.bool_).take(held.of)
    exact = np.full(np.count_nonzero(silent), EXACT, np.float32)
    return (
        np.concatenate((rows, held.rows.compress(silent))),
        np.concatenate((of, held.of.compress(silent))),
        np.concatenate((values, exact)),
    )


def _last_of_each(keys: NDArray[np.intp], count: int) -> NDArray[np.intp]:
    """Places of the last entry of each key; low classes come first, so that is the best match."""
    slots = np.empty(count, np.int32)
    places = np.arange(len(keys), dtype=np.int32)
    slots[keys] = places
    last: NDArray[np.intp] = (slots.take(keys) == places).nonzero()[0]
    return last
