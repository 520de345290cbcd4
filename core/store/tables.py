"""The tables of a pack and what their values are."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import msgspec

from core.claims.claim import Claim
from core.claims.deed import Deed
from core.claims.proposal import Proposal
from core.claims.review_state import ReviewState
from core.clocks.instants import Instant

CLAIM: Final = "claim"
DEED: Final = "deed"
LINK: Final = "link"
REVIEW: Final = "review"
PROPOSAL: Final = "proposal"
DECLINED: Final = "declined"
SETTING: Final = "setting"
LENS: Final = "lens"
FIRED: Final = "fired"
USE: Final = "use"

Setting = str | int | float | bool | list[float] | None

VALUE_TYPES: Final[dict[str, Any]] = {
    CLAIM: Claim,  # id
    DEED: Deed,  # accession
    LINK: float,  # pair of ids: weight in (0, 1]
    REVIEW: ReviewState,  # id
    PROPOSAL: Proposal,  # id
    DECLINED: str,  # pair of ids: why
    SETTING: Setting,  # name
    LENS: float,  # persona and pair of ids: weight in (0, 1]
    FIRED: Instant,  # digest of a set of ids: when it fired
    USE: int,  # id: times fired
}

_ENCODER: Final = msgspec.msgpack.Encoder()


@lru_cache(maxsize=len(VALUE_TYPES))
def _decoder(table: str) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(VALUE_TYPES[table])


def encode(value: object) -> bytes:
    """The stored bytes of a value."""
    return _ENCODER.encode(value)


def decode(table: str, stored: bytes) -> Any:
    """The value of stored bytes. Raises `msgspec.DecodeError` for bytes of another shape."""
    return _decoder(table).decode(stored)


def decoder(table: str) -> Callable[[bytes | memoryview], Any]:
    """The function that reads stored bytes of one table, for loops over many."""
    return _decoder(table).decode
