"""A pack lies on a local disk, or its owner has said otherwise by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import NotAPack
from core.store import filesystem
from core.store.filesystem import file_system_of, is_remote
from core.store.lmdb_log import LmdbLog
from tests.core.store.records import filled

MOUNTS = """\
22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
30 22 0:26 / /srv/team rw,relatime shared:2 - nfs4 server:/team rw,vers=4.2
31 30 254:1 / /srv/team/local rw - xfs /dev/vdb rw
32 22 0:30 / /media/My\\040Stick rw master:3 propagate_from:2 - vfat /dev/sda1 rw
33 22 0:31 / /media/cloud rw - fuse.sshfs ana@host:/ rw
34 22 0:32 / /over rw - overlay overlay rw
35 34 0:33 / /over rw - tmpfs tmpfs rw
a line that is none
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/var/packs/a.pack", "ext4"),
        ("/srv/team/a.pack", "nfs4"),
        ("/srv/team", "nfs4"),
        ("/srv/teammate/a.pack", "ext4"),
        ("/srv/team/local/a.pack", "xfs"),
        ("/media/My Stick/a.pack", "vfat"),
        ("/media/cloud/a.pack", "fuse.sshfs"),
        ("/over/a.pack", "tmpfs"),  # the later mount hides the former
    ],
)
def test_the_nearest_and_latest_mount_counts(path: str, kind: str) -> None:
    assert file_system_of(Path(path), MOUNTS) == kind


@pytest.mark.parametrize(
    ("kind", "remote"),
    [
        *(
            (kind, True)
            for kind in ("nfs", "nfs4", "cifs", "smb3", "9p", "virtiofs", "drvfs", "fuse.sshfs", "fuse")
        ),
        *((kind, False) for kind in ("ext4", "xfs", "btrfs", "zfs", "tmpfs", "overlay", "fuseblk", "apfs")),
    ],
)
def test_remote_kinds_are_known(kind: str, remote: bool) -> None:
    assert is_remote(kind) is remote


def test_without_a_table_of_mounts_nothing_is_known() -> None:
    assert file_system_of(Path("/var"), "") is None


def test_a_remote_folder_is_refused_by_its_kind_unless_the_risk_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(tmp_path / "a.pack", 1).close()
    table = tmp_path / "mountinfo"
    table.write_text(f"22 1 254:0 / / rw - ext4 /dev/vda rw\n23 22 0:1 / {tmp_path} rw - nfs4 server:/x rw\n")
    monkeypatch.setattr(filesystem, "MOUNTS", table)
    for attempt in (
        lambda: LmdbLog.create(tmp_path / "b.pack"),
        lambda: LmdbLog.open(tmp_path / "a.pack"),
        lambda: LmdbLog.open(tmp_path / "a.pack", mode="write"),
    ):
        with pytest.raises(NotAPack, match=r"nfs4.*PACKBENCH_ALLOW_REMOTE=1"):
            attempt()
    monkeypatch.setenv("PACKBENCH_ALLOW_REMOTE", "1")
    LmdbLog.open(tmp_path / "a.pack", mode="write").close()
