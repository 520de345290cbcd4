"""One side of a pair of claims, cut and measured once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from core.claims.claim import Claim
from core.text.entities import topic_entities
from core.text.words import words

if TYPE_CHECKING:
    from core.state.write_index import WriteIndex


class Side(msgspec.Struct, frozen=True):
    """A claim with its words and the names it is about."""

    claim: Claim
    said: tuple[str, ...]
    """Words of the text in order."""
    tokens: frozenset[str]
    topics: frozenset[str]
    """Folded names it is about, declared or mined."""
    cut: tuple[int, ...] | None = None
    """Places of `said` among the words of the text; None where they are all of them."""

    @classmethod
    def of(cls, claim: Claim) -> Side:
        """The side of any claim."""
        said = tuple(words(claim.text))
        return cls(claim, said, frozenset(said), topic_entities(claim.entities))

    @classmethod
    def held(cls, claim: Claim, index: WriteIndex) -> Side:
        """The side of a claim whose newest version stands in the index."""
        said = index.words(claim.id)
        return cls(claim, said, frozenset(said), index.topics(claim.id))

    def keeping(self, places: Iterable[int]) -> Side:
        """The side that says only the words at these places of `said`."""
        kept = tuple(places)
        if len(kept) == len(self.said):
            return self
        said = tuple(self.said[place] for place in kept)
        cut = kept if self.cut is None else tuple(self.cut[place] for place in kept)
        return replace(self, said=said, tokens=frozenset(said), cut=cut)

    @property
    def declares(self) -> bool:
        """Whether its author named what it is about."""
        return self.claim.entities_declared and bool(self.topics)
