"""Who was ended by whom, who names whom, and what rests on what: kept up as versions arrive."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.state.columns import ClaimColumns

_Ties = dict[str, dict[str, None]]


class Successors:
    """Ties between claims that some version states; check the version in force before believing one."""

    def __init__(self, columns: ClaimColumns) -> None:
        self._columns = columns
        self._rows = 0
        self._ended_by: _Ties = {}
        self._naming: _Ties = {}
        self._resting_on: _Ties = {}

    def ended_by(self, claim_id: str) -> tuple[str, ...]:
        """Ids of claims that were ever ended by a claim."""
        return self._of(self._ended_by, claim_id)

    def naming(self, claim_id: str) -> tuple[str, ...]:
        """Ids of claims that ever named a claim as replaced."""
        return self._of(self._naming, claim_id)

    def resting_on(self, claim_id: str) -> tuple[str, ...]:
        """Ids of conclusions that ever rested on a claim or a deed."""
        return self._of(self._resting_on, claim_id)

    def _of(self, ties: _Ties, claim_id: str) -> tuple[str, ...]:
        self._catch_up()
        return tuple(ties.get(claim_id, ()))

    def _catch_up(self) -> None:
        last = self._columns.n
        if last == self._rows:
            return
        for claim in self._columns.tied(self._rows):
            for ending in (claim.closing, claim.withdrawal):
                if ending is not None and ending.by is not None:
                    self._ended_by.setdefault(ending.by, {})[claim.id] = None
            for named in claim.supersedes:
                self._naming.setdefault(named, {})[claim.id] = None
            for premise in claim.derived_from:
                self._resting_on.setdefault(premise, {})[claim.id] = None
        self._rows = last
