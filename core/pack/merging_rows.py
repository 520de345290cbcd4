"""The rows of the review log under a merge: nothing that was answered in either pack is lost.

A record of a merge tells the rows that it brings, whole, and those that it takes back or gives back. So both
packs hold the same rows, with all that was known of them where they were answered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import msgspec
from msgspec.structs import replace

from core.pack.merging_sides import Side, Step
from core.pack.review_fold import ReviewFold, told_rows
from core.review.rows import ReviewRow, counting
from core.store import tables
from core.store.record import LogRecord

Rows = dict[str, ReviewRow]
"""Rows of one claim by their ids."""

_NONE: Final[Rows] = {}
_WRONG: Final = "wrong"
_ENCODE: Final = msgspec.msgpack.Encoder().encode


class SideRows:
    """The rows of one side, as each record since the two parted has left them."""

    def __init__(self, side: Side, common: int) -> None:
        self.side, self._common = side, common
        self._steps: dict[str, list[tuple[int, Rows]]] = {}
        fold = ReviewFold()
        for record in side.records:
            fold.take(record)
            if record.tx == common:
                self._keep(common, dict.fromkeys(fold.claims()), fold)
            elif record.tx > common:
                self._keep(record.tx, _touched(side, record), fold)

    def _keep(self, tx: int, claims: Iterable[str], fold: ReviewFold) -> None:
        for claim in claims:
            rows = {row.id: row for row in fold.rows_of(claim)}
            if rows:
                self._steps.setdefault(claim, []).append((tx, rows))

    def at(self, claim: str, tx: int | None = None) -> Rows:
        """The rows of a claim after a record (default: the last one)."""
        until = len(self.side.records) if tx is None else max(tx, self._common)
        return next((rows for at, rows in reversed(self._steps.get(claim, [])) if at <= until), _NONE)

    def claims(self) -> Iterable[str]:
        """The claims that have rows."""
        return self._steps

    def since(self, claim: str, row: ReviewRow) -> int:
        """The record by which a row came to stand, or to be taken back, as it is."""
        since = 0
        for tx, rows in reversed(self._steps[claim]):
            if row.id not in rows or rows[row.id].revoked != row.revoked:
                break
            since = tx
        return since

    def is_known(self, claim: str, row: ReviewRow, other: Side) -> bool:
        """Whether another side knows the act by which that came."""
        return other.known.keys() >= self.side.acts(self.since(claim, row))

    def ends(self) -> dict[int, list[ReviewRow]]:
        """By that record, the answers that a claim is no longer true."""
        found: dict[int, list[ReviewRow]] = {}
        for claim in self._steps:
            for row in self.at(claim).values():
                if row.truth == _WRONG:
                    found.setdefault(self.since(claim, row), []).append(row)
        return found


class JoinedRows:
    """The rows of both sides, and what the record in the making is to tell of them."""

    def __init__(self, ours: Side, theirs: Side) -> None:
        pairs = zip(ours.digests, theirs.digests, strict=False)
        common = next((at for at, (one, other) in enumerate(pairs) if one != other), None)
        if common is None:
            common = min(len(ours.digests), len(theirs.digests))
        self.ours, self.theirs = SideRows(ours, common), SideRows(theirs, common)
        self._ends = self.theirs.ends()
        self._now: dict[str, Rows] = {}
        """The rows of claims that this merge has told of, as it leaves them so far."""
        self._told: list[ReviewRow] = []

    def follow(self, claim: str, tx: int) -> None:
        """Theirs follow ours: the rows are as their record left them."""
        self._tell(claim, (row for row in self.theirs.at(claim, tx).values() if row.truth != _WRONG))

    def join(self, claim: str, side: SideRows | None = None) -> list[ReviewRow]:
        """Both sides went on: every row of both. Where `side` is given, its word on a row is taken."""
        here, there = self.ours.at(claim), self.theirs.at(claim)
        rows = {**there, **here}
        for name in here.keys() & there.keys():
            if here[name].revoked != there[name].revoked:
                rows[name] = self._of_two(claim, here[name], there[name], side)
            told = min(here[name], there[name], key=_said)
            rows[name] = replace(told, revoked=rows[name].revoked)
        stands_aside = _second_of_a_day(rows.values())
        joined = [replace(row, revoked=True) if row.id in stands_aside else row for row in rows.values()]
        self._tell(claim, joined)
        return joined

    def before(self, claim: str, step: Step | None, side: Side) -> Iterable[ReviewRow]:
        """The rows when both sides last knew the same."""
        known = self.ours if side is self.ours.side else self.theirs
        return () if step is None else known.at(claim, step.tx).values()

    def _of_two(self, claim: str, mine: ReviewRow, other: ReviewRow, side: SideRows | None) -> ReviewRow:
        """Of a row that stands on one side only: who knew what the other one did has the last word.

        Where neither knew it the row stands, and its reviewer may take it back.
        """
        if side is not None and mine.truth != _WRONG:
            return mine if side is self.ours else other
        they_know = self.ours.is_known(claim, mine, self.theirs.side)
        we_know = self.theirs.is_known(claim, other, self.ours.side)
        if they_know != we_know:
            return other if they_know else mine
        return other if mine.revoked else mine

    def answer(self, tx: int) -> None:
        """That a claim is no longer true moves no clock: this comes with the record that says it."""
        for row in self._ends.get(tx, ()):
            mine = self.ours.at(row.claim).get(row.id, row)
            same = mine.revoked == row.revoked
            self._tell(row.claim, [row if same else self._of_two(row.claim, mine, row, None)])

    def finish(self, is_undone: Callable[[str], bool]) -> None:
        """Such an answer is taken back with the write of its claim, whichever side did which."""
        for tx in self._ends:
            self.answer(tx)
        ended = (*self.ours.ends().values(), *self._ends.values())
        for row in (one for rows in ended for one in rows):
            if is_undone(row.claim):
                self._tell(row.claim, [replace(row, revoked=True)])

    def _tell(self, claim: str, rows: Iterable[ReviewRow]) -> None:
        now = self._now.setdefault(claim, dict(self.ours.at(claim)))
        for row in rows:
            known = now.get(row.id)
            if known is None or known.revoked != row.revoked or _said(known) != _said(row):
                now[row.id] = row
                self._told.append(row)

    def told(self) -> bytes:
        """What the record in the making tells; the next one begins."""
        told, self._told = self._told, []
        return _ENCODE(told)


def _second_of_a_day(rows: Iterable[ReviewRow]) -> set[str]:
    """Grades of a study day on which an earlier one counts: with it gone, the clock knows neither."""
    standing = [row for row in rows if row.kind == "recall" and not row.revoked]
    counts = counting(rows)[1]
    days = {row.study_day for row in counts}
    return {row.id for row in standing if row.study_day in days} - {row.id for row in counts}


def _said(row: ReviewRow) -> bytes:
    """A row without what each pack says of it by itself."""
    return _ENCODE(replace(row, tx=0, t_tx=0, rev=0, revoked=False))


def _touched(side: Side, record: LogRecord) -> Iterable[str]:
    merge = side.merge(record.tx)
    told = () if merge is None else (row.claim for row in told_rows(merge))
    moved = (one.key for one in record.effects if one.table in (tables.CLAIM, tables.REVIEW))
    return dict.fromkeys((*moved, *told))
