"""Who was ended by whom, both ways round: kept up as versions arrive."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.state.columns import ClaimColumns


class Successors:
    """`ended_by(id)`: the claims that some version says were ended by `id`."""

    def __init__(self, columns: ClaimColumns) -> None:
        self._columns = columns
        self._rows = 0
        self._ended_by: dict[str, dict[str, None]] = {}

    def ended_by(self, claim_id: str) -> tuple[str, ...]:
        """Ids of claims that were ever ended by a claim; check the version in force before believing it."""
        self._catch_up()
        return tuple(self._ended_by.get(claim_id, ()))

    def _catch_up(self) -> None:
        for claim in self._columns.versions[self._rows :]:
            for ending in (claim.closing, claim.withdrawal):
                if ending is not None and ending.by is not None:
                    self._ended_by.setdefault(ending.by, {})[claim.id] = None
        self._rows = len(self._columns.versions)
