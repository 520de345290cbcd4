"""What a sitting graded: what of it stands, what was taken back just now, and what is worth a second look."""

from __future__ import annotations

from collections.abc import Set
from typing import Literal

import msgspec

from core.pack.queue import DueCard, DueQueue

Part = Literal["recall", "check", "second"]
"""Of a sitting: the grades, the checks of truth after them, and the second look, which grades nothing."""

Phase = Literal["question", "answer", "transition"]
"""Of a card: before the reveal, after it, and while an answer is on its way into the pack."""

AGAIN = 1


class Graded(msgspec.Struct, frozen=True):
    """A grade of this sitting."""

    tx: int
    card: DueCard
    """As it was shown."""
    grade: int

    @property
    def claim_id(self) -> str:
        """The claim that was graded."""
        return self.card.line.claim.id


class SittingRecord:
    """The grades of this window, in order."""

    def __init__(self) -> None:
        self._graded: list[Graded] = []
        self._acts: dict[int, str] = {}
        """The claim of the card that was shown, by the record of each act."""
        self._taken: Set[int] = frozenset()
        self._looked_at: set[int] = set()

    def add(self, tx: int, card: DueCard, grade: int) -> None:
        """A grade that is durable now."""
        self._graded.append(Graded(tx, card, grade))

    def acted(self, tx: int, card: DueCard) -> None:
        """Something was done about the claim of a card."""
        self._acts[tx] = card.line.claim.id

    def standing(self, taken_back: Set[int]) -> list[Graded]:
        """The grades that stand, each once however often it was taken back and done again."""
        return [one for one in self._graded if one.tx not in taken_back]

    def undone(self, queue: DueQueue, taken_back: Set[int]) -> DueCard | None:
        """The card on which an act was taken back since the last call, if it is due again."""
        taken = self._acts.keys() & taken_back
        fresh, self._taken = taken - self._taken, taken
        back = [card for tx, one in self._acts.items() if tx in fresh and (card := queue.card(one))]
        return back[-1] if back else None

    def lapsed(self, taken_back: Set[int]) -> list[Graded]:
        """The claims that were not held and that nobody has looked at again, in the order of grading."""
        return [
            one for one in self.standing(taken_back) if one.grade == AGAIN and one.tx not in self._looked_at
        ]

    def looked_at(self, graded: Graded) -> None:
        """Somebody has looked at it again."""
        self._looked_at.add(graded.tx)
