"""Names of islands: what the claims of one are about and those of the others are not."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from math import log2
from typing import Final

from core.text.entities import fold_entity, topic_entities

LEADING: Final = 3
"""Names shown for an island."""
_SMOOTHING: Final = 0.5
"""Claims added to what lies outside, so that a name found nowhere else still has a finite share."""


def leading_names(
    islands: Sequence[Sequence[str]],
    entities_of: Callable[[str], Iterable[str]],
    *,
    alone: Iterable[str] = (),
    limit: int = LEADING,
) -> tuple[tuple[str, ...], ...]:
    """For each island the names that tell it from all other claims, the most telling first.

    A name scores p·log2(p/q): p is its share of the island's claims, q its share outside. `alone` are
    claims on no island. Ties go to the commoner, then by alphabet; where nothing tells an island from
    the others, its commonest names are given.
    """
    spelling = _Spelling()
    rest = tuple(alone)
    counts = [spelling.count(island, entities_of) for island in islands]
    everywhere = sum(counts, spelling.count(rest, entities_of))
    claims = sum(map(len, islands)) + len(rest)
    return tuple(
        tuple(spelling.of(name) for name in _telling(inside, everywhere, len(island), claims)[:limit])
        for island, inside in zip(islands, counts, strict=True)
    )


def _telling(inside: Counter[str], everywhere: Counter[str], size: int, claims: int) -> list[str]:
    def score(name: str) -> float:
        share = inside[name] / size
        outside = (everywhere[name] - inside[name] + _SMOOTHING) / (claims - size + 1)
        return share * log2(share / outside)

    telling = {name: value for name in inside if (value := score(name)) > 0}
    ranked = telling or dict.fromkeys(inside, 0.0)
    return sorted(ranked, key=lambda name: (-ranked[name], -inside[name], name))


class _Spelling:
    """Counts folded names and remembers how each is written."""

    def __init__(self) -> None:
        self._written: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def count(self, claims: Iterable[str], entities_of: Callable[[str], Iterable[str]]) -> Counter[str]:
        """Claims that name each topic."""
        counted: Counter[str] = Counter()
        for claim_id in claims:
            entities = tuple(entities_of(claim_id))
            topics = topic_entities(entities)
            counted.update(topics)
            for entity in entities:
                if (folded := fold_entity(entity)) in topics:
                    self._written[folded][entity.strip()] += 1
        return counted

    def of(self, name: str) -> str:
        """The commonest way a folded name is written, the first by alphabet among equals."""
        written = self._written[name]
        return min(written, key=lambda form: (-written[form], form))
