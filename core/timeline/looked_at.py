"""Records that are made as they are looked at: a long answer costs what is shown of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar, overload

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

T = TypeVar("T")


class LookedAt(Sequence[T]):
    """A sequence over numbers, each made into a record by `make`; equal to a tuple of the same records."""

    __slots__ = ("_make", "_numbers")

    def __init__(self, numbers: NDArray[np.intp], make: Callable[[int], T]) -> None:
        self._numbers = numbers
        self._make = make

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[T, ...]: ...
    def __getitem__(self, place: int | slice) -> T | tuple[T, ...]:
        if isinstance(place, slice):
            return tuple(map(self._make, self._numbers[place].tolist()))
        return self._make(int(self._numbers[place]))

    def __iter__(self) -> Iterator[T]:
        return map(self._make, self._numbers.tolist())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, LookedAt | tuple):
            return len(self) == len(other) and all(one == two for one, two in zip(self, other, strict=True))
        return NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"LookedAt({list(self)!r})"
