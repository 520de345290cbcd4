"""The second hop: what the first facts speak of is asked for as well.

For "the spouse of the author of X" the first facts name the author, and only a fact about the author names
the spouse. The object of a fact is what stands behind its last preposition or copula; it is added to the
question, which is asked again. Figures: core/README.md, Figures of search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeVar

from core.text.normalise import normal_form

SEEDS: Final = 3
"""Facts whose objects are asked for."""
KEPT: Final = 5
"""Places that the first search keeps in front."""
EACH: Final = 3
"""New facts that each further question adds at most."""
MOST: Final = 10
"""Facts in all, unless the first search alone gave more."""

_BEFORE_OBJECT: Final = frozenset({"is", "of", "in", "to", "by", "at", "for", "with", "as"})
_ENDS: Final = " .,;:!?。"

_Hit = TypeVar("_Hit")


def object_of(text: str) -> str:
    """The words behind the last of is, of, in, to, by, at, for, with, as; empty where none of them stands."""
    parts = text.split()
    last = max((place for place, part in enumerate(parts) if part.lower() in _BEFORE_OBJECT), default=None)
    return "" if last is None else " ".join(parts[last + 1 :]).strip(_ENDS)


def further_questions(question: str, facts: Iterable[str]) -> list[str]:
    """The question with the object of each fact that it does not hold already, each object once."""
    asked = normal_form(question)
    questions: dict[str, str] = {}
    for text in facts:
        said = object_of(text)
        if said and normal_form(said) not in asked:
            questions.setdefault(normal_form(said), f"{question} {said}")
    return list(questions.values())


def joined(
    first: Sequence[_Hit], further: Sequence[Sequence[_Hit]], id_of: Callable[[_Hit], str], limit: int
) -> list[_Hit]:
    """The first hits, up to three new ones of each further search, then what is left of the first."""
    shown = list(first[:KEPT])
    seen = {id_of(hit) for hit in shown}
    for hits in further:
        new = [hit for hit in hits if id_of(hit) not in seen][:EACH]
        shown += new
        seen.update(map(id_of, new))
    shown += [hit for hit in first[KEPT:] if id_of(hit) not in seen]
    return shown[:limit]
