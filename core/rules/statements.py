"""What two claims say, side by side: the sentence that changes, without what only tells why or since when.

Three things are laid aside before two texts are compared:

* sentences that both have, and further ones;
* a clause behind a comma that gives a reason, and one before a comma that says since when;
* words that one side alone has and that say only since when, how nearly, or that it is so now, and phrases
  that stand in another place.

What is laid aside is kept: it may say that the former value holds on.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace
from rapidfuzz.distance import Indel

from core.rules import lexicon
from core.rules.cues import leads_in, may_tell_when, tells_only_when
from core.rules.shapes import Word, spelled
from core.rules.sides import Side
from core.rules.stretches import SMALL, Stretch, stretches
from core.rules.table import is_similar, opens_alike
from core.text.sentences import sentences
from core.text.words import words

LEAST: Final = 2
"""Words that a statement has at least; a text is not cut below."""

LEAD_WORDS: Final = 4
"""Words at the beginning that may say since when without a comma behind them: "As of last May"."""

_HOLDS_ON: Final = lexicon.LASTING | lexicon.ADDITIVE
_NOW: Final = lexicon.COPULAS - lexicon.PAST
_LINKS: Final = SMALL | lexicon.COPULAS


class Statements(NamedTuple):
    """The statements of two claims, and what each says besides."""

    new: Side
    old: Side
    new_further: tuple[str, ...] = ()
    old_further: tuple[str, ...] = ()
    """Words of further sentences and clauses."""

    @property
    def alike(self) -> bool:
        """Whether rule 4 or 5 measures them as near enough."""
        return self.new.said != self.old.said and (
            opens_alike(self.new, self.old) or is_similar(self.new, self.old)
        )

    @property
    def doubt(self) -> str | None:
        """Why what is said besides may say that both hold, or None."""
        for further in (self.new_further, self.old_further):
            lasting = next((word for word in further if word in _HOLDS_ON), None)
            if lasting is not None:
                return f"“{lasting}” in a further sentence: something may hold on"
            place = next((word for word in further if word in lexicon.ENVIRONMENTS), None)
            if place is not None:
                return f"“{place}” in a further sentence: it may hold there alone"
        for stretch in stretches(self.new, self.old):
            if _upholds(self.new_further, stretch.new, stretch.old) or _upholds(
                self.old_further, stretch.old, stretch.new
            ):
                return f"a further sentence names the other value, {stretch.shown}"
        return None


def _upholds(further: tuple[str, ...], ours: tuple[Word, ...], theirs: tuple[Word, ...]) -> bool:
    """Whether the other side's value is named, and not only told of one's own: "It led Borda"."""
    own, other = (frozenset(word.folded for word in side) - _LINKS for side in (ours, theirs))
    places = [place for place, word in enumerate(further) if word in other]
    opening = next((word for word in further if word not in lexicon.ARTICLES), "")
    of_own = opening in own or opening in lexicon.PRONOUNS
    given = any(place and further[place - 1] in _NOW for place in places)
    return bool(places) and (given or not of_own)


def statements(new: Side, old: Side) -> Statements:
    """The statements of any two claims; the claims themselves where nothing can be laid aside."""
    (one, more), (other, less) = _led(new, old)
    one, why = _without_clauses(one)
    other, reason = _without_clauses(other)
    return Statements(*_without_asides(one, other), (*why, *more), (*reason, *less))


def statement(side: Side) -> Side:
    """What one claim says first, without reasons: as far as one side alone can tell."""
    cut = _cut(side.claim.text)
    first, _ = _lead(side, cut, list(cut))
    return _without_clauses(first)[0]


# sentences

_cut = lru_cache(maxsize=4096)(sentences)

_Led = tuple[Side, tuple[str, ...]]


def _led(new: Side, old: Side) -> tuple[_Led, _Led]:
    """The first sentence of each that the other does not have, and the words of those behind it."""
    ours, theirs = _cut(new.claim.text), _cut(old.claim.text)
    mine = [sentence for sentence in ours if sentence not in theirs]
    yours = [sentence for sentence in theirs if sentence not in ours]
    if not mine or not yours:
        return (new, ()), (old, ())
    return _lead(new, ours, mine), _lead(old, theirs, yours)


def _lead(side: Side, cut: tuple[str, ...], own: list[str]) -> _Led:
    further = tuple(word for sentence in own[1:] for word in words(sentence))
    if len(cut) == 1:
        return side, further
    said = tuple(words(own[0]))
    claim = msgspec.structs.replace(side.claim, text=own[0])
    return replace(side, claim=claim, said=said, tokens=frozenset(said)), further


# clauses


def _without_clauses(side: Side) -> _Led:
    """The side without what says since when at its beginning, and without reasons at its end."""
    spelt = spelled(side)
    breaks = [place for place, word in enumerate(spelt) if place and word.breaks]
    first = _after_lead(spelt, breaks)
    end = next((at for at in breaks if at - first >= LEAST and _gives_a_reason(spelt[at:])), len(spelt))
    return side.keeping(range(first, end)), tuple(word.folded for word in spelt[end:])


def _after_lead(spelt: tuple[Word, ...], breaks: list[int]) -> int:
    """Where the statement starts behind what says since when: at a comma, or behind a date."""
    behind = spelt[breaks[0] :] if breaks else ()
    if len(behind) >= LEAST and not _gives_a_reason(behind) and tells_only_when(spelt[: breaks[0]]):
        return breaks[0]
    longest = min(LEAD_WORDS, len(spelt) - LEAST)
    if not any(may_tell_when(word.folded) for word in spelt[: max(longest, 0)]):
        return 0
    return next((stop for stop in range(longest, 0, -1) if leads_in(spelt[:stop])), 0)


def _gives_a_reason(clause: tuple[Word, ...]) -> bool:
    """Whether a clause behind a break tells why, or what it is not; another statement is not cut off."""
    opening = clause[0].folded
    return opening in lexicon.REASONS or clause[0].negates or clause[0].parts


# words that say only since when


def _without_asides(new: Side, old: Side) -> tuple[Side, Side]:
    """The sides without the words that only one of them has and that say nothing of what is so."""
    ours, theirs = spelled(new), spelled(old)
    runs = list(_runs(new.said, old.said))
    drop_new, drop_old = _moved(new.said, old.said, runs)
    for mine, yours in runs:
        drop_new.update(_asides(ours, mine, alone=not yours))
        drop_old.update(_asides(theirs, yours, alone=not mine))
    return _but(new, drop_new), _but(old, drop_old)


def _runs(new: tuple[str, ...], old: tuple[str, ...]) -> Iterator[tuple[range, range]]:
    """Places of the words that differ, new and old, one pair for each run between words that are shared."""
    mine, yours = range(0), range(0)
    for step in Indel.opcodes(old, new):
        if step.tag != "equal":
            mine = range(min([*mine, step.dest_start]), step.dest_end)
            yours = range(min([*yours, step.src_start]), step.src_end)
        else:
            yield mine, yours
            mine, yours = range(0), range(0)
    yield mine, yours


def _moved(
    new: tuple[str, ...], old: tuple[str, ...], runs: list[tuple[range, range]]
) -> tuple[set[int], set[int]]:
    """Places of phrases that both have, the one elsewhere: "on staging" at the beginning and at the end."""
    drop_new: set[int] = set()
    drop_old: set[int] = set()
    for mine, yours in runs:
        for other_mine, other_yours in runs:
            if not yours and (found := _at_an_end(new, mine, old, other_yours)):
                drop_new.update(mine)
                drop_old.update(found)
            if not mine and (found := _at_an_end(old, yours, new, other_mine)):
                drop_old.update(yours)
                drop_new.update(found)
    return drop_new, drop_old


def _at_an_end(said: tuple[str, ...], phrase: range, other: tuple[str, ...], run: range) -> range:
    """Where a run of the other side begins or ends with a phrase of this one; empty where it does not."""
    words, size = said[phrase.start : phrase.stop], len(phrase)
    if LEAST <= size <= len(run):
        for found in (range(run.start, run.start + size), range(run.stop - size, run.stop)):
            if other[found.start : found.stop] == words:
                return found
    return range(0)


def _asides(spelt: tuple[Word, ...], run: range, alone: bool) -> range:
    """The part of a run that tells only since when: all of it, or an end where the other side differs."""
    if not run or not any(may_tell_when(word.folded) for word in spelt[run.start : run.stop]):
        return range(0)
    if _begins_a_name(spelt, run):
        return range(0)
    if tells_only_when(spelt[run.start : run.stop]):
        return run if alone else range(0)
    if alone:
        return range(0)
    for start in range(run.start + 1, run.stop):
        if tells_only_when(spelt[start : run.stop]):
            return range(start, run.stop)
    for stop in range(run.stop - 1, run.start, -1):
        if tells_only_when(spelt[run.start : stop]):
            return range(run.start, stop)
    return range(0)


def _begins_a_name(spelt: tuple[Word, ...], run: range) -> bool:
    """Whether a word such as "new" belongs to a name: "New Delhi"."""
    last, behind = spelt[run.stop - 1], spelt[run.stop : run.stop + 1]
    return last.folded in lexicon.RENEWED and last.capital and any(word.capital for word in behind)


def _but(side: Side, dropped: set[int]) -> Side:
    kept = [place for place in range(len(side.said)) if place not in dropped]
    return side.keeping(kept) if len(kept) >= LEAST else side


def differing(told: Statements) -> list[Stretch]:
    """The places where two statements differ."""
    return list(stretches(told.new, told.old))
