"""Vocabulary: a growing list of distinct words, with look-ups by part, by beginning and by one edit.

A trigram index answers "which words hold this part" in microseconds at 80,000 words, and sorted lists per
word length answer "which words are one edit away"; both work on code points, so on any script.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import OSA

GRAM: Final = 3
"""Code points in a gram; shorter parts cannot be looked up."""

_POINT_BITS: Final = 21
_PAIR_BITS: Final = 63
"""Bits of an integer that a gram and the number of a word may share."""
_LAST: Final = chr(0x10FFFF)
_REMEMBERED: Final = 4096
_LOOKED_THROUGH: Final = 64
"""New words up to which going through them is cheaper than looking up anew."""

Ids = NDArray[np.int32]
Points = NDArray[np.int64]


class Grams:
    """Which words hold which trigram: sorted arrays for words known when built, a dictionary for later."""

    def __init__(self, keys: NDArray[np.int64], starts: NDArray[np.int64], ids: Ids) -> None:
        self.keys, self.starts, self.ids = keys, starts, ids
        self._later: dict[str, list[int]] = {}
        self._spans: dict[str, tuple[int, int]] = {}  # of grams looked up before; (0, 0) for none

    @classmethod
    def of(cls, words: list[str]) -> Grams:
        """Index all words at once."""
        points = np.frombuffer("\0".join(words).encode("utf-32-le", "surrogatepass"), np.uint32).astype(
            np.int64
        )
        if len(points) < GRAM:
            nothing = np.zeros(0, np.int64)
            return cls(nothing, np.zeros(1, np.int64), nothing.astype(np.int32))
        word = np.cumsum(points == 0)[: 1 - GRAM]
        held = points > 0
        inside = held[:-2] & held[1:-1] & held[2:]
        keys, ids = _pairs(points, word, inside, len(words))
        starts = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1]))) if len(keys) else keys
        return cls(keys[starts], np.append(starts, len(ids)), ids)

    def add(self, word: str, number: int) -> None:
        """Index one more word."""
        for gram in {word[at : at + GRAM] for at in range(len(word) - GRAM + 1)}:
            self._later.setdefault(gram, []).append(number)

    def candidates(self, part: str) -> list[int]:
        """The words that hold the rarest trigram of `part`: all that can hold `part`, and some more."""
        grams = {part[at : at + GRAM] for at in range(len(part) - GRAM + 1)}
        known = self._known(grams)
        if not self._later:
            return known
        return known + min((self._later.get(gram, []) for gram in grams), key=len)

    def _known(self, grams: set[str]) -> list[int]:
        spans = self._spans
        if not grams <= spans.keys():
            self._look_up([gram for gram in grams if gram not in spans])
        start, end = min((spans[gram] for gram in grams), key=_length)
        known: list[int] = self.ids[start:end].tolist()
        return known

    def _look_up(self, grams: list[str]) -> None:
        if not len(self.keys):
            self._spans.update(dict.fromkeys(grams, (0, 0)))
            return
        wanted = np.array([_key(gram) for gram in grams], np.int64)
        places = self.keys.searchsorted(wanted)
        there = (self.keys.take(places, mode="clip") == wanted).tolist()
        starts, ends = self.starts.take(places), self.starts.take(places + 1, mode="clip")
        for gram, known, start, end in zip(grams, there, starts.tolist(), ends.tolist(), strict=True):
            self._spans[gram] = (start, end) if known else (0, 0)


def _pairs(points: Points, word: Points, inside: NDArray[np.bool_], words: int) -> tuple[Points, Ids]:
    """Each gram and word that holds it, once and in order; `inside`: where a gram lies within a word.

    Code points are numbered by their order, so that gram and word mostly fit into one integer: sorting those
    takes a third of the time.
    """
    used = np.bincount(points) > 0
    alphabet, ranks = np.flatnonzero(used), used.cumsum() - 1
    bits, word_bits = len(alphabet).bit_length(), words.bit_length()
    if GRAM * bits + word_bits > _PAIR_BITS:
        keys, ids = _joined(points, _POINT_BITS)[inside], word[inside]
        order = np.argsort(keys, kind="stable")
        keys, ids = keys[order], ids[order]
        fresh = _fresh(keys) | _fresh(ids)
        return keys[fresh], ids[fresh].astype(np.int32)
    pairs = (_joined(ranks[points], bits) << word_bits | word)[inside]
    pairs.sort()
    pairs = pairs[_fresh(pairs)]
    grams, last = pairs >> word_bits, (1 << bits) - 1
    known = [alphabet[grams >> place * bits & last] << place * _POINT_BITS for place in range(GRAM)]
    return known[0] | known[1] | known[2], (pairs & (1 << word_bits) - 1).astype(np.int32)


def _joined(values: Points, bits: int) -> Points:
    """Each three neighbours as one integer."""
    return values[:-2] << 2 * bits | values[1:-1] << bits | values[2:]


def _fresh(values: Points) -> NDArray[np.bool_]:
    """Where a value differs from the one before it."""
    fresh = np.ones(len(values), np.bool_)
    fresh[1:] = values[1:] != values[:-1]
    return fresh


def _length(span: tuple[int, int]) -> int:
    return span[1] - span[0]


def _key(gram: str) -> int:
    return ord(gram[0]) << 2 * _POINT_BITS | ord(gram[1]) << _POINT_BITS | ord(gram[2])


class _ByLength:
    """Words sorted from their beginnings and from their ends, a list for each length, when asked for."""

    def __init__(self) -> None:
        self._forth: dict[int, list[str]] = {}
        self._back: dict[int, list[str]] = {}
        self._words: list[str] = []
        self._lengths = np.zeros(0, np.int32)
        self._last: list[str] = []

    def of(self, words: list[str]) -> _ByLength:
        """The same, of all these words, which only grow."""
        taken = len(self._lengths)
        self._words, self._last = words, words[taken:]
        if len(self._last) > _LOOKED_THROUGH:
            self._take(self._last)
            self._last = []
        return self

    def beginning(self, start: str) -> list[str]:
        """The words that begin with `start` and are longer."""
        found = [word for word in self._last if word.startswith(start) and word != start]
        for length in np.bincount(self._lengths).nonzero()[0].tolist():
            if length > len(start):
                found += _range(self._sorted_forth(length), start)
        return found

    def sharing_a_half(self, word: str, middle: int) -> set[str]:
        """The words at most one letter longer or shorter that share one half of it; the last words, whole."""
        first, last = word[:middle], word[middle:][::-1]
        lengths = range(len(word) - 1, len(word) + 2)
        near = {other for other in self._last if len(other) in lengths}
        for length in lengths:
            near.update(_range(self._sorted_forth(length), first))
            near.update([other[::-1] for other in _range(self._sorted_back(length), last)])
        return near

    def _take(self, words: list[str]) -> None:
        for word in words if self._forth else ():
            if len(word) in self._forth:
                insort(self._forth[len(word)], word)
            if len(word) in self._back:
                insort(self._back[len(word)], word[::-1])
        lengths = np.fromiter(map(len, words), np.int32, len(words))
        self._lengths = np.concatenate((self._lengths, lengths))

    def _sorted_forth(self, length: int) -> list[str]:
        if length not in self._forth:
            places = (self._lengths == length).nonzero()[0].tolist()
            self._forth[length] = sorted([self._words[place] for place in places])
        return self._forth[length]

    def _sorted_back(self, length: int) -> list[str]:
        if length not in self._back:
            self._back[length] = sorted([word[::-1] for word in self._sorted_forth(length)])
        return self._back[length]


class Near(NamedTuple):
    """Words like one word, as numbers; each stands in its best class only, the word itself in none."""

    one_edit: list[int]
    part: list[int]
    """They hold it."""
    prefix: list[int]
    """They begin with it."""


_NOTHING: Final = Near([], [], [])


class Vocabulary:
    """Words and their numbers, in order of first sight.

    A new word costs a place in a list. Look-ups go through the last few, and index them when they are more.
    """

    def __init__(self, words: Iterable[str] = (), grams: Grams | None = None) -> None:
        self.words: list[str] = list(words)
        self.number: dict[str, int] = dict(zip(self.words, range(len(self.words)), strict=True))
        self._grams = grams
        self._in_grams = len(self.words)
        self._by_length = _ByLength()
        self._near: dict[str, tuple[int, Near]] = {}

    def __len__(self) -> int:
        return len(self.words)

    def add(self, word: str) -> int:
        """The number of a word, new if need be."""
        known = self.number.get(word)
        if known is None:
            known = self.number[word] = len(self.words)
            self.words.append(word)
        return known

    def add_all(self, words: Iterable[str]) -> list[int]:
        """The numbers of several words, new ones in their order."""
        number, known = self.number, self.words
        found: list[int] = []
        for word in words:
            at = number.get(word)
            if at is None:
                at = number[word] = len(known)
                known.append(word)
            found.append(at)
        return found

    @property
    def grams(self) -> Grams:
        """The trigram index, built on first use; it may lack the last few words."""
        if self._grams is None:
            self.compact()
        elif len(self.words) - self._in_grams > _LOOKED_THROUGH:
            for number in range(self._in_grams, len(self.words)):
                self._grams.add(self.words[number], number)
            self._in_grams = len(self.words)
        assert self._grams is not None
        return self._grams

    def compact(self) -> None:
        """Build the trigram index anew, with all words in its arrays."""
        self._grams = Grams.of(self.words)
        self._in_grams = len(self.words)

    def find(self, word: str) -> int:
        """The number of a word, or -1."""
        return self.number.get(word, -1)

    def near(self, word: str) -> Near:
        """The words that a word of 3 code points or more is like; remembered, and kept up with new words.

        Who types a query asks for its first words again with every key.
        """
        seen, known = self._near.get(word, (0, _NOTHING))
        if seen == len(self.words):
            return known
        if not seen or len(self.words) - seen > _LOOKED_THROUGH:
            known = self._sorted_out(word, self.one_edit(word), self.containing(word))
        else:
            later = self._sorted_out(word, *self._like(word, range(seen, len(self.words))))
            if any(later):
                known = Near(*(old + new for old, new in zip(known, later, strict=True)))
        if len(self._near) >= _REMEMBERED:
            self._near.clear()
        self._near[word] = (len(self.words), known)
        return known

    def _sorted_out(self, word: str, one_edit: list[int], within: list[int]) -> Near:
        words = self.words
        part: list[int] = []
        prefix: list[int] = []
        for number in within:
            if not words[number].startswith(word):
                part.append(number)
            elif len(words[number]) > len(word):
                prefix.append(number)
        return Near([number for number in one_edit if word not in words[number]], part, prefix)

    def _like(self, word: str, numbers: range) -> tuple[list[int], list[int]]:
        """Of some words, those one edit away and those that hold `word`, by going through them."""
        words, least, most = self.words, len(word) - 1, len(word) + 1
        alike = [] if _has_digit(word) else [at for at in numbers if least <= len(words[at]) <= most]
        slips = [number for number in alike if _is_slip(word, words[number])]
        return slips, [number for number in numbers if word in words[number]]

    def containing(self, part: str) -> list[int]:
        """Numbers of the words that hold `part` (3 code points or more), the word itself among them."""
        words = self.words
        candidates = self.grams.candidates(part)
        candidates += range(self._in_grams, len(words))
        return [number for number in candidates if part in words[number]]

    def beginning(self, start: str) -> list[int]:
        """Numbers of the words that begin with `start` and are longer."""
        return [self.number[word] for word in self._by_length.of(self.words).beginning(start)]

    def one_edit(self, word: str) -> list[int]:
        """Numbers of the words one edit away: a letter more, less or changed, or two neighbours swapped.

        One edit leaves the first or the last half whole, but for a swap across the middle, which is tried by
        itself. Words with digits are never one edit away from another: 8080 is not a slip of 8081.
        """
        if _has_digit(word):
            return []
        middle = len(word) // 2
        near = self._by_length.of(self.words).sharing_a_half(word, middle)
        near.add(_swapped(word, middle))
        number, distance = self.number, OSA.distance
        slips = [other for other in near if distance(word, other, score_cutoff=1) == 1]
        return [number[other] for other in slips if other in number and not _has_digit(other)]


def _range(words: list[str], start: str) -> list[str]:
    return words[bisect_left(words, start) : bisect_left(words, start + _LAST)]


def _swapped(word: str, at: int) -> str:
    return word[: at - 1] + word[at : at + 1] + word[at - 1 : at] + word[at + 1 :] if at else word


def _is_slip(word: str, other: str) -> bool:
    return OSA.distance(word, other, score_cutoff=1) == 1 and not _has_digit(other)


def _has_digit(word: str) -> bool:
    return not word.isalpha() and any(map(str.isdigit, word))
