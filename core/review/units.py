"""The units of a claim: what to tick off by eye after the reveal (names, numbers, negations)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.review.tokens import Token, fold, tokens
from core.text.entities import mine_entities
from core.text.lexicon import word_set

NEGATIONS: Final = word_set(
    "not no never none nobody nothing neither nor cannot without nicht kein keine keinen keiner nie niemals "
    "ohne ne pas jamais aucun aucune sans nunca ningún ninguna sin non mai nessuno senza não nenhum sem "
    "niet geen nooit zonder inte aldrig ikke aldri nie nigdy bez nu nici değil yok не нет никогда ни без "
    "לא אין בלי לא لا لم لن ليس ليست بدون نہیں نه नहीं मत बिना 不 没 沒 未 無 无 非 别"
)
"""Words that turn a statement round, in the languages the write rules know and some more."""

NEGATIVE_ENDINGS: Final = ("n't", "n’t")


def units(text: str) -> tuple[str, ...]:
    """The names, numbers and negations of a text as it writes them, in order, each once."""
    found: dict[str, str] = {}
    for _, unit in sorted(_units(text)):
        found.setdefault(fold(unit), unit)
    return tuple(found.values())


def is_negation(token: Token) -> bool:
    """Whether a word says no."""
    return token.folded in NEGATIONS or token.folded.endswith(NEGATIVE_ENDINGS)


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
