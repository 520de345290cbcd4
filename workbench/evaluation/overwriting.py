"""Facts that overwrite facts, written one after the other: what closes, what should have, what is found.

Each line is a claim, a minute after the one before, with no names declared and nothing named.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.pack.commands import Configure
from core.pack.receipts import Receipt
from workbench.evaluation.cases import Collection, Piece
from workbench.evaluation.filling import Filled, as_claims
from workbench.evaluation.readers.conflict import Facts

POLICIES: Final = ("original", "apply", "propose")


class Closings:
    """What the write rules closed and proposed, by places in the list."""

    def __init__(self) -> None:
        self.places: dict[str, int] = {}
        self.closed: dict[int, int] = {}
        """Place of a closed fact to that of its closer."""
        self.proposed: set[int] = set()

    def take(self, piece: Piece, receipt: Receipt) -> None:
        """Note what one write did."""
        assert receipt.id is not None
        self.places.setdefault(receipt.id, piece.position)
        for closing in receipt.closes:
            self.closed[self.places[closing.id]] = piece.position
        self.proposed.update(self.places[pair.old] for pair in receipt.proposes)

    def counted(self, facts: Facts) -> dict[str, int]:
        """The closings beside what the judge says."""
        slots = [fact.slot for fact in facts.facts]
        wrong = {old for old, new in self.closed.items() if slots[old] != slots[new]}
        still = facts.overwritten - self.closed.keys()
        return {
            "facts overwritten": len(facts.overwritten),
            "… closed": len((facts.overwritten & self.closed.keys()) - wrong),
            "… proposed": len(still & self.proposed),
            "… neither": len(still - self.proposed),
            "closed by another slot": len(wrong),
            "proposed, not overwritten": len(self.proposed - facts.overwritten),
        }


class Overwriting:
    """How lists of facts are written under a policy, and judged."""

    def __init__(self, policy: str) -> None:
        self.policy = policy
        self._facts: dict[str, Facts] = {}

    def facts(self, collection: Collection) -> Facts:
        """The judge of a list."""
        if collection.name not in self._facts:
            self._facts[collection.name] = Facts([piece.text for piece in collection.pieces])
        return self._facts[collection.name]

    def fill(self, filled: Filled, collection: Collection) -> None:
        """Write the facts in their order, and count what closed."""
        filled.pack.submit(Configure(name="policy", value=self.policy))
        closings = Closings()
        as_claims(filled, collection, closings.take)
        filled.figures.update(closings.counted(self.facts(collection)))

    def spoiled(self, collection: Collection, ranked: Sequence[str], gold: Sequence[str]) -> tuple[str, ...]:
        """Retrieved facts that were overwritten, of a slot whose answer was retrieved too."""
        return self.facts(collection).spoiled(ranked, gold)
