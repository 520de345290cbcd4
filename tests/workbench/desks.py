"""A desk to test the workbench at: a small real pack under a clock that stands still, and the app on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from core.claims.draft import Draft
from core.clocks.clock import ScriptedClock
from core.clocks.instants import DAY, MINUTE, Instant, parse_instant
from core.pack.commands import Configure, Write
from core.pack.pack import Pack
from workbench.app import WorkbenchApp
from workbench.drafts import DraftJournal
from workbench.session import Session

NOW = parse_instant("2026-11-30T07:30:00Z")
BEGIN = NOW - 30 * DAY

LESSONS: tuple[Draft, ...] = (
    Draft(text="The default fuse is Borda.", entities=("fuse", "Borda"), workspace="atlas"),
    Draft(
        text="One process owns the LMDB file. A second writer is refused with the holder's name.",
        entities=("LMDB", "writer"),
        workspace="atlas",
    ),
    Draft(text="Brackets [/] and [/foo] are text.", entities=("brackets",), workspace="atlas"),
    Draft(text="Stand-up is at 09:15.", question="When is stand-up?", key="team.standup", workspace="atlas"),
    Draft(text="默认融合方法是组合。", entities=("fuse",), workspace="atlas"),
)


class Desk:
    """A pack in a folder, its clock, and what can be asked of it."""

    def __init__(self, folder: Path, *, drafts: Sequence[Draft] = LESSONS, seat: str = "ana") -> None:
        self.folder = folder
        self.clock = ScriptedClock(BEGIN)
        self.pack = Pack.create(
            folder / "desk.pack", seat=seat, client="test", clock=self.clock, workspace="atlas"
        )
        self.pack.submit(Configure(name="workspace", value="atlas"))
        self.ids: list[str] = []
        for draft in drafts:
            self.write(draft)
        self.clock.set(NOW)
        self.journal = DraftJournal(folder / "drafts.jsonl")

    def write(self, draft: Draft) -> str:
        """Write a claim a minute after the one before."""
        receipt = self.pack.submit(Write(draft=draft))
        self.clock.set(self.clock.now() + MINUTE)
        self.ids.append(receipt.id or "")
        return receipt.id or ""

    def session(self) -> Session:
        """A session on the pack."""
        return Session(self.pack, self.journal)

    def app(self) -> WorkbenchApp:
        """The workbench on the pack."""
        return WorkbenchApp(self.session(), log=self.folder / "log" / "workbench.log")

    def reps(self) -> dict[str, int]:
        """Grades so far, by the text of the claim."""
        cards = [(self.pack.page(one), one) for one in self.ids]
        return {page.line.claim.text: page.review.reps for page, _ in cards if page.review is not None}

    def at(self, days: int) -> Instant:
        """An instant so many days before now."""
        return NOW - days * DAY

    def close(self) -> None:
        """Give the lease back."""
        self.pack.close()


async def until(pilot: Pilot[Any], condition: Callable[[], bool], turns: int = 1000) -> None:
    """Let the app run until the condition holds; fails the test when it does not come to hold."""
    for _ in range(turns):
        if condition():
            return
        await pilot.app.workers.wait_for_complete()
        await pilot.pause(0.02)
    raise AssertionError("the condition did not come to hold")


async def typed(pilot: Pilot[Any], words: str) -> None:
    """Type words, key by key."""
    names = {" ": "space"}
    for sign in words:
        await pilot.press(names.get(sign, sign))
