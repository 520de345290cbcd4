"""Replay: what the log says each key of each table held, from each transaction on.

It applies recorded effects and runs no rule: a log from another version of the rules replays the same.
"""

from __future__ import annotations

from collections.abc import Iterable

from core.clocks.instants import Instant
from core.store.record import LogRecord
from core.store.tables import VALUE_TYPES

Stored = tuple[int, Instant, bytes | None]
"""`(tx, t_tx, stored bytes or None)`."""


def replay(records: Iterable[LogRecord]) -> dict[str, dict[str, list[Stored]]]:
    """Table, key, versions, oldest first. Of two effects of one record on one key the later one counts."""
    replayed: dict[str, dict[str, list[Stored]]] = {table: {} for table in VALUE_TYPES}
    for record in records:
        for effect in record.effects:
            versions = replayed[effect.table].setdefault(effect.key, [])
            if versions and versions[-1][0] == record.tx:
                versions.pop()
            versions.append((record.tx, record.t_tx, effect.stored))
    return replayed
