"""The units of a claim: what to tick off by eye after the reveal (names, numbers, negations)."""

from __future__ import annotations

from collections.abc import Iterator

from core.review.tokens import Token, fold, tokens
from core.text import negations
from core.text.entities import mine_entities


def units(text: str) -> tuple[str, ...]:
    """The names, numbers and negations of a text as it writes them, in order, each once."""
    found: dict[str, str] = {}
    for _, unit in sorted(_units(text)):
        found.setdefault(fold(unit), unit)
    return tuple(found.values())


def is_negation(token: Token) -> bool:
    """Whether a word says no."""
    return negations.is_negation(token.folded) or token.folded in negations.FURTHER_NEGATIONS


def _units(text: str) -> Iterator[tuple[int, str]]:
    named: list[tuple[int, int]] = []
    for name in mine_entities(text):
        start = text.find(name)
        if start >= 0:
            named.append((start, start + len(name)))
            yield start, name
    for token in tokens(text):
        inside = any(start <= token.start and token.end <= end for start, end in named)
        if not inside and (token.is_number or is_negation(token)):
            yield token.start, token.text
