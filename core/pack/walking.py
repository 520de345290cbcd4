"""The graph walk as a ballot: what the best matches of a query are linked with, within two links.

It votes only where the setting `walk` gives it a weight: the default order does not depend on links.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np

from core.pack.reader import Reader
from core.search.seen import Seen
from core.search.votes import Rows, Scores
from core.search.walk import walk
from core.state.views import Selection
from core.text.words import words

NAME: Final = "walk"
SEEDS: Final = 5
"""Claims that the walk begins at; as many as activation."""
LOOKED_AT: Final = 50
"""Best matches by words that seeds are chosen from."""

Finder = Callable[[str, Selection, int], Sequence[tuple[str, float]]]
"""The best matches of a query by words alone: `(claim id, score)`, best first, so many at most."""


class WalkBallot:
    """Scores claims by personalised PageRank from the claims that a query is about."""

    def __init__(self, reader: Reader, find: Finder) -> None:
        self._reader = reader
        self._find = find

    def score(self, query: str, selection: Seen) -> tuple[Rows, Scores]:
        """The text rows that a walk of two links reaches, the seeds among them, and its mass there."""
        assert isinstance(selection, Selection)
        columns = self._reader.held.columns
        shown = selection.row_of_claim
        links = self._reader.held.links_at(selection.basis.believed_at)

        def row(claim_id: str) -> int:
            number = columns.number.get(claim_id, len(shown))
            return int(shown[number]) if number < len(shown) else -1

        def peers(claim_id: str) -> Mapping[str, float]:
            return {peer: weight for peer, weight in links.peers(claim_id).items() if row(peer) >= 0}

        mass = walk(self._seeds(query, selection), peers)
        texts = columns.column("text")[[row(claim_id) for claim_id in mass]]
        return texts.astype(np.int32), np.array(list(mass.values()), np.float32)

    def _seeds(self, query: str, selection: Selection) -> dict[str, float]:
        """The best matches; before others those about a name that the query says."""
        found = self._find(query, selection, LOOKED_AT)
        said = set(words(query))
        named = [one for one in found if self._is_named(one[0], said, selection)]
        return dict((named + [one for one in found if one not in named])[:SEEDS])

    def _is_named(self, claim_id: str, said: set[str], selection: Selection) -> bool:
        columns = self._reader.held.columns
        claim = columns.versions[int(selection.row_of_claim[columns.number[claim_id]])]
        return any((parts := words(name)) and said.issuperset(parts) for name in claim.entities)
