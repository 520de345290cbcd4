"""What of a pack is in its file, as memory keeps it: made by reading the tables through, up to one record."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from operator import itemgetter
from typing import Any

import msgspec
import numpy as np

from core.claims.claim import Claim
from core.clocks.instants import Instant
from core.errors import PackDamaged
from core.state.chains import Table
from core.state.claim_versions import Reads
from core.state.columns import FUTURE, ClaimColumns
from core.state.documents import of_claim
from core.state.link_arrays import LinkArrays, LinkRows
from core.state.review_heads import ReviewHeads
from core.state.stored_table import StoredTable
from core.state.stored_tables import OddLink, StoredLinks, StoredReviews
from core.store import tables
from core.store.chains import collector_paused
from core.store.file_tables import FileTables

STORED: tuple[str, ...] = (tables.CLAIM, tables.REVIEW, tables.LINK, tables.USE, tables.FIRED)
"""Tables that grow with every act: their former values stay in the file."""


class Base(msgspec.Struct):
    """A pack up to one record: columns and arrays in memory, and the file for all else."""

    file: FileTables
    tx: int
    t_tx: Instant
    columns: ClaimColumns
    links: Callable[[], LinkArrays]
    link_rows: Callable[[], LinkRows]
    odd_links: Callable[[], list[OddLink]]
    reviews: Callable[[], ReviewHeads]
    odd_reviews: Callable[[], frozenset[str]]

    def tables(self) -> dict[str, Table]:
        """The tables that lie in the file, but for the claims, which the columns are."""
        until, number = (self.tx, self.t_tx), self.columns.number
        return {
            tables.REVIEW: StoredReviews(self.file, until, number, self.reviews, self.odd_reviews),
            tables.LINK: StoredLinks(self.file, until, number, self.links, self.link_rows, self.odd_links),
            tables.USE: StoredTable(tables.USE, self.file, until),
            tables.FIRED: StoredTable(tables.FIRED, self.file, until),
        }


def scanned(file: FileTables, last: tuple[int, Instant]) -> Base:
    """Read the claims through: a second for a hundred thousand. Raises `PackDamaged`.

    Links and review states are read when the first is asked for.
    """
    columns = _columns(file, last[0])

    @cache
    def heads() -> tuple[ReviewHeads, frozenset[str]]:
        return _heads(file, last[0], columns.number)

    @cache
    def links() -> tuple[LinkRows, list[OddLink]]:
        return _link_rows(file, last[0], columns.number)

    return Base(
        file=file,
        tx=last[0],
        t_tx=last[1],
        columns=columns,
        links=lambda: present(columns, links()[0]),
        link_rows=lambda: links()[0],
        odd_links=lambda: links()[1],
        reviews=lambda: heads()[0],
        odd_reviews=lambda: heads()[1],
    )


def link_rows(file: FileTables, tx: int, number: Mapping[str, int]) -> LinkRows:
    """Every value that pairs of claims have had up to a record. Raises `PackDamaged`."""
    return _link_rows(file, tx, number)[0]


def review_heads(file: FileTables, tx: int, number: Mapping[str, int]) -> ReviewHeads:
    """The review states of claims as a record left them. Raises `PackDamaged`."""
    return _heads(file, tx, number)[0]


def claim_reader(file: FileTables, columns: ClaimColumns) -> Reads:
    """How versions are read from the file by row."""

    def read(rows: Sequence[int]) -> list[Claim]:
        tx = columns.column("tx")[np.array(rows, np.int32)].tolist()
        places = list(zip(columns.id_of(rows), tx, strict=True))
        found = file.versions_at(tables.CLAIM, places)
        if None in found:
            claim_id = places[found.index(None)][0]
            raise PackDamaged(
                f"claim {claim_id} is not in the file any more; close the pack and open it again."
            )
        return [version[2] for version in found if version is not None]

    return read


def _columns(file: FileTables, until: int) -> ClaimColumns:
    columns = ClaimColumns()
    with collector_paused():
        versions = _versions(file, until)
        columns.extend(versions)
        columns.read_along = [of_claim(versions[row][2]) for row in columns.text_rows]
        columns.versions.in_file(columns.n, claim_reader(file, columns))
        versions.clear()  # before the collector walks what is held
    return columns


def _versions(file: FileTables, until: int) -> list[tuple[int, Instant, Claim]]:
    """Every version of a claim up to a record with number and time of its own, in the order of their rows."""
    decode, found = tables.decoder(tables.CLAIM), list[Any]()
    with file.moment() as moment:
        found += [row for row in moment.rows(tables.CLAIM) if row[1] <= until]
    found.sort(key=itemgetter(1, 0))
    for place, (_, tx, t_tx, stored) in enumerate(found):
        found[place] = (tx, t_tx, decode(stored))  # in place, so that the bytes are let go one by one
    return found


def _link_rows(file: FileTables, until: int, number: Mapping[str, int]) -> tuple[LinkRows, list[OddLink]]:
    a, b, times, weights = array("i"), array("i"), array("q"), array("d")
    odd: list[OddLink] = []
    decode, none, place = tables.decoder(tables.LINK), float("nan"), number.get
    with collector_paused(), file.moment() as moment:
        for key, tx, t_tx, stored in moment.rows(tables.LINK):
            if tx > until:
                continue
            one, _, other = key.partition("|")
            first, second = place(one), place(other)
            if first is None or second is None:
                odd.append((key, t_tx, decode(stored) if stored else None))
                continue
            a.append(first)
            b.append(second)
            times.append(t_tx)
            weights.append(decode(stored) if stored else none)
    rows = LinkRows(
        np.array(a, np.int32),
        np.array(b, np.int32),
        np.array(times, np.int64),
        np.array(weights, np.float64),
    )
    return rows, odd


def present(columns: ClaimColumns, rows: LinkRows) -> LinkArrays:
    """The links that still stand, of every value that pairs have had."""
    stands = (rows.gone() == FUTURE) & ~np.isnan(rows.weights)
    a, b, weights = rows.a[stands], rows.b[stands], rows.weights[stands]
    return LinkArrays.of(columns.ids, columns.number, len(columns.ids), a, b, weights)


def _heads(file: FileTables, until: int, number: Mapping[str, int]) -> tuple[ReviewHeads, frozenset[str]]:
    found: dict[int, tuple[Instant, bytes]] = {}
    odd: set[str] = set()
    with collector_paused(), file.moment() as moment:
        for key, _, t_tx, stored in moment.heads(tables.REVIEW, until):
            place = number.get(key)
            if place is None:
                odd.add(key)
            else:
                found[place] = (t_tx, stored)
    return ReviewHeads.of(len(number), found), frozenset(odd)
