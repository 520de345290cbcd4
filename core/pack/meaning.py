"""What a face needs to hand the pack an encoder."""

from __future__ import annotations

from core.search.encoder import Encoder, EncoderMissing, NotYet, OtherDimension

__all__ = ["Encoder", "EncoderMissing", "NotYet", "OtherDimension"]
