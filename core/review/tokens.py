"""The words of a claim with their places in the text, in any script, for hiding and for ticking off."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from core.text.folding import fold_case
from core.text.scripts import UNSPACED, marks, may_hold_marks, unspaced_character

_INNER: Final = r"-./:'’@&+,_\u200c\u200d"
"""Signs that hold the parts of one word, number, date, path or address together."""

_PRONOUN: Final = re.compile(r"I(?:['’][a-z]+)?$")
"""I, I'm, I've: capital by custom."""
_IDENTIFIER: Final = re.compile(r"\w[_@]\w|/.*/|\w{2}\.\w{2}")


@dataclass(frozen=True, slots=True)
class Token:
    """A word; in scripts without spaces a character with its marks."""

    text: str
    start: int
    end: int
    folded: str
    """Case folded and composed, for comparison."""
    opens: bool
    """Whether it is the first word of a sentence, where a capital says nothing."""

    @property
    def is_number(self) -> bool:
        """Whether it holds a digit: numbers, dates, times, versions."""
        return any(map(str.isdigit, self.text))

    @property
    def is_capitalised(self) -> bool:
        """Whether it is spelled like a name: a capital that does not merely open a sentence."""
        capitals = [place for place, letter in enumerate(self.text) if letter.isupper()]
        alone = self.opens or _PRONOUN.match(self.text) is not None
        return bool(capitals) and not (alone and capitals == [0])

    @property
    def is_marked(self) -> bool:
        """Whether it is spelled like a value: a number, a name, an address, a path, an identifier."""
        return self.is_number or self.is_capitalised or _IDENTIFIER.search(self.text) is not None

    @property
    def is_unspaced(self) -> bool:
        """Whether it is a character of a script without spaces."""
        return unspaced_character.match(self.text) is not None


def tokens(text: str) -> tuple[Token, ...]:
    """The words of a text in order. Currency, percent and other signs around a word are not part of it."""
    found: list[Token] = []
    before = 0
    for match in _word(may_hold_marks.search(text) is not None).finditer(text):
        gap = text[before : match.start()]
        opens = not found or any(stop in gap for stop in ".!?。！？؟।\n")
        found.append(Token(match[0], match.start(), match.end(), fold(match[0]), opens))
        before = match.end()
    return tuple(found)


def fold(text: str) -> str:
    """The form in which words are compared."""
    return fold_case(unicodedata.normalize("NFKC", text))


@lru_cache(maxsize=2)
def _word(marked: bool) -> re.Pattern[str]:
    """The marks of all scripts take a while to list, so Latin texts go without."""
    if not marked:
        return re.compile(rf"\w+(?:[{_INNER}]+\w+)*(?:\+\+|#)?")
    letter = rf"(?:(?![{UNSPACED}])[\w{marks()}])"
    return re.compile(rf"[{UNSPACED}][{marks()}]*|{letter}+(?:[{_INNER}]+{letter}+)*(?:\+\+|#)?")
