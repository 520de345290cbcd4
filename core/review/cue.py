"""The cue: what a person is shown of a claim before the reveal, and never the answer.

Figures: core/README.md, Figures of review.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Final, Literal

from core.review.tokens import Token, fold, tokens
from core.review.units import is_negation, units
from core.text.normalise import shared_opening
from core.text.words import words

__all__ = ("Cue", "cue_for", "units")

How = Literal["question", "cloze", "opening"]

SHOWN_BELOW: Final = 0.6
"""Share of the claim's words that a cue stays below."""
OPENING_WORDS: Final = 3
"""Words that an opening shows."""
CHARACTERS_A_WORD: Final = 2
"""Characters of a script without spaces that weigh as one word."""
SHARED_HEAD: Final = 2
"""Words that a claim and the one it replaced must open with before the rest counts as what changed."""
SHORT_WORD: Final = 4
"""Letters up to which a word is compared whole; longer ones may be inflected."""
BLANK: Final = "▁"
WIDEST_BLANK: Final = 16
"""Cells of a blank at most, so that it does not tell how long a long answer is."""
ELLIPSIS: Final = "…"


@dataclass(frozen=True, slots=True)
class Cue:
    """What is asked and what is held back."""

    how: How
    shown: str
    """What may be shown before the reveal."""
    hidden: str
    """The answer, as the claim writes it."""
    about: tuple[str, ...] = ()
    """The claim's entities that do not give the answer away."""


Span = tuple[int, int]
"""Half-open range of token numbers."""


def cue_for(text: str, question: str | None, replaced_text: str | None, entities: Iterable[str]) -> Cue:
    """The cue of a claim: the author's question, else a blank where the claim can change, else its opening.

    The blank covers what differs from the text it replaced, else the last number, name or date of the
    statement. A question that holds every word of the claim asks nothing and is passed over.
    """
    names = tuple(entities)
    said = tokens(text)
    if question and not _holds_all(question, text):
        return Cue("question", question, text, _harmless(names, text, question))
    for blank in (_changed(said, replaced_text), _telling(text, said, names)):
        if blank is not None and (cue := _cloze(text, said, blank, names)):
            return cue
    return _opening(text, said, names)


def _holds_all(question: str, text: str) -> bool:
    every = set(words(text))
    return bool(every) and every <= set(words(question))


# where the blank goes


def _changed(said: Sequence[Token], replaced_text: str | None) -> Span | None:
    """What stands between the head and the tail that a claim shares with the one it replaced."""
    if not replaced_text:
        return None
    new, old = ([token.folded for token in side] for side in (said, tokens(replaced_text)))
    head = shared_opening(new, old)
    tail = shared_opening(new[head:][::-1], old[head:][::-1])
    start, end = head, len(new) - tail
    return (start, end) if head >= SHARED_HEAD and start < end else None


def _telling(text: str, said: Sequence[Token], names: Sequence[str]) -> Span | None:
    """The last number, name or date of the first sentence that has one behind its first word.

    What follows a negation is what the claim is not, and is taken only when there is nothing else.
    """
    named = {place for start, end in _named(said, names) for place in range(start, end)}
    telling = [place in named or token.is_marked for place, token in enumerate(said)]
    for start, end in _sentences(said):
        runs = [run for run in _runs(telling, start, end) if run[0] > start]
        if runs:
            denied = next((place for place in range(start + 1, end) if is_negation(said[place])), end)
            return _adjoining(text, said, max((run for run in runs if run[0] < denied), default=runs[-1]))
    return None


def _named(said: Sequence[Token], names: Iterable[str]) -> Iterator[Span]:
    """Where the text bears one of the names."""
    folded = [token.folded for token in said]
    for name in names:
        wanted = [token.folded for token in tokens(name)]
        yield from ((at, at + len(wanted)) for at in _places(folded, wanted))


def _places(folded: Sequence[str], wanted: Sequence[str]) -> Iterator[int]:
    width = len(wanted)
    return (at for at in range(len(folded) - width + 1) if width and list(folded[at : at + width]) == wanted)


def _sentences(said: Sequence[Token]) -> Iterator[Span]:
    return pairwise([*(place for place, token in enumerate(said) if token.opens), len(said)])


def _runs(telling: Sequence[bool], start: int, end: int) -> list[Span]:
    """The unbroken stretches of telling words."""
    runs = []
    for is_telling, places in groupby(range(start, end), key=lambda place: telling[place]):
        if is_telling:
            stretch = list(places)
            runs.append((stretch[0], stretch[-1] + 1))
    return runs


def _adjoining(text: str, said: Sequence[Token], run: Span) -> Span:
    """The end of a run that nothing but white space breaks: of `Oslo, Bergen` the last."""
    start, end = run
    for place in range(end - 1, start, -1):
        if text[said[place - 1].end : said[place].start].strip():
            return place, end
    return run


# what is shown


def _cloze(text: str, said: Sequence[Token], blank: Span, names: Sequence[str]) -> Cue | None:
    """The words before a blank, nearest first, as many as may be shown; None if it cannot be asked so."""
    hidden = text[said[blank[0]].start : said[blank[1] - 1].end]
    masked = _masked(said, blank, names)
    for first, last in _windows(said, blank):
        shown = _written(text, said, blank, (first, last), masked)
        context = set(range(first, last)) - set(range(*blank)) - masked
        if context and _keeps_back(shown, text, hidden):
            return Cue("cloze", shown, hidden, _harmless(names, hidden, shown))
    return None


def _masked(said: Sequence[Token], blank: Span, names: Sequence[str]) -> set[int]:
    """Every place where the text says the answer again, in whole or by a telling word of it."""
    answer = said[blank[0] : blank[1]]
    secrets = {_stub(token) for token in answer if _is_telling(token, names)}
    folded = [token.folded for token in said]
    masked = {place for place, word in enumerate(folded) if any(secret in word for secret in secrets)}
    for at in _places(folded, [token.folded for token in answer]):
        masked.update(range(at, at + len(answer)))
    return masked


def _stub(token: Token) -> str:
    """What a word has in common with its inflected forms: of a longer word all but two letters."""
    short = token.is_number or len(token.folded) <= SHORT_WORD
    return token.folded if short else token.folded[:-2]


def _is_telling(token: Token, names: Sequence[str]) -> bool:
    named = any(token.folded in (word.folded for word in tokens(name)) for name in names)
    return not token.is_unspaced and (named or token.is_marked)


def _windows(said: Sequence[Token], blank: Span) -> Iterator[Span]:
    """Stretches around a blank to show, the longest first: what stands before it, else what follows."""
    start, end = blank
    sentence = next(first for first, last in _sentences(said) if first <= start < last)
    for length in range(start - sentence + OPENING_WORDS, 0, -1):
        before = min(length, start - sentence)
        after = max(0, min(length, OPENING_WORDS) - before)
        yield start - before, min(end + after, len(said))


def _written(text: str, said: Sequence[Token], blank: Span, window: Span, masked: set[int]) -> str:
    """The text of a window with its blanks, and an ellipsis where it was cut."""
    first, last = window
    pieces = [f"{ELLIPSIS} " if first else text[: said[0].start]]
    at = said[first].start
    place = first
    while place < last:
        end = blank[1] if place == blank[0] else place + 1
        covered = text[said[place].start : said[end - 1].end]
        hides = place == blank[0] or place in masked
        pieces += [text[at : said[place].start], _blank(covered) if hides else covered]
        at, place = said[end - 1].end, end
    pieces.append(f" {ELLIPSIS}" if last < len(said) else text[at:])
    return "".join(pieces)


def _opening(text: str, said: Sequence[Token], names: Sequence[str]) -> Cue:
    """The first three words, or fewer when those are most of the claim."""
    for count in range(_opening_length(said), 0, -1):
        end = said[count - 1].end
        shown = f"{text[:end]} {ELLIPSIS}"
        if _keeps_back(shown, text, text[end:]):
            hidden = text[end:].strip()
            return Cue("opening", shown, hidden, _harmless(names, hidden, shown))
    return Cue("opening", _blank(text), text, _harmless(names, text, ""))


def _opening_length(said: Sequence[Token]) -> int:
    budget, length = OPENING_WORDS * CHARACTERS_A_WORD, 0
    for token in said:
        budget -= 1 if token.is_unspaced else CHARACTERS_A_WORD
        if budget < 0:
            break
        length += 1
    return length


def _keeps_back(shown: str, text: str, hidden: str) -> bool:
    """Whether a cue shows less than 0.6 of the words, counted each time or once, and not the answer."""
    every, seen = words(text), words(shown)
    alike = set(every).intersection(seen)
    few = len(seen) < SHOWN_BELOW * len(every) and len(alike) < SHOWN_BELOW * len(set(every))
    return few and fold(hidden.strip()) not in fold(shown)


def _harmless(names: Sequence[str], hidden: str, shown: str) -> tuple[str, ...]:
    """The entities that the hidden part does not hold, or the shown part holds too."""
    held_back, seen = fold(hidden), fold(shown)
    return tuple(name for name in names if fold(name) in seen or not _touches(name, held_back))


def _touches(name: str, held_back: str) -> bool:
    """Whether a hidden part holds a name, or a word of it in some inflected form."""
    telling = (token for token in tokens(name) if token.is_number or _is_long(token))
    return fold(name) in held_back or any(_stub(token) in held_back for token in telling)


def _is_long(token: Token) -> bool:
    return len(token.folded) >= SHORT_WORD and not token.is_unspaced


def _blank(covered: str) -> str:
    return BLANK * max(1, min(WIDEST_BLANK, _cells(covered)))


def _cells(text: str) -> int:
    """Columns a text takes in a terminal."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )
