"""The unit of work of one command: what stands, what will stand, and the effects between."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from msgspec.structs import replace

from core.claims.claim import Claim, Closing
from core.claims.deed import Deed
from core.claims.ended import how_withdrawn
from core.claims.ids import SECURE, new_accession, new_id, short
from core.claims.proposal import LAPSED, OPEN, Proposal
from core.claims.review_state import ReviewState
from core.clocks.instants import Instant
from core.clocks.study_day import StudyDay, offset_minutes, study_day
from core.errors import NotFound, Refused, as_given
from core.pack import settings
from core.state.held import Held
from core.state.successors import Successors
from core.state.write_index import WriteIndex
from core.store import tables
from core.store.record import Effect, LogRecord


@dataclass(slots=True)
class Work:
    """One command being carried out. Reads see its own pending values; nothing leaves before `effects`."""

    held: Held
    index: WriteIndex
    successors: Successors
    tx: int
    now: Instant
    """System time of the record to be."""
    actor: str
    record: Callable[[int], LogRecord]
    """The log's record of a transaction."""
    client: str = ""
    origin: str = "user-declared"
    chance: Random = SECURE
    """Where ids take their randomness from."""
    wall: Instant | None = None
    """What the machine's clock said; None where nobody asked it."""
    pending: dict[tuple[str, str], Any] = field(default_factory=dict)
    _differing: set[tuple[str, str]] = field(default_factory=set)
    """Keys of which it is known that what is held is another value."""
    _effects: tuple[Effect, ...] | None = None
    """What `effects` said last; None since something was put."""

    def get(self, table: str, key: str) -> Any:
        """The value of a key as this command leaves it so far."""
        if (table, key) in self.pending:
            return self.pending[table, key]
        return self.held.chains.head(table, key)

    def put(self, table: str, key: str, value: Any, *, differs: bool = False) -> None:
        """Set a value; None drops it. A value that is already there is no effect.

        `differs` is for who knows that what is held is another value: then nobody looks.
        """
        self.pending[table, key] = value
        self._effects = None
        if differs:
            self._differing.add((table, key))
        else:
            self._differing.discard((table, key))

    def effects(self) -> tuple[Effect, ...]:
        """What changed, in the order it was put."""
        if self._effects is None:
            head = self.held.chains.head
            self._effects = tuple(
                Effect(table, key, None if value is None else tables.encode(value))
                for (table, key), value in self.pending.items()
                if (table, key) in self._differing or value != head(table, key)
            )
        return self._effects

    # claims

    def claim(self, claim_id: str) -> Claim:
        """A claim as it stands, retracted ones too. Raises `NotFound`."""
        claim: Claim | None = self.get(tables.CLAIM, claim_id)
        if claim is None:
            raise NotFound(f"there is no claim {claim_id}.")
        return claim

    def believed(self, claim_id: str) -> Claim:
        """A claim that the pack believes. Raises `NotFound` or `Refused`."""
        claim = self.claim(claim_id)
        if (gone := how_withdrawn(claim)) is not None:
            first = "redo that first" if gone == "undone" else "reopen it first"
            raise Refused(f"claim {short(claim_id)} is {gone}; {first}.")
        return claim

    def add(self, claim: Claim) -> None:
        """Put the first version of a claim."""
        self.put(tables.CLAIM, claim.id, claim)

    def version(self, claim: Claim, **changes: Any) -> Claim:
        """Put the next version of a claim with some fields changed, and return it."""
        stands: Claim | None = self.held.chains.head(tables.CLAIM, claim.id)
        changes |= {"rev": 1 if stands is None else stands.rev + 1, "t_recorded": self.now}
        following = replace(claim, **changes)
        self.put(tables.CLAIM, claim.id, following)
        return following

    def closing(self, rule: str, **details: Any) -> Closing:
        """A closing by this command."""
        return Closing(
            rule=rule,
            actor=self.actor,
            tx=self.tx,
            t_tx=self.now,
            client=self.client,
            policy=str(self.setting("policy")),
            **details,
        )

    def open_proposals(self) -> list[Proposal]:
        """The proposals that are open as this command leaves them so far."""
        pending = {key: value for (table, key), value in self.pending.items() if table == tables.PROPOSAL}
        every = {**self.held.open_proposals, **pending}
        return [one for one in every.values() if one is not None and one.status == OPEN]

    def lapse(self, claim_id: str) -> None:
        """Lapse every open proposal that names a claim."""
        for proposal in self.open_proposals():
            if claim_id in (proposal.new, proposal.old):
                self.lapse_one(proposal)

    def lapse_one(self, proposal: Proposal) -> None:
        """Lapse one proposal."""
        lapsed = replace(proposal, status=LAPSED, decided_by=self.actor, t_decided=self.now)
        self.put(tables.PROPOSAL, proposal.id, lapsed)

    # deeds

    def deed(self, accession: str) -> Deed:
        """A deed by its accession. Raises `NotFound`."""
        deed: Deed | None = self.get(tables.DEED, accession)
        if deed is None:
            raise NotFound(f"there is no deed {as_given(accession)}.")
        return deed

    def note(self, words: str) -> str:
        """Keep typed words as a note and return its accession; a known accession is returned as it is."""
        if self.get(tables.DEED, words.strip()) is not None:
            return words.strip()
        accession = self.fresh_accession("note")
        self.put(
            tables.DEED, accession, Deed(accession, "note", words, self.actor, self.now, said_at=self.now)
        )
        return accession

    def fresh_accession(self, kind: str) -> str:
        """An accession that nothing bears yet."""
        while True:
            accession = new_accession(kind, self.chance)
            if self.get(tables.DEED, accession) is None:
                return accession

    def fresh_id(self) -> str:
        """A new claim or proposal id, time-ordered."""
        return new_id(self.now, self.chance)

    # the review clock

    @property
    def zone(self) -> str:
        """The pack's time zone."""
        return str(self.setting("zone"))

    @property
    def today(self) -> StudyDay:
        """The study day of this command."""
        return study_day(self.now, self.zone, int(self.setting("rollover_hour")))

    def fresh_review(self, begins: Instant | None = None) -> ReviewState:
        """The clock of a claim written now: due the next study day, but not before its window begins."""
        fields = self.clock_fields()
        today = study_day(self.now, fields["zone"], fields["rollover_hour"])
        first = today + 1
        if begins is not None and begins > self.now:
            first = max(first, study_day(begins, fields["zone"], fields["rollover_hour"]))
        return ReviewState(due_day=first, added_day=today, **fields)

    def clock_fields(self) -> dict[str, Any]:
        """Zone, rollover hour and offset in force, as every review record keeps them."""
        zone = self.zone
        return {
            "zone": zone,
            "rollover_hour": int(self.setting("rollover_hour")),
            "offset_minutes": offset_minutes(self.now, zone),
        }

    def setting(self, name: str) -> Any:
        """A setting in force."""
        return settings.in_force(name, self.get(tables.SETTING, name))
