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
_WORDS_KEPT: Final = 1 << 14


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
    told = re.compile("|".join(f"(?:{pattern})" for pattern in patterns) or r"(?!)")

    @lru_cache(maxsize=_WORDS_KEPT)
    def matches(word: str) -> bool:
        return told.fullmatch(word) is not None

    return matches


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
    depth, end = 1, start
    while depth:
        depth += (alternative[end] == "(") - (alternative[end] == ")")
        end += 1
    firsts = "|".join(map(first_word, split(alternative[start : end - 1])))
    optional = "?" if alternative[end : end + 1] in _OPTIONAL else ""
    return rf"{alternative[:group]}(?:{firsts}){optional}\S*"


_OPTIONAL: Final = ("?", "*", "{")
