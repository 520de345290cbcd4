"""The stop list and the stemmer of the search."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Protocol

from core.text.lexicon import word_set

STOP_WORDS: Final = word_set(
    "a an and are as at be been being but by can could do does for from if in is it its me my no not of on "
    "or our please should than that the then these this those to was we were what when where which who will "
    "with would yes you your"
)
"""Words that say nothing of what a text is about (core/README.md, Figures of the text rules)."""

ENGLISH: Final = "english"
NO_STEMS: Final = "off"
"""The language under which words are taken as they are."""

_KEPT = frozenset("-_./#+")
_FEW: Final = 64
"""Terms that are stemmed one by one, for the stem of each is then known."""
_REMEMBERED: Final = 10_000


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...
    def stemWords(self, words: Sequence[str]) -> list[str]: ...


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """The languages that words can be stemmed by, and `off`."""
    import Stemmer

    return (*sorted(Stemmer.algorithms()), NO_STEMS)


@lru_cache(maxsize=1 << 16)
def stem(term: str, language: str = ENGLISH) -> str:
    """The Snowball stem of a folded term; versions, paths and identifiers come back as they are.

    Raises `KeyError` for a language that Snowball does not know.
    """
    if language == NO_STEMS:
        return term
    return term if _stands_as_it_is(term) else _stemmer(language).stemWord(term)


def stems_of(terms: Sequence[str], language: str = ENGLISH) -> list[str]:
    """The stem of each of some terms; thousands at once take half the time. Raises as `stem` does."""
    if language == NO_STEMS or len(terms) < _FEW:
        return [stem(term, language) for term in terms]
    stemmed = zip(terms, _stemmer(language, 0).stemWords(terms), strict=True)
    return [to if term.isalpha() or not _stands_as_it_is(term) else term for term, to in stemmed]


def _stands_as_it_is(term: str) -> bool:
    return not term.isalpha() and (any(map(str.isdigit, term)) or not _KEPT.isdisjoint(term))


@lru_cache(maxsize=32)
def _stemmer(language: str, remembered: int = _REMEMBERED) -> _Stemmer:
    """A stemmer that remembers so many words; for thousands that are new to it, looking takes longest."""
    import Stemmer

    stemmer: _Stemmer = Stemmer.Stemmer(language, remembered)
    return stemmer
