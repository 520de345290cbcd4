"""Flipped bits: a pack with a history, one bit of its file turned, and what became of it.

A flip is *found* when the check reports it, and *harmless* when every read of the pack, at every B, due and
export are what those of the undamaged pack are. Anything else is a defect.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Self

from core.claims.draft import Draft
from core.clocks.clock import ScriptedClock
from core.clocks.instants import DAY, HOUR
from core.errors import PackError
from core.pack import commands as c
from core.pack.pack import Pack
from core.pack.scripts import Script, replay_script
from tests.core.store.pages import PageMap

ROOT = Path(__file__).parents[3]
SCRIPT = ROOT / "sample_packs" / "project_log.jsonl"
FOUND, HARMLESS, DEFECT = "found", "harmless", "DEFECT"


def lived(path: Path, lines: int = 400, single: int = 60) -> Path:
    """A pack with half a year of a team in it, acts committed one by one, long evidence and cached arrays."""
    script = Script(SCRIPT.read_text(encoding="utf-8").splitlines()[: lines + 1], "project_log")
    now = 1_790_000_000_000_000
    random = Random(1)
    replay_script(script, path, now=now, chance=random)
    clock = ScriptedClock(now)
    with Pack.open(path, seat="ana", client="test", clock=clock, mode="write") as pack:
        pack.chance = random
        for step in range(single):
            clock.set(clock.now() + (DAY if step % 7 == 0 else HOUR))
            _one(pack, random, step)
        pack.search("deploy")
        pack.islands()
    return path


def _one(pack: Pack, random: Random, step: int) -> None:
    claims = [line.claim for line in pack.claims()]
    claim = random.choice(claims)
    commands: list[c.Command] = [
        c.PutDeed(body=f"Turn {step}. " + "The deploy was watched by two people. " * random.choice([3, 300])),
        c.Write(draft=Draft(text=f"Rack {step} is in row {random.randint(1, 9)}.", workspace=pack.workspace)),
        c.Edit(id=claim.id, expect_rev=claim.rev, changes={"question": f"What of {step}?"}),
        c.Pin(id=claim.id, pinned=not claim.pinned),
        c.Grade(id=claim.id, grade=random.randint(1, 4)),
        c.Close(id=claim.id, why="it is over"),
        c.Undo(),
    ]
    try:
        pack.submit(commands[step % len(commands)])
    except PackError:
        pack.submit(c.Configure(name="retention", value=0.8 + step / 1_000))


@dataclass(frozen=True)
class Flip:
    """Bits of one byte, turned."""

    at: int
    mask: int


@dataclass(frozen=True)
class Outcome:
    """What became of a flip."""

    flip: Flip
    kind: str
    """What the byte was for."""
    result: str
    says: str
    """The first fault, or where the answers differ."""


class Bench:
    """A process that turns bits in a copy of a pack, one after the other, and looks what becomes of it.

    Each check and each reading is a process of its own, as a damaged page can kill whoever reads it.
    """

    def __init__(self, pack: Path, *, door: bool = False) -> None:
        """With `door` each check is `packbench check` itself, from its start to its exit code."""
        self._content = (pack / "data.mdb").read_bytes()
        self.map = PageMap(self._content)
        command = [sys.executable, "-m", "tests.core.store.flips_child", str(pack), str(int(door))]
        pipe = subprocess.PIPE
        self._child = subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._child.communicate()
        assert kind is not None or self._child.returncode == 0

    def outcomes(self, flips: Iterable[Flip]) -> Iterator[Outcome]:
        """What became of each flip."""
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        for flip in flips:
            print(flip.at, flip.mask, file=self._child.stdin, flush=True)
            answer = json.loads(self._child.stdout.readline())
            yield Outcome(flip, self.map.kind_at(flip.at), answer["result"], answer["says"])

    def anywhere(self, count: int, seed: int) -> list[Flip]:
        """Flips at random places: half of them of one bit, half of a whole byte."""
        random = Random(seed)
        return [self._somewhere(random, 0, len(self._content)) for _ in range(count)]

    def in_each_kind(self, count: int, seed: int) -> list[Flip]:
        """Flips at random places of every kind of byte: uniform places hardly meet the small ones."""
        random = Random(seed)
        spans = self.map.spans()
        flips = []
        for kind in sorted({span.kind for span in spans}):
            own = [span for span in spans if span.kind == kind]
            for span in random.choices(own, [span.stop - span.start for span in own], k=count):
                flips.append(self._somewhere(random, span.start, span.stop))
        return flips

    def every_root_bit(self) -> list[Flip]:
        """Each bit of the two root pages, where a flip decides which state of the pack is read."""
        spans = [span for span in self.map.spans() if span.kind.startswith("root page")]
        return [
            Flip(at, 1 << bit) for span in spans for at in range(span.start, span.stop) for bit in range(8)
        ]

    @staticmethod
    def _somewhere(random: Random, start: int, stop: int) -> Flip:
        mask = 1 << random.randrange(8) if random.random() < 0.5 else random.randint(1, 255)
        return Flip(random.randrange(start, stop), mask)


def table(outcomes: Iterable[Outcome]) -> dict[str, dict[str, int]]:
    """How many flips of each kind of byte were found, harmless or neither."""
    rows: dict[str, dict[str, int]] = {}
    for outcome in outcomes:
        row = rows.setdefault(outcome.kind, dict.fromkeys((FOUND, HARMLESS, DEFECT), 0))
        row[outcome.result] += 1
    return dict(sorted(rows.items()))


def core_count() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0))
