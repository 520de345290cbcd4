"""Replay needs no rule: in a process where every module of the rules raises, the log still gives the pack."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from core.pack.handover import check_pack, rebuild_pack
from core.store.checking import check
from core.store.export import export_log
from tests.core.pack.desk import Desk, new_desk, read_all
from tests.core.pack.walks import walk

ROOT = Path(__file__).parents[3]


@pytest.fixture(params=[1, 2, 3])
def walked(tmp_path: Path, request: pytest.FixtureRequest) -> Desk:
    """A pack with a random history, closed."""
    desk = new_desk(tmp_path)
    for _ in walk(desk, Random(request.param), 60):
        pass
    assert check(desk.pack.log).ok
    desk.pack.close()
    return desk


def test_replay_equals_what_is_stored_where_no_rule_can_be_imported(walked: Desk) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.core.pack.without_rules", str(walked.pack.path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) == check_pack(walked.pack.path).records


def test_a_rebuild_from_the_log_changes_no_read(walked: Desk) -> None:
    now = walked.clock.now()
    desk = walked.reopen_file()
    before, exported = read_all(desk.pack, now), list(export_log(desk.pack.log))
    desk.pack.close()
    rebuild_pack(desk.pack.path, seat="ana")
    assert check_pack(desk.pack.path).ok
    desk.reopen_file()
    assert read_all(desk.pack, now) == before
    assert list(export_log(desk.pack.log)) == exported
    desk.pack.close()
