"""Reading another date: both clocks switched, two dates compared, one claim's history, search at a date."""

from __future__ import annotations

import random
from itertools import cycle, islice
from statistics import median
from typing import Final

from core.clocks.clock import ScriptedClock
from core.clocks.instants import MINUTE
from core.pack.commands import Close, Pin
from core.pack.pack import Pack
from core.pack.views import Diff, View
from tests.benchmarks import corpus
from tests.benchmarks.as_of_peer import Peer
from tests.benchmarks.filled import Filled
from tests.benchmarks.filling import SEAT, WORKSPACE
from tests.benchmarks.measuring import Taken, heading, row, settled, spread

VERSIONS = 40_000
BATCH = 1_000
DATES = 200
CLOSED_EVERY = 20
SHOWN: Final = 50
"""Records of each part of a difference: a full screen."""
HOLDS: Final = {
    "belief": ("switch of belief (truth goes with it)", "must: <= 5"),
    "both": ("switch of belief and truth, each to its own date", "must: <= 5"),
    "diff": (f"difference of two dates, {SHOWN} records of each part", "must: <= 10"),
    "history": ("history of one claim", "must: <= 5"),
}


def run(pack: Filled) -> None:
    """The table of dates."""
    with with_versions(pack) as opened:
        versions = opened.reader.held.columns.n
        heading(f"Other dates at {pack.size:,} claims, {versions:,} versions: ms, p50 and p95")
        dates = _dates(opened)
        views = [View(workspace=WORKSPACE, believed_at=date) for date in dates]
        _reads(opened, dates, views)
        _searches(opened, corpus.queries(pack.size, DATES), views)


def _reads(pack: Pack, dates: list[int], views: list[View]) -> None:
    """Lists, differences and histories, ours and the peer's; both must show the same."""
    peer, lines = Peer(pack, WORKSPACE), cycle(pack.reader.held.columns.ids[::7])
    there = len(views) // 2
    pairs = list(zip(views, [*views[there:], *views[:there]], strict=True))
    apart = [View(WORKSPACE, true, believed) for true, believed in zip(reversed(dates), dates, strict=True)]
    ours = {name: Taken() for name in ("belief", "both", "diff", "history")}
    theirs, every, sizes = {name: Taken() for name in ours}, Taken(), []

    def select(view: View) -> object:
        return pack.reader.select(view)

    for view in apart[:: len(apart) // 8]:
        shown = {version for _, version in peer.shown(pack.basis(view))}
        assert shown == set(pack.reader.select(view).rows.tolist()), "the peer shows something else"
    for first, second in pairs[:: len(pairs) // 4]:
        differing = peer.differences(pack.basis(first), pack.basis(second))
        assert len(differing) == pack.diff(first, second).size, "the peer sees other differences"
    with settled():
        for view, date in zip(apart, views, strict=True):
            basis, then = pack.basis(view), pack.basis(date)
            ours["belief"].of(lambda date=date: select(date))  # type: ignore[misc]
            theirs["belief"].of(lambda then=then: peer.shown(then))  # type: ignore[misc]
            ours["both"].of(lambda view=view: select(view))  # type: ignore[misc]
            theirs["both"].of(lambda basis=basis: peer.shown(basis))  # type: ignore[misc]
        for first, second in pairs:
            bases = pack.basis(first), pack.basis(second)
            ours["diff"].of(lambda first=first, second=second: _first(pack.diff(first, second)))  # type: ignore[misc]
            every.of(lambda first=first, second=second: _every(pack.diff(first, second)))  # type: ignore[misc]
            differing = theirs["diff"].of(lambda bases=bases: peer.differences(*bases))  # type: ignore[misc]
            sizes.append(len(differing))
        for claim_id in islice(lines, DATES):
            ours["history"].of(lambda claim_id=claim_id: pack.history(claim_id))  # type: ignore[misc]
            theirs["history"].of(lambda claim_id=claim_id: peer.history(claim_id))  # type: ignore[misc]
    for name, (what, hold) in HOLDS.items():
        row(what, ours[name], hold)
        row(f"  {peer.name}, indexed, in memory", theirs[name], "beside it")
    row(f"difference with all its records, {median(sizes):,.0f} in the middle", every)


def _first(found: Diff) -> object:
    """As much of a difference as a screen shows."""
    parts = (found.opened, found.closed, found.withdrawn, found.changed)
    return [part[:SHOWN] for part in parts]


def _every(found: Diff) -> object:
    return [list(part) for part in (found.opened, found.closed, found.withdrawn, found.changed)]


def with_versions(pack: Filled) -> Pack:
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
