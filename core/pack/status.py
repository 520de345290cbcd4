"""Counts, sizes and settings; the upkeep of the file."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec

from core.claims.citing import names_of
from core.clocks.instants import Instant
from core.pack.pages import LIVE, state_of
from core.pack.queue import due
from core.pack.reader import Reader
from core.pack.settings import SETTINGS, SettingValue
from core.state.view import View
from core.store.lease import Holder, who_holds
from core.store.lmdb_log import LmdbLog


class Status(msgspec.Struct, frozen=True, kw_only=True):
    """A pack at a glance."""

    path: str
    pack_id: str
    workspace: str
    tx: int
    t_tx: Instant
    by_state: dict[str, int]
    """Claims of the workspace by state."""
    by_kind: dict[str, int]
    """Live claims of the workspace by kind."""
    due: int
    proposals: int
    deeds: int
    links: int
    file_bytes: int
    map_used: float
    """Share of the map in use; it grows by itself."""
    settings: dict[str, SettingValue]
    holder: str | None
    """Who holds the writer's lease, here or in another process, as a sentence."""


def status(reader: Reader, log: LmdbLog, workspace: str) -> Status:
    """Everything at a glance."""
    view = View(workspace=workspace, shows="history", resting=True)
    now = reader.now()
    claims = list(reader.held.claims(reader.select(view)))
    states = Counter(state_of(claim, now) for claim in claims)
    live = Counter(claim.kind for claim in claims if state_of(claim, now) in LIVE)
    stats = log.stats()
    return Status(
        path=str(log.path),
        pack_id=log.pack_id,
        workspace=workspace,
        tx=reader.held.tx,
        t_tx=reader.held.t_tx,
        by_state=dict(states.most_common()),
        by_kind=dict(live.most_common()),
        due=len(due(reader, View(workspace=workspace)).cards),
        proposals=sum(one.workspace == workspace for one in reader.held.open_proposals.values()),
        deeds=reader.held.deeds.standing,
        links=sum(1 for _ in reader.held.links.edges()),
        file_bytes=stats.file_bytes,
        map_used=stats.used_bytes / stats.map_bytes,
        settings={name: reader.setting(name) for name in SETTINGS},
        holder=str(holder) if (holder := holder_of(log)) else None,
    )


def holder_of(log: LmdbLog) -> Holder | None:
    """Who holds the writer's lease at this moment: this log, or whoever else has it."""
    return log.holder or who_holds(Path(log.path))


def workspaces(reader: Reader, view: View) -> tuple[tuple[str, int], ...]:
    """Every workspace with its number of claims of a view, largest first."""
    counted: Counter[str] = Counter()
    for claim in reader.held.claims(reader.select(view)):
        counted[claim.workspace] += 1
    return tuple(counted.most_common())


def entities(reader: Reader, view: View) -> tuple[str, ...]:
    """The names that the claims of a view are about, the commonest first."""
    counted: Counter[str] = Counter()
    for claim in reader.held.claims(reader.select(view)):
        counted.update(names_of(claim))
    return tuple(name for name, _ in sorted(counted.items(), key=lambda item: (-item[1], item[0])))


def authors(reader: Reader, view: View) -> tuple[str, ...]:
    """Who wrote claims of a view, whoever wrote most first."""
    columns = reader.held.columns
    names = columns.authors.names
    counted = Counter(columns.column("author")[reader.select(view).rows].tolist())
    said = [(name, number) for code, number in counted.items() if (name := names[code]) is not None]
    return tuple(name for name, _ in sorted(said, key=lambda item: (-item[1], item[0])))
