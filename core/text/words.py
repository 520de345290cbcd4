"""Segmentation: one for the write rules (`words`), one for the index (`search_terms`), one for queries."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

import msgspec

from core.text.folding import fold_accents, fold_case
from core.text.parts import hangul_pairs, parts
from core.text.scripts import marks, may_hold_marks, unspaced_character
from core.text.stems import STOP_WORDS

_JOINED = r"(?:[-./']{w}+)*(?:\+\+|(?<![^\W_]{{2}})#)?"
"""What may follow the first run of a word: more runs after a joiner; the end of `C++` and `C#`."""

_ASCII_WORD = re.compile(r"(?<!_)_*[A-Za-z0-9]\w*" + _JOINED.format(w=r"\w"), re.ASCII)

_ALIKE = str.maketrans({"’": "'", "\u2010": "-", "\u2011": "-", "\u200c": None, "\u200d": None})
"""Signs read as one: the curly apostrophe, the two hyphens; joiners inside a word are not letters."""

_CACHED_LENGTH = 32
"""Longer runs, mostly text without spaces, seldom come back."""

_QUOTED = re.compile(r'"([^"]*)"|“([^“”]*)”|„([^„“”]*)[“”]|«([^«»]*)»|「([^「」]*)」')


_QUOTE = re.compile('["“„«「]')
"""What a quoted part begins with."""


class QueryTerm(msgspec.Struct, frozen=True):
    """One term of a query; a quoted one is meant as it stands (no repair, no stop list)."""

    text: str
    quoted: bool = False


def words(text: str) -> list[str]:
    """The words of a text in order, case folded, with stop words and endings kept.

    A word is a run of letters, digits and marks with inner apostrophes, hyphens, underscores, dots and
    slashes (`don't`, `billing-svc`, `0.9.3`, `core/text/words.py`). In scripts without spaces each
    character, with its marks, is a word.
    """
    if text.isascii():
        return _ASCII_WORD.findall(text.lower())
    return [unit for run in _runs(text) for unit in _units(fold_case(run))]


def search_terms(text: str) -> list[str]:
    """The terms under which a text is indexed, in order, unstemmed, stop words kept.

    As `words`, and besides: the parts of compounds, paths and camelCase names, the form without accents,
    the pairs of neighbouring characters in scripts without spaces and in Korean.
    """
    terms: list[str] = []
    for run in _ascii_runs(text) if text.isascii() else _runs(text):
        terms += _cached_terms(run) if len(run) <= _CACHED_LENGTH else _terms_of(run)
    return terms


def plain_term(word: str) -> str | None:
    """The one term of a word of Latin letters, all small or but the first; None for any other text."""
    if word.isascii() and word.isalpha() and (word.islower() or word.istitle()):
        return word.lower()
    return None


def query_terms(text: str) -> list[QueryTerm]:
    """The terms of a query, cut as `search_terms` cuts; any text is a query and none is refused.

    Stop words are left out unless they are quoted.
    """
    if not _QUOTE.search(text):
        return _unquoted(text)
    terms: list[QueryTerm] = []
    end = 0
    for match in _QUOTED.finditer(text):
        terms += _unquoted(text[end : match.start()])
        terms += [QueryTerm(term, True) for term in search_terms(match.group()[1:-1])]
        end = match.end()
    return terms + _unquoted(text[end:])


def _unquoted(text: str) -> list[QueryTerm]:
    terms = _chunk_by_chunk(text) if text.isascii() else search_terms(text)
    return [QueryTerm(term) for term in terms if term not in STOP_WORDS]


def _chunk_by_chunk(text: str) -> Iterator[str]:
    """The search terms of an ASCII text: none reaches across a space, and most words were asked before."""
    for chunk in text.split():
        yield from _terms_of_chunk(chunk) if len(chunk) <= _CACHED_LENGTH else search_terms(chunk)


def _ascii_runs(text: str) -> list[str]:
    return [text] if text.isalpha() else _ASCII_WORD.findall(text)


def _runs(text: str) -> list[str]:
    plain = (text if text.isascii() else unicodedata.normalize("NFKC", text)).translate(_ALIKE)
    pattern = _any_word() if may_hold_marks.search(plain) else _word_of(r"\w")
    return pattern.findall(plain)


def _any_word() -> re.Pattern[str]:
    return _word_of(rf"[\w{marks()}]")


@lru_cache(maxsize=2)
def _word_of(letter: str) -> re.Pattern[str]:
    """A word of such letters; most texts need no marks, which take a while to collect."""
    return re.compile(rf"(?<!_)_*[^\W_]{letter}*" + _JOINED.format(w=letter))


@lru_cache(maxsize=1)
def _unit() -> re.Pattern[str]:
    unspaced = unspaced_character.pattern
    return re.compile(rf"{unspaced}[{marks()}]*|(?:(?!{unspaced})[^\s])+")


def _units(run: str) -> list[str]:
    """A run cut into characters where its script has no spaces, else the run as it is."""
    if run.isascii() or not unspaced_character.search(run):
        return [run]
    stripped = (unit.strip("-./'#+") for unit in _unit().findall(run))
    return [unit for unit in stripped if any(map(str.isalnum, unit))]


def _terms_of(run: str) -> tuple[str, ...]:
    """The terms of one run, the run itself first."""
    if run.isascii():
        plain = plain_term(run)
        return (run.lower(), *parts(run)) if plain is None else (plain,)
    units = _units(run)
    terms = [form for unit in units for form in _spaced_terms(unit)]
    for left, right in pairwise(units):
        if unspaced_character.match(left) and unspaced_character.match(right):
            terms.append(left + right)
    return tuple(terms)


_cached_terms = lru_cache(maxsize=1 << 14)(_terms_of)


@lru_cache(maxsize=1 << 14)
def _terms_of_chunk(chunk: str) -> tuple[str, ...]:
    """The search terms of a text without spaces."""
    return tuple(search_terms(chunk))


def _spaced_terms(run: str) -> Iterator[str]:
    if len(run) == 1 and unspaced_character.match(run):
        yield fold_case(run)
        return
    for form in (fold_case(run), *parts(run), *hangul_pairs(run)):
        yield form
        folded = fold_accents(form)
        if folded and folded != form:
            yield folded
