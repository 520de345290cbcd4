"""Spreads, sweeps and limits in random histories: laws, undo, replay and merging hold of them too."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from core.clocks.instants import DAY
from core.errors import PackError
from core.pack import commands as c
from core.pack import quick
from core.pack.handover import check_pack
from core.pack.queue import due
from core.state.view import View
from tests.core.pack.desk import Desk, read_all, scratch_desk
from tests.core.pack.laws import hold_through, take
from tests.core.pack.parted import differences, heads, packs, past, take_in
from tests.core.pack.walks import RANDOMS, SEATS, Asked, Walker

few = settings(
    max_examples=settings().max_examples // 20,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # a walk shrinks for minutes
    suppress_health_check=list(HealthCheck),
)

LIMITS: dict[str, tuple[str | int, ...]] = {
    "new_a_day": (0, 2, 50),
    "session_limit": (0, 1, 5),
    "queue_order": ("oldest", "easy", "hard"),
    "sweep": ("on", "on", "off"),
    "live_cap": (0, 3, 6),
}


class Planner(Walker):
    """Half of all commands are grades, spreads, sweeps and limits."""

    def ask(self) -> Asked:
        if not self._ids() or self.sometimes(2):
            return super().ask()
        self.desk.pass_time(self.random.choice([0, DAY, 40 * DAY]))
        return Asked(self._plan(), self.random.choice(SEATS))

    def _plan(self) -> c.Command:
        name = self.random.choice(list(LIMITS))
        workspace = self.random.choice(["default", "default", "other"])
        return self.random.choice(
            [
                self.grade(),
                self.grade(),
                self.grade(),
                c.Spread(workspace=workspace, a_morning=1),
                c.Spread(workspace=workspace, mornings=self.random.choice([1, 3, 30])),
                c.Sweep(workspace=workspace),
                c.Sweep(workspace=workspace),
                c.Configure(name="sweep", value="on"),
                c.Configure(name=name, value=self.random.choice(LIMITS[name])),
            ]
        )


def go_on(desk: Desk, random: Random, steps: int) -> set[str]:
    """The verbs of what was written."""
    walker, verbs = Planner(desk, random), set()
    for _ in range(steps):
        receipt = take(desk, walker.ask()).receipt
        if receipt is not None and receipt.tx is not None:
            verbs.add(receipt.verb)
    return verbs


def test_the_histories_hold_spreads_and_sweeps() -> None:
    seen: set[str] = set()
    for seed in range(8):
        with scratch_desk() as desk:
            seen |= go_on(desk, Random(seed), 40)
    assert seen >= {"spread", "sweep", "grade", "undo"}


@pytest.mark.dear
@few
@given(random=RANDOMS)
def test_the_laws_of_a_pack_hold_of_plans_too(random: Random) -> None:
    with scratch_desk() as desk:
        hold_through(desk, Planner(desk, random).ask, 25)


@pytest.mark.dear
@few
@given(random=RANDOMS)
def test_undo_of_a_spread_or_a_sweep_restores_every_read(random: Random) -> None:
    with scratch_desk() as desk:
        walker = Planner(desk, random)
        for _ in range(25):
            asked = walker.ask()
            plans = isinstance(asked.command, c.Spread | c.Sweep)
            now = desk.clock.now()
            before = read_all(desk.pack, now) if plans else None
            try:
                receipt = desk.do(asked.command, by=asked.by)
            except PackError:
                continue
            if before is None or receipt.tx is None:
                continue
            after = read_all(desk.pack, now)
            undone = desk.do(c.Undo(tx=receipt.tx))
            assert read_all(desk.pack, now) == before
            desk.do(c.Redo(tx=undone.tx))
            assert read_all(desk.pack, now) == after


@pytest.mark.dear
@few
@given(random=RANDOMS)
def test_what_stands_is_what_the_log_says_and_the_morning_is_the_same_from_the_file(random: Random) -> None:
    with scratch_desk() as desk:
        go_on(desk, random, 30)
        before = heads(desk)
        assert check_pack(desk.pack.path).ok
        desk.reopen_file()
        assert heads(desk) == before
        for workspace in ("default", "other"):
            assert quick.due_now(desk.pack.log, desk.clock, workspace) == due(
                desk.pack.reader, View(workspace=workspace)
            )


@pytest.mark.dear
@few
@given(random=RANDOMS)
def test_what_was_spread_is_spread_and_what_was_swept_is_swept(random: Random) -> None:
    with scratch_desk() as desk:
        go_on(desk, random, 30)
        desk.do(c.Configure(name="sweep", value="on"))
        for command in (
            c.Sweep(workspace="default"),
            c.Spread(workspace="default", a_morning=2),
            c.Spread(workspace="default", mornings=5),
        ):
            desk.do(command)
            assert desk.do(command).outcome == "noop"
        graded = [card for card in desk.pack.due().cards if card.review.reps and not card.line.claim.pinned]
        assert len(graded) <= 2


@pytest.mark.dear
@few
@given(random=RANDOMS)
def test_two_packs_that_went_apart_plan_the_same_in_the_end(random: Random) -> None:
    with packs() as made:
        here = made.new("here")
        go_on(here, random, 14)
        there = made.copy(here, "there")
        for desk in (here, there):
            go_on(desk, random, 16)
        take_in(here, there)
        take_in(there, here)
        assert differences(here, there) == []
        written = past(here)
        assert take_in(here, there).changes == ()
        assert past(here) == written
