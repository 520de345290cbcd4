"""Where two texts differ: aligned word by word, with what stands before and behind each place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from rapidfuzz.distance import Indel

from core.rules import lexicon
from core.rules.shapes import Shape, Word, shape, spelled
from core.rules.sides import Side

LEADING: Final = 2
"""Shared words that can stand before the name of a subject ("The", "Our old"), or inside one value."""

SMALL: Final = (lexicon.ARTICLES | lexicon.PREPOSITIONS | lexicon.OF) - lexicon.COPULAS
"""Words that hold others together."""


def any_of(words: tuple[Word, ...], listing: frozenset[str]) -> bool:
    """Whether one of the words is listed."""
    return any(word.folded in listing for word in words)


def all_of(words: tuple[Word, ...], listing: frozenset[str]) -> bool:
    """Whether all of the words are listed."""
    return all(word.folded in listing for word in words)


def any_name(words: tuple[Word, ...]) -> bool:
    """Whether a name is among the words; a capital at the beginning alone makes none."""
    return any(word.is_name and not (word.first and not word.is_identifier) for word in words)


def is_long(words: tuple[Word, ...]) -> bool:
    """Whether it is more than one word, two characters of a script without spaces weighing one."""
    return sum(word.weight for word in words) > 1


@dataclass(frozen=True, slots=True)
class Stretch:
    """One place where the two texts differ."""

    old: tuple[Word, ...]
    new: tuple[Word, ...]
    before: tuple[Word, ...]
    """Shared words before it, of the newcomer's spelling."""
    after: tuple[Word, ...]
    touches: bool
    """Whether the last word of `before` stands right before it."""
    runs: int
    """Runs of words that differ in it, with small words between them."""

    @property
    def shown(self) -> str:
        """`“8080” → “9090”`; a side without a word is `nothing`."""
        return " → ".join(map(_quoted, (self.old, self.new)))

    @property
    def anchor(self) -> Word | None:
        """The shared word right before it."""
        return self.before[-1] if self.before and self.touches else None

    @property
    def signed(self) -> bool:
        """Whether a colon, an equals sign or an arrow stands before both sides."""
        return bool(self.old and self.new) and self.old[0].after_sign and self.new[0].after_sign

    @property
    def said_of(self) -> bool:
        """Whether it stands behind the predicate."""
        return self.signed or any_of(self.before, lexicon.COPULAS)

    @property
    def reach(self) -> tuple[Word, ...]:
        """Shared words between the last copula and it."""
        places = [place for place, word in enumerate(self.before) if word.folded in lexicon.COPULAS]
        return self.before[places[-1] + 1 :] if places else ()

    @property
    def value_given(self) -> bool:
        """Whether a name or a number stands behind the copula already: this then says where or for whom."""
        return any(word.is_name or word.is_number for word in self.reach)

    @property
    def once(self) -> bool:
        """Whether the predicate tells of the past."""
        copulas = [word.folded for word in self.before if word.folded in lexicon.COPULAS]
        return bool(copulas) and copulas[-1] in lexicon.PAST

    @property
    def shapes(self) -> tuple[Shape, Shape]:
        """What the old and the new side look like; both must hold a word."""
        return shape(self.old), shape(self.new)


def _quoted(side: tuple[Word, ...]) -> str:
    return f"“{' '.join(word.written for word in side)}”" if side else "nothing"


def stretches(new: Side, old: Side) -> Iterator[Stretch]:
    """The places where two texts differ, in order."""
    ours, theirs = spelled(new), spelled(old)
    blocks = _blocks(new.said, old.said)
    edges = [0, *(edge for block in blocks for edge in (block.new.start, block.new.stop)), len(ours)]
    shared = [ours[edges[place] : edges[place + 1]] for place in range(0, len(edges), 2)]
    for place, block in enumerate(blocks):
        yield Stretch(
            old=theirs[block.old.start : block.old.stop],
            new=ours[block.new.start : block.new.stop],
            before=sum(shared[: place + 1], ()),
            after=sum(shared[place + 1 :], ()),
            touches=bool(shared[place]),
            runs=block.runs,
        )


class _Block(NamedTuple):
    old: range
    new: range
    runs: int = 1


def _blocks(new: tuple[str, ...], old: tuple[str, ...]) -> list[_Block]:
    """Ranges of words that differ; those with nothing but small words between them are one."""
    found: list[_Block] = []
    for step in Indel.opcodes(old, new):
        if step.tag == "equal":
            continue
        block = _Block(range(step.src_start, step.src_end), range(step.dest_start, step.dest_end))
        if found and (_is_small(new, found[-1], block) or _one_value(new, found[-1], block)):
            before = found.pop()
            block = _Block(
                range(before.old.start, block.old.stop),
                range(before.new.start, block.new.stop),
                before.runs + (block.new.start > before.new.stop),
            )
        found.append(block)
    return found


def _is_small(new: tuple[str, ...], one: _Block, other: _Block) -> bool:
    return SMALL.issuperset(new[one.new.stop : other.new.start])


def _one_value(new: tuple[str, ...], one: _Block, other: _Block) -> bool:
    """Whether both lie behind a word that asks for one value: "is" Howard University, University of Tartu."""
    before, between = new[one.new.start - 1 : one.new.start], new[one.new.stop : other.new.start]
    asked = bool(before) and before[0] in lexicon.COPULAS | lexicon.OF
    return asked and len(between) <= LEADING and lexicon.COPULAS.isdisjoint(between)
