"""Asking a filled pack: one question through the search of the door, read back as pieces and as groups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from core.pack.views import View
from workbench.evaluation.arms import Arm
from workbench.evaluation.cases import Collection
from workbench.evaluation.filling import Filled

WINDOW: Final = 6
TOP: Final = 20
DEPTH: Final = WINDOW * TOP
"""Hits asked for: sessions are read off the turns, and a session's turns may crowd the first places."""


@dataclass(frozen=True, slots=True)
class Retrieved:
    """What a search found, best first, and what it says it used."""

    names: tuple[str, ...]
    """Accessions or ids of claims."""
    used: Mapping[str, Any]


Ask = Callable[[Filled, str, Arm], Retrieved]


def deeds(filled: Filled, query: str, arm: Arm) -> Retrieved:
    """Search the evidence."""
    found = filled.pack.search_deeds(query, limit=DEPTH, neighbours=0)
    return Retrieved(tuple(hit.accession for hit in found.hits), used(found))


def claims(filled: Filled, query: str, arm: Arm) -> Retrieved:
    """Search the claims of every workspace."""
    found = filled.pack.search(query, View(), limit=DEPTH, hop=arm.hop)
    hop = {"hop": arm.hop} if arm.hop > 1 else {}
    return Retrieved(tuple(hit.line.claim.id for hit in found.hits), used(found) | hop)


def used(found: Any) -> dict[str, Any]:
    """The panel of an answer, with the engine that gave it."""
    return {**found.panel, "engine": found.engine}


def pieces(filled: Filled, retrieved: Iterable[str]) -> tuple[str, ...]:
    """The pieces behind some names, best first."""
    return tuple(piece for name in retrieved for piece in filled.pieces.get(name, ()))


def groups(collection: Collection, ranked: Iterable[str]) -> tuple[str, ...]:
    """The groups of ranked pieces, each at the place of its best one."""
    of = {piece.id: piece.group for piece in collection.pieces}
    return tuple(dict.fromkeys(of[piece] for piece in ranked))
