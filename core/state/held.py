"""The pack held in memory: what the log has said so far, kept up record by record."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Final

from core.claims.claim import Claim
from core.claims.deed import Deed
from core.claims.proposal import OPEN, Proposal
from core.claims.review_state import ReviewState
from core.clocks.instants import EARLIEST, Instant
from core.state.chains import Chains, Entry
from core.state.columns import ClaimColumns
from core.state.deeds import DeedChains, DeedShelf
from core.state.links import Links
from core.state.view import View
from core.state.views import Selection, Selector
from core.store import tables
from core.store.record import LogRecord

_ENTRY: Final = partial(tuple.__new__, Entry)  # a pack has a hundred thousand: no call in Python for each

StoredChain = tuple[str, list[tuple[int, Instant, Any]]]
"""A key and its `(tx, t_tx, value)` entries, oldest first."""


class Held:
    """Chains, claim columns, deeds and links of one pack up to `tx`. Indexes catch up by themselves."""

    def __init__(self, deeds: DeedShelf | None = None) -> None:
        self.tx = 0
        self.t_tx: Instant = EARLIEST
        self.deeds = DeedShelf() if deeds is None else deeds
        self.chains = Chains(DeedChains(self.deeds))
        self.columns = ClaimColumns()
        self.links = Links()
        self.open_proposals: dict[str, Proposal] = {}
        self.reviewed: list[str] = []
        """Ids of the claims whose review state changed since the pack was opened, in order."""
        self._selector = Selector(self.columns)

    @classmethod
    def load(
        cls,
        stored: Iterable[tuple[str, Iterable[StoredChain]]],
        last: tuple[int, Instant],
        deeds: DeedShelf | None = None,
    ) -> Held:
        """Build from the stored projections: `(table, chains)` of every table, and the last `(tx, t_tx)`.

        `deeds` is the shelf up to there, where it was read apart; else it is filled, with the words too.
        """
        held = cls(deeds)
        collecting = gc.isenabled()
        gc.disable()
        try:
            for table, chains in stored:
                if table == tables.DEED:
                    held._shelve((entry, key) for key, entries in chains for entry in entries)
                    continue
                into = held.chains.own[table]
                for key, entries in chains:
                    into[key] = list(map(_ENTRY, entries))
            held._derive()
        finally:
            if collecting:
                gc.enable()
        held.tx, held.t_tx = last
        return held

    def _shelve(self, entries: Iterable[tuple[tuple[int, Instant, Deed | None], str]]) -> None:
        """Take in values of deeds, those of one record in the order of their accessions."""
        for (tx, t_tx, deed), accession in sorted(entries, key=lambda one: (one[0][0], one[1])):
            self.deeds.append(tx, t_tx, accession, deed)
            if deed is not None:
                self.deeds.hold(deed)

    def _derive(self) -> None:
        every = self.chains.tables[tables.CLAIM].items()
        in_order = sorted((entry.tx, claim_id, entry.value) for claim_id, chain in every for entry in chain)
        self.columns.extend([claim for _, _, claim in in_order])
        linked = self.chains.tables[tables.LINK].items()
        self.links = Links.of((key, chain[-1].value) for key, chain in linked if chain[-1].value is not None)
        for key, chain in self.chains.tables[tables.PROPOSAL].items():
            self._track(key, chain[-1].value)

    def _track(self, key: str, proposal: Proposal | None) -> None:
        if proposal is not None and proposal.status == OPEN:
            self.open_proposals[key] = proposal
        else:
            self.open_proposals.pop(key, None)

    def apply(self, record: LogRecord) -> None:
        """Take in the next record: its effects become the newest entries of their keys.

        Versions of one record get their rows in the order of ids, as they do when a pack is loaded.
        """
        versions: list[Claim] = []
        deeds: dict[str, Deed | None] = {}
        for effect in record.effects:
            value = effect.value
            if effect.table == tables.DEED:
                deeds[effect.key] = value
                continue
            self.chains.append(effect.table, effect.key, Entry(record.tx, record.t_tx, value))
            if effect.table == tables.CLAIM:
                versions.append(value)
            elif effect.table == tables.LINK:
                self.links.set(effect.key, value)
            elif effect.table == tables.REVIEW:
                self.reviewed.append(effect.key)
            elif effect.table == tables.PROPOSAL:
                self._track(effect.key, value)
        for claim in sorted(versions, key=lambda one: one.id):
            self.columns.append(claim)
        self._shelve(((record.tx, record.t_tx, deed), accession) for accession, deed in deeds.items())
        self.tx, self.t_tx = record.tx, record.t_tx

    def select(self, view: View, now: Instant) -> Selection:
        """The versions a view may see for a reader whose wall time is `now`."""
        return self._selector.select(view, now, max(self.t_tx, now))

    def claim(self, claim_id: str) -> Claim | None:
        """The newest version of a claim."""
        value: Claim | None = self.chains.head(tables.CLAIM, claim_id)
        return value

    def versions(self, claim_id: str) -> list[Claim]:
        """Every version of a claim, oldest first."""
        return [entry.value for entry in self.chains.chain(tables.CLAIM, claim_id)]

    def claim_at(self, claim_id: str, believed_at: Instant) -> Claim | None:
        """The version of a claim as believed at an instant, retracted and undone ones too."""
        value: Claim | None = self.chains.at(tables.CLAIM, claim_id, believed_at)
        return value

    def claims(self, selection: Selection) -> Iterator[Claim]:
        """The claims of a selection, in the order they were first written."""
        versions = self.columns.versions
        return (versions[row] for row in selection.rows.tolist())

    def review(self, claim_id: str, believed_at: Instant | None = None) -> ReviewState | None:
        """The review state of a claim, now or as believed at an instant."""
        if believed_at is None:
            value: ReviewState | None = self.chains.head(tables.REVIEW, claim_id)
        else:
            value = self.chains.at(tables.REVIEW, claim_id, believed_at)
        return value

    def setting(self, name: str, default: Any, believed_at: Instant | None = None) -> Any:
        """A setting, now or as believed at an instant."""
        if believed_at is None:
            value = self.chains.head(tables.SETTING, name)
        else:
            value = self.chains.at(tables.SETTING, name, believed_at)
        return default if value is None else value

    def proposals(self, believed_at: Instant | None = None) -> list[Proposal]:
        """Every proposal, oldest first, now or as believed at an instant."""
        at = self.t_tx if believed_at is None else believed_at
        found: list[Proposal] = [value for _, value in self.chains.items_at(tables.PROPOSAL, at)]
        return sorted(found, key=lambda one: (one.t_opened, one.id))

    def links_at(self, believed_at: Instant) -> Links:
        """The links as believed at an instant; the present ones are not copied."""
        if believed_at >= self.t_tx:
            return self.links
        return Links.of(self.chains.items_at(tables.LINK, believed_at))
