"""The pack as a whole: status, settings, check, backup, export and import."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.workbench.cli.conftest import Shell

BORDA = "The default fuse is Borda."


def test_status_tells_counts_sizes_and_settings(shell: Shell) -> None:
    shell.write(BORDA)
    shell.ok("retract", shell.write("This was never true."))
    status = shell.json("status")
    assert status["status"]["by_state"] == {"live": 1, "retracted": 1}
    assert status["workspaces"] == {"atlas": 1}
    said = shell.ok("status")
    for part in (str(shell.pack), "1 live, 1 retracted", "nobody holds it", "zone UTC", "strict false"):
        assert part in said, part


def test_settings_are_listed_shown_and_set(shell: Shell) -> None:
    shell.write(BORDA)
    assert "rollover_hour" in shell.ok("config")
    assert "Takes 0 to 23" in shell.ok("config", "rollover_hour")
    shell.ok("config", "rollover_hour", "5")
    shell.ok("config", "strict", "true")
    shell.ok("config", "zone", "Asia/Tokyo")
    settings = shell.json("config")["settings"]
    assert (settings["rollover_hour"], settings["strict"], settings["zone"]) == (5, True, "Asia/Tokyo")
    shell.ok("config", "rollover_hour", "--default")
    assert shell.json("config", "rollover_hour") == {"settings": {"rollover_hour": 4}}


@pytest.mark.parametrize(
    ("arguments", "code", "reason"),
    [
        (("rollover_hour", "25"), 1, "0 to 23"),
        (("zone", "Mars/Olympus"), 1, "zone"),
        (("retention", "high"), 1, "0.70 to 0.99"),
        (("colour", "red"), 3, "no setting 'colour'"),
        (("colour",), 3, "no setting 'colour'"),
    ],
)
def test_a_setting_takes_what_it_says(
    shell: Shell, arguments: tuple[str, ...], code: int, reason: str
) -> None:
    shell.write(BORDA)
    ended = shell("config", *arguments)
    assert (ended.code, ended.out) == (code, "")
    assert reason in ended.err


def test_a_sound_pack_passes_the_check_and_survives_a_rebuild(shell: Shell) -> None:
    shell.write(BORDA)
    assert "nothing is wrong" in shell.ok("check")
    before = shell.json("list")["claims"]
    ended = shell("check", "--rebuild")
    assert ended.code == 0
    assert "rebuilt from" in ended.err
    assert shell.json("list")["claims"] == before
    assert shell.json("check")["found"] == 0


def test_a_damaged_pack_is_named_and_has_its_own_code(shell: Shell) -> None:
    shell.write("The word zeppelinhangar is in this claim, and nowhere else.")
    data = shell.pack / "data.mdb"
    flipped = data.read_bytes().replace(b"zeppelinhangar", b"zeppelinhanger")
    data.write_bytes(flipped)
    ended = shell("check")
    assert ended.code == 5
    assert "fault" in ended.out
    assert "Traceback" not in ended.err


def test_a_backup_is_a_pack(shell: Shell, tmp_path: Path) -> None:
    shell.write(BORDA)
    copy = tmp_path / "copy.pack"
    shell.ok("backup", str(copy))
    assert shell.json("list", "--pack", str(copy))["claims"] == shell.json("list")["claims"]
    ended = shell("backup", str(copy))
    assert ended.code == 1
    assert "is there already" in ended.err


def test_an_export_comes_back_record_for_record(shell: Shell, tmp_path: Path) -> None:
    old = shell.write(BORDA, "--key", "fuse")
    shell.write("The default fuse is CombMNZ.", "--key", "fuse")
    shell.ok("undo")
    export = shell.ok("export")
    assert len(export.splitlines()) == 1 + shell.json("status")["status"]["tx"]
    assert all(isinstance(json.loads(line), dict) for line in export.splitlines())
    other = tmp_path / "new" / "other.pack"
    shell.ok("import", "-", "--pack", str(other), stdin=export)
    for command in (("history", old), ("journal",), ("list", "--shows", "history")):
        here, there = shell.json(*command), shell.json(*command, "--pack", str(other))
        assert {**here, "basis": None} == {**there, "basis": None}
    assert shell.ok("export", "--pack", str(other)).splitlines()[1:] == export.splitlines()[1:]


def test_an_export_goes_to_a_new_file_only(shell: Shell, tmp_path: Path) -> None:
    shell.write(BORDA)
    to = tmp_path / "pack.jsonl"
    shell.ok("export", str(to))
    assert shell("export", str(to)).code == 1
    other = tmp_path / "other.pack"
    shell.ok("import", str(to), "--pack", str(other))
    assert len(shell.json("list", "--pack", str(other))["claims"]) == 1


def test_an_import_of_its_own_export_changes_nothing_and_a_failed_one_leaves_nothing(
    shell: Shell, tmp_path: Path
) -> None:
    shell.write(BORDA)
    export = shell.ok("export")
    assert "nothing new" in shell.ok("import", "-", stdin=export)
    assert shell.ok("export") == export
    other = tmp_path / "other.pack"
    damaged = export.replace("Borda", "Condorcet")
    ended = shell("import", "-", "--pack", str(other), stdin=damaged)
    assert ended.code == 5
    assert "checksum" in ended.err
    assert not other.exists()
    assert shell("import", str(tmp_path / "none.jsonl"), "--pack", str(other)).code == 1
    assert shell("import", "-", "--pack", str(other), stdin="no export\n").code == 5
    assert not other.exists()


@pytest.mark.parametrize("name", ["out", "out.zip"])
def test_a_handover_comes_back_from_a_folder_and_from_an_archive(
    shell: Shell, tmp_path: Path, name: str
) -> None:
    shell.write(BORDA, "--key", "fuse")
    shell.write("The default fuse is CombMNZ.", "--key", "fuse")
    to, other = tmp_path / name, tmp_path / "other.pack"
    assert "records to" in shell.ok("export", str(to))
    assert to.is_dir() == (name == "out")
    assert shell("export", str(to)).code == 1
    assert "imported" in shell.ok("import", str(to), "--pack", str(other))
    assert shell.ok("export", "--pack", str(other)).splitlines()[1:] == shell.ok("export").splitlines()[1:]


def test_a_handover_is_signed_with_an_ssh_key_and_refused_under_another(shell: Shell, tmp_path: Path) -> None:
    mine, public = key_pair(tmp_path, "mine")
    _, other = key_pair(tmp_path, "other")
    shell.write(BORDA)
    to = str(tmp_path / "out.zip")
    assert shell.json("export", to, "--sign", mine)["signed"] is True
    for number, wanted, code in ((1, other, 5), (2, public, 0)):
        into = tmp_path / f"{number}.pack"
        ended = shell("import", to, "--signed-by", wanted, "--pack", str(into))
        assert ended.code == code, ended
        assert into.exists() == (code == 0)
    assert "--signed-by" in shell("import", to, "--pack", str(tmp_path / "3.pack")).err
    plain = tmp_path / "plain"
    shell.ok("export", str(plain))
    ended = shell("import", str(plain), "--signed-by", public, "--pack", str(tmp_path / "4.pack"))
    assert (ended.code, "not signed" in ended.err) == (5, True)
    assert shell("export", "--sign", mine).code == 1
    assert shell("export", str(tmp_path / "5"), "--sign", public).code == 1
    assert not (tmp_path / "5").exists()


def key_pair(folder: Path, name: str) -> tuple[str, str]:
    """An Ed25519 key as `ssh-keygen` writes it: the private file and the public one."""
    key = Ed25519PrivateKey.generate()
    private, public = folder / name, folder / f"{name}.pub"
    private.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.OpenSSH, serialization.NoEncryption()
        )
    )
    line = key.public_key().public_bytes(serialization.Encoding.OpenSSH, serialization.PublicFormat.OpenSSH)
    public.write_bytes(line + b" ana@desk\n")
    return str(private), str(public)


def test_a_handover_that_was_changed_is_refused_and_leaves_no_pack(shell: Shell, tmp_path: Path) -> None:
    shell.write(BORDA)
    to, other = tmp_path / "out", tmp_path / "other.pack"
    shell.ok("export", str(to))
    claims = to / "claims.jsonl"
    claims.write_text(claims.read_text().replace("Borda", "Brdao"))
    ended = shell("import", str(to), "--pack", str(other))
    assert ended.code == 5
    assert "claims.jsonl differs from the manifest" in ended.err
    assert not other.exists()


def parted(shell: Shell, tmp_path: Path) -> tuple[str, str, str]:
    """A claim, the pack of somebody who took it over, and what that pack hands back after an edit of both."""
    claim = shell.write(BORDA)
    shell.ok("export", str(tmp_path / "first.zip"))
    other, back = str(tmp_path / "other.pack"), str(tmp_path / "back.zip")
    shell.ok("import", str(tmp_path / "first.zip"), "--pack", other)
    shell.ok("edit", claim, "--text", "The default fuse is CombMNZ.")
    shell.ok("edit", claim, "--text", "The default fuse is Condorcet.", "--pack", other)
    shell.ok("write", "The fuse is tested twice a year.", "--pack", other)
    shell.ok("export", back, "--pack", other)
    return claim, other, back


def test_an_import_into_a_pack_merges_and_says_what_both_changed(shell: Shell, tmp_path: Path) -> None:
    claim, other, back = parted(shell, tmp_path)
    before = shell.ok("export")
    seen = shell.ok("import", back, "--dry-run")
    for part in ("would take in 2 records", "both changed", "theirs: The default fuse is Condorcet."):
        assert part in seen, seen
    assert shell.ok("export") == before
    said = shell.ok("import", back)
    for part in (
        "took in 2 records",
        "1 to decide, under Proposals",
        "packbench undo 4 --through 5",
    ):
        assert part in said, said
    assert "nothing new" in shell.ok("import", back)
    [proposal] = shell.json("proposals")["proposals"]
    shell.ok("accept", proposal["id"])
    assert shell.json("show", claim)["line"]["claim"]["text"] == "The default fuse is Condorcet."
    shell.ok("export", str(tmp_path / "home.zip"))
    shell.ok("import", str(tmp_path / "home.zip"), "--pack", other)
    texts = [
        sorted(line["claim"]["text"] for line in shell.json("list", *where)["claims"])
        for where in ((), ("--pack", other))
    ]
    assert texts[0] == texts[1]
    assert shell("check").code == 0


def test_without_a_terminal_a_merge_is_done_and_says_so_with_the_way_back(
    shell: Shell, tmp_path: Path
) -> None:
    _, _, back = parted(shell, tmp_path)
    ended = shell("import", back)
    assert ended.code == 0
    assert "no terminal to ask at, so it was done" in ended.err
    assert "undo: packbench undo 4 --through 5" in ended.out
    assert shell("import", back).err == ""
    shell.ok("undo", "4", "--through", "5")
    assert shell("import", back, "--yes").err == ""
    told = " ".join(shell.ok("import", "--help").split())
    assert "In a pipe or a script nobody is asked: it is done" in told


def test_what_cannot_be_imported_is_named_with_what_to_do(shell: Shell, tmp_path: Path) -> None:
    _, other, back = parted(shell, tmp_path)
    cut, stranger = tmp_path / "cut.zip", tmp_path / "stranger.zip"
    cut.write_bytes(Path(back).read_bytes()[:-30])
    stranger.write_bytes(Path(back).read_bytes())
    with zipfile.ZipFile(stranger, "a") as archive:
        archive.writestr("setup.py", "x")
    lines = tmp_path / "lines.jsonl"
    lines.write_text(shell.ok("export").replace("Borda", "Condorcet"), encoding="utf-8")
    for source, says in (
        (other, "other.pack is a pack, and no export of one. Run `packbench export NAME.zip --pack "),
        (str(cut), "cut.zip is cut off"),
        (str(stranger), "stranger.zip: it holds 'setup.py', which is no part of a handover"),
        (str(lines), "lines.jsonl: line "),
        (str(tmp_path / "none.zip"), "none.zip"),
    ):
        ended = shell("import", source)
        assert (ended.code in (1, 5), ended.out) == (True, "")
        assert says in ended.err


def test_a_merge_is_taken_back_as_it_says(shell: Shell, tmp_path: Path) -> None:
    claim, _, back = parted(shell, tmp_path)
    merge = shell.json("import", back)["merge"]
    assert merge["records"] == 2
    shell.ok("undo", str(merge["first_tx"]), "--through", str(merge["last_tx"]))
    assert [line["claim"]["id"] for line in shell.json("list")["claims"]] == [claim]


def test_a_merge_of_a_changed_archive_changes_nothing(shell: Shell, tmp_path: Path) -> None:
    _, _, back = parted(shell, tmp_path)
    raw = bytearray(Path(back).read_bytes())
    raw[400] ^= 1
    Path(back).write_bytes(raw)
    before = shell.ok("export")
    assert shell("import", back).code in (1, 5)
    assert shell.ok("export") == before
