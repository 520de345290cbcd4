"""The pack held in memory: what the log has said so far, kept up record by record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from threading import Lock
from typing import Any, Final

from core.claims.claim import Claim
from core.claims.deed import Deed
from core.claims.proposal import OPEN, Proposal
from core.claims.review_state import ReviewState
from core.clocks.instants import EARLIEST, Instant
from core.state.chains import Chains, Entry, MemoryTable
from core.state.claim_table import ClaimTable
from core.state.claim_versions import AT_HAND
from core.state.columns import ClaimColumns
from core.state.deeds import DeedChains, DeedShelf
from core.state.held_base import Base, claim_reader
from core.state.links import Links
from core.state.stored_tables import StoredLinks
from core.state.view import View
from core.state.views import Selection, Selector
from core.store import tables
from core.store.record import LogRecord

_ENTRY: Final = partial(tuple.__new__, Entry)  # a pack has a hundred thousand: no call in Python for each

StoredChain = tuple[str, list[tuple[int, Instant, Any]]]
"""A key and its `(tx, t_tx, value)` entries, oldest first."""


class Held:
    """Chains, claim columns, deeds and links of one pack up to `tx`. Indexes catch up by themselves."""

    def __init__(self, deeds: DeedShelf | None = None, base: Base | None = None) -> None:
        """`base`: what lies in the file; without it all is in memory."""
        self.tx, self.t_tx = (0, EARLIEST) if base is None else (base.tx, base.t_tx)
        self.deeds = DeedShelf() if deeds is None else deeds
        self.columns = ClaimColumns() if base is None else base.columns
        self._file = None if base is None else base.file
        given = {tables.DEED: DeedChains(self.deeds), tables.CLAIM: ClaimTable(self.columns)}
        self.chains = Chains({**given, **({} if base is None else base.tables())})
        self._linking = Lock()
        self._links: Links | None = None
        self.open_proposals: dict[str, Proposal] = {}
        self.reviewed: list[str] = []
        """Ids of the claims whose review state changed since the pack was opened, in order."""
        self.kept_tx = 0
        """The record that the stored columns stand for (`held_blobs`)."""
        self._selector = Selector(self.columns)

    @classmethod
    def over(cls, base: Base, few: Iterable[tuple[str, Iterable[StoredChain]]], deeds: DeedShelf) -> Held:
        """A pack over its file: `few` are the tables that are held whole, up to its record or later.

        Of later records, `apply` takes in the rest; `deeds` may be further on.
        """
        held = cls(deeds, base)
        for table, chains in few:
            held._take(table, ((key, [one for one in chain if one[0] <= base.tx]) for key, chain in chains))
        for key, chain in held.chains.tables[tables.PROPOSAL].items():
            held._track(key, chain[-1].value)
        return held

    def _take(self, table: str, chains: Iterable[StoredChain]) -> None:
        into = self.chains.tables[table]
        assert isinstance(into, MemoryTable)
        for key, entries in chains:
            if entries:
                into.entries[key] = list(map(_ENTRY, entries))

    def _shelve(self, entries: Iterable[tuple[tuple[int, Instant, Deed | None], str]]) -> None:
        """Take in values of deeds, those of one record in the order of their accessions."""
        for (tx, t_tx, deed), accession in sorted(entries, key=lambda one: (one[0][0], one[1])):
            self.deeds.append(tx, t_tx, accession, deed)
            if deed is not None:
                self.deeds.hold(deed)

    def _track(self, key: str, proposal: Proposal | None) -> None:
        if proposal is not None and proposal.status == OPEN:
            self.open_proposals[key] = proposal
        else:
            self.open_proposals.pop(key, None)

    def apply(self, record: LogRecord, *, deeds_too: bool = True) -> None:
        """Take in the next record: its effects become the newest entries of their keys.

        Versions of one record get their rows in the order of ids, as they do when a pack is loaded.
        """
        versions: list[Claim] = []
        deeds: dict[str, Deed | None] = {}
        links: list[tuple[str, Entry]] = []
        for effect in record.effects:
            value = effect.value
            if effect.table == tables.DEED:
                deeds[effect.key] = value
                continue
            if effect.table == tables.CLAIM:
                versions.append(value)
                continue
            if effect.table == tables.LINK:
                links.append((effect.key, Entry(record.tx, record.t_tx, value)))
                continue
            self.chains.append(effect.table, effect.key, Entry(record.tx, record.t_tx, value))
            if effect.table == tables.REVIEW:
                self.reviewed.append(effect.key)
            elif effect.table == tables.PROPOSAL:
                self._track(effect.key, value)
        if links:
            self._link(links)
        for claim in sorted(versions, key=lambda one: one.id):
            self.columns.append(claim, record.tx, record.t_tx)
        if deeds_too:
            self._shelve(((record.tx, record.t_tx, deed), accession) for accession, deed in deeds.items())
        self.tx, self.t_tx = record.tx, record.t_tx

    def _link(self, entries: list[tuple[str, Entry]]) -> None:
        table = self.chains.tables[tables.LINK]
        with self._linking:  # a reader may be making the links of what came so far
            for key, entry in entries:
                table.append(key, entry)
                if self._links is not None:
                    self._links.set(key, entry.value)

    @property
    def links(self) -> Links:
        """The present links; those of the file are read when the first is asked for."""
        if self._links is None:
            with self._linking:
                if self._links is None:
                    self._links = self._present_links()
        return self._links

    def _present_links(self) -> Links:
        table = self.chains.tables[tables.LINK]
        return table.links() if isinstance(table, StoredLinks) else Links.of(table.items_at(self.t_tx))

    def settle(self) -> None:
        """Everything is durable now: what is in the file need not be held any longer."""
        self.deeds.settle()
        versions = self.columns.versions
        if self._file is not None and versions.in_memory >= AT_HAND:
            versions.in_file(self.columns.n, claim_reader(self._file, self.columns))

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
        return self.columns.versions.each(selection.rows.tolist())

    def review(self, claim_id: str, believed_at: Instant | None = None) -> ReviewState | None:
        """The review state of a claim, now or as believed at an instant."""
        if believed_at is None:
            value: ReviewState | None = self.chains.head(tables.REVIEW, claim_id)
        else:
            value = self.chains.at(tables.REVIEW, claim_id, believed_at)
        return value

    def reviews(self, claim_ids: Sequence[str], believed_at: Instant) -> list[ReviewState | None]:
        """The review states of some claims as believed at an instant, read in one go."""
        return self.chains.tables[tables.REVIEW].many_at(claim_ids, believed_at)

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
        links = self.chains.tables[tables.LINK]
        if isinstance(links, StoredLinks):
            return links.links_at(believed_at)
        return Links.of(links.items_at(believed_at))
