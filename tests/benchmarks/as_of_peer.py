"""The peer of reading another date: SQLite over the same versions, in a table with a covering index."""

from __future__ import annotations

import sqlite3
from typing import Final

from core.claims.claim import EVERYWHERE
from core.pack.pack import Pack
from core.pack.views import Basis

_SHOWN: Final = (
    "select claim, version from versions where recorded <= ? and expired > ? and valid <= ? and invalid > ?"
    " and believed and workspace in (?, ?)"
)
_DIFFERENT: Final = (
    f"with a as materialized ({_SHOWN}), b as materialized ({_SHOWN}) select * from"
    " (select version as va, claim from a) left join (select version as vb, claim from b) using (claim)"
    " where vb is not va union all"
    " select null, claim, version from b where claim not in (select claim from a)"
)
_HISTORY: Final = "select version, recorded, expired from versions where claim = ? order by recorded"
_COLUMNS: Final = ("claim", "t_recorded", "t_expired", "t_valid", "t_invalid", "believed")


class Peer:
    """The versions of a pack, in memory."""

    name = f"SQLite {sqlite3.sqlite_version}"

    def __init__(self, pack: Pack, workspace: str) -> None:
        held = pack.reader.held.columns
        self._number = held.number
        self._scope = (workspace, EVERYWHERE)
        self._base = sqlite3.connect(":memory:")
        self._base.execute(
            "create table versions (version integer primary key, claim int, recorded int, expired int,"
            " valid int, invalid int, believed int, workspace text)"
        )
        cells = zip(*(held.column(name).tolist() for name in _COLUMNS), strict=True)
        rows = [(row, *values, held.versions[row].workspace) for row, values in enumerate(cells)]
        with self._base:
            self._base.executemany("insert into versions values (?, ?, ?, ?, ?, ?, ?, ?)", rows)
            self._base.execute(
                "create index by_time on versions"
                " (recorded, expired, valid, invalid, believed, workspace, claim, version)"
            )
            self._base.execute("create index by_claim on versions (claim, recorded, expired, version)")
            self._base.execute("analyze")

    def shown(self, basis: Basis) -> list[tuple[int, int]]:
        """Claim and version, of what is believed and true on a basis."""
        return self._base.execute(_SHOWN, self._asked(basis)).fetchall()

    def differences(self, first: Basis, second: Basis) -> list[tuple[int | None, int, int | None]]:
        """Version before, claim, version after, of every claim that two bases do not show alike."""
        return self._base.execute(_DIFFERENT, (*self._asked(first), *self._asked(second))).fetchall()

    def history(self, claim_id: str) -> list[tuple[int, int, int]]:
        """The versions of a claim with their time of belief."""
        return self._base.execute(_HISTORY, (self._number[claim_id],)).fetchall()

    def _asked(self, basis: Basis) -> tuple[int | str, ...]:
        return (basis.believed_at, basis.believed_at, basis.true_at, basis.true_at, *self._scope)
