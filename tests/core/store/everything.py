"""Everything that a pack answers, as digests by what was asked: two packs that agree here read the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

from core.clocks.clock import ScriptedClock
from core.pack.pack import Pack
from core.state.view import View
from core.store import tables
from core.store.export import export_log
from core.store.lmdb_log import LmdbLog

DATES = 4
"""Dates of the past at which the door is asked; the store is asked at every one."""


def everything(path: Path) -> dict[str, str]:
    """What store and door answer, by name. Raises what reading raises."""
    with LmdbLog.open(path) as log:
        found = {name: digest(answers) for name, answers in of_store(log).items()}
        instants = [record.t_tx for record in log.read()]
    step = max(1, len(instants) // DATES)
    with Pack.open(path, seat="ana", clock=ScriptedClock(instants[-1])) as pack:
        for instant in [*instants[::step], instants[-1]]:
            found |= {f"{name} at {instant}": digest(said) for name, said in of_door(pack, instant).items()}
    return found


def of_store(log: LmdbLog) -> dict[str, Iterable[Any]]:
    """Every answer that the file gives: the door is a function of these and of cached arrays."""
    last = log.last()[0]
    stored = log.load_stored()
    return {
        "identity": [log.pack_id, log.created, log.last()],
        "records": log.read(),
        "records one by one": (log.record(tx) for tx in range(1, last + 1)),
        "export": export_log(log),
        "tables": [stored],
        "chains": (log.chain(table, key) for table, chains in stored[1].items() for key, _ in chains),
        "heads": heads(log, stored[1]),
        "due": due(log),
    }


def heads(log: LmdbLog, stored: dict[str, list[Any]]) -> Iterator[Any]:
    """The value of each key at every transaction that changed it, just before it, and now."""
    for table, chains in stored.items():
        for key, versions in chains:
            yield log.head(table, key)
            for tx, _, _ in versions:
                yield log.head(table, key, tx), log.head(table, key, tx - 1)


def due(log: LmdbLog) -> Iterator[Any]:
    """The queue of every day on which it changes."""
    days = {value.due_day for _, chain in log.chains(tables.REVIEW) for _, _, value in chain if value}
    for day in sorted(days):
        yield day, list(log.due_until(day).items())


def of_door(pack: Pack, believed_at: int) -> dict[str, list[Any]]:
    """What a person is shown on a date."""
    view = View(workspace=None, believed_at=believed_at)
    return {
        "claims": [pack.claims(view.with_shows(shows)) for shows in ("current", "both", "history")],
        "due": [pack.due(view)],
        "search": [(hit.line.claim.id, hit.score) for hit in pack.search("deploy rack", view).hits],
        "proposals": [pack.proposals(view, status=None)],
    }


def digest(answers: Iterable[Any]) -> str:
    summed = blake2b(digest_size=16)
    for answer in answers:
        summed.update(repr(answer).encode())
    return summed.hexdigest()
