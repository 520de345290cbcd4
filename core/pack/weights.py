"""Weights of ballots as one setting: `bm25+=1,scan=.5`."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite

from core.errors import Refused, as_given


def read_weights(text: str) -> dict[str, float]:
    """The weights by ballot; empty for no text. Raises `Refused`, telling how to write them."""
    weights: dict[str, float] = {}
    for part in filter(None, text.split(",")):
        name, _, number = (side.strip() for side in part.rpartition("="))
        try:
            weights[name] = float(number)
        except ValueError:
            raise Refused(f"{as_given(part)} is no weight; write weights like bm25+=1,scan=.5.") from None
        if not name or not isfinite(weights[name]) or weights[name] < 0:
            raise Refused(f"{as_given(part)} is no weight; name a ballot and a number from 0, like scan=.5.")
    return weights


def over(shipped: Mapping[str, float], text: str) -> dict[str, float]:
    """The shipped weights, changed as a setting says; a ballot of weight 0 does not vote."""
    return {name: weight for name, weight in {**shipped, **read_weights(text)}.items() if weight}


def write_weights(weights: Mapping[str, float]) -> str:
    """The weights as the setting has them."""
    return ",".join(f"{name}={weight:g}" for name, weight in weights.items())
