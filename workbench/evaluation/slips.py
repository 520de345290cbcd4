"""One typing slip a question: a random edit in its longest word that carries meaning."""

from __future__ import annotations

import re
import string
from random import Random
from typing import Final

from core.text.lexicon import word_set

_WORD: Final = re.compile(r"[^\W\d_]+")
_SLIGHT: Final = word_set(
    "about after and are been before did does during for from had has have her his how into its their they "
    "that the this was were what when where which while who whom whose why with would you your"
)
"""Words that a question is asked with, not about."""


def with_slip(text: str, chance: Random) -> str:
    """The text with one letter dropped, doubled, exchanged or swapped with the next; the first one stands."""
    words = [word for word in _WORD.finditer(text) if word.group().casefold() not in _SLIGHT]
    if not words:
        return text
    longest = max(words, key=lambda word: len(word.group()))
    return text[: longest.start()] + _slipped(longest.group(), chance) + text[longest.end() :]


def _slipped(word: str, chance: Random) -> str:
    if len(word) < 3:
        return word
    at = chance.randrange(1, len(word) - 1)
    other = chance.choice([letter for letter in string.ascii_lowercase if letter != word[at].casefold()])
    swapped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    dropped = word[:at] + word[at + 1 :]
    forms = [dropped, word[:at] + other + word[at:], word[:at] + other + word[at + 1 :]]
    return chance.choice(forms if swapped == word else [*forms, swapped])
