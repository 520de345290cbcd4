"""What a merge is about to write: the heads as it leaves them so far, and the records, one by one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from core.claims.claim import UNDONE, Claim
from core.clocks.instants import Instant
from core.pack import settings
from core.pack.merging_sides import Key
from core.pack.merging_values import same, written_here
from core.state.held import Held
from core.store import tables
from core.store.record import Effect


@dataclass(slots=True)
class Draft:
    """One record in the making."""

    values: dict[Key, Any] = field(default_factory=dict)
    decided: dict[Key, None] = field(default_factory=dict)
    uses: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Sheet:
    """The pack, and over it what the records of this merge have put so far."""

    held: Held
    actor: str
    client: str
    tx: int
    now: Instant
    """Number and system time of the record in the making."""
    heads: dict[Key, Any] = field(default_factory=dict)
    """What the finished records of this merge have put."""
    draft: Draft = field(default_factory=Draft)

    def before(self, key: Key) -> Any:
        """The value of a key as the pack held it before the merge."""
        return self.held.chains.head(*key)

    def get(self, key: Key) -> Any:
        """The value of a key as the merge leaves it so far."""
        return self.draft.values[key] if key in self.draft.values else self.finished(key)

    def finished(self, key: Key) -> Any:
        """The value of a key as the finished records of this merge leave it."""
        return self.heads[key] if key in self.heads else self.before(key)

    def put(self, key: Key, value: Any, *, decided: bool = False) -> None:
        """Set a value in the record in the making; one that is there already is no effect."""
        if decided:
            self.draft.decided[key] = None
        stands = self.finished(key)
        if same(key[0], value, stands):
            self.draft.values.pop(key, None)
        elif value is None:
            self.draft.values[key] = None
        else:
            self.draft.values[key] = written_here(key[0], value, stands, self.tx, self.now)

    def effects(self) -> tuple[Effect, ...]:
        """What the record in the making changes."""
        return tuple(
            Effect(table, key, None if value is None else tables.encode(value))
            for (table, key), value in self.draft.values.items()
        )

    def next_record(self) -> None:
        """Finish the record in the making and begin the next one, a microsecond later."""
        self.heads.update(self.draft.values)
        self.draft = Draft()
        self.tx, self.now = self.tx + 1, self.now + 1

    def claim(self, claim_id: str) -> Claim | None:
        """A claim as the merge leaves it so far."""
        found: Claim | None = self.get((tables.CLAIM, claim_id))
        return found

    def is_undone(self, claim_id: str) -> bool:
        """Whether the write of a claim is taken back as the merge leaves it so far."""
        claim = self.claim(claim_id)
        return claim is not None and claim.state == UNDONE

    def changed(self, table: str) -> Iterator[str]:
        """The keys of a table that the merge has changed so far."""
        keys = dict.fromkeys((*self.heads, *self.draft.values))
        return (key for name, key in keys if name == table)

    def items(self, table: str) -> Iterator[tuple[str, Any]]:
        """Every key of a table that holds something as the merge leaves it so far."""
        for key in dict.fromkeys((*self.held.chains.tables[table], *self.changed(table))):
            value = self.get((table, key))
            if value is not None:
                yield key, value

    def setting(self, name: str) -> Any:
        """A setting in force here; a merge changes none."""
        return settings.in_force(name, self.before((tables.SETTING, name)))
