"""Reading another date: the switch of both clocks, the difference of two dates, search at a date."""

from __future__ import annotations

import random
from itertools import cycle

from core.clocks.clock import ScriptedClock
from core.clocks.instants import MINUTE
from core.pack.commands import Close, Pin
from core.pack.pack import Pack
from core.pack.views import View
from tests.benchmarks import corpus
from tests.benchmarks.filled import Filled
from tests.benchmarks.filling import SEAT, WORKSPACE
from tests.benchmarks.measuring import Taken, heading, row, settled, spread

VERSIONS = 40_000
BATCH = 1_000
DATES = 200
CLOSED_EVERY = 20


def run(pack: Filled) -> None:
    """The table of dates."""
    with _with_versions(pack) as opened:
        versions = opened.reader.held.columns.n
        heading(f"Other dates at {pack.size:,} claims, {versions:,} versions: ms, p50 and p95")
        dates = _dates(opened)
        views = [View(workspace=WORKSPACE, believed_at=date) for date in dates]
        switch, difference = Taken(), Taken()
        with settled():
            for view in views:
                switch.of(lambda view=view: opened.reader.select(view))  # type: ignore[misc]
            for first, second in zip(views, views[len(views) // 2 :], strict=False):
                difference.of(lambda first=first, second=second: opened.diff(first, second))  # type: ignore[misc]
        row("belief-and-truth switch to a new date", switch, "design: <= 5")
        row("difference of two dates", difference, "design: <= 10")
        _searches(opened, corpus.queries(pack.size, DATES), views)


def _with_versions(pack: Filled) -> Pack:
    """A copy of the pack with a history of pins and closings, one a minute."""
    path = pack.copy("versions")
    chance = random.Random(corpus.SEED + 5)
    clock = ScriptedClock(0)
    with Pack.open(path, seat=SEAT, workspace=WORKSPACE, mode="write", clock=clock) as opened:
        clock.set(opened.last_t_tx())
        ids = list(opened.ids())
        pinned = dict.fromkeys(ids, False)
        missing = VERSIONS - opened.reader.held.columns.n
        while missing > 0:
            with opened.batched():
                for _ in range(min(BATCH, missing)):
                    clock.set(clock.now() + MINUTE)
                    _change(opened, ids, pinned, chance)
            missing = VERSIONS - opened.reader.held.columns.n
    return Pack.open(path, seat=SEAT, workspace=WORKSPACE, clock=clock)


def _change(pack: Pack, ids: list[str], pinned: dict[str, bool], chance: random.Random) -> None:
    claim_id = chance.choice(ids)
    while claim_id not in pinned:
        claim_id = chance.choice(ids)
    if chance.random() < 1 / CLOSED_EVERY and len(pinned) > 100:
        pack.submit(Close(id=claim_id))
        del pinned[claim_id]
        return
    pinned[claim_id] = not pinned[claim_id]
    pack.submit(Pin(id=claim_id, pinned=pinned[claim_id]))


def _dates(pack: Pack) -> list[int]:
    recorded = pack.reader.held.columns.column("t_recorded")
    step = max(1, len(recorded) // DATES)
    return [int(instant) for instant in recorded[step // 2 :: step][:DATES]]


def _searches(pack: Pack, queries: list[str], views: list[View]) -> None:
    turns = {
        "live": cycle([View(workspace=WORKSPACE)]),
        "held date": cycle([views[len(views) // 2]]),
        "new date": cycle(views),
    }
    taken = {name: Taken() for name in turns}
    for query in queries:
        for name, choices in turns.items():
            view = next(choices)
            taken[name].of(lambda query=query, view=view: pack.search(query, view))  # type: ignore[misc]
    live = spread(taken["live"].cpu).p50
    for name, hold in (("live", ""), ("held date", "; design: <= 1.2 x"), ("new date", "; design: <= 1.5 x")):
        row(
            f"Pack.search, {name}",
            taken[name],
            f"{spread(taken[name].cpu).p50 / live:.2f} x live by cpu{hold}",
        )
