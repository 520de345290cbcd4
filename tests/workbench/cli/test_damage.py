"""A damaged pack at the command line: nothing blesses it, and every message names a next step that works."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tests.workbench.cli.conftest import Shell

KETTLE = "The kettle is in the hall."
LAMPS = "Lamps are off on Sunday."
NEXT = "packbench export --skip-damaged"


@pytest.fixture
def damaged(shell: Shell) -> Shell:
    """A shell whose pack has one claim changed in the file itself, wherever it stands."""
    shell.write(KETTLE)
    shell.write(LAMPS)
    data = shell.pack / "data.mdb"
    content = data.read_bytes()
    assert b"The kettle is in" in content
    data.write_bytes(content.replace(b"The kettle is in", b"The bottle is in"))
    return shell


def test_a_backup_of_a_damaged_pack_is_kept_and_called_what_it_is(damaged: Shell, tmp_path: Path) -> None:
    copy = tmp_path / "copy.pack"
    ended = damaged("backup", str(copy))
    assert (ended.code, ended.out) == (5, "")
    assert "IS A COPY OF A DAMAGED PACK" in ended.err
    assert NEXT in ended.err
    assert "packbench backup" not in ended.err
    assert damaged("check", "--pack", str(copy)).code == 5
    told = damaged("backup", str(tmp_path / "other.pack"), "--json")
    assert told.code == 5
    assert '"found"' in told.out


def test_a_damaged_pack_is_not_written_anew(damaged: Shell) -> None:
    before = (damaged.pack / "data.mdb").read_bytes()
    ended = damaged("compact")
    assert ended.code == 5
    assert "was left as it is" in ended.err
    assert NEXT in ended.err
    assert "closed properly" not in ended.err
    assert damaged("check").out.count("damaged")
    assert len((damaged.pack / "data.mdb").read_bytes()) == len(before)


def test_each_step_names_one_that_works_until_the_rest_is_saved(damaged: Shell, tmp_path: Path) -> None:
    check, rebuild = damaged("check"), damaged("check", "--rebuild")
    assert (check.code, rebuild.code) == (5, 5)
    assert NEXT in check.out
    assert NEXT in rebuild.err
    assert damaged("export").code == 5
    saved = damaged("export", "--skip-damaged", str(tmp_path / "saved.zip"))
    assert saved.code == 0
    assert "damaged: record " in saved.err
    assert "left out: 1 damaged record" in saved.err
    anew = ("--pack", str(tmp_path / "new.pack"))
    damaged.ok("import", str(tmp_path / "saved.zip"), *anew)
    assert "nothing is wrong" in damaged.ok("check", *anew)
    for command in (("list",), ("search", "lamps"), ("journal",), ("status",), ("due",), ("islands",)):
        said = damaged.ok(*command, *anew)
        assert "kettle" not in said.replace("stands for", "")
    assert LAMPS in damaged.ok("list", *anew)


def test_of_a_sound_pack_saving_leaves_nothing_out(shell: Shell, tmp_path: Path) -> None:
    shell.write(LAMPS)
    saved = shell("export", "--skip-damaged")
    assert "nothing was left out" in saved.err
    assert saved.out == shell.ok("export")


def _cut(archive: Path) -> None:
    archive.write_bytes(archive.read_bytes()[:-40])


def _flipped(archive: Path) -> None:
    """In the middle of the log as it is packed: a bit of an entry's own head may mean nothing."""
    with zipfile.ZipFile(archive) as source:
        log = source.getinfo("log.jsonl")
    content = bytearray(archive.read_bytes())
    content[log.header_offset + 50 + log.compress_size // 2] ^= 1
    archive.write_bytes(content)


def _without_manifest(archive: Path) -> None:
    with zipfile.ZipFile(archive) as source:
        kept = {name: source.read(name) for name in source.namelist() if name != "manifest.json"}
    with zipfile.ZipFile(archive, "w") as anew:
        for name, content in kept.items():
            anew.writestr(name, content)


def _tampered(archive: Path) -> None:
    with zipfile.ZipFile(archive) as source:
        kept = {name: source.read(name) for name in source.namelist()}
    with zipfile.ZipFile(archive, "w") as anew:
        for name, content in kept.items():
            anew.writestr(name, content.replace(b"Sunday", b"Monday"))


def _no_archive(archive: Path) -> None:
    archive.write_text("a letter", encoding="utf-8")


@pytest.mark.parametrize("spoil", [_cut, _flipped, _without_manifest, _tampered, _no_archive])
def test_a_handover_that_was_spoiled_on_its_way_has_one_exit_code(
    shell: Shell, tmp_path: Path, spoil: object
) -> None:
    shell.write(LAMPS)
    archive = tmp_path / "pack.zip"
    shell.ok("export", str(archive))
    spoil(archive)  # type: ignore[operator]
    ended = shell("import", str(archive), "--pack", str(tmp_path / "new.pack"))
    assert (ended.code, ended.out) == (5, "")
    assert not (tmp_path / "new.pack").exists()
