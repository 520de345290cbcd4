"""Records that are made as they are looked at: a long answer costs what is shown of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeVar, overload

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

T = TypeVar("T")

PAGE: Final = 256
"""Records that are read in one go."""


class LookedAt(Sequence[T]):
    """A sequence over numbers, each made into a record by `make`; equal to a tuple of the same records."""

    __slots__ = ("_ahead", "_make", "_numbers")

    def __init__(
        self, numbers: NDArray[np.intp], make: Callable[[int], T], ahead: Callable[[list[int]], object] = list
    ) -> None:
        """`ahead` is told which numbers will be made into records next."""
        self._numbers = numbers
        self._make = make
        self._ahead = ahead

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[T, ...]: ...
    def __getitem__(self, place: int | slice) -> T | tuple[T, ...]:
        if isinstance(place, slice):
            return tuple(self._made(self._numbers[place].tolist()))
        return self._make(int(self._numbers[place]))

    def __iter__(self) -> Iterator[T]:
        return self._made(self._numbers.tolist())

    def _made(self, numbers: list[int]) -> Iterator[T]:
        for first in range(0, len(numbers), PAGE):
            page = numbers[first : first + PAGE]
            self._ahead(page)
            yield from map(self._make, page)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, LookedAt | tuple):
            return len(self) == len(other) and all(one == two for one, two in zip(self, other, strict=True))
        return NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"LookedAt({list(self)!r})"
