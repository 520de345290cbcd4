"""Stops that do not end a sentence because they end an abbreviation or an initial."""

import re
from typing import Final

from core.text.lexicon import word_set

ALWAYS: Final = word_set(
    "mr mrs ms mx dr prof st messrs gen col capt lt sgt rev hon gov sen rep pres "
    "e.g i.e eg ie cf ca viz vs v.s approx resp "
    "z bzw vgl d.h z.b m т т.е т.д т.п г ул им см рис стр др проф"
)
"""Never end a sentence: titles and signposts that stand before what they belong to."""

BEFORE_NUMBER: Final = word_set(
    "no nos nr fig figs eq eqs ref refs sec secs vol vols ch chap p pp art col par tab app ver max min"
)
"""An abbreviation only when a number follows (`No. 5`, `Fig. 2`); `No.` alone is a sentence."""

UNLESS_A_SENTENCE_STARTS: Final = word_set(
    "al etc et inc ltd corp co bros dept est jr sr a.m p.m am pm ph.d m.d b.c a.d u.s u.k u.s.a u.n "
    "jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thurs fri sat sun"
)
"""May end a sentence: taken to do so when a word follows that opens sentences."""

OPENERS: Final = word_set(
    "a an the this that these those it its he she they we you i my our your his her their there here "
    "in on at by for from to with if when while after before then but and so or yes no not never always "
    "what why who how where use run do don't see ask both all some most each every as since until"
)
"""Words that open a sentence more often than they follow an abbreviation in capitals."""

_CALENDAR: Final = word_set("mar jun sat sun wed")
"""Also everyday words or names when written small: abbreviations only with a capital."""

_FIRST_WORD = re.compile(r"[^\W_][\w.'’-]*")


def ends_in_abbreviation(before: str, after: str) -> bool:
    """Whether the stop between these two pieces of text belongs to an abbreviation or an initial.

    `before` ends just ahead of the stop; `after` starts just behind it.
    """
    tail = before[-24:].split()
    token = tail[-1].lstrip("([{<\"'“‘«„") if tail else ""
    following = _FIRST_WORD.search(after[:40])
    if not token or not following:
        return False
    word = following[0]
    folded = token.lower()
    if folded in ALWAYS and not (len(token) == 1 and token.isupper()):
        return True
    if folded in BEFORE_NUMBER:
        return any(map(str.isdigit, word[:3]))
    if folded in _CALENDAR and not token[0].isupper():
        return False
    if folded in UNLESS_A_SENTENCE_STARTS or _is_initials(token):
        return not (word[0].isupper() and word.lower() in OPENERS)
    return False


def _is_initials(token: str) -> bool:
    letters = token.split(".")
    return token != "I" and all(len(letter) == 1 and letter.isupper() for letter in letters)
