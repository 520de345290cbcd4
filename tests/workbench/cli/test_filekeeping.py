"""The file of a pack: written anew, and brought up to date, by one command."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.core.store.test_space import fill, small_disk
from tests.workbench.cli.conftest import Shell

__all__ = ["small_disk"]

ROOT = Path(__file__).parents[3]
OLD = ROOT / "tests" / "core" / "store" / "data" / "format_1.mdb"

HOLD = """
import sys
from core.pack.pack import Pack
with Pack.open(sys.argv[1], seat="bot", client="workbench", mode="write"):
    print("held", flush=True)
    sys.stdin.readline()
"""


def worn(shell: Shell) -> None:
    """A pack with free pages in its file."""
    for number in range(12):
        shell.write(f"Rack {number} is in row {number % 3}.")


def test_compact_says_the_size_before_and_after_and_changes_no_answer(shell: Shell) -> None:
    worn(shell)
    before = shell.json("list")["claims"]
    done = shell.json("compact")
    assert done["before"] > done["after"] == (shell.pack / "data.mdb").stat().st_size
    assert shell.json("list")["claims"] == before
    assert "MB before, " in shell.ok("compact")
    assert shell.json("check")["found"] == 0


def test_compact_beside_a_holder_names_the_holder(shell: Shell) -> None:
    worn(shell)
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", HOLD, str(shell.pack)]
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        ended = shell("compact")
        holder.communicate("done\n")
    assert (ended.code, ended.out) == (4, "")
    assert "held by bot (workbench" in ended.err


def test_compact_on_a_full_disk_says_so_and_leaves_the_pack_as_it_was(shell: Shell, small_disk: Path) -> None:
    pack = str(small_disk / "small.pack")
    for number in range(12):
        shell.ok("write", f"Rack {number} is in row {number % 3}.", "--pack", pack)
    before = shell.json("list", "--pack", pack)["claims"]
    fill(small_disk / "filler")
    ended = shell("compact", "--pack", pack)
    assert (ended.code, ended.out) == (6, "")
    assert "full" in ended.err
    assert shell.json("list", "--pack", pack)["claims"] == before
    (small_disk / "filler").unlink()
    assert shell.json("check", "--pack", pack)["found"] == 0


def test_an_old_pack_is_brought_up_to_date_by_compact_and_by_any_write(shell: Shell, tmp_path: Path) -> None:
    for command in (("compact",), ("remember", "The lamp is on.")):
        folder = tmp_path / command[0]
        pack = folder / "old.pack"
        pack.mkdir(parents=True)
        shutil.copy(OLD, pack / "data.mdb")
        read = shell("list", "--pack", str(pack), "--workspace", "atlas")
        assert (read.code, read.out) == (5, "")
        assert "packbench compact" in read.err
        ended = shell(*command, "--pack", str(pack))
        assert ended.code == 0, ended
        copy = folder / "old.pack.before-format-3"
        assert str(copy) in ended.err
        listed = shell.json("list", "--pack", str(pack), "--workspace", "atlas")["claims"]
        assert "The gateway listens on port 9090." in json.dumps(listed)
        assert shell.json("check", "--pack", str(pack))["found"] == 0


@pytest.mark.parametrize("name", ["out", "out.zip", "out.jsonl"])
def test_an_export_to_a_full_disk_says_so_and_leaves_nothing_there(
    shell: Shell, small_disk: Path, name: str
) -> None:
    worn(shell)
    fill(small_disk / "filler")
    ended = shell("export", str(small_disk / name))
    assert (ended.code, ended.out) == (6, "")
    assert "the disk is full" in ended.err
    assert [one.name for one in small_disk.iterdir()] == ["filler"]
