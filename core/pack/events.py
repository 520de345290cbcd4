"""What happened when: records of the log on the belief clock, window edges on the truth clock."""

from __future__ import annotations

import threading
from typing import Literal

import msgspec

from core.claims.claim import Claim
from core.clocks.instants import Instant
from core.pack.outcome import quoted
from core.pack.reader import Reader
from core.state.view import View
from core.store.lmdb_log import LmdbLog
from core.store.record import LOST, LogRecord
from core.store.tables import CLAIM, REVIEW


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that happened, on one of the clocks."""

    at: Instant
    verb: str
    """The record's verb, or `begins` and `ends` on the truth clock."""
    summary: str
    actor: str = ""
    tx: int | None = None
    """The record, on the belief clock."""
    claims: tuple[str, ...] = ()
    """Claims concerned."""
    reviewed: tuple[str, ...] = ()
    """Claims whose review clock or check moved."""
    undoes: tuple[int, ...] = ()

    @property
    def about(self) -> tuple[str, ...]:
        """Every claim that the record says anything of, each once."""
        return tuple(dict.fromkeys((*self.claims, *self.reviewed)))

    @property
    def is_stand_in(self) -> bool:
        """Whether the record was damaged, and this is what was brought back of it."""
        return self.verb == LOST


class Journal:
    """The log as events, read once and kept up."""

    def __init__(self, log: LmdbLog) -> None:
        self._log = log
        self._events: list[Event] = []
        self._lock = threading.Lock()

    def events(self) -> list[Event]:
        """Every record as an event, oldest first; threads that read at once take each record in once."""
        with self._lock:
            self._events.extend(_event(record) for record in self._log.read(len(self._events) + 1))
            return list(self._events)

    def one(self, tx: int) -> Event:
        """One record as an event, without reading the rest of the log."""
        return _event(self._log.record(tx))

    def newest(self, last: int) -> tuple[Event, ...]:
        """The last records, newest first, without reading the rest of the log."""
        top = self._log.last()[0]
        return tuple(_event(self._log.record(tx)) for tx in range(top, max(0, top - last), -1))


def _event(record: LogRecord) -> Event:
    return Event(
        at=record.t_tx,
        verb=record.verb,
        summary=record.summary or record.verb,
        actor=record.actor,
        tx=record.tx,
        claims=tuple(effect.key for effect in record.effects if effect.table == CLAIM),
        reviewed=tuple(effect.key for effect in record.effects if effect.table == REVIEW),
        undoes=record.undoes,
    )


def events(
    reader: Reader, journal: Journal, view: View, clock: Literal["believed", "true"]
) -> tuple[Event, ...]:
    """Every record by a view's B, or the window edges of the claims of its scope, oldest first."""
    basis = reader.basis(view)
    if clock == "believed":
        return tuple(event for event in journal.events() if event.at <= basis.believed_at)
    everything = View(view.workspace, basis.true_at, basis.believed_at, "both", view.set, resting=True)
    found = [event for claim in reader.held.claims(reader.select(everything)) for event in _edges(claim)]
    return tuple(sorted(found, key=lambda event: (event.at, event.verb, event.claims)))


def _edges(claim: Claim) -> list[Event]:
    edges = (("begins", claim.t_valid), ("ends", claim.t_invalid))
    return [
        Event(
            at=at, verb=verb, summary=f"{verb}: {quoted(claim.text)}", actor=claim.author, claims=(claim.id,)
        )
        for verb, at in edges
        if at is not None
    ]
