"""What a stretch of words looks like: a number, a name, or ordinary words. Shape, not vocabulary."""

from __future__ import annotations

import re
import unicodedata
from enum import Enum
from functools import lru_cache, partial
from typing import Final, NamedTuple

from core.rules import lexicon
from core.rules.sides import Side
from core.text.folding import fold_case
from core.text.negations import FURTHER_NEGATIONS, is_negation
from core.text.scripts import unspaced_character
from core.text.words import words

_NUMBER: Final = re.compile(r"v?\d[\d.,:/-]*[^\W\d]{0,4}")
_VERSION: Final = re.compile(r"v?\d+(?:\.\d+)+\w*")
_DATE: Final = re.compile(r"\d{4}-\d\d(?:-\d\d)?|(?:1[5-9]|20)\d\d")
_IDENTIFIER: Final = re.compile(r"[^\W\d_]+(?:[-_.][^\W_]+)*[-_.]?\d+|[\w-]+\.[a-z]{1,4}")
_VALUE_SIGNS: Final = re.compile(r"[:：=→＝]")
_BREAKS: Final = re.compile(r"[,;，；、،؛(（]|\s[-–—]\s|—")
_COMMAS: Final = frozenset(",，、،(（")
_HALF: Final = 0.5
"""What a character weighs where it is a word: two weigh about one word of the other scripts."""
_MEASURE_WORDS: Final = 3
"""A number with its unit has at most so many words."""


_NEGATIONS: Final = FURTHER_NEGATIONS - {"nu"}
"""Without the one that means "now" in as many languages."""

_RELATING: Final = lexicon.PREPOSITIONS - lexicon.OF - lexicon.ARTICLES
"""Small words that tie two things together; a name or a number holds none ("of" and its like aside)."""


class Shape(Enum):
    """What one stretch of words looks like."""

    NUMBER = "a number"
    NAME = "a name"
    PLAIN = "ordinary words"


class Word(NamedTuple):
    """One word as the rules read it and as it was written."""

    folded: str
    written: str
    capital: bool
    """Whether it is written with a capital that means something."""
    after_sign: bool
    """Whether a colon, an equals sign or an arrow stands before it, and a space: "db:5432" is one thing."""
    named: bool
    """Whether it is part of a name the claim is about."""
    breaks: bool = False
    """Whether a comma, a semicolon, a dash or a bracket stands before it."""
    parts: bool = False
    """Whether that sign is more than a comma: what follows stands by itself."""
    first: bool = False
    """Whether it opens the text."""

    @property
    def negates(self) -> bool:
        """Whether it turns a statement round."""
        return is_negation(self.folded) or self.folded in _NEGATIONS

    @property
    def weight(self) -> float:
        """1, and half of it for a character of a script without spaces."""
        return _HALF if unspaced_character.match(self.folded) else 1.0

    @property
    def is_number(self) -> bool:
        """Digits, a version, a measure, or a number written out."""
        return (
            _NUMBER.fullmatch(self.folded) is not None
            or self.folded in lexicon.NUMBER_WORDS
            or all(unicodedata.numeric(sign, None) is not None for sign in self.folded)
        )

    @property
    def is_version(self) -> bool:
        """Digits with inner dots."""
        return _VERSION.fullmatch(self.folded) is not None

    @property
    def is_date(self) -> bool:
        """A day, a month, a year, or a date in digits."""
        return is_date(self.folded)

    @property
    def is_name(self) -> bool:
        """Written as names are: a capital, a path, letters with digits, or named by the claim itself."""
        if self.named or self.is_identifier or self.capital:
            return True
        return any(map(str.isdigit, self.folded)) and not self.is_number

    @property
    def is_identifier(self) -> bool:
        """A path, or a host or part with its number (`core/a.py`, `web-1`): one of many by its spelling."""
        if "/" in self.folded:
            return True
        return _IDENTIFIER.fullmatch(self.folded) is not None and not self.is_number

    @property
    def is_which(self) -> bool:
        """Says which of several like things: an environment or an ordinal."""
        return self.folded in lexicon.ENVIRONMENTS or self.folded in lexicon.ORDINALS


def is_date(folded: str) -> bool:
    """Whether a word, folded, is a day, a month, a year, or a date in digits."""
    return folded in lexicon.DATES or _DATE.fullmatch(folded) is not None


def spelled(side: Side) -> tuple[Word, ...]:
    """The words of a side as they are written, in order."""
    named = _parts(side.topics) if side.declares else _NOTHING
    if side.cut is None:
        return _spelled(side.claim.text, side.said, named)
    every = _spelled(side.claim.text, tuple(words(side.claim.text)), named)
    return tuple(every[place] for place in side.cut)


@lru_cache(maxsize=4096)
def _parts(topics: frozenset[str]) -> frozenset[str]:
    return frozenset(part for topic in topics for part in topic.split())


_NOTHING: Final[frozenset[str]] = frozenset()


@lru_cache(maxsize=4096)
def _spelled(text: str, said: tuple[str, ...], named: frozenset[str]) -> tuple[Word, ...]:
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text).translate(_ALIKE)
    folded, places = _folded(plain)
    capitals, plainly = lexicon.CAPITALS_MEAN_NOTHING.isdisjoint(said), plain.isascii()
    found: list[Word] = []
    end = 0
    for word in said:
        at = folded.find(word, end)
        if at < 0:
            found.append(Word(word, word, False, False, word in named))
            continue
        written = plain[places[at] : places[at + len(word) - 1] + 1]
        capital = capitals and written != word and (plainly or any(map(str.isupper, written)))
        signed = at - end > 1 and _VALUE_SIGNS.search(folded, end, at) is not None
        gap = folded[end:at]
        breaks = gap not in _PLAIN_GAPS and _BREAKS.search(gap) is not None
        parts = breaks and _COMMAS.isdisjoint(gap)
        found.append(_WORD((word, written, capital, signed, word in named, breaks, parts, not found)))
        end = at + len(word)
    return tuple(found)


_WORD: Final = partial(tuple.__new__, Word)
"""A word of its fields in order; without the call in Python that a name for each of them costs."""
_PLAIN_GAPS: Final = (" ", "")
_ALIKE: Final = str.maketrans({"’": "'", "\u2010": "-", "\u2011": "-", "\u200c": None, "\u200d": None})
"""Signs that `core.text.words` reads as one."""


def _folded(text: str) -> tuple[str, list[int] | range]:
    """The folded text, and for each of its characters the place in the text it comes from."""
    if text.isascii():
        return text.lower(), range(len(text))
    pieces = [fold_case(sign) for sign in text]
    return "".join(pieces), [place for place, piece in enumerate(pieces) for _ in piece]


def shape(stretch: tuple[Word, ...]) -> Shape:
    """What a stretch looks like, small words at its start left aside."""
    bare = stretch
    while len(bare) > 1 and bare[0].folded in lexicon.ARTICLES and not bare[0].is_name:
        bare = bare[1:]
    first, last = bare[0], bare[-1]
    if any(word.folded in _RELATING for word in bare):
        return Shape.PLAIN
    if first.is_number and len(bare) <= _MEASURE_WORDS:
        return Shape.NUMBER
    if first.is_name and (last.is_name or last.is_number):
        return Shape.NAME
    return Shape.PLAIN
