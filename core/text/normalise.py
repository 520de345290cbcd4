"""The form in which text is stored, and the form in which two texts are the same."""

import unicodedata
from collections.abc import Hashable, Sequence, Set
from typing import TypeVar

from core.text.folding import fold_case

_Word = TypeVar("_Word", bound=Hashable)

_STOPS = ".。।۔ "
"""Full stops that may end a claim or be left off without changing what it says."""


def normalise(text: str) -> str:
    """The text as it is stored: NFC, every run of white space one space, no space at the ends."""
    return " ".join(_composed(text).split())


def normal_form(text: str) -> str:
    """The text as it is compared: NFKC, case folded, white space collapsed, the final stop dropped."""
    if text.isascii():
        return " ".join(text.lower().split()).rstrip(_STOPS)
    folded = text
    while True:
        again = " ".join(_casefolded(folded).split()).rstrip(_STOPS)
        if again == folded:
            return folded
        folded = again


def opening(words: Sequence[str], n: int = 3) -> tuple[str, ...]:
    """The first `n` words; empty when there are fewer, so that short texts share no opening."""
    return tuple(words[:n]) if len(words) >= n else ()


def shared_opening(a: Sequence[str], b: Sequence[str]) -> int:
    """How many words two texts share from the first on."""
    shared = 0
    for one, other in zip(a, b, strict=False):
        if one != other:
            break
        shared += 1
    return shared


def jaccard(a: Set[_Word], b: Set[_Word]) -> float:
    """Size of the intersection over size of the union, in [0, 1]; 0 for two empty sets."""
    if not a or not b:
        return 0.0
    shared = len(a & b)
    return shared / (len(a) + len(b) - shared)


def _composed(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def _casefolded(text: str) -> str:
    return unicodedata.normalize("NFKC", fold_case(unicodedata.normalize("NFKC", text)))
