"""WordPiece without case, as BERT cuts text: Wu et al. (2016), section 4.1; Devlin et al. (2019).

The rules of `BertNormalizer` and `BertPreTokenizer` of the `tokenizers` package, to which a test holds it. A
name in brackets such as `[SEP]` in a text is text here, never a sign for the model.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

_LONGEST_WORD: Final = 100
"""Signs; a longer word is unknown."""
_CACHED: Final = 1 << 15
_IDEOGRAPHS: Final = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)
"""As `tokenizers` lists them."""


class WordPieces:
    """Cuts texts into numbers of a vocabulary."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        """`vocabulary` holds a piece at its number; a piece that goes on a word begins with `##`."""
        self._number = {piece: number for number, piece in enumerate(vocabulary)}
        self._unknown = self._number["[UNK]"]
        self._first = self._number["[CLS]"]
        self._last = self._number["[SEP]"]
        self._known: dict[str, list[int]] = {}

    def cut(self, text: str, most: int) -> list[int]:
        """The numbers of a text between those of its beginning and its end; at most `most` together."""
        numbers = [self._first]
        for chunk in _legible(text).split():
            if len(numbers) >= most:
                break
            numbers += self._of_chunk(chunk)
        return [*numbers[: most - 1], self._last]

    def _of_chunk(self, chunk: str) -> list[int]:
        known = self._known.get(chunk)
        if known is None:
            if len(self._known) >= _CACHED:
                self._known.clear()
            known = [number for word in _words(chunk) for number in self._of_word(word)]
            self._known[chunk] = known
        return known

    def _of_word(self, word: str) -> list[int]:
        """The longest piece that begins the word, then the longest that goes on, to its end."""
        if len(word) > _LONGEST_WORD:
            return [self._unknown]
        numbers: list[int] = []
        start = 0
        while start < len(word):
            for end in range(len(word), start, -1):
                number = self._number.get(("##" if start else "") + word[start:end])
                if number is not None:
                    numbers.append(number)
                    start = end
                    break
            else:
                return [self._unknown]
        return numbers


def _words(chunk: str) -> list[str]:
    """A text without its case and accents, cut at spaces, punctuation and ideographs."""
    words: list[str] = [""]
    for sign in chunk.lower() if chunk.isascii() else _plain(chunk):
        if sign.isspace():
            words.append("")
        elif _stands_alone(sign):
            words += [sign, ""]
        else:
            words[-1] += sign
    return [word for word in words if word]


def _legible(text: str) -> str:
    """A text without signs that stand for nothing."""
    if text.isprintable() and "\ufffd" not in text:
        return text
    return "".join(
        sign
        for sign in text
        if sign in "\t\n\r" or (sign != "\ufffd" and unicodedata.category(sign)[0] != "C")
    )


def _plain(chunk: str) -> str:
    bare = (sign for sign in unicodedata.normalize("NFD", chunk) if unicodedata.category(sign) != "Mn")
    # Sign by sign: lowering a whole word would give a last sigma another form.
    return "".join(sign.lower() for sign in bare)


def _stands_alone(sign: str) -> bool:
    if sign.isascii():
        return sign.isprintable() and not sign.isalnum()
    point = ord(sign)
    return unicodedata.category(sign)[0] == "P" or any(low <= point <= high for low, high in _IDEOGRAPHS)
