"""A pack in memory that writes through the rules, and stores what the plan says as one log record."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from core.claims.claim import Claim
from core.claims.draft import Draft
from core.claims.proposal import Proposal, pair_key
from core.clocks.instants import DAY
from core.rules.plan import WritePlan, plan_write
from core.state.held import Held
from core.state.write_index import WriteIndex
from core.store import tables
from core.store.record import Effect, LogRecord
from core.text.entities import mine_entities

START = 1_700_000_000_000_000


class Writer:
    """Writes claims one a day."""

    def __init__(self, policy: str = "apply", zone: str = "UTC") -> None:
        self.held = Held()
        self.index = WriteIndex(self.held)
        self.policy = policy
        self.zone = zone
        self.now = START

    def record(self, *effects: Effect) -> None:
        """Append one record of these effects."""
        self.held.apply(LogRecord(self.held.tx + 1, self.now, "ann", "test", "write", b"", effects))

    def put(self, claims: Iterable[Claim]) -> None:
        """Store versions past all rules."""
        self.record(*(Effect.put(tables.CLAIM, claim.id, claim) for claim in claims))

    def claim(self, text: str, **fields: Any) -> Claim:
        """The newcomer a draft would be, a day after the last."""
        self.now += DAY
        author = fields.pop("author", "ann")
        draft = Draft(text=text, **fields)
        entities = mine_entities(text) if draft.entities is None else draft.entities
        claim_id = f"{self.held.tx + 1:032x}"
        return draft.claim(claim_id=claim_id, author=author, now=self.now, entities=entities)

    def plan(self, newcomer: Claim, keep_open: Iterable[str] = ()) -> WritePlan:
        """What writing it would do."""
        return plan_write(
            newcomer,
            self.held,
            self.index,
            policy=self.policy,
            keep_open=frozenset(keep_open),
            now=self.now,
            zone=self.zone,
        )

    def write(self, text: str, keep_open: Iterable[str] = (), **fields: Any) -> WritePlan:
        """Write a claim and store what the plan says."""
        plan = self.plan(self.claim(text, **fields), keep_open)
        if plan.outcome == "add":
            replaced = (*plan.newcomer.supersedes, *(ending.old for ending in plan.endings))
            stored = replace(plan.newcomer, supersedes=tuple(dict.fromkeys(replaced)))
            self.put([stored, *(self._ended(ending.old, ending.new_end) for ending in plan.endings)])
        return plan

    def _ended(self, claim_id: str, end: int) -> Claim:
        return self.version(claim_id, t_invalid=end, t_invalid_stated=False)

    def version(self, claim_id: str, **changes: Any) -> Claim:
        """The next version of a claim, not stored yet."""
        stands = self.held.claim(claim_id)
        assert stands is not None
        return replace(stands, rev=stands.rev + 1, t_recorded=self.now, **changes)

    def change(self, claim_id: str, **changes: Any) -> Claim:
        """Store the next version of a claim."""
        self.now += 1
        changed = self.version(claim_id, **changes)
        self.put([changed])
        return changed

    def decline(self, a: str, b: str) -> None:
        """A person says that both stay."""
        self.now += 1
        self.record(Effect.put(tables.DECLINED, pair_key(a, b), "two facts"))

    def propose(self, new: str, old: str) -> None:
        """An open proposal."""
        self.now += 1
        proposal = Proposal("p1", "default", "guard", new, old, "rewrite", self.now, "ann")
        self.record(Effect.put(tables.PROPOSAL, proposal.id, proposal))


def outcome(older: str, newer: str, entities: tuple[str, ...] | None = None, policy: str = "apply") -> str:
    """`close`, `propose` or `open`: what becomes of an older claim when a newer one arrives."""
    writer = Writer(policy)
    writer.write(older, entities=entities)
    plan = writer.write(newer, entities=entities)
    assert plan.outcome == "add"
    return "close" if plan.endings else "propose" if plan.found else "open"
