"""The names and figures of a panel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from core.search import diversify, fusion
from core.search.decay import BAND, Form, Source, check_names

WEIGHTS: Final = {"bm25+": 1.0, "scan": 0.5, "windows": 0.5, "direct": 8.0}
"""Chosen on chat turns and self-contained text together; a claim named by id or key stands above words."""


@dataclass(frozen=True, slots=True)
class PanelSettings:
    """How a panel ranks. Raises `Refused` for an unknown name."""

    weights: Mapping[str, float] = field(default_factory=lambda: WEIGHTS)
    """Ballots that take part, and how much each counts; a name that nothing scores under is silent."""
    fuse: str = "combmnz"
    diversify: str = "mmr"
    decay: Source = "fsrs"
    decay_form: Form = "near-tie"
    band: float = BAND
    repair: bool = True

    def __post_init__(self) -> None:
        fusion.check_name(self.fuse)
        diversify.picker(self.diversify)
        check_names(self.decay, self.decay_form)

    def names(self) -> dict[str, Any]:
        """What is in use, by slot."""
        return {
            "ballots": dict(self.weights),
            "fuse": self.fuse,
            "diversify": self.diversify,
            "decay": self.decay,
            "decay_form": self.decay_form,
        }
