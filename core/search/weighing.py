"""Weights by the query: the more a query is made of symbols, and the shorter, the less its meaning counts.

An encoder sees little in `ERR_42 /usr/lib/x.so`, and much in a whole question. The ballots of meaning get

    weight · (LEAST + (1 - LEAST) · plain · min(1, words / WHOLE))

where `words` is the number of words of the query, and `plain` the share of the parts between its spaces that
are words as people write them: letters, with an apostrophe or a hyphen between. The other ballots keep their
weights.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal, get_args

from core.errors import Refused, as_given
from core.text.scripts import unspaced_character
from core.text.words import words

Weighing = Literal["fixed", "query"]
"""`fixed`: the weights as set. `query`: those of the ballots of meaning by the form of the query."""

MEANING: Final = frozenset({"dense", "near"})
LEAST: Final = 0.25
"""What is left of their weight for a query of symbols alone."""
WHOLE: Final = 8.0
"""Words from which on a query is a whole question."""
_CHARACTER: Final = 0.5
"""Words that a character counts in scripts without spaces."""

_EDGES: Final = ".,;:!?…·()[]{}\"'“”„«»‘’¿¡。、？！"
_PLAIN: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_HUMP: Final = re.compile(r"[a-z][A-Z]")


def check_weighing(name: str) -> None:
    """Raises `Refused` for an unknown way to weigh."""
    if name not in get_args(Weighing):
        raise Refused(
            f"no weighing is called {as_given(name)}; choose one of {', '.join(get_args(Weighing))}."
        )


def meaning(query: str) -> float:
    """The factor for the ballots of meaning, in [LEAST, 1]."""
    pieces = query.split()
    if not pieces:
        return LEAST
    plain = sum(map(_is_plain, pieces)) / len(pieces)
    return LEAST + (1 - LEAST) * plain * min(1.0, _length(query) / WHOLE)


def weighed(weights: Mapping[str, float], weighing: Weighing, query: str) -> Mapping[str, float]:
    """The weights in force for a query."""
    if weighing == "fixed" or weights.keys().isdisjoint(MEANING):
        return weights
    factor = meaning(query)
    return {name: weight * factor if name in MEANING else weight for name, weight in weights.items()}


def _is_plain(piece: str) -> bool:
    inner = piece.strip(_EDGES)
    return bool(unspaced_character.search(inner) or (_PLAIN.fullmatch(inner) and not _HUMP.search(inner)))


def _length(query: str) -> float:
    return sum(_CHARACTER if unspaced_character.match(word) else 1.0 for word in words(query))
