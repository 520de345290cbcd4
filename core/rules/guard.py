"""The guard on rules 4 and 5: a change of one fact, two facts, or something only a person can tell.

The two texts are aligned word by word. What differs is read by where it stands and what it looks like:

* before the predicate it is the **subject**: two facts, unless all the rest is the same and may pass on;
* behind a shared head that asks for a value (a copula, "the city of", a preposition before a number, a colon)
  it is the **value**, if both sides put the same sort of thing there: a change;
* behind a head that does not ask for one, ordinary words are another predicate: two facts;
* everything else is for a person: a proposal.

What changes stands in the statement that both make (`core.rules.statements`). What either says besides is no
part of the value; it leads to a proposal where it may say that the former value holds on.

Asked in the order of `TESTS`; the first answer counts for a stretch. One stretch that is a subject makes the
pair two facts; one that cannot be told makes it a proposal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final

from core.rules import lexicon
from core.rules.cues import changes
from core.rules.shapes import Shape, Word
from core.rules.sides import Side
from core.rules.statements import Statements, differing, statements
from core.rules.stretches import LEADING, SMALL, Stretch, all_of, any_name, any_of, is_long


class Answer(Enum):
    """What the guard says of a pair."""

    CHANGE = "change"
    FACTS = "facts"
    UNTOLD = "untold"
    PASSED = "passed"
    """Untold, if nobody else is said to be so: what is said of several passes on from none."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """The answer with its reason, as a sentence."""

    answer: Answer
    why: str


# the tests of one stretch, in order


def small_words(s: Stretch) -> Ruling | None:
    """Articles come and go."""
    if all_of(s.old + s.new, lexicon.ARTICLES):
        return Ruling(Answer.CHANGE, f"only small words differ, {s.shown}")
    return None


_WITH_NEGATION: Final = lexicon.AUXILIARIES | lexicon.ANY_MORE
_STEM: Final = 3
"""Letters that two forms of one verb share: runs, run."""


def negation(s: Stretch) -> Ruling | None:
    """One side denies what the other says."""
    if any(word.negates for word in s.old) == any(word.negates for word in s.new):
        return None
    rests = [
        [word.folded for word in side if not word.negates and word.folded not in _WITH_NEGATION]
        for side in (s.old, s.new)
    ]
    same = rests[0] == rests[1] or (
        len(rests[0]) == len(rests[1]) == 1 and rests[0][0][:_STEM] == rests[1][0][:_STEM]
    )
    return Ruling(Answer.CHANGE, f"one side denies what the other says, {s.shown}") if same else None


def one_sided(s: Stretch) -> Ruling | None:
    """Words that stand on one side only."""
    if s.old and s.new:
        return None
    words = s.old or s.new
    names_it = not s.said_of and any(word.is_name or word.is_which or word.is_number for word in words)
    if names_it and (not s.before or any_of(s.after, lexicon.COPULAS)):
        return Ruling(Answer.FACTS, f"only one side says which one is meant, {s.shown}")
    return Ruling(Answer.UNTOLD, f"one side says more than the other, {s.shown}")


def subject(s: Stretch) -> Ruling | None:
    """It stands before the predicate, or names one of several like things."""
    told = Ruling(Answer.FACTS, f"the subject differs, {s.shown}")
    if not s.before or (any_of(s.after, lexicon.COPULAS) and not s.said_of):
        return told
    if s.old[-1].is_which and s.new[-1].is_which and not (s.signed or (s.said_of and not s.reach)):
        return told
    if s.said_of:
        return None
    if any(word.named for word in s.old) and any(word.named for word in s.new):
        return told
    names = Shape.PLAIN not in s.shapes
    leading = len(s.before) < LEADING if Shape.NUMBER in s.shapes else len(s.before) <= LEADING
    return told if names and s.after and leading else None


def event(s: Stretch) -> Ruling | None:
    """Two things that happened."""
    past = s.anchor is not None and s.anchor.folded in lexicon.PAST
    if past and s.shapes == (Shape.PLAIN, Shape.PLAIN):
        return Ruling(Answer.FACTS, f"two things that happened, {s.shown}")
    dated = any(word.is_date for word in s.old + s.new + s.after[:1])
    if dated and (s.once or not s.said_of):
        return Ruling(Answer.UNTOLD, f"the dates differ, {s.shown}: one thing moved, or two things happened")
    if s.once and not s.signed and all_of(s.reach, SMALL):
        return Ruling(Answer.UNTOLD, f"both may have been so, one after the other, {s.shown}")
    return None


def several(s: Stretch) -> Ruling | None:
    """Something there can be several of, or a place or person behind a value that is the same."""
    heads = tuple(word.folded for word in s.before[:2])
    exists = (heads[:1] and heads[0] in lexicon.EXISTENTIAL) or heads in lexicon.EXISTENTIAL_PAIRS
    if exists:
        return Ruling(Answer.UNTOLD, f"there can be several, {s.shown}")
    if s.value_given:
        return Ruling(Answer.UNTOLD, f"the value before it is the same, {s.shown}")
    many = s.old[0].is_identifier and s.new[0].is_identifier
    if many and not s.signed and not (s.said_of and all_of(s.reach, SMALL)):
        return Ruling(Answer.UNTOLD, f"each may be one of many, {s.shown}")
    return None


def number(s: Stretch) -> Ruling | None:
    """A number for a number."""
    if s.shapes != (Shape.NUMBER, Shape.NUMBER):
        return None
    asked = s.said_of or any_of(s.before, lexicon.PREPOSITIONS) or s.old[0].is_version
    measured = bool(s.after) and len(s.before) > LEADING
    anchor = s.anchor.folded if s.anchor else ""
    counts = bool(s.after) and anchor in lexicon.COUNTING
    is_a_name = anchor in lexicon.NUMBERED and not s.said_of
    if (asked or measured or counts) and not is_a_name:
        return Ruling(Answer.CHANGE, f"another number for the same thing, {s.shown}")
    return Ruling(Answer.UNTOLD, f"the number may be a value or a name, {s.shown}")


def name(s: Stretch) -> Ruling | None:
    """A name for a name."""
    if Shape.NAME not in s.shapes or Shape.PLAIN in s.shapes:
        return None
    anchor = s.anchor.folded if s.anchor else ""
    single = any_of(s.before, lexicon.SINGULAR)
    if (s.said_of and (single or anchor not in lexicon.SCOPES)) or _typed(s) or (single and not s.after):
        return Ruling(Answer.CHANGE, f"another name in the same place, {s.shown}")
    return Ruling(Answer.UNTOLD, f"both names may hold at once, {s.shown}")


def other_sort(s: Stretch) -> Ruling | None:
    """Things of two sorts."""
    old, new = s.shapes
    if old is new:
        return None
    if _typed(s):
        return Ruling(Answer.CHANGE, f"another value in the same place, {s.shown}")
    both_long = is_long(s.old) and is_long(s.new)
    one_word = len(s.old) == len(s.new) == 1 and not s.after
    if both_long or not (one_word or _asks(s)):
        return Ruling(Answer.FACTS, f"different things are said, {old.value} and {new.value}, {s.shown}")
    return Ruling(Answer.UNTOLD, f"{old.value} and {new.value} in one place, {s.shown}")


def ordinary_words(s: Stretch) -> Ruling | None:
    """Ordinary words for ordinary words."""
    if _typed(s) or _singular(s) or s.signed:
        return Ruling(Answer.CHANGE, f"another value in the same place, {s.shown}")
    if is_long(s.old) and is_long(s.new) and not _asks(s):
        return Ruling(Answer.FACTS, f"different things are said, {s.shown}")
    return Ruling(Answer.UNTOLD, f"both may be true of the same thing, {s.shown}")


def opposite(s: Stretch) -> Ruling | None:
    """Two states that cannot both hold."""
    states = frozenset(word.folded for word in s.old + s.new)
    if states in lexicon.OPPOSITES and len(s.old) == len(s.new) == 1 and s.said_of:
        return Ruling(Answer.CHANGE, f"the one state excludes the other, {s.shown}")
    return None


def _typed(s: Stretch) -> bool:
    """Whether the head ends like "the city of": article, noun, of."""
    return (
        s.touches
        and (s.said_of or not s.after)
        and len(s.before) > LEADING
        and s.before[-1].folded in lexicon.OF
        and s.before[-3].folded in lexicon.DEFINITE
    )


def _singular(s: Stretch) -> bool:
    """Whether the subject is something a thing has one of, and this is said of it."""
    return any_of(s.before, lexicon.SINGULAR) and (s.said_of or not s.after) and all_of(s.reach, SMALL)


def _asks(s: Stretch) -> bool:
    """Whether a value is asked for right before it, articles aside."""
    told = [word.folded for word in s.before if word.folded not in lexicon.ARTICLES] if s.touches else []
    anchor = told[-1] if told else ""
    return s.signed or anchor in lexicon.COPULAS or anchor in lexicon.PREPOSITIONS


TESTS: Final[tuple[Callable[[Stretch], Ruling | None], ...]] = (
    small_words,
    negation,
    one_sided,
    subject,
    event,
    several,
    opposite,
    number,
    name,
    other_sort,
    ordinary_words,
)


# the tests of a pair, before any stretch


def intent(new: Side, old: Side) -> Ruling | None:
    """What is only weighed changes nothing; a goal is meant to be an intention."""
    if new.claim.kind == "goal" or not _weighs(new.said):
        return None
    if _weighs(old.said):
        return Ruling(Answer.UNTOLD, "both are intentions: the plan may have changed")
    return Ruling(Answer.FACTS, "an intention is not a change")


@lru_cache(maxsize=4096)
def _weighs(said: tuple[str, ...]) -> bool:
    spaced = lexicon.INTENT.search(" ".join(said))
    return spaced is not None or lexicon.INTENT_SIGNS.search("".join(said)) is not None


def addition(new: Side, old: Side) -> Ruling | None:
    """The writer says that it comes on top."""
    added = (new.tokens - old.tokens) & lexicon.ADDITIVE
    return Ruling(Answer.FACTS, f"“{min(added)}” says that it comes on top") if added else None


def swapped(new: Side, old: Side) -> Ruling | None:
    """The same words in another order: who does what to whom differs."""
    if new.tokens == old.tokens and new.said != old.said and sorted(new.said) == sorted(old.said):
        return Ruling(Answer.FACTS, "the same words in other places")
    return None


PAIR_TESTS: Final[tuple[Callable[[Side, Side], Ruling | None], ...]] = (intent, addition, swapped)

_MOST_STRETCHES: Final = 3
"""Texts that differ in more places than this have no one thing that changed."""


def guard(new: Side, old: Side) -> Ruling:
    """What becomes of a pair that rule 4 or 5 found: a change, two facts, or untold."""
    told = statements(new, old)
    if told.alike:
        return rule_on(told, new, old)
    ruling = rule_on(Statements(new, old), new, old)
    whole = (told.new.said, told.old.said) == (new.said, old.said)
    if whole or ruling.answer is not Answer.CHANGE:
        return ruling
    return Ruling(Answer.UNTOLD, f"only what is said besides makes them alike; {ruling.why}")


def rule_on(told: Statements, new: Side, old: Side) -> Ruling:
    """The same for statements that were read already; `new` and `old` are the whole claims."""
    ruling = intent(new, old) or _compared(told, new, old)
    if ruling.answer is Answer.CHANGE and (doubt := told.doubt) is not None:
        return Ruling(Answer.UNTOLD, doubt)
    return ruling


def _compared(told: Statements, new: Side, old: Side) -> Ruling:
    """The answer for two texts as they stand."""
    for ask in PAIR_TESTS:
        ruling = ask(told.new, told.old)
        if ruling is not None:
            return ruling
    places = differing(told)
    found: list[Ruling] = []
    for stretch in places:
        ruling = _first(stretch)
        if ruling.answer is Answer.FACTS:
            ruling = _unsure(stretch, len(places) == 1, told, new, old) or ruling
        if ruling.answer is Answer.FACTS:
            return ruling
        found.append(ruling)
    if not found:
        return Ruling(Answer.CHANGE, "the words are the same")
    untold = next((ruling for ruling in found if ruling.answer is not Answer.CHANGE), None)
    if untold is None and len(found) > _MOST_STRETCHES:
        return Ruling(Answer.UNTOLD, f"the texts differ in {len(found)} places")
    return untold or found[0]


def _unsure(s: Stretch, alone: bool, told: Statements, new: Side, old: Side) -> Ruling | None:
    """Why a stretch that looks like two facts may be none."""
    said = frozenset(word.folded for word in s.old + s.new)
    if (not s.old or not s.new) and said.issubset(told.new.tokens & told.old.tokens):
        return Ruling(Answer.UNTOLD, f"the same words stand elsewhere, {s.shown}")
    return passes_on(s, new, old) if alone else None


def passes_on(s: Stretch, new: Side, old: Side) -> Ruling | None:
    """The subject alone differs: what is said of it may have passed from one to the other.

    Not what is said of one of several like things, nor what ties anyone to a name ("is a citizen of Chile").
    It may where the claims declare that they are about what they share, where nothing else is named, or where
    the writer says that something changed.
    """
    if s.runs > 1 or not s.old or not s.new or any(word.is_which for word in s.old + s.new):
        return None
    if subject(s) is None:
        return None
    parts = frozenset(word.folded for word in s.old + s.new)
    held = sorted(name for name in _declared(new, old) if parts.isdisjoint(name.split()))
    if held:
        return Ruling(Answer.UNTOLD, f"what both say of “{held[0]}” may have passed on, {s.shown}")
    if not s.before and s.shapes == (Shape.NUMBER, Shape.NUMBER) and not any_of(s.after[:1], lexicon.COPULAS):
        return Ruling(Answer.UNTOLD, f"another number of the same, {s.shown}")
    told = f"all else is the same, and it may have passed on, {s.shown}"
    if changes(new.said, old.said) is not None:
        return Ruling(Answer.UNTOLD, told)
    rest = s.before + s.after
    if any_name(rest) or len(rest) < _HELD or _of_a_sort(rest):
        return None
    return Ruling(Answer.PASSED, told)


def _of_a_sort(words: tuple[Word, ...]) -> bool:
    """Whether it ties to one of a sort ("the sport of football", not "the head of the lab")."""
    folded = tuple(word.folded for word in words)
    return any(
        folded[place] in lexicon.DEFINITE
        and folded[place + 2] in lexicon.OF
        and folded[place + 3] not in lexicon.ARTICLES
        for place in range(len(folded) - 3)
    )


_HELD: Final = 3
"""Shared words from which the same said of another is worth a question: as many as an opening has."""


def _declared(new: Side, old: Side) -> frozenset[str]:
    return new.topics & old.topics if new.declares and old.declares else frozenset()


def _first(stretch: Stretch) -> Ruling:
    answers = (ruling for ask in TESTS if (ruling := ask(stretch)) is not None)
    return next(answers, Ruling(Answer.UNTOLD, f"nothing tells what it is, {stretch.shown}"))
