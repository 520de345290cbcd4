"""Handover and upkeep of whole packs: export, import, backup, check, rebuild."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from core.errors import NotAPack, PackError, Refused
from core.pack.pack import Pack
from core.store.archive_soundness import refuse_unsound
from core.store.backup import backup
from core.store.check_child import check_apart
from core.store.checking import CheckReport
from core.store.comparing import Fault
from core.store.export import export_log, read_export
from core.store.filesystem import in_words
from core.store.lease import Holder, who_holds
from core.store.lmdb_log import LmdbLog
from core.store.manifest import Manifest, Signed
from core.store.manifest_keys import NeedsPassphrase, private_key, sign
from core.store.meta import new_pack_id
from core.store.rebuilding import rebuild
from core.store.record import LogRecord
from core.store.salvage import Lost, Salvaged, is_stand_in, salvage_at

__all__ = [
    "CheckReport",
    "Fault",
    "Holder",
    "Incoming",
    "Lost",
    "Manifest",
    "NeedsPassphrase",
    "Salvaged",
    "adopt",
    "backup",
    "backup_checked",
    "check_pack",
    "export_lines",
    "export_pack",
    "import_pack",
    "in_words",
    "is_empty",
    "read_handover",
    "read_lines",
    "rebuild_pack",
    "salvaged",
    "who_holds",
]


class Incoming(msgspec.Struct, frozen=True, kw_only=True):
    """A pack that came in, read whole and verified; nothing of it is in a pack of ours yet."""

    lineage: str
    records: tuple[LogRecord, ...]
    signed: Signed = "unsigned"
    """`checked` by the key that was named, `not checked` for want of one, or `unsigned`."""

    @property
    def stand_ins(self) -> int:
        """Records that stand for damaged ones."""
        return sum(map(is_stand_in, self.records))


def export_lines(pack: Pack) -> Iterator[str]:
    """The whole pack as lines of JSON: every record with its outcome, closed and retracted claims too."""
    return export_log(pack.log)


def export_pack(
    pack: Pack,
    to: str | os.PathLike[str],
    *,
    archive: bool = False,
    key: bytes | None = None,
    passphrase: bytes | None = None,
) -> Manifest:
    """Write the pack into a new folder, or with `archive` as one new zip file; returns its manifest.

    `key` is the content of an Ed25519 private key file, which signs the manifest. Raises `Refused` when
    something is there already or the key is none, `NeedsPassphrase` when it opens only with one.
    """
    from core.store.archive import write_archive, write_folder  # zipfile: not for who only asks who holds

    signing = None
    if key is not None:
        private_key(key, passphrase)
        signing = partial(sign, key=key, passphrase=passphrase)
    return (write_archive if archive else write_folder)(pack.log, to, signing)


def read_handover(path: str | os.PathLike[str], *, signed_by: bytes | None = None) -> Incoming:
    """Read a folder, an archive, or a file of lines; `signed_by` is the public key that must have signed it.

    Raises `Refused` for what is no handover, `PackDamaged` for a signature that is missing or wrong and for
    the first file that differs from the manifest.
    """
    if not os.path.isdir(path) and not _is_zip(path):
        if signed_by is not None:
            raise Refused("a stream of lines bears no signature; ask for a folder or an archive.")
        try:
            with open(path, "rb") as lines:
                return read_lines(lines)
        except OSError as error:
            raise Refused(f"{os.fspath(path)} cannot be read ({error.strerror}).") from None
    from core.store.archive_reading import Handover

    with Handover.open(path, signed_by=signed_by) as handover:
        handover.verify()
        return _incoming(handover.manifest.pack, handover.records(), handover.signed)


def _is_zip(path: str | os.PathLike[str]) -> bool:
    import zipfile

    return os.path.isfile(path) and (os.fspath(path).endswith(".zip") or zipfile.is_zipfile(path))


def read_lines(lines: Iterable[str | bytes]) -> Incoming:
    """Read an export. Raises `Refused` for other text, `PackDamaged` for a line that was changed."""
    header, records = read_export(lines)
    return _incoming(header.pack, records)


def _incoming(lineage: str, drawn: Iterable[LogRecord], signed: Signed = "unsigned") -> Incoming:
    records = tuple(drawn)
    refuse_unsound(records)
    return Incoming(lineage=lineage, records=records, signed=signed)


def adopt(incoming: Incoming, path: str | os.PathLike[str], *, seat: str, client: str = "core") -> int:
    """Make a new pack of what came in: same records, times and lineage; returns the number of records.

    Raises `Refused` when something is there already; then nothing is left behind.
    """
    empty = is_empty(path)
    holder = Holder.here(seat=seat, client=client)
    log = LmdbLog.open(path, mode="write", holder=holder) if empty else LmdbLog.create(path, holder=holder)
    try:
        with log:
            log.adopt(incoming.lineage, incoming.records)
            return len(incoming.records)
    except (PackError, OSError):
        if not empty:
            shutil.rmtree(Path(path), ignore_errors=True)
        raise


def is_empty(path: str | os.PathLike[str]) -> bool:
    """Whether there is a pack at a path, and it has no record yet."""
    if not os.path.isdir(path) or not os.listdir(path):
        return False
    try:
        with LmdbLog.open(path) as log:
            return log.last()[0] == 0
    except NotAPack:
        return False


def import_pack(
    lines: Iterable[str | bytes], path: str | os.PathLike[str], *, seat: str, client: str = "core"
) -> int:
    """Adopt an export in a new pack at `path`; returns the number of records.

    Raises `Refused` when something is there already or the lines are no export, `PackDamaged` for a line
    whose checksum does not fit; then nothing is left behind.
    """
    return adopt(read_lines(lines), path, seat=seat, client=client)


def check_pack(path: str | os.PathLike[str]) -> CheckReport:
    """Replay the log and compare, in a child process. Raises `PackError` when there is no pack at `path`."""
    return check_apart(path)


def backup_checked(path: str | os.PathLike[str], to: str | os.PathLike[str]) -> CheckReport:
    """Copy the pack at `path` into the new folder `to`, and check the copy, which stays whatever that finds.

    Raises as `backup` does.
    """
    backup(path, to)
    return check_apart(to)


@contextmanager
def salvaged(
    path: str | os.PathLike[str], *, seat: str, client: str = "core"
) -> Iterator[tuple[Pack, Salvaged]]:
    """A pack of what can still be read of a damaged one, for as long as the block runs; to be exported.

    Raises `PackDamaged` when nothing can be read, `NotAPack` when there is no pack at `path`.
    """
    saved, origin = salvage_at(path)
    lineage = origin.lineage or new_pack_id()
    with TemporaryDirectory(prefix="packbench-salvage-") as scratch:
        anew = Path(scratch) / Path(path).name
        with LmdbLog.create(anew, pack_id=lineage, created=origin.created) as log:
            log.adopt(lineage, saved.records)
        with Pack.open(anew, seat=seat, client=client) as pack:
            yield pack, saved


def rebuild_pack(path: str | os.PathLike[str], *, seat: str, client: str = "core") -> int:
    """Make the projections anew from the log; returns the records read. Raises `PackHeld`, `PackDamaged`."""
    with LmdbLog.open(path, mode="write", holder=Holder.here(seat=seat, client=client)) as log:
        return rebuild(log)
