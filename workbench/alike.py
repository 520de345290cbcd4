"""How much two texts are alike, as every face says it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.pack.views import Near


def alike_words(near: Near) -> str:
    """What was measured of a pair, in plain words; empty where nothing was."""
    said, figures = [], near.figures
    if "jaccard" in figures:
        said.append(f"{figures.get('shared_words', 0)} of {figures.get('all_words', 0)} words alike")
    elif "opening" in figures:
        said.append(_opening(int(figures["opening"]), int(figures.get("shorter", 0))))
    if shared := str(figures.get("shared_entities", "")):
        said.append(f"both about {shared}")
    return ", ".join(said)


def _opening(same: int, words: int) -> str:
    if same == 1:
        return f"only the first of {words} words is the same"
    return f"the first {same} of {words} words are the same"


def nearness(near: Near) -> float:
    """How near a pair came, from 0 to 1, for the order of a list."""
    return max(float(near.figures.get(name, 0.0)) for name in ("jaccard", "share"))
