"""Readability figures for the writer: grade, ease, adverbs, passives, hard sentences (English only)."""

import re
from collections.abc import Sequence

import msgspec

from core.text.lexicon import word_set
from core.text.limits import HARD_SENTENCE_WORDS, MAX_WORDS_PER_SENTENCE, MIN_WORDS_FOR_GRADE
from core.text.sentences import sentences

_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|['’-])*")
_VOWELS = re.compile(r"[aeiouy]+")
_ADVERBS = word_set(
    "very really quite just actually basically literally seriously extremely incredibly totally definitely "
    "probably certainly"
)
_NOT_ADVERBS = word_set(
    "only family apply early daily weekly monthly yearly supply reply imply comply ally belly fly sly july"
)
_BE = word_set("am is are was were be been being")
_PARTICIPLE_WITHIN = 3
"""Words after the be-verb in which its participle may stand (`was not fully tested`)."""


class Readability(msgspec.Struct, frozen=True):
    """Figures of one text; `grade` and `ease` are None where there are too few words to say."""

    words: int
    sentences: int
    grade: float | None
    """Automated readability index, in US school grades."""
    ease: float | None
    """Flesch reading ease; higher is easier."""
    adverbs: int
    adverb_ratio: float
    passives: int
    hard_sentences: int
    """Sentences of 20 to 29 words."""
    very_hard_sentences: int
    """Sentences of 30 words or more, which are refused."""
    english: bool
    """Whether the text is in Latin letters, for which alone grade, ease and adverbs mean something."""


def readability(text: str) -> Readability:
    """The figures of a text (limits: core/README.md, Figures of the text rules); never raises."""
    by_sentence = [[word.lower() for word in _WORD.findall(sentence)] for sentence in sentences(text)]
    flat = [word for sentence in by_sentence for word in sentence]
    adverbs = sum(map(_is_adverb, flat))
    lengths = [len(sentence) for sentence in by_sentence]
    return Readability(
        words=len(flat),
        sentences=len(by_sentence),
        grade=_grade(flat, len(by_sentence)),
        ease=_ease(flat, len(by_sentence)),
        adverbs=adverbs,
        adverb_ratio=adverbs / len(flat) if flat else 0.0,
        passives=sum(map(_passives, by_sentence)),
        hard_sentences=sum(HARD_SENTENCE_WORDS <= n <= MAX_WORDS_PER_SENTENCE for n in lengths),
        very_hard_sentences=sum(n > MAX_WORDS_PER_SENTENCE for n in lengths),
        english=bool(flat) and all(word[0] < "\u0250" for word in flat),
    )


def _grade(words: Sequence[str], sentence_count: int) -> float | None:
    """Automated readability index (Smith and Senter, 1967), rounded to two places."""
    if len(words) < MIN_WORDS_FOR_GRADE or not sentence_count:
        return None
    letters = sum(sum(map(str.isalnum, word)) for word in words)
    return round(4.71 * letters / len(words) + 0.5 * len(words) / sentence_count - 21.43, 2)


def _ease(words: Sequence[str], sentence_count: int) -> float | None:
    """Reading ease (Flesch, 1948), rounded to two places."""
    if len(words) < MIN_WORDS_FOR_GRADE or not sentence_count:
        return None
    syllables = sum(map(_syllables, words))
    return round(206.835 - 1.015 * len(words) / sentence_count - 84.6 * syllables / len(words), 2)


def _syllables(word: str) -> int:
    groups = len(_VOWELS.findall(word))
    silent = groups > 1 and word.endswith("e") and not word.endswith("le")
    return max(1, groups - silent)


def _is_adverb(word: str) -> bool:
    return word in _ADVERBS or (len(word) > 2 and word.endswith("ly") and word not in _NOT_ADVERBS)


def _passives(words: Sequence[str]) -> int:
    return sum(
        any(later.endswith(("ed", "en")) for later in words[at + 1 : at + 1 + _PARTICIPLE_WITHIN])
        for at, word in enumerate(words)
        if word in _BE
    )
