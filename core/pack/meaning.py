"""What a face needs to hand the pack an encoder."""

from __future__ import annotations

import msgspec

from core.search.encoder import Encoder, EncoderMissing, NotYet, OtherDimension

__all__ = ["Encoder", "EncoderMissing", "NotYet", "OtherDimension", "VectorStatus"]


class VectorStatus(msgspec.Struct, frozen=True, kw_only=True):
    """The vectors of a pack at a glance."""

    model: str | None
    """What those in the file were made with; None when there are none."""
    done: int
    of: int
