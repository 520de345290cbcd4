"""The order of equals: each base has one of its own, so that they do not all choose the same eight.

Multiplicative hashing of what the two fingerprints differ in (Knuth, The Art of Computer Programming 3, 6.4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MULTIPLIER: Final = 0x9E3779B97F4A7C15
"""The odd number next to 2^64 over the golden ratio."""
_MASK: Final = (1 << 64) - 1


def place(base: int, other: int) -> int:
    """Where one name stands among the equals of a base, by their 64-bit fingerprints."""
    return (base ^ other) * _MULTIPLIER & _MASK


def places(base: int, others: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """As `place`, for many: (n,) fingerprints to (n,) places."""
    wide = others.dtype.type
    return (others ^ wide(base)) * wide(_MULTIPLIER)
