"""Links, lenses and use, as a record has them: each side of a link names the other."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from core.errors import Refused

UNSET: Final = 0.5
"""Weight of a link that a record gives none."""

Weights = dict[str, float]
"""Weight by the other side's id."""


class Ties(msgspec.Struct, frozen=True, kw_only=True):
    """What one record is tied to, by the original's ids."""

    links: Weights = {}
    lenses: dict[str, Weights] = {}
    """By persona."""
    used: int = 0


def read_ties(fields: dict[str, Any]) -> Ties:
    """The ties of a record. Raises `Refused` for fields of another shape."""
    stated = fields.get("link_weights") or {}
    peers = fields.get("links") or []
    if not isinstance(peers, list) or not all(isinstance(one, str) for one in peers):
        raise Refused("links is no list of ids")
    weights = _weights("link_weights", stated)
    own = fields.get("id")
    lenses = fields.get("link_weights_by") or {}
    if not isinstance(lenses, dict):
        raise Refused("link_weights_by is no object of personas")
    return Ties(
        links={peer: weights.get(peer, UNSET) for peer in peers if peer and peer != own},
        lenses={persona: _weights(persona, stated) for persona, stated in lenses.items()},
        used=_used(fields.get("review")),
    )


def links_out(links: Weights) -> dict[str, Any]:
    """The fields of a record that hold links."""
    return {"links": sorted(links), "link_weights": {peer: links[peer] for peer in sorted(links)}}


def _weights(name: str, stated: Any) -> Weights:
    if not isinstance(stated, dict):
        raise Refused(f"{name} is no object of weights")
    return {peer: float(weight) for peer, weight in stated.items() if _is_weight(weight)}


def _is_weight(weight: Any) -> bool:
    return isinstance(weight, int | float) and not isinstance(weight, bool) and 0 < weight <= 1


def _used(review: Any) -> int:
    used = review.get("used", 0) if isinstance(review, dict) else 0
    return used if isinstance(used, int) and used > 0 else 0
