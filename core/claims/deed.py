"""Deeds: verbatim, dated evidence. Never edited."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from core.clocks.instants import Instant

DEED_KINDS: Final = ("note", "turn", "page", "patch")


class Deed(msgspec.Struct, frozen=True, array_like=True):
    """One piece of evidence under its accession."""

    accession: str
    kind: str
    body: str
    actor: str
    t_recorded: Instant
    said_at: Instant | None = None
    """When it was said or published, if known."""
    source: str | None = None
    speaker: str | None = None
    conversation: str | None = None
    position: int | None = None
    extra: dict[str, Any] = {}
