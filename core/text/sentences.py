"""Sentences after UAX #29, with abbreviations, inline code, links, versions and quotations kept whole."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from core.text.abbreviations import ends_in_abbreviation
from core.text.protected import protected_spans
from core.text.scripts import unspaced_character

_ASCII_STOP = re.compile(r"[.!?](?=[^\w.!?])|[!?](?=[A-Z])|\n[ \t\r]*\n")
_INNER = re.compile(r"[.!?\n][^.!?\n]*[A-Za-z0-9]")
_ANY_STOP = re.compile(r"[^\w\s]|\n[ \t\r]*\n|\u2029")
_CLOSING = re.compile(r"[\"'”’»›」』)\]]")
_GREEK_QUESTION = re.compile(r"(?<=[\u0370-\u03ff\u1f00-\u1fff]);(?=\s)")

_MARKUP = "*_~"
"""Emphasis around a sentence closes with it (`**Done.** Next`)."""

PLAIN_BREAKS: Final = {"a. A": 3, "a! A": 3, "a? A": 3}
"""Where UAX #29 breaks the commonest shapes: most claims need no more, and so do not wait for its tables."""

_WINDOW = 24
"""Characters of shape after which a stop without a letter behind it is no longer looked at."""


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text, trimmed; pieces without a word are dropped."""
    return tuple(text[start:end] for start, end in sentence_spans(text))


@lru_cache(maxsize=2048)  # the text rules and the write rules both ask
def sentence_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Half-open spans of the sentences, in order, without the white space around them.

    A single line break is white space; an empty line ends a sentence.
    """
    cuts = _boundaries(text) if _may_hold_several(text) else []
    pieces = [_trimmed(text, start, end) for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    if len(pieces) == 1:
        return tuple(span for span in pieces if any(map(str.isalnum, text[slice(*span)])))
    kept = tuple(span for span in pieces if any(map(str.isalpha, text[slice(*span)])))
    whole = _trimmed(text, 0, len(text))
    return kept or ((whole,) if any(map(str.isalnum, text)) else ())


def _may_hold_several(text: str) -> bool:
    return not text.isascii() or _INNER.search(text) is not None


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    return start, max(start, start + len(piece.strip()))


def _boundaries(text: str) -> list[int]:
    """Positions inside the text at which a sentence starts, ascending."""
    spans = protected_spans(text)
    starts = [start for start, _ in spans]
    cuts: set[int] = set()
    for stop in _stops(text):
        span = bisect_right(starts, stop) - 1
        if span >= 0 and stop < spans[span][1]:
            continue
        cut = _cut_after(text, stop)
        if cut is not None:
            cuts.add(cut)
    cuts.discard(0)
    cuts.discard(len(text))
    return sorted(cuts)


def _stops(text: str) -> Iterator[int]:
    """Positions of the characters that may end a sentence."""
    if text.isascii():
        return (match.start() for match in _ASCII_STOP.finditer(text))
    greek = {match.start() for match in _GREEK_QUESTION.finditer(text)}
    return (
        match.start()
        for match in _ANY_STOP.finditer(text)
        if match[0].isspace() or match.start() in greek or _sentence_break(match[0]) in ("ATerm", "STerm")
    )


@lru_cache(maxsize=4096)
def _sentence_break(character: str) -> str:
    from uniseg.sentencebreak import sentence_break

    value: str = sentence_break(character).value
    return value


def _cut_after(text: str, stop: int) -> int | None:
    """Where the next sentence starts if one ends at this stop, else None."""
    if text[stop].isspace():
        return stop + 1
    shape, places = _shape(text, stop)
    if not places:
        return None
    following = text[places[-1]]
    gap = text[stop + 1 : places[-1]]
    if not _can_end(text[stop], gap, following):
        return None
    offset = _uax29_break(shape)
    if offset is None:
        return None
    if text[stop] == "." and ends_in_abbreviation(text[:stop][-24:], text[stop + 1 :][:64]):
        return None
    if following.islower() and (_CLOSING.match(gap) or text[max(0, stop - 1) : stop + 1] == ".."):
        return None
    return places[offset - 1]


def _can_end(stop: str, gap: str, following: str) -> bool:
    """Stops inside a token (`0.9.3`, `Cargo.lock`, `a!=b`) end nothing."""
    if any(map(str.isspace, gap)) or stop not in ".!?．":
        return True
    if unspaced_character.match(following):
        return True
    if stop in ".．":
        return False
    return following.isupper() and (
        not gap or all(_sentence_break(sign) in ("Close", "STerm") for sign in gap)
    )


def _shape(text: str, stop: int) -> tuple[str, list[int]]:
    """The stop and what follows, up to the next letter or digit, reduced to what UAX #29 looks at.

    The shape starts with one letter in place of the text before; `places[i]` is where shape character
    i + 1 stands in the text. Both are empty when no letter follows.
    """
    signs = ["a"]
    places: list[int] = []
    for at in range(stop, len(text)):
        sign = text[at]
        if sign.isalnum():
            places.append(at)
            return "".join([*signs, _letter(sign)]), places
        if sign.isspace():
            sign = " "
            if signs[-1] == " ":
                continue
        elif at == stop and sign == ";":
            sign = "?"
        elif sign in _MARKUP:
            sign = ")"
        signs.append(sign)
        places.append(at)
        if len(signs) > _WINDOW:
            break
    return "", []


def _letter(character: str) -> str:
    """A stand-in for the first character of what follows: a digit, a letter without case, a capital."""
    if character.isdecimal():
        return "0"
    return "の" if unspaced_character.match(character) else "A"


def _uax29_break(shape: str) -> int | None:
    """Offset of the first sentence boundary inside the shape; None without one.

    The letter behind the stop is a capital in the shape, so a sentence may start in lower case.
    """
    return PLAIN_BREAKS.get(shape) or _looked_up_break(shape)


@lru_cache(maxsize=4096)
def _looked_up_break(shape: str) -> int | None:
    from uniseg.sentencebreak import sentence_boundaries

    return next((at for at in sentence_boundaries(shape) if 1 < at < len(shape)), None)
