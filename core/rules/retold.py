"""Rule 6: one thing told anew, in other words. It never closes.

Two signs make a pair worth a question though the words are not near enough for rules 4 and 5:

* **one place differs**: the statements come near and part in a single place, which is no other subject;
* **the writer says that something changed** ("now", "no longer", "moved to", "since May"): what changed may
  be the nearest claim about the same thing, however far the words are.
"""

from __future__ import annotations

from typing import Final

from core.rules import lexicon
from core.rules.cues import changes
from core.rules.guard import PAIR_TESTS, Answer, Ruling, event, rule_on
from core.rules.shapes import Word, spelled
from core.rules.sides import Side
from core.rules.statements import Statements, differing
from core.rules.table import is_near, tells_anew
from core.rules.thresholds import OPENING_WORDS
from core.text.normalise import shared_opening
from core.text.words import words

_WHICH: Final = lexicon.ENVIRONMENTS | lexicon.ORDINALS


def retells(told: Statements, new: Side, old: Side) -> Ruling | None:
    """Why a pair that rules 4 and 5 do not reach is worth a question, or None."""
    if new.claim.kind != old.claim.kind:
        return None
    named = tells_anew(new, old)
    near = is_near(told.new, told.old)
    if named and near and [stretch.runs for stretch in differing(told)] == [1]:
        ruling = rule_on(told, new, old)
        if ruling.answer is not Answer.FACTS:
            return ruling
    return says_so(told, new, old)


def says_so(told: Statements, new: Side, old: Side) -> Ruling | None:
    """Why the words of the newer text say that the older one changed, or None."""
    cue = changes(new.said, old.said)
    if cue is None:
        return None
    near = is_near(told.new, told.old)
    tied = near or _opens_like(told) or (tells_anew(new, old) and _tied(told, new, old))
    if not tied or _two_facts(told):
        return None
    return Ruling(Answer.UNTOLD, f"“{cue}” says that something changed, and this comes nearest to it")


def _opens_like(told: Statements) -> bool:
    return shared_opening(told.new.said, told.old.said) >= OPENING_WORDS


def _tied(told: Statements, new: Side, old: Side) -> bool:
    """Whether both speak of a name they share, and share other words or say a value of one sort."""
    spoken = [name for name in new.topics & old.topics if _speaks(new, name) and _speaks(old, name)]
    if not spoken:
        return False
    named = frozenset(word[:_STEM] for name in spoken for word in words(name))
    if (_stems(told.new) & _stems(told.old)) - named:
        return True
    return not _values(told.new, told.old).isdisjoint(_values(told.old, told.new))


def _stems(side: Side) -> frozenset[str]:
    """Beginnings of the longer words of a side."""
    return frozenset(word[:_STEM] for word in side.tokens if len(word) >= _STEM)


def _speaks(side: Side, name: str) -> bool:
    """Whether the words of a name stand in the text, in any of their forms."""
    return all(any(word[:_STEM] == part[:_STEM] for word in side.tokens) for part in words(name))


_STEM: Final = 4
"""Letters that two forms of one word share: "server", "servers"; shorter words tie nothing."""


def _values(side: Side, other: Side) -> frozenset[str]:
    """The sorts of values, written in signs, that a side has and the other has not."""
    words = (word for word in spelled(side) if word.folded not in other.tokens)
    return frozenset(sort for word in words if (sort := _sort(word)))


def _sort(word: Word) -> str:
    """Of what sort a date, a number, or a code, path or host is; nothing for other words."""
    if word.is_date:
        return "date"
    if not any(sign.isdigit() or sign in "./" for sign in word.folded):
        return ""
    return "number" if word.is_number else "code"


def _two_facts(told: Statements) -> bool:
    """Whether the two cannot be one thing before and after."""
    new, old = told.new, told.old
    if any(ruling.answer is Answer.FACTS for ask in PAIR_TESTS if (ruling := ask(new, old)) is not None):
        return True
    ours, theirs = (new.tokens - old.tokens) & _WHICH, (old.tokens - new.tokens) & _WHICH
    if ours and theirs:
        return True
    rulings = (event(stretch) for stretch in differing(told) if stretch.old and stretch.new)
    return any(ruling.answer is Answer.FACTS for ruling in rulings if ruling is not None)
