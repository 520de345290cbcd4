"""How long a sentence is, in words and in characters of scripts without spaces."""

import msgspec

from core.text.limits import MAX_UNSPACED_CHARACTERS, MAX_WORDS_PER_SENTENCE
from core.text.scripts import unspaced_character
from core.text.words import words


class SentenceLength(msgspec.Struct, frozen=True):
    """Words of scripts with spaces, and characters of scripts without."""

    spaced: int
    unspaced: int

    @property
    def too_long(self) -> bool:
        """Whether the two together fill more than one sentence; each alone against its own limit."""
        return (
            self.spaced * MAX_UNSPACED_CHARACTERS + self.unspaced * MAX_WORDS_PER_SENTENCE
            > MAX_WORDS_PER_SENTENCE * MAX_UNSPACED_CHARACTERS
        )


def sentence_length(sentence: str) -> SentenceLength:
    """The length of one sentence; a character counts with the marks on it."""
    found = words(sentence)
    if sentence.isascii():
        return SentenceLength(len(found), 0)
    unspaced = sum(1 for word in found if unspaced_character.match(word))
    return SentenceLength(len(found) - unspaced, unspaced)
