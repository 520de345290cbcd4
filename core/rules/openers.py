"""Which words a phrase may begin with: asked of one word at a time, before a long pattern is tried.

A pattern of seven hundred phrases is slow, and most words begin none of them. The answers are kept by word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final

_ANY_WORD: Final = r"\S+ "
"""What an alternative begins with that may begin with any word."""
_OPTIONAL: Final = ("?", "*", "{")
"""Signs behind something that need not be there."""
_WORDS_KEPT: Final = 1 << 14
"""Words whose answer is kept."""


class Openers:
    """The first words of some alternatives of a pattern whose words are parted by single spaces.

    An alternative that may begin with any word is told by its last one.
    """

    def __init__(self, alternatives: Iterable[str]) -> None:
        """`alternatives`: pieces of a pattern, each with alternatives parted by "|"."""
        every = [one for part in alternatives for one in split(part)]
        self.may_begin: Final = _full_match(first_word(one) for one in every if not one.startswith(_ANY_WORD))
        """Whether a phrase that does not begin with any word may begin with this one; never wrongly no."""
        self.may_end: Final = _full_match(one.rsplit(" ", 1)[1] for one in every if one.startswith(_ANY_WORD))
        """Whether a phrase that may begin with any word may end with this one."""


def _full_match(patterns: Iterable[str]) -> Callable[[str], bool]:
    """Whether one of some patterns matches a word: tried are those that may begin with its first signs."""
    listed: dict[str, list[str]] = {"": []}
    for pattern in patterns:
        for one in _unfolded(pattern):
            listed.setdefault(_letters(one), []).append(f"(?:{one})")
    told = {
        begins: re.compile(
            "|".join(one for n in range(len(begins) + 1) for one in listed.get(begins[:n], ()))
        )
        for begins in listed
        if begins or listed[""]
    }

    def matches(word: str) -> bool:
        pattern = told.get(word[:2]) or told.get(word[:1]) or told.get("")
        return pattern is not None and pattern.fullmatch(word) is not None

    return lru_cache(maxsize=_WORDS_KEPT)(matches)


def _letters(pattern: str) -> str:
    """The first letters of all that a pattern matches, at most two."""
    count = 0
    while (
        count < 2 and pattern[count : count + 1].isalnum() and pattern[count + 1 : count + 2] not in _OPTIONAL
    ):
        count += 1
    return pattern[:count]


def _unfolded(pattern: str) -> list[str]:
    """A pattern that begins with alternatives in brackets, once for each of them; others as they are."""
    if not pattern.startswith("(?:"):
        return [pattern]
    end = _closing(pattern, len("(?:"))
    rest = pattern[end:]
    if rest[:1] in _OPTIONAL:
        return [pattern]
    return [found for one in split(pattern[len("(?:") : end - 1]) for found in _unfolded(one + rest)]


def _closing(pattern: str, start: int) -> int:
    """The place behind the bracket that closes the one before `start`."""
    depth, end = 1, start
    while depth:
        depth += (pattern[end] == "(") - (pattern[end] == ")")
        end += 1
    return end


def split(pattern: str) -> list[str]:
    """The alternatives of a pattern; those inside brackets belong to one."""
    found, depth, start = [], 0, 0
    for at, sign in enumerate(pattern):
        depth += (sign == "(") - (sign == ")")
        if sign == "|" and not depth:
            found.append(pattern[start:at])
            start = at + 1
    return [*found, pattern[start:]]


def first_word(alternative: str) -> str:
    """A pattern that the first word of whatever an alternative matches fits; it may fit others too."""
    depth = group = 0
    for at, sign in enumerate(alternative):
        if sign == "(":
            group = group if depth else at
            depth += 1
        elif sign == ")":
            depth -= 1
        elif sign == " ":
            if depth:
                return _first_of_group(alternative, group)
            return alternative[:at] + (r"\S*" if alternative[at + 1 : at + 2] in _OPTIONAL else "")
    return alternative


def _first_of_group(alternative: str, group: int) -> str:
    """The same where the first space stands inside brackets."""
    start = group + len("(?:") if alternative.startswith("(?:", group) else group + 1
    end = _closing(alternative, start)
    firsts = "|".join(map(first_word, split(alternative[start : end - 1])))
    optional = "?" if alternative[end : end + 1] in _OPTIONAL else ""
    return rf"{alternative[:group]}(?:{firsts}){optional}\S*"
