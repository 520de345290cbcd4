"""The cards of a morning, each made when somebody looks at it: of ten thousand a sitting shows one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from itertools import islice
from threading import RLock
from typing import Any, Final, overload

import msgspec

from core.claims.claim import Claim
from core.claims.review_state import ReviewState
from core.pack.pages import ClaimLine
from core.review.leech import is_leech

MADE_AT_ONCE: Final = 512
"""Cards that a walk through all of them makes in one go."""


class DueCard(msgspec.Struct, frozen=True, kw_only=True):
    """One claim to grade."""

    line: ClaimLine
    review: ReviewState
    replaced: Claim | None
    """What it replaced, for the cue and for striking out after the reveal."""

    @property
    def leech(self) -> bool:
        """Whether it lapsed so often that something should be done about it."""
        return is_leech(self.review)


class Cards(Sequence[DueCard]):
    """The cards of one basis in the order in which they are asked; a value like a tuple of them.

    What they are made from stands on the instant of the queue, so a card that is made later is the same.
    Any thread may look.
    """

    def __init__(
        self, ids: Set[str], order: Iterable[str], make: Callable[[list[str]], Iterable[DueCard]]
    ) -> None:
        """`order` gives each of `ids` once; `make` the cards of some ids, in their order."""
        self._ids = ids
        self._coming = iter(order)
        self._make = make
        self._order: list[str] = []
        self._made: dict[str, DueCard] = {}
        self._lock = RLock()

    def __len__(self) -> int:
        return len(self._ids)

    @overload
    def __getitem__(self, place: int) -> DueCard: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[DueCard, ...]: ...
    def __getitem__(self, place: int | slice) -> DueCard | tuple[DueCard, ...]:
        if isinstance(place, slice):
            places = range(len(self))[place]
            order = self._placed(max(places, default=-1) + 1)
            return tuple(self._cards([order[one] for one in places]))
        one = range(len(self))[place]
        return next(iter(self._cards([self._placed(one + 1)[one]])))

    def __iter__(self) -> Iterator[DueCard]:
        for start in range(0, len(self), MADE_AT_ONCE):
            yield from self[start : start + MADE_AT_ONCE]

    def of(self, claim_id: str) -> DueCard | None:
        """The card of a claim; None when it is not asked."""
        return next(iter(self._cards([claim_id]))) if claim_id in self._ids else None

    def ids(self) -> tuple[str, ...]:
        """The claims in the order in which they are asked; no card is made."""
        return tuple(self._placed(len(self)))

    def _placed(self, count: int) -> list[str]:
        with self._lock:
            self._order.extend(islice(self._coming, max(0, count - len(self._order))))
            return self._order

    def _cards(self, ids: list[str]) -> list[DueCard]:
        with self._lock:
            missing = [one for one in ids if one not in self._made]
            if missing:
                self._made.update(zip(missing, self._make(missing), strict=True))
            return [self._made[one] for one in ids]

    def __eq__(self, other: Any) -> bool:
        if not isinstance(other, Cards | tuple):
            return NotImplemented
        return len(self) == len(other) and all(mine == its for mine, its in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(self.ids())

    def __repr__(self) -> str:
        return f"Cards({', '.join(self.ids())})"
