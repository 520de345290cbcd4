"""Repair: a query word that nothing in view holds becomes a word that something holds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

import numpy as np

from core.search.scope import Scope
from core.state.postings import STOPPED, Postings
from core.text.folding import fold_accents

MIN_LETTERS: Final = 4
"""Shorter words are never repaired."""


class Repair(NamedTuple):
    """A word of the query and the word of the pack that stands in for it."""

    asked: str
    became: str


def repaired(word: str, quoted: bool, holders: int, scope: Scope, postings: Postings) -> Repair | None:
    """The commonest word in view one edit away, else the commonest that `word` begins, else None.

    Only for unquoted words of four letters or more without digits that `holders` = 0 rows in view hold.
    """
    if quoted or holders or len(word) < MIN_LETTERS or not scope.count or any(map(str.isdigit, word)):
        return None
    plain = fold_accents(word)
    if plain != word and _holders(postings.surfaces.find(plain), scope, postings):
        return None  # the form without accents is searched beside it
    became = _commonest(postings.surfaces.one_edit(word), scope, postings)
    if became is None:
        became = _commonest(postings.surfaces.beginning(word), scope, postings)
    return None if became is None else Repair(word, became)


def _commonest(surfaces: Iterable[int], scope: Scope, postings: Postings) -> str | None:
    """The word that most rows in view hold; among equals the first by code points.

    The length of a whole list bounds its length in view, so most lists are never opened.
    """
    sizes, words = postings.by_surface.size, postings.surfaces.words
    stem_of = postings.stem_of.values
    best: tuple[int, str] | None = None
    for number in sorted(surfaces, key=sizes, reverse=True):
        if stem_of[number] == STOPPED:
            continue
        if best and sizes(number) < -best[0]:
            break
        held = _holders(number, scope, postings)
        if held:
            best = min(best or (0, ""), (-held, words[number]))
    return best[1] if best else None


def _holders(surface: int, scope: Scope, postings: Postings) -> int:
    """How many rows in view hold a surface; -1 is no surface."""
    if surface < 0:
        return 0
    rows, _ = postings.by_surface.of_term(surface)
    return int(np.count_nonzero(scope.shown(rows)))
