"""Repair: a query word that nothing in view holds becomes a word that something says.

Only what somebody said stands in for another word: voices and dates are indexed, but nobody wrote them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.clocks.instants import DAY
from core.search.scope import Scope
from core.state.columns import PAST
from core.state.documents import MONTHS
from core.state.postings import STOPPED, Postings
from core.text.folding import fold_accents, fold_case
from core.text.words import search_terms

MIN_LETTERS: Final = 4
"""Shorter words are never repaired."""

_MONTH_OF: Final = {fold_case(name): place for place, name in enumerate(MONTHS)}


class Repair(NamedTuple):
    """A word of the query and the word of the pack that stands in for it."""

    asked: str
    became: str


def repaired(word: str, quoted: bool, scope: Scope, postings: Postings) -> Repair | None:
    """The commonest word said in view one edit away, else the commonest that `word` begins, else None.

    For a word that no row in view holds; None for a quoted one, a short one, and one with digits.
    """
    if quoted or len(word) < MIN_LETTERS or not scope.count or any(map(str.isdigit, word)):
        return None
    if word not in scope.repairs:
        scope.repairs[word] = _meant(word, scope, postings)
    became = scope.repairs[word]
    return None if became is None else Repair(word, became)


def _meant(word: str, scope: Scope, postings: Postings) -> str | None:
    plain = fold_accents(word)
    if plain != word and _is_held(postings.surfaces.find(plain), scope, postings):
        return None  # the form without accents is searched beside it
    became = _commonest(postings.surfaces.one_edit(word), scope, postings)
    if became is None:
        became = _commonest(postings.surfaces.beginning(word), scope, postings)
    return became


def _commonest(surfaces: Iterable[int], scope: Scope, postings: Postings) -> str | None:
    """The word that most rows in view say; among equals the first by code points.

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
        held = _sayers(number, scope, postings)
        if held:
            best = min(best or (0, ""), (-held, words[number]))
    return best[1] if best else None


def _is_held(surface: int, scope: Scope, postings: Postings) -> bool:
    """Whether a row in view holds a surface anywhere; -1 is no surface."""
    return surface >= 0 and bool(scope.shown(postings.by_surface.of_term(surface)[0]).any())


def _sayers(surface: int, scope: Scope, postings: Postings) -> int:
    """How many rows in view hold a surface in what they say."""
    rows, counts = postings.by_surface.of_term(surface)
    seen = scope.shown(rows)
    word = postings.surfaces.words[surface]
    voiced = [_voice_terms(name).get(word, 0) for name in postings.voice_names]
    if not any(voiced) and word not in _MONTH_OF:
        return int(np.count_nonzero(seen))
    rows, counts = rows.compress(seen), counts.compress(seen)
    return int(np.count_nonzero(counts > _unsaid(word, voiced, rows, postings)))


def _unsaid(word: str, voiced: list[int], rows: NDArray[np.int32], postings: Postings) -> NDArray[np.int64]:
    """How often some rows hold a word in voice and date; `voiced` is how often each voice has it."""
    unsaid = np.array(voiced, np.int64).take(postings.voices.values[rows])
    month = _MONTH_OF.get(word)
    if month is not None:
        dated = postings.dated.values[rows]
        days = (dated // DAY).astype("datetime64[D]")
        in_month = days.astype("datetime64[M]").astype(np.int64) % len(MONTHS) == month
        unsaid += in_month & (dated != PAST)
    return unsaid


@lru_cache(maxsize=4096)
def _voice_terms(name: str) -> Mapping[str, int]:
    """How often the name of a voice holds each term."""
    return Counter(search_terms(name))
