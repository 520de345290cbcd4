"""Where a pack may lie: LMDB maps its file, and remote file systems break that promise."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path
from typing import Final

from core.errors import NotAPack, PackError, PackFull

ALLOW_REMOTE: Final = "PACKBENCH_ALLOW_REMOTE"
"""Environment variable; `1` takes the risk."""

MOUNTS: Final = Path("/proc/self/mountinfo")

REMOTE: Final = frozenset(
    {
        *("9p", "virtiofs", "vboxsf", "vmhgfs", "prl_fs", "prlfs", "drvfs", "wslfs", "lxfs"),
        *("nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "afs", "coda", "davfs", "fuse"),
        *("beegfs", "ceph", "gfs2", "glusterfs", "gpfs", "lustre", "ocfs2", "orangefs"),
    }
)
"""File systems on which mapped files or locks of two machines disagree; every `fuse.*` counts as one."""


def clear(folder: Path) -> None:
    """Remove a folder with all that is in it, as far as that can be done."""
    if os.path.lexists(folder):
        import shutil  # late: it loads what packs archives

        shutil.rmtree(folder, ignore_errors=True)


def file_system_of(path: Path, mounts: str) -> str | None:
    """Type of the file system that holds `path`, from the text of a mountinfo file; None when unknown."""
    target = os.path.realpath(path)
    best: tuple[int, str] | None = None
    for line in mounts.splitlines():
        left, _, right = line.partition(" - ")
        fields = left.split()
        if len(fields) < 5 or not right:
            continue
        point = _unescape(fields[4])
        inside = point == "/" or target == point or target.startswith(point + "/")
        if inside and (best is None or len(point) >= best[0]):
            best = (len(point), right.split()[0])
    return None if best is None else best[1]


def refuse_remote(path: Path) -> None:
    """Raise `NotAPack` when `path` lies on a remote file system and the risk was not taken by name."""
    if os.environ.get(ALLOW_REMOTE) == "1" or not MOUNTS.exists():
        return
    kind = file_system_of(path, MOUNTS.read_text(encoding="utf-8", errors="surrogateescape"))
    if kind is not None and is_remote(kind):
        raise NotAPack(
            f"{path} lies on a file system of type {kind}, which can lose a pack's writes. Keep the pack "
            f"on a local disk and hand backups over instead, or set {ALLOW_REMOTE}=1 to take the risk."
        )


def is_remote(kind: str) -> bool:
    """Whether a file system type is one that cannot hold a pack safely (`fuseblk` is a local disk)."""
    return kind in REMOTE or kind.startswith("fuse.")


def free_bytes(path: Path) -> int:
    """Bytes that the file system of `path` can still take."""
    room = os.statvfs(path)
    return room.f_bavail * room.f_frsize


def in_words(error: OSError, what: str) -> PackError:
    """The error of a file system as one of ours; `what` says what could not be done."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return PackFull(f"{what}: the disk is full. Free some space and try again; the pack is as it was.")
    return PackError(f"{what} ({error.strerror}); the pack is as it was.")


def _unescape(field: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), field)
