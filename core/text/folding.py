"""A word without its case, and without its accents, so that `cafe` finds `Café`."""

import unicodedata
from functools import lru_cache

from core.text.patterns import late

_ACCENT = late(
    "[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7"
    "\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0640]"
)
"""Marks of Latin, Greek, Cyrillic, Hebrew and Arabic that writers leave off. Those of Indic
and Thai are vowels."""

_LETTERS = str.maketrans(
    {"ı": "i", "ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ħ": "h"}
)
"""Letters that have no decomposition but are typed without their stroke."""

_OWN_LETTERS = frozenset("йЙ")
"""Decomposes, but is a letter of its own that nobody writes without the mark."""


def fold_case(text: str) -> str:
    """Unicode case folding, with the Turkish dotted capital read as a plain `i`."""
    return text.lower() if text.isascii() else text.casefold().replace("i\u0307", "i")


def fold_accents(word: str) -> str:
    """The word with accents, vowel points and strokes taken off; unchanged where there are none."""
    if word.isascii():
        return word
    return "".join(map(_bare, word)).translate(_LETTERS)


@lru_cache(maxsize=4096)
def _bare(character: str) -> str:
    if character.isascii() or character in _OWN_LETTERS:
        return character
    return unicodedata.normalize("NFC", _ACCENT.sub("", unicodedata.normalize("NFD", character)))
