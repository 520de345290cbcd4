"""An encoder as search knows it: a protocol. Which model stands behind it is a face's business."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from core.errors import PackError, Refused

if TYPE_CHECKING:  # a face knows these names before it has shown anything
    import numpy as np
    from numpy.typing import NDArray


class EncoderMissing(PackError):
    """The model is not on this machine, or not the one that it should be; search goes on by words."""


class OtherDimension(Refused):
    """The encoder gives vectors of another length than the pack holds; they cannot be compared."""


class NotYet(Exception):
    """The vector of a query is being made elsewhere; ask again when it is there. No error for a person."""


class Encoder(Protocol):
    """Turns texts into vectors."""

    name: str
    """As a person knows the model."""
    fingerprint: str
    """Equal only if all vectors are: of the weights, the pooling, the prefixes, the length that is read."""
    size: int
    """Figures in a vector."""

    def encode(self, texts: Sequence[str], *, query: bool) -> NDArray[np.float32]:
        """`(texts, size)`, each row of length 1. Raises `NotYet` rather than let a person wait."""
        ...
