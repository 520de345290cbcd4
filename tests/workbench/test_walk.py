"""Walks of random keys, sizes and dates: the app lives, every act is kept, the draft is what was typed."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from textual.pilot import Pilot

from core.pack.commands import Command
from core.pack.receipts import Receipt
from core.store.checking import check
from core.store.lmdb_log import LmdbLog
from tests.workbench.looks import settle
from tests.workbench.sample_desk import NOW, sample_app
from workbench.actions import ACTIONS
from workbench.app import WorkbenchApp
from workbench.frame.messages import ViewChanged
from workbench.screens.write import WriteScreen
from workbench.screens.write_form import ClaimText
from workbench.session import Session

SHORT, LONG = 100, 200
"""Steps of a walk: in every run, and in the slow suite."""
LEAVES = frozenset({"ctrl+q", "ctrl+c"})
KEYS = tuple(sorted({key for action in ACTIONS for key in action.keys} - LEAVES))
LETTERS = tuple("abcdefghijklmnopqrstuvwxyz 0123456789[]/\\áß漢字🙂")
SIZES = ((120, 40), (80, 24), (200, 60), (60, 20), (40, 10), (12, 4), (1, 1))
DAY = 86_400_000_000


class Walk:
    """One seeded walk and what it must find at the end."""

    def __init__(self, app: WorkbenchApp, pilot: Pilot[str | None], seed: int) -> None:
        self.app, self.pilot, self.chance = app, pilot, Random(seed)

    async def run(self, steps: int) -> None:
        for _ in range(steps):
            await self.step(self.chance.random())
            assert not self.app.mishaps, self.app.mishaps[0]
            if not self.app.is_running:  # the palette was told to leave, which is a good end too
                assert self.app.return_code == 0
                return

    async def step(self, roll: float) -> None:
        if roll < 0.70:
            await self.pilot.press(self.chance.choice(KEYS))
        elif roll < 0.88:
            await self.pilot.press(*(self.chance.choice(LETTERS) for _ in range(self.chance.randint(1, 4))))
        elif roll < 0.95:
            await self.pilot.resize_terminal(*self.chance.choice(SIZES))
        else:
            self.travel()
            await self.pilot.pause()

    def travel(self) -> None:
        at = self.chance.choice((None, NOW - self.chance.randrange(200) * DAY))
        self.app.post_message(ViewChanged(true_at=None, believed_at=at))


def typed_in(app: WorkbenchApp) -> str:
    """What stands in the text of the draft on the Write screen, if that was ever opened."""
    screens = (screen for stack in app._screen_stacks.values() for screen in stack)
    return next((one.query_one(ClaimText).text for one in screens if isinstance(one, WriteScreen)), "")


async def walked(folder: Path, seed: int, steps: int) -> None:
    receipts: list[Receipt] = []
    with sample_app("project_log", folder) as app:
        _overhear(app.session, receipts)
        async with app.run_test(size=(120, 40)) as pilot:
            await Walk(app, pilot, seed).run(steps)
            await settle(app, pilot)
            await pilot.pause(0.4)  # a draft may wait 300 ms for its next key
            typed, drafts = typed_in(app), app.session.journal.load()
        path = app.session.pack.path
    assert not typed.strip() or typed in [draft.fields.get("text") for draft in drafts]
    with LmdbLog.open(path) as log:
        for receipt in receipts:
            assert receipt.tx is None or log.record(receipt.tx).verb == receipt.verb
        assert check(log).ok


def _overhear(session: Session, receipts: list[Receipt]) -> None:
    """Keep every receipt that the session is given."""
    submit = session.submit

    def heard(command: Command) -> Receipt:
        receipts.append(submit(command))
        return receipts[-1]

    session.submit = heard  # type: ignore[method-assign]


async def test_a_walk_of_random_keys_loses_nothing(tmp_path: Path) -> None:
    await walked(tmp_path, 0, SHORT)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 26))
async def test_longer_walks_lose_nothing(tmp_path: Path, seed: int) -> None:
    await walked(tmp_path, seed, LONG)
