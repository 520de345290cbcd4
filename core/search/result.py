"""What a search answers with."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from core.claims.ended import Withdrawn
from core.state.view import Basis

State = Literal["live", "closed", "planned", "resting"] | Withdrawn


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """One document that was found: a claim in the version that the view shows, or a deed."""

    id: str
    rev: int
    row: int
    """Version row in the claim columns, or row of the deed."""
    score: float
    """After decay; what the order stands on before diversity."""
    ballots: dict[str, float]
    """Normalised score in [0, 1] of each ballot that named it, before weights."""
    relevance: float
    """Fused score of the ballots, before decay."""
    decay: float
    """Retrievability or age factor in [0, 1]; 1 where decay is off."""
    fit: float = 1.0
    """What its score was multiplied by for how it fits as an answer."""
    state: State
    marks: tuple[tuple[int, int], ...]
    """Spans of the text that matched, in code points."""
    window: tuple[int, ...] = ()
    """Where windows were asked for: what shows the rows of the window, in order."""


class SearchResult(msgspec.Struct, frozen=True, kw_only=True):
    """The hits for one query on one basis, and what was done to get them."""

    query: str
    shown_as: str | None
    """The repaired query, or None when nothing was repaired."""
    repairs: tuple[tuple[str, str], ...]
    """Words as typed, and the words of the pack that stood in for them."""
    hits: tuple[Hit, ...]
    basis: Basis
    matched: int
    """Claims in view that a word of the query came near to, or that another ballot than `windows` named."""
    hidden: dict[str, int]
    """Claims that hold a word of the query but that the view hides, by state."""
    engine: str
    """`lexical`, with the pluggable ballots that took part (`lexical+dense`)."""
    panel: dict[str, Any]
    """Names and weights in use."""
    rerank: str = "off"
    """The name of the reranker that read the best again, `off`, `absent` or `failed`."""
