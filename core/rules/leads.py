"""The sentence in which two texts differ, apart from a further sentence that only one of them has.

A claim is a statement and at most its reason. The value that changes stands in the statement; a reason that
one side adds is no part of the value, unless it may say that the former value holds on.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from core.rules import lexicon
from core.rules.sides import Side
from core.rules.stretches import SMALL, stretches
from core.rules.table import is_similar, opens_alike
from core.text.sentences import sentences
from core.text.words import words

_HOLDS_ON: Final = lexicon.LASTING | lexicon.ADDITIVE
_NOW: Final = lexicon.COPULAS - lexicon.PAST
_LINKS: Final = SMALL | lexicon.COPULAS


class Leads(NamedTuple):
    """The statements of two claims, and what one of them says besides."""

    new: Side
    old: Side
    further: tuple[str, ...]
    """Words of the further sentences, which one side alone has."""
    newer_adds: bool

    @property
    def doubt(self) -> str | None:
        """Why the further sentence may say that both hold, or None."""
        lasting = next((word for word in self.further if word in _HOLDS_ON), None)
        if lasting is not None:
            return f"“{lasting}” in a further sentence: something may hold on"
        for stretch in stretches(self.new, self.old):
            pair = (stretch.new, stretch.old) if self.newer_adds else (stretch.old, stretch.new)
            own, other = (frozenset(word.folded for word in side) - _LINKS for side in pair)
            if self._upholds(own, other):
                return f"a further sentence names the other value, {stretch.shown}"
        return None

    def _upholds(self, own: frozenset[str], other: frozenset[str]) -> bool:
        """Whether the other side's value is named, and not only told of one's own: "It led Borda"."""
        places = [place for place, word in enumerate(self.further) if word in other]
        opening = next((word for word in self.further if word not in lexicon.ARTICLES), "")
        of_own = opening in own or opening in lexicon.PRONOUNS
        given = any(place and self.further[place - 1] in _NOW for place in places)
        return bool(places) and (given or not of_own)


def leads(new: Side, old: Side) -> Leads | None:
    """The statements of two claims of which one alone has a further sentence; None for any other pair."""
    ours, theirs = _cut(new.claim.text), _cut(old.claim.text)
    if min(len(ours), len(theirs)) != 1 or len(ours) == len(theirs):
        return None
    one, other = _first(new, ours), _first(old, theirs)
    if one.said == other.said or not (opens_alike(one, other) or is_similar(one, other)):
        return None
    newer_adds = len(ours) > len(theirs)
    further = tuple(word for sentence in (ours if newer_adds else theirs)[1:] for word in words(sentence))
    return Leads(one, other, further, newer_adds)


_cut = lru_cache(maxsize=4096)(sentences)


def _first(side: Side, cut: tuple[str, ...]) -> Side:
    """The side of the first sentence alone."""
    if len(cut) == 1:
        return side
    said = tuple(words(cut[0]))
    claim = msgspec.structs.replace(side.claim, text=cut[0])
    return replace(side, claim=claim, said=said, tokens=frozenset(said))
