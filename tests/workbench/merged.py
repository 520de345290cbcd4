"""A desk that takes in another pack, where ben has reworded what was reworded here too."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from core.clocks.clock import ScriptedClock
from core.clocks.instants import HOUR
from core.pack.commands import Edit
from core.pack.handover import adopt, export_lines, read_lines
from core.pack.merging import merge_pack
from core.pack.pack import Pack
from tests.workbench.desks import Desk


def part_and_meet(desk: Desk, folder: Path, said: Mapping[str, tuple[str, str]], *, by: str = "ana") -> None:
    """Reword claims in both packs, by id to (here, there), here `by` a seat; then take theirs in."""
    path = folder / "there.pack"
    adopt(read_lines(list(export_lines(desk.pack))), path, seat="ben")
    clock = ScriptedClock(desk.clock.now() + HOUR)
    with Pack.open(path, seat="ben", clock=clock, workspace="atlas", mode="write") as there:
        for claim, (_, theirs) in said.items():
            there.submit(Edit(id=claim, expect_rev=1, changes={"text": theirs}))
        incoming = read_lines(list(export_lines(there)))
    for claim, (ours, _) in said.items():
        desk.pack.submit(Edit(id=claim, expect_rev=1, changes={"text": ours}), actor=by)
    desk.clock.set(clock.now() + HOUR)
    merge_pack(desk.pack, incoming)
