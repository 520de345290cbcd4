"""The cue: what a person is shown of a claim before the reveal, and never the answer.

Figures: core/README.md, Figures of review.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import ceil
from typing import Final, Literal

from core.review.openings import DETERMINERS, PAUSES, is_function, is_verb, main_verb, opening_ends
from core.review.tokens import Token, fold, tokens
from core.review.units import is_negation, units
from core.text.normalise import shared_opening
from core.text.words import words

__all__ = ("Cue", "cue_for", "units", "units_asked")

How = Literal["question", "cloze", "opening"]

SHOWN_BELOW: Final = 0.6
"""Share of the claim's words that a cue stays below."""
WORDS_AROUND: Final = 3
"""Words that a cue shows around a blank at least, where they may be shown."""
EARLIEST: Final = 1 / 3
"""Share of the sentence before which a name belongs to the subject, which is asked by and not asked for."""
HEAD: Final = 2
"""Telling words of the subject that a cue keeps when the middle has to go."""
SHARED_HEAD: Final = 2
"""Words that a claim and the one it replaced must open with before the rest counts as what changed."""
SHORT_WORD: Final = 4
"""Letters up to which a word is compared whole; longer ones may be inflected."""
BLANK: Final = "▁"
WIDEST_BLANK: Final = 16
"""Cells of a blank at most, so that it does not tell how long a long answer is."""
ELLIPSIS: Final = "…"
_DATE: Final = re.compile(r"(?:19|20)\d\d(?!\d)")


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

    The blank covers what differs from the text it replaced, else the last figure, name or date of the
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


def units_asked(text: str, cue: Cue) -> tuple[str, ...]:
    """The units of a claim that its cue has not shown: what there was to recall."""
    seen = [token.folded for token in tokens(cue.shown)]
    each = ((unit, [token.folded for token in tokens(unit)]) for unit in units(text))
    return tuple(unit for unit, wanted in each if not any(True for _ in _places(seen, wanted)))


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
    """What can change in the first sentence: its last figure, else its last name, else a thing it is about.

    What follows a negation is what the claim is not, and is taken only when there is nothing else.
    """
    named = {place for start, end in _named(said, names) for place in range(start, end)}
    telling = [place in named or token.is_marked for place, token in enumerate(said)]
    start, end = next(_sentences(said), (0, 0))
    runs = [group for run in _runs(telling, start, end) for group in _groups(text, said, run)]
    behind = max(ceil(EARLIEST * end), main_verb(said, 0, end) or 0)
    denied = next((place for place in range(start + 1, end) if is_negation(said[place])), end)
    later = [run for run in runs if run[0] >= behind]
    spelled = [run for run in later if any(token.is_marked for token in said[run[0] : run[1]])]
    things = [run for run in later if _ends_phrase(text, said, run[1], end)]
    for found in (_figures(said, runs, behind), spelled, things):
        if found:
            return max((run for run in found if run[0] < denied), default=found[-1])
    return None


def _figures(said: Sequence[Token], runs: Iterable[Span], behind: int) -> list[Span]:
    """Runs with a figure: with the name before it, unless that belongs to the subject."""
    found = []
    for start, end in runs:
        first = next((place for place in range(start, end) if place and _is_figure(said[place])), None)
        if first is not None:
            found.append((start if start >= behind else first, end))
    return found


def _is_figure(token: Token) -> bool:
    """Whether it is a number other than a year or a date, which mostly say when and not what."""
    return token.text[0].isdecimal() and _DATE.match(token.text) is None


def _ends_phrase(text: str, said: Sequence[Token], place: int, end: int) -> bool:
    """Whether what ends before a place describes nothing that follows, as `chess` in `chess champion`."""
    return place == end or is_function(said[place]) or _broken(text, said, place)


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


def _groups(text: str, said: Sequence[Token], run: Span) -> Iterator[Span]:
    """The parts of a run that nothing but white space breaks: of `Oslo, Bergen` each town."""
    inner = (place for place in range(run[0] + 1, run[1]) if _broken(text, said, place))
    return pairwise([run[0], *inner, run[1]])


def _broken(text: str, said: Sequence[Token], place: int) -> bool:
    return bool(text[said[place - 1].end : said[place].start].strip())


# what is shown


def _cloze(text: str, said: Sequence[Token], blank: Span, names: Sequence[str]) -> Cue | None:
    """A blank in as many of the words before it as may be shown; None if it cannot be asked so."""
    hidden = text[said[blank[0]].start : said[blank[1] - 1].end]
    masked = _masked(said, blank, names)
    for pieces in _windows(said, blank):
        shown = _written(text, said, blank, pieces, masked)
        context = {place for piece in pieces for place in range(*piece)} - set(range(*blank)) - masked
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


def _windows(said: Sequence[Token], blank: Span) -> Iterator[tuple[Span, ...]]:
    """Pieces of a text to show around a blank, the best first.

    All that stands before it in its sentence; else the nearest words with a subject and a verb; else the
    subject and the nearest words, without what is between; else the nearest words.
    """
    sentence = next(first for first, last in _sentences(said) if first <= blank[0] < last)
    nearest = [_around(said, blank, sentence, length) for length in _lengths(blank, sentence)]
    yield from ((one,) for one in nearest if _states(said, one[0], blank[0], sentence))
    if said[sentence].is_unspaced:
        yield from ((one,) for one in nearest)
        return
    for end in range(_head(said, sentence, blank[0]), sentence, -1):
        yield from (((sentence, end), one) for one in nearest if end < one[0] < blank[0])
        yield (sentence, end), blank
    yield from ((one,) for one in nearest)


def _lengths(blank: Span, sentence: int) -> range:
    return range(blank[0] - sentence + WORDS_AROUND, 0, -1)


def _around(said: Sequence[Token], blank: Span, sentence: int, length: int) -> Span:
    """So many words before a blank, and some after it where there are few before."""
    start, end = blank
    before = min(length, start - sentence)
    after = max(0, min(length, WORDS_AROUND) - before)
    return start - before, min(end + after, len(said))


def _states(said: Sequence[Token], first: int, last: int, sentence: int) -> bool:
    """Whether the words before a blank say what is asked: with a subject and a verb."""
    dropped = said[sentence:first]
    if all(token.folded in DETERMINERS for token in dropped):
        return True
    if len(dropped) <= HEAD and dropped[0].folded in DETERMINERS:
        return last - first >= WORDS_AROUND and not is_function(said[first])
    verb = next((place for place in range(first, last) if is_verb(said[place])), first)
    return any(not is_function(token) for token in said[first:verb])


def _head(said: Sequence[Token], sentence: int, last: int) -> int:
    """Where the subject ends, as far as can be told: behind the first telling words."""
    telling = [place + 1 for place in range(sentence, last - 1) if not is_function(said[place])]
    return telling[:HEAD][-1] if telling else sentence


def _written(text: str, said: Sequence[Token], blank: Span, pieces: Sequence[Span], masked: set[int]) -> str:
    """The text of pieces with the blanks, and an ellipsis where it was cut."""
    first, last = pieces[0][0], pieces[-1][1]
    before = f"{ELLIPSIS} " if first else text[: said[0].start]
    after = f" {ELLIPSIS}" if last < len(said) else text[said[last - 1].end :]
    whole = f" {ELLIPSIS} ".join(_with_blanks(text, said, blank, piece, masked) for piece in pieces)
    return before + whole + after


def _with_blanks(text: str, said: Sequence[Token], blank: Span, piece: Span, masked: set[int]) -> str:
    place, last = piece
    at, written = said[place].start, []
    while place < last:
        end = blank[1] if place == blank[0] else place + 1
        covered = text[said[place].start : said[end - 1].end]
        hides = place == blank[0] or place in masked
        written += [text[at : said[place].start], _blank(covered) if hides else covered]
        at, place = said[end - 1].end, end
    return "".join(written)


def _opening(text: str, said: Sequence[Token], names: Sequence[str]) -> Cue:
    """The beginning up to subject and verb, or fewer words when those are most of the claim."""
    for count in opening_ends(text, said):
        end = _past_name(said, names, count)
        shown = f"{text[: _with_pause(text, said, end)]} {ELLIPSIS}"
        hidden = text[said[end - 1].end :]
        if _keeps_back(shown, text, hidden):
            return Cue("opening", shown, hidden.strip(), _harmless(names, hidden, shown))
    return Cue("opening", _blank(text), text, _harmless(names, text, ""))


def _past_name(said: Sequence[Token], names: Sequence[str], count: int) -> int:
    """A beginning that would break off inside a name goes on to its end."""
    return max((end for start, end in _named(said, names) if start < count < end), default=count)


def _with_pause(text: str, said: Sequence[Token], count: int) -> int:
    """Where a beginning ends: with the comma that follows it."""
    end = said[count - 1].end
    return end + 1 if text[end : end + 1] in PAUSES and text[end : end + 1] else end


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
