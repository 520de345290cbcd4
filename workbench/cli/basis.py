"""What a read says beside its answer: the instants it stands on, and where there is more. Loads no typer."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec.structs import replace

from workbench.cli.desk import Desk
from workbench.cli.paper import Paper
from workbench.moments import counted

if TYPE_CHECKING:
    from core.pack.pack import Pack
    from core.pack.views import View


def tell_basis(paper: Paper, desk: Desk, pack: Pack, view: View) -> None:
    """Say the two instants of a read of another time than now."""
    if not view.is_now:
        paper.line(desk.times(pack).basis(pack.basis(view)), "warn")


def tell_elsewhere(paper: Paper, pack: Pack, view: View) -> None:
    """After an empty answer from a workspace without a claim on that basis: where there are some."""
    everywhere = replace(pack.view(), workspace=None, true_at=view.true_at, believed_at=view.believed_at)
    counts = Counter(line.claim.workspace for line in pack.claims(everywhere))
    if view.workspace is None or view.workspace in counts:
        return
    live = "live claim" if view.is_now else "claim"
    for name, number in counts.most_common():
        paper.line(f"{counted(number, live)} in {name}: --workspace {name}", "dim", indent=2)
