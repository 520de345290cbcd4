"""What a sitting graded: what of it stands, what was taken back just now, and what is worth a second look."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from typing import Literal, NamedTuple

import msgspec

from core.pack.checks import CheckCard
from core.pack.queue import DueCard
from workbench.morning import Morning

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


class Undone(NamedTuple):
    """An act that was taken back."""

    tx: int
    claims: tuple[str, ...]
    """The claims concerned, first the one on whose card it was done."""


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

    def undone(self, taken_back: Set[int], about: Callable[[int], Iterable[str]]) -> Undone | None:
        """The newest act that was taken back since the last call, whoever did it in whichever sitting."""
        fresh, self._taken = taken_back - self._taken, frozenset(taken_back)
        if not fresh:
            return None
        tx = max(fresh)
        shown = (self._acts[tx],) if tx in self._acts else ()
        return Undone(tx, tuple(dict.fromkeys((*shown, *about(tx)))))

    def lapsed(self, taken_back: Set[int]) -> list[Graded]:
        """The claims that were not held and that nobody has looked at again, in the order of grading."""
        return [
            one for one in self.standing(taken_back) if one.grade == AGAIN and one.tx not in self._looked_at
        ]

    def looked_at(self, graded: Graded) -> None:
        """Somebody has looked at it again."""
        self._looked_at.add(graded.tx)


def asked_card(morning: Morning, claim_id: str) -> tuple[Part, DueCard] | None:
    """A claim as it is asked now: for a grade, else whether it is still true; None: not at all."""
    if (card := morning.due.card(claim_id)) is not None:
        return "recall", card
    check = morning.check_of(claim_id)
    return None if check is None else ("check", card_of(check))


def card_of(check: CheckCard) -> DueCard:
    """A check as the card that the screen shows."""
    return DueCard(line=check.line, review=check.review, replaced=None)


def same_question(before: tuple[DueCard | None, Part], now: tuple[DueCard, Part]) -> bool:
    """Whether a card shown before still stands for the same question."""
    (old, part), (card, now_part) = before, now
    if old is None or part != now_part:
        return False
    return (old.line.claim.id, old.line.claim.text, old.review.reps) == (
        card.line.claim.id,
        card.line.claim.text,
        card.review.reps,
    )
