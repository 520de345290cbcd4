"""The pack that the benchmarks at the door share: filled once, copied for whoever writes to it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from core.pack.pack import Pack
from tests.benchmarks import corpus
from tests.benchmarks.corpus import Said
from tests.benchmarks.filling import LEFT_DUE, SEAT, WORKSPACE, Filling
from tests.benchmarks.measuring import Taken, heading, row

MORE = 1000
"""Claims of the corpus that are kept to be written while something is measured."""


@dataclass(frozen=True, slots=True)
class Filled:
    """A filled pack on the disk, its search arrays stored."""

    path: Path
    scratch: Path
    size: int

    def reading(self) -> Pack:
        """The pack, open for reading."""
        return Pack.open(self.path, seat=SEAT, workspace=WORKSPACE)

    def copy(self, name: str) -> Path:
        """A copy of the pack to write to."""
        to = self.scratch / name
        shutil.copytree(self.path, to, dirs_exist_ok=True)
        return to

    @contextmanager
    def writing(self, name: str) -> Iterator[Pack]:
        """A copy of the pack, open for writing."""
        with Pack.open(self.copy(name), seat=SEAT, workspace=WORKSPACE, mode="write") as pack:
            yield pack

    def more(self) -> list[Said]:
        """Claims that the pack does not hold yet, in its words."""
        return list(corpus.said(self.size, more=MORE))[self.size :]


@contextmanager
def filled(size: int, keep: Path | None) -> Iterator[Filled]:
    """Fill a pack, or take the one that `keep` has from a run before."""
    with TemporaryDirectory(prefix="packbench-bench-") as folder:
        path = (keep or Path(folder)) / f"{size}.pack"
        if not path.exists():
            _fill(path, size)
        yield Filled(path, Path(folder), size)


def _fill(path: Path, size: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    filling, taken = Filling(path, size), Taken()
    taken.of(filling.fill)
    pack, writes = filling.pack, filling.writes
    heading(f"Filling a pack with {size:,} claims through Pack.submit")
    status = pack.status()
    row("all of it, s", f"{taken.wall[0]:.1f}  cpu {taken.cpu[0]:.1f}")
    row(f"records, {filling.refused} drafts refused by the text rules", f"{status.tx:,}")
    row("live, closed", f"{status.by_state.get('live', 0):,}, {status.by_state.get('closed', 0):,}")
    row(f"due now ({LEFT_DUE} left by the last morning), links", f"{status.due}, {status.links:,}")
    for part in range(0, len(writes.cpu), max(1, size // 5)):
        some = Taken()
        some.wall, some.cpu = (taken[part : part + size // 5] for taken in (writes.wall, writes.cpu))
        row(f"writes from {part:,} on, in batches, ms", some)
    pack.search("what do we know")
    pack.close()
