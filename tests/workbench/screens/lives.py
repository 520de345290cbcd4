"""A pack that has lived: claims that were closed, retracted, corrected and edited, on known days."""

from __future__ import annotations

from pathlib import Path

from core.claims.draft import Draft
from core.clocks.instants import DAY, HOUR
from core.pack.commands import Decline, Edit, NoLongerTrue, PutDeed, Retract
from tests.workbench.desks import BEGIN, NOW, Desk

BORDA = "The default fuse is Borda."
COMBMNZ = "The default fuse is CombMNZ."
COMBSUM = "The default fuse is CombSUM, after all."
WRONG = "Snowball stems Finnish words without a flaw."
GONE = "Benchmarks run on the old build machine."
NEAR_ONE = "Staging deploys need one approval from the release team."
NEAR_TWO = "Production deploys need one approval from the release team."
EDITED, AS_EDITED = "The scan weighs exact words four tymes.", "The scan weighs exact words four times."
BRACKETS = "Brackets [/] and [/foo] are text."
CHINESE = "默认融合方法是组合。"


class LivedDesk(Desk):
    """A desk over thirty days of history; `named` holds ids by a short name."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, drafts=())
        self.named: dict[str, str] = {}
        self._live()
        self.clock.set(NOW)

    def _at(self, day: float) -> None:
        self.clock.set(BEGIN + int(day * DAY))

    def _write(self, name: str, text: str, day: float, **fields: object) -> None:
        self._at(day)
        draft = Draft(text=text, workspace="atlas", **fields)  # type: ignore[arg-type]
        self.named[name] = self.write(draft)

    def _live(self) -> None:
        self._write("borda", BORDA, 0, entities=("fuse",))
        self._write("brackets", BRACKETS, 0.5, entities=("brackets",))
        self._write("chinese", CHINESE, 1, entities=("fuse",))
        self._write("wrong", WRONG, 2, entities=("stems",))
        self._write("gone", GONE, 3, entities=("bench",))
        self._write("edited", EDITED, 4, entities=("scan",))
        self._write("near_one", NEAR_ONE, 5, entities=("deploys",))
        self._write("near_two", NEAR_TWO, 6, entities=("deploys",))
        for proposal in self.pack.proposals():
            self.pack.submit(Decline(proposal=proposal.id, why="two targets"))
        self._at(10)
        deed = self.pack.submit(
            PutDeed(body="CombMNZ 0.638, Borda 0.620 over 1,986 questions.", source="bench")
        )
        assert deed.id is not None
        self._write("combmnz", COMBMNZ, 10.1, entities=("fuse",), deeds=(deed.id,))
        self._at(12)
        self.pack.submit(Edit(id=self.named["edited"], expect_rev=1, changes={"text": AS_EDITED}))
        self._at(14)
        self.pack.submit(Retract(id=self.named["wrong"], why="The Finnish list shows eleven faults."))
        self._at(15)
        self.pack.submit(NoLongerTrue(id=self.named["gone"], reason="The old machine was switched off."))
        self._write("combsum", COMBSUM, 20, entities=("fuse",), supersedes=(self.named["combmnz"],))
        self.clock.set(NOW - HOUR)
