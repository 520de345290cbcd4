"""A pack of generated claims, filled through the door: claims written, closed, reviewed every morning.

The corpus is shifted so that its last claim was written yesterday. A person answers what falls due on each
study day; on the last one `LEFT_DUE` claims are left for the workbench to ask.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Final

from core.claims.draft import Draft
from core.clocks.clock import ScriptedClock, SystemClock
from core.clocks.instants import DAY, HOUR, Instant
from core.clocks.study_day import StudyDay, study_day
from core.errors import Refused
from core.pack.commands import Close, Configure, Grade, Write
from core.pack.pack import Pack
from core.pack.receipts import Receipt
from tests.benchmarks import corpus
from tests.benchmarks.corpus import SEED, Said
from tests.benchmarks.measuring import Taken

WORKSPACE: Final = "atlas"
"""All claims stand in one workspace: the hard case for the write rules and for every view."""
SEAT: Final = "maya"
LEFT_DUE: Final = 30
"""Claims due when the pack is opened."""
BATCH: Final = 500
"""Writes made durable together while filling."""
GRADES: Final = ((1, 2, 3, 4), (8, 12, 65, 15))
"""Grades and how often a person gives them, in percent."""
ROLLOVER: Final = 4
EPOCH: Final = date(1970, 1, 1).toordinal()


def draft_of(one: Said, premises: list[str], *, observed: Instant | None = None) -> Draft:
    """The draft of a claim of the corpus; a conclusion rests on the two claims before it."""
    kind = one.kind if one.kind != "conclusion" or len(premises) > 1 else "lesson"
    return Draft(
        text=one.text,
        kind=kind,
        workspace=WORKSPACE,
        entities=one.entities,
        derived_from=tuple(premises[-2:]) if kind == "conclusion" else (),
        t_observed=observed,
    )


class Filling:
    """Fills one pack; the instants of the corpus are shifted to end yesterday."""

    def __init__(self, path: Path, size: int, seed: int = SEED) -> None:
        self.size = size
        self.refused = 0
        self.writes = Taken()
        self._said = list(corpus.said(size, seed))
        self._shift = SystemClock().now() - DAY - self._said[-1].t_observed
        self._clock = ScriptedClock(self._said[0].t_observed + self._shift - DAY)
        self._chance = random.Random(seed + 3)
        self._due: dict[int, list[str]] = defaultdict(list)
        self._ids: list[str] = []
        self._open: dict[str, None] = {}
        self._day = 0
        self.pack = Pack.create(path, seat=SEAT, client="benchmark", clock=self._clock)
        self.pack.chance = random.Random(seed + 4)

    def fill(self) -> None:
        """Write everything, morning by morning."""
        self.pack.submit(Configure(name="workspace", value=WORKSPACE))
        self._day = self._today()
        for batch in _batches(self._said):
            with self.pack.batched():
                for one in batch:
                    self._clock.set(one.t_observed + self._shift)
                    self._mornings()
                    self._write(one)
        with self.pack.batched():
            self._clock.set(SystemClock().now())
            self._mornings(leave=LEFT_DUE)

    def _today(self) -> int:
        return study_day(self._clock.now(), "UTC", ROLLOVER)

    def _write(self, one: Said) -> None:
        command = Write(draft=draft_of(one, self._ids))
        try:
            receipt = self.writes.of(lambda: self.pack.submit(command, actor=one.author))
        except Refused:  # longer than a claim may be
            self.refused += 1
            return
        self._note(receipt)
        if self._open and self._chance.random() < corpus.CLOSED / 2:  # the rules close as many again
            self._close(self._chance.choice(list(self._open)))

    def _note(self, receipt: Receipt) -> None:
        if receipt.outcome != "add" or receipt.id is None:
            return
        self._ids.append(receipt.id)
        self._open[receipt.id] = None
        for closed in receipt.closes:
            self._open.pop(closed.id, None)
        if receipt.due_day is not None:
            self._due[receipt.due_day].append(receipt.id)

    def _close(self, claim_id: str) -> None:
        self.pack.submit(Close(id=claim_id))
        del self._open[claim_id]

    def _mornings(self, leave: int = 0) -> None:
        """Answer what fell due on the days since the last write, but for the last `leave`."""
        until, today = self._clock.now(), self._today()
        while self._day < today:
            self._day += 1
            asked = [one for one in self._due.pop(self._day, ()) if one in self._open]
            if self._day == today:
                asked = asked[: max(0, len(asked) - leave)]
            self._clock.set(min(until, _breakfast(self._day)))
            for claim_id in asked:
                self._grade(claim_id)
        self._clock.set(until)

    def _grade(self, claim_id: str) -> None:
        grade = self._chance.choices(*GRADES)[0]
        receipt = self.pack.submit(Grade(id=claim_id, grade=grade))
        if receipt.due_day is not None:
            self._due[receipt.due_day].append(claim_id)


def _breakfast(day: StudyDay) -> Instant:
    return (day - EPOCH) * DAY + (ROLLOVER + 1) * HOUR


def _batches(said: list[Said]) -> Iterator[list[Said]]:
    for first in range(0, len(said), BATCH):
        yield said[first : first + BATCH]
