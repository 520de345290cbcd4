"""I20: a process that is killed while it gives commands loses nothing that it acknowledged."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import msgspec
import pytest

from core.clocks.clock import ScriptedClock
from core.pack.handover import check_pack
from core.pack.pack import Pack
from tests.core.pack.capturing_child import GROUP, body
from tests.core.pack.desk import START

ROOT = Path(__file__).parents[3]
Acknowledged = tuple[int, str, str]


def answers_until_killed(module: str, after: int, *arguments: str) -> list[bytes]:
    """The whole lines that a child wrote before it was killed, some time after its n-th."""
    child = subprocess.Popen(
        [sys.executable, "-m", f"tests.core.pack.{module}", *arguments], cwd=ROOT, stdout=subprocess.PIPE
    )
    assert child.stdout is not None
    lines = [child.stdout.readline() for _ in range(after)]
    child.kill()
    lines += child.stdout.readlines()
    child.stdout.close()
    assert child.wait() == -9
    return [line for line in lines if line.endswith(b"\n")]


def command_and_be_killed(path: Path, after: int, seed: int) -> list[Acknowledged]:
    """What a child acknowledged before it was killed, some time after its n-th answer."""
    lines = answers_until_killed("commanding_child", after, str(path), str(seed))
    return [msgspec.json.decode(line, type=Acknowledged) for line in lines]


def outlive(folder: Path, kills: int, seed: int) -> None:
    path, moments = folder / "a.pack", Random(seed)
    clock = ScriptedClock(START)
    Pack.create(path, seat="ana", clock=clock).close()
    acknowledged: list[Acknowledged] = []
    for kill in range(kills):
        acknowledged += command_and_be_killed(path, moments.randint(1, 12), seed * 100 + kill)
        with Pack.open(path, seat="ana", clock=clock, mode="write") as pack:
            log = {event.tx: (event.verb, event.summary) for event in pack.events()}
            for tx, verb, summary in acknowledged:
                assert log[tx] == (verb, summary)
            assert pack.reader.held.tx - acknowledged[-1][0] <= 1  # one may be durable and unsaid
            pack.claims()
        report = check_pack(path)
        assert report.ok, report.first
        assert report.audited


def test_kill_9_loses_no_acknowledged_command(tmp_path: Path) -> None:
    outlive(tmp_path, kills=5, seed=5)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_kill_9_thirty_times_loses_no_acknowledged_command(tmp_path: Path) -> None:
    outlive(tmp_path, kills=30, seed=30)


def test_kill_9_in_a_capture_leaves_whole_groups_and_the_next_run_goes_on(tmp_path: Path) -> None:
    path, clock, moments = tmp_path / "a.pack", ScriptedClock(START), Random(7)
    Pack.create(path, seat="ana", clock=clock).close()
    for _ in range(3):
        seen = answers_until_killed("capturing_child", moments.randint(1, 6), str(path))
        with Pack.open(path, seat="ana", clock=clock, mode="write") as pack:
            kept = pack.deeds()
        assert len(kept) >= int(seen[-1])
        assert len(kept) % GROUP == 0
        assert [deed.body for deed in kept] == [body(place) for place in range(len(kept))]
        report = check_pack(path)
        assert report.ok, report.first
        assert report.audited
