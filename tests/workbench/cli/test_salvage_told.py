"""A salvage is imported as a new pack: with a pack of the same history it is not merged, and says why."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.workbench.cli.conftest import Shell

KETTLE = "The kettle is in the hall."
OTHERS = ("Lamps are off on Sunday.", "The gate needs a new key.", "Rope lies in the blue box.")


@pytest.fixture
def salvage(shell: Shell, tmp_path: Path) -> Path:
    """What was saved of a pack damaged in its first claim, of which a backup lies beside it."""
    shell.write(KETTLE)
    ids = [shell.write(text) for text in OTHERS]
    shell.ok("close", ids[0])
    shell.ok("backup", str(tmp_path / "backup.pack"))
    data = shell.pack / "data.mdb"
    data.write_bytes(data.read_bytes().replace(b"The kettle is in", b"The bottle is in"))
    to = tmp_path / "saved.zip"
    saved = shell("export", "--skip-damaged", str(to))
    assert "a new pack" in saved.err
    return to


def test_a_salvage_is_refused_where_its_history_is_known(shell: Shell, salvage: Path) -> None:
    backup = ("--pack", str(salvage.with_name("backup.pack")))
    before = shell.ok("list", *backup)
    for dry in ([], ["--dry-run"]):
        ended = shell("import", str(salvage), *backup, *dry)
        assert (ended.code, ended.out) == (1, "")
        assert "this is a salvage of a damaged pack" in ended.err
        assert "as a NEW pack" in ended.err
    assert shell.ok("list", *backup) == before


def test_what_was_made_of_a_salvage_does_not_take_in_the_backup(shell: Shell, salvage: Path) -> None:
    anew, whole = ("--pack", str(salvage.with_name("new.pack"))), salvage.with_name("whole.zip")
    shell.ok("import", str(salvage), *anew)
    shell.ok("export", str(whole), "--pack", str(salvage.with_name("backup.pack")))
    ended = shell("import", str(whole), *anew)
    assert ended.code == 1
    assert "was made of a salvage" in ended.err


def test_twice_is_once_and_a_pack_made_of_it_merges_with_its_own_kind(shell: Shell, salvage: Path) -> None:
    one, other = (("--pack", str(salvage.with_name(name))) for name in ("one.pack", "other.pack"))
    shell.ok("import", str(salvage), *one)
    shell.ok("import", str(salvage), *other)
    assert "nothing" in shell.ok("import", str(salvage), *one)
    shell.ok("write", "The boat leaves at nine.", *other)
    later = salvage.with_name("later.zip")
    shell.ok("export", str(later), *other)
    shell.ok("import", str(later), *one)
    assert "The boat leaves at nine." in shell.ok("list", *one)


def test_a_pack_that_shares_nothing_with_it_takes_it_in(shell: Shell, salvage: Path) -> None:
    apart = ("--pack", str(salvage.with_name("apart.pack")))
    shell.ok("write", "Ferries run on Mondays.", *apart)
    shell.ok("import", str(salvage), *apart)
    assert OTHERS[1] in shell.ok("list", *apart)


def test_how_many_records_are_whole_is_said_by_the_export_the_import_and_the_check(
    shell: Shell, salvage: Path
) -> None:
    backup = ("--pack", str(salvage.with_name("backup.pack")))
    records = shell.json("check", *backup)["records"]
    saved = shell("export", "--skip-damaged", str(salvage.with_name("again.zip")))
    assert f"wrote {records - 1} records and 1 stand-in for damaged ones to " in saved.out
    lines = shell("export", "--skip-damaged", str(salvage.with_name("again.jsonl")))
    assert f": {records - 1} records and 1 stand-in for damaged ones" in lines.err
    anew = ("--pack", str(salvage.with_name("new.pack")))
    assert "; 1 stand-in for damaged ones among them" in shell.ok("import", str(salvage), *anew)
    assert "1 record stands for a damaged one" in shell.ok("check", *anew)
    assert "stand" not in shell.ok("check", *backup)


def test_the_manifest_counts_the_records_that_stand_for_damaged_ones(shell: Shell, salvage: Path) -> None:
    folder = salvage.with_name("folder")
    shell("export", "--skip-damaged", str(folder))
    assert json.loads((folder / "manifest.json").read_bytes())["stand_ins"] == 1
    whole = salvage.with_name("whole")
    shell.ok("export", str(whole), "--pack", str(salvage.with_name("backup.pack")))
    assert json.loads((whole / "manifest.json").read_bytes())["stand_ins"] == 0
