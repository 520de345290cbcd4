"""The names and figures of a panel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from core.search import diversify, fusion
from core.search.answering import Answering, check_answering
from core.search.decay import BAND, Form, Source, check_names
from core.search.weighing import Weighing, check_weighing, weighed

WEIGHTS: Final = {"bm25+": 1.0, "scan": 0.5, "windows": 0.5, "dense": 1.0, "near": 0.5, "direct": 8.0}
"""Chosen on chat turns and self-contained text together; a claim named by id or key stands above words."""
TURNS: Final = {"bm25+": 1.0, "windows": 1.0, "direct": 8.0, "dense": 1.0, "near": 0.5}
"""For deeds: a turn leans on the turns before it, so its window counts in full (measured on LoCoMo turns; on
BEAM messages a scan beside them gains nothing, and windows above 1 cost what they bring to turns). Meaning at
1 and .5 is level with .6 and .6 on turns (hit@1 .436 and .435) and better on messages (.470 and .453)."""
RERANK_WEIGHT: Final = 1.0
"""Of a reranker's score, at best 1, beside the score of the panel: a full match by words has about 6."""


class PanelSettings(msgspec.Struct, frozen=True):
    """How a panel ranks. Raises `Refused` for an unknown name."""

    weights: Mapping[str, float] = msgspec.field(default_factory=lambda: WEIGHTS)
    """Ballots that take part, and how much each counts; a name that nothing scores under is silent."""
    fuse: str = "combmnz"
    diversify: str = "mmr"
    decay: Source = "fsrs"
    decay_form: Form = "near-tie"
    band: float = BAND
    repair: bool = True
    weighing: Weighing = "fixed"
    answering: Answering = "off"
    rerank: bool = False
    """Whether the reranker that has joined reads the best again."""
    rerank_weight: float = RERANK_WEIGHT
    weights_set: Mapping[str, float] | None = None
    """The weights as they were set, once a query has been weighed."""

    def __post_init__(self) -> None:
        fusion.check_name(self.fuse)
        diversify.picker(self.diversify)
        check_names(self.decay, self.decay_form)
        check_weighing(self.weighing)
        check_answering(self.answering)

    def for_query(self, query: str) -> PanelSettings:
        """The settings with the weights that are in force for a query."""
        weights = weighed(self.weights, self.weighing, query)
        return self if weights is self.weights else replace(self, weights=weights, weights_set=self.weights)

    def names(self) -> dict[str, Any]:
        """What is in use, by slot."""
        return {
            "ballots": dict(self.weights),
            "fuse": self.fuse,
            "diversify": self.diversify,
            "decay": self.decay,
            "decay_form": self.decay_form,
            "weighing": self.weighing,
            "answering": self.answering,
            **({} if self.weights_set is None else {"ballots_set": dict(self.weights_set)}),
        }
