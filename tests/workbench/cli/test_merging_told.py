"""What an import says of words that gave way, and of what was taken back here."""

from __future__ import annotations

from pathlib import Path

from core.claims.ids import short
from tests.workbench.cli.conftest import Shell

FIRST = "The release needs two approvals."
OURS, THEIRS = "The release needs three approvals.", "The release needs one approval."


def cross(shell: Shell, folder: Path, other: str, mark: str) -> tuple[str, str]:
    """Each takes in the other as it was before; what the two say of it."""
    here, there = str(folder / f"here{mark}.zip"), str(folder / f"there{mark}.zip")
    shell.ok("export", here)
    shell.ok("export", there, "--pack", other)
    return shell.ok("import", there), shell.ok("import", here, "--pack", other)


def test_merges_that_cross_settle_and_then_say_that_nothing_is_new(shell: Shell, tmp_path: Path) -> None:
    claim, other = shell.write(FIRST), str(tmp_path / "other.pack")
    shell.ok("export", str(tmp_path / "first.zip"))
    shell.ok("import", str(tmp_path / "first.zip"), "--pack", other)
    shell.ok("edit", claim, "--text", OURS)
    shell.ok("edit", claim, "--text", THEIRS, "--pack", other)
    assert all("both changed" in said for said in cross(shell, tmp_path, other, "1"))
    ours, _ = cross(shell, tmp_path, other, "2")
    assert f"{short(claim)} said “{OURS}” here; “{THEIRS}” stands in both packs." in " ".join(ours.split())
    assert all("nothing new" in said for said in cross(shell, tmp_path, other, "3"))
    for where in ((), ("--pack", other)):
        assert shell.json("show", claim, *where)["line"]["claim"]["text"] == THEIRS
        assert len(shell.json("proposals", *where)["proposals"]) == 1


def test_what_was_taken_back_here_is_told_with_its_way_back(shell: Shell, tmp_path: Path) -> None:
    claim, other, back = shell.write(FIRST), str(tmp_path / "other.pack"), str(tmp_path / "back.zip")
    shell.ok("export", str(tmp_path / "first.zip"))
    shell.ok("import", str(tmp_path / "first.zip"), "--pack", other)
    shell.ok("edit", claim, "--text", THEIRS, "--pack", other)
    shell.ok("export", back, "--pack", other)
    said = shell.ok("import", back)
    assert f"here it said: {FIRST}" in said
    shell.ok("undo")
    for told in (shell.ok("import", back, "--dry-run"), shell.ok("import", back)):
        assert "nothing new" in told
        assert "1 of its records was taken back here; `packbench redo` brings it back." in told
    shell.ok("redo")
    assert shell.json("show", claim)["line"]["claim"]["text"] == THEIRS
    assert "taken back" not in shell.ok("import", back)
