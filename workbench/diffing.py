"""What changed between two texts, word by word, in any script."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import product
from typing import Literal, NamedTuple

from uniseg.sentencebreak import sentences
from uniseg.wordbreak import words

Role = Literal["same", "removed", "added"]

REWRITE_RATIO = 0.5
"""Below this share of kept words two texts are mostly different, and short islands of sameness are noise."""

SMALLEST_ISLAND = 2.0
"""Words that an island between two changes needs to stay an island in a rewrite."""

CHARACTER_WEIGHT = 0.5
"""What a character of a script without spaces counts for, in words."""

SENTENCEWISE_SHARE = 0.75
"""A comparison sentence by sentence is preferred while it keeps this share of the words of a free one."""

_UNSPACED = (
    ("\u0e00", "\u0eff"),  # Thai, Lao
    ("\u1000", "\u109f"),  # Myanmar
    ("\u1780", "\u17ff"),  # Khmer
    ("\u2e80", "\u9fff"),  # Han, Kana
    ("\uf900", "\ufaff"),  # Han, compatibility
    ("\U00020000", "\U0003ffff"),  # Han, extensions
)


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of text and what became of it."""

    text: str
    role: Role


@dataclass(frozen=True, slots=True)
class Difference:
    """Both texts in spans; the texts of each side joined are the text it was made from."""

    old: tuple[Span, ...]
    new: tuple[Span, ...]

    @property
    def same(self) -> bool:
        """Whether nothing differs, spaces included."""
        return all(span.role == "same" for span in (*self.old, *self.new))


class _Run(NamedTuple):
    """`size` equal tokens from `a[at_a]` and `b[at_b]` on; spaces are no tokens here."""

    at_a: int
    at_b: int
    size: int


def diff(old: str, new: str) -> Difference:
    """Mark in `old` the words that went and in `new` the words that came."""
    spans = inline(old, new)
    return Difference(
        old=_joined(span for span in spans if span.role != "added"),
        new=_joined(span for span in spans if span.role != "removed"),
    )


def inline(old: str, new: str) -> tuple[Span, ...]:
    """Both texts in one line: what went stands right before what came in its place."""
    if old == new:
        return _joined([Span(old, "same")])
    return _joined(_spans(tokens(old), tokens(new), _kept(old, new)))


@lru_cache(maxsize=256)
def tokens(text: str) -> tuple[str, ...]:
    """Words, spaces and marks in order (UAX #29); in scripts without spaces one token a character."""
    return tuple(words(text)) if text else ()


def _spans(a: Sequence[str], b: Sequence[str], runs: Iterable[_Run]) -> Iterator[Span]:
    """Walk both texts from kept word to kept word; `runs` count words, `a` and `b` hold spaces too."""
    words_a, words_b = _words_at(a), _words_at(b)
    done_a = done_b = 0
    for run in runs:
        for step in range(run.size):
            i, j = words_a[run.at_a + step], words_b[run.at_b + step]
            yield from _gap(a[done_a:i], b[done_b:j])
            yield Span(a[i], "same")
            done_a, done_b = i + 1, j + 1
    yield from _gap(a[done_a:], b[done_b:])


def _gap(gone: Sequence[str], come: Sequence[str]) -> Iterator[Span]:
    """The spans between two kept words; a space that both sides share at an edge is no part of the change."""
    lead = 1 if gone and come and gone[0] == come[0] and gone[0].isspace() else 0
    rest_gone, rest_come = gone[lead:], come[lead:]
    tail = 1 if rest_gone and rest_come and rest_gone[-1] == rest_come[-1] and rest_gone[-1].isspace() else 0
    yield Span("".join(gone[:lead]), "same")
    yield Span("".join(rest_gone[: len(rest_gone) - tail]), "removed")
    yield Span("".join(rest_come[: len(rest_come) - tail]), "added")
    yield Span("".join(rest_gone[len(rest_gone) - tail :]), "same")


def _joined(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Neighbours of one role as one span, empty ones left out."""
    out: list[Span] = []
    for span in spans:
        if not span.text:
            continue
        if out and out[-1].role == span.role:
            out[-1] = Span(out[-1].text + span.text, span.role)
        else:
            out.append(span)
    return tuple(out)


def _kept(old: str, new: str) -> tuple[_Run, ...]:
    """The runs of words that both texts keep, without the islands that only make confetti."""
    a = _words(old)
    free, sentencewise = _runs(a, _words(new)), _runs_by_sentence(old, new)
    return sentencewise if _weight_of(sentencewise, a) >= SENTENCEWISE_SHARE * _weight_of(free, a) else free


def _runs(a: tuple[str, ...], b: tuple[str, ...]) -> tuple[_Run, ...]:
    blocks = SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks()
    return _without_confetti(tuple(_Run(*block) for block in blocks if block.size), a, b)


def _runs_by_sentence(old: str, new: str) -> tuple[_Run, ...]:
    """The runs within sentences that answer each other, in order, at the best total of kept words."""
    a = [_words(sentence) for sentence in sentences(old)] if old else []
    b = [_words(sentence) for sentence in sentences(new)] if new else []
    runs: list[_Run] = []
    for i, j in _paired(a, b):
        start_a, start_b = sum(map(len, a[:i])), sum(map(len, b[:j]))
        runs.extend(_Run(start_a + r.at_a, start_b + r.at_b, r.size) for r in _runs(a[i], b[j]))
    return tuple(runs)


def _paired(a: list[tuple[str, ...]], b: list[tuple[str, ...]]) -> list[tuple[int, int]]:
    """Pairs of sentences, both rising, with the largest sum of kept weight (longest common subsequence)."""
    best: dict[tuple[int, int], tuple[float, list[tuple[int, int]]]] = {}
    for i, j in product(range(len(a) + 1), range(len(b) + 1)):
        if i == 0 or j == 0:
            best[i, j] = (0.0, [])
            continue
        gain = _weight_of(_runs(a[i - 1], b[j - 1]), a[i - 1])
        total, pairs = best[i - 1, j - 1]
        options = [(total + gain, [*pairs, (i - 1, j - 1)]), best[i - 1, j], best[i, j - 1]]
        best[i, j] = max(options, key=lambda option: option[0])
    return best[len(a), len(b)][1]


def _without_confetti(runs: tuple[_Run, ...], a: tuple[str, ...], b: tuple[str, ...]) -> tuple[_Run, ...]:
    """Drop islands between changes: of marks only, and in a rewrite those shorter than two words."""
    whole = max(sum(map(_weight, a)), sum(map(_weight, b)))
    rewritten = _weight_of(runs, a) < REWRITE_RATIO * whole
    least = SMALLEST_ISLAND if rewritten else CHARACTER_WEIGHT
    return tuple(run for run in runs if _anchored(run, a, b) or _weight_of((run,), a) >= least)


def _anchored(run: _Run, a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    """Whether the run opens or ends both texts, so that it has a change on one side at most."""
    opens = run.at_a == run.at_b == 0
    return opens or (run.at_a + run.size == len(a) and run.at_b + run.size == len(b))


def _weight_of(runs: Iterable[_Run], a: Sequence[str]) -> float:
    return sum(_weight(word) for run in runs for word in a[run.at_a : run.at_a + run.size])


def _weight(token: str) -> float:
    """A word counts one, a character of an unspaced script half, a mark nothing."""
    if any(low <= token[0] <= high for low, high in _UNSPACED):
        return CHARACTER_WEIGHT if token[0].isalnum() else 0.0
    return 1.0 if any(character.isalnum() for character in token) else 0.0


def _words(text: str) -> tuple[str, ...]:
    return tuple(token for token in tokens(text) if not token.isspace())


def _words_at(all_tokens: Sequence[str]) -> list[int]:
    return [at for at, token in enumerate(all_tokens) if not token.isspace()]
