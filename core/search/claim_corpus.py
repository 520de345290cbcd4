"""Claims as a corpus: a row is a text row, and what shows it is a version."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import numpy as np

from core.search.corpus import Face
from core.search.hits import state_of
from core.search.lookup import Directory
from core.search.votes import Rows
from core.search.windows import SITTING
from core.state.documents import ClaimTexts
from core.state.held import Held
from core.state.views import Selection


class ClaimCorpus(ClaimTexts):
    """The claims of a held pack."""

    gap: Final = SITTING

    def __init__(self, held: Held) -> None:
        super().__init__(held.columns)
        self.held = held
        self._directory = Directory(held.columns)

    def look_up(self, query: str, seen: Selection) -> Rows:
        """Text rows in view that the query names by id, accession or key."""
        return self._directory.look_up(query, seen)

    def begun(self, query: str, seen: Selection) -> list[str]:
        """Ids in view that the query is the beginning of, two at most."""
        return self._directory.begun(query, seen)

    def row_of(self, name: str, seen: Selection) -> int | None:
        """The text row in view of a claim id."""
        number = self.columns.number.get(name, len(seen.row_of_claim))
        if number >= len(seen.row_of_claim) or seen.row_of_claim[number] < 0:
            return None
        return int(self.columns.column("text")[seen.row_of_claim[number]])

    def faces(self, shown: Sequence[int], seen: Selection) -> list[Face]:
        """The versions that the view shows."""
        claims, true_at = self.columns.versions.many(shown), seen.basis.true_at
        return [Face(claim.id, claim.rev, state_of(claim, true_at), claim.text) for claim in claims]

    def states(self, shown: Rows, seen: Selection) -> Counter[str]:
        """How many versions are in each state at V but live: those are out of scope, not hidden."""
        columns, true_at = self.columns, seen.basis.true_at
        believed = columns.column("believed").take(shown)
        counted: Counter[str] = Counter()
        if not believed.all():
            gone = columns.versions.many(shown.compress(~believed).tolist())
            counted.update(state_of(claim, true_at) for claim in gone)
            shown = shown.compress(believed)
        planned = columns.column("t_valid").take(shown) > true_at
        closed = columns.column("t_invalid").take(shown) <= true_at
        closed &= ~planned
        resting = columns.column("resting").take(shown)
        resting &= ~(planned | closed)
        for state, rows in (("planned", planned), ("closed", closed), ("resting", resting)):
            if number := int(np.count_nonzero(rows)):
                counted[state] = number
        return counted
