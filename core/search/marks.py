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
    spans: list[Span] = []
    for term in terms:
        sought = term if term.isascii() else fold_accents(term)
        first = folded.find(sought) if sought else -1
        if first < 0:
            continue
        last = first + len(sought)
        if folded.find(sought, last) < 0:  # it stands there once, whole or not
            spans.append((first, last))
        else:
            spans += _occurrences(folded, sought)
    if places is not None:
        spans = [(places[first], places[last - 1] + 1) for first, last in spans]
    spans.sort()
    return _merged(spans) if _meeting(spans) else tuple(spans)


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


def _occurrences(text: str, term: str) -> list[Span]:
    """Where a term stands alone, or if it never does, where it stands within words."""
    whole: list[Span] = []
    parts: list[Span] = []
    size = len(term)
    first = text.find(term) if size else -1
    while first >= 0:
        last = first + size
        inside = text[first - 1 : first].isalnum() or text[last : last + 1].isalnum()
        (parts if inside else whole).append((first, last))
        first = text.find(term, last)
    return whole or parts


def _meeting(spans: list[Span]) -> bool:
    """Whether any of some spans in order begins before the one before it is over, or where it ends."""
    reach = -1
    for first, last in spans:
        if first <= reach:
            return True
        reach = last
    return False


def _merged(spans: list[Span]) -> tuple[Span, ...]:
    merged: list[Span] = []
    for first, last in spans:
        if merged and first <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    return tuple(merged)
