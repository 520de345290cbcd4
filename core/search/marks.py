"""Marks: which parts of a text the words of a query found."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from core.text.folding import fold_accents

Span = tuple[int, int]
"""Start and end in code points, end exclusive."""


def marks(text: str, terms: Iterable[str]) -> tuple[Span, ...]:
    """Spans of `text` where any of some indexed terms stands, in order and merged where they meet.

    A whole word is preferred; a term that is only a part of words (`name` in `userName`) marks that part.
    """
    folded, places = _folded(text)
    spans: set[Span] = set()
    for term in terms:
        plain = fold_accents(term)
        found = list(_occurrences(folded, plain))
        whole = [at for at in found if _stands_alone(folded, at, at + len(plain))]
        spans.update((at, at + len(plain)) for at in whole or found)
    if places is not None:
        spans = {(places[first], places[last - 1] + 1) for first, last in spans}
    return _merged(sorted(spans))


def _folded(text: str) -> tuple[str, list[int] | None]:
    """The text as terms are folded, and for each sign of it the place it came from (None: the same)."""
    if text.isascii():
        return text.lower(), None
    signs: list[str] = []
    places: list[int] = []
    for place, sign in enumerate(text):
        for made in fold_accents(unicodedata.normalize("NFKC", sign).casefold()):
            signs.append(made)
            places.append(place)
    return "".join(signs), places


def _occurrences(text: str, term: str) -> Iterable[int]:
    at = text.find(term) if term else -1
    while at >= 0:
        yield at
        at = text.find(term, at + len(term))


def _stands_alone(text: str, first: int, last: int) -> bool:
    return not (first and text[first - 1].isalnum()) and not (last < len(text) and text[last].isalnum())


def _merged(spans: list[Span]) -> tuple[Span, ...]:
    merged: list[Span] = []
    for first, last in spans:
        if merged and first <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    return tuple(merged)
