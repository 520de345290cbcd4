"""Writing a handover: the whole pack as a folder, or as one archive, beside a manifest of checksums.

The log alone is the truth and all that an import reads; the other files are for people and other programs.
The same pack gives the same bytes, so two handovers can be compared.
"""

from __future__ import annotations

import os
import shutil
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, Final

import msgspec

from core.clocks.instants import format_instant
from core.errors import Refused
from core.store import filesystem, tables, wire
from core.store import manifest as m
from core.store.chains import Chain
from core.store.export import export_log
from core.store.lmdb_log import LmdbLog
from core.store.record import LogRecord
from core.store.salvage import is_stand_in

Put = Callable[[str], Any]
"""Opens a new file of the handover by name, as a context manager for writing bytes."""
Sign = Callable[[bytes], bytes]

_UNDATED: Final = (1980, 1, 1, 0, 0, 0)
"""The earliest date of the zip format: an archive says nothing of when it was packed."""

_TABLES: Final = {
    m.CLAIMS: tables.CLAIM,
    m.DEEDS: tables.DEED,
    m.REVIEWS: tables.REVIEW,
    m.LINKS: tables.LINK,
    m.DECLINED: tables.DECLINED,
}


def write_folder(log: LmdbLog, to: str | os.PathLike[str], sign: Sign | None = None) -> m.Manifest:
    """Write a handover into a new folder. Raises `Refused` when something is there already."""
    folder = Path(to)
    _refuse_taken(folder)
    building = folder.with_name(f"{folder.name}.new-{os.getpid()}")
    with _told_of_disk(folder):
        try:
            building.mkdir(parents=True)
            written = _write(log, partial(_new_file, building), sign)
            os.rename(building, folder)
        finally:
            shutil.rmtree(building, ignore_errors=True)
    return written


def write_archive(log: LmdbLog, to: str | os.PathLike[str], sign: Sign | None = None) -> m.Manifest:
    """Write a handover as one new zip file. Raises `Refused` when something is there already."""
    file = Path(to)
    _refuse_taken(file)
    building = file.with_name(f"{file.name}.new-{os.getpid()}")
    with _told_of_disk(file):
        try:
            with zipfile.ZipFile(building, "x", zipfile.ZIP_DEFLATED) as archive:
                written = _write(log, partial(_entry, archive), sign)
            os.link(building, file)
        except FileExistsError:
            raise Refused(f"{file} is there already; choose another name.") from None
        finally:
            building.unlink(missing_ok=True)
    return written


def _new_file(folder: Path, name: str) -> IO[bytes]:
    return open(folder / name, "xb")


def _entry(archive: zipfile.ZipFile, name: str) -> IO[bytes]:
    entry = zipfile.ZipInfo(name, _UNDATED)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    return archive.open(entry, "w", force_zip64=True)


def _refuse_taken(path: Path) -> None:
    if os.path.lexists(path):
        raise Refused(f"{path} is there already; choose another name.")


@contextmanager
def _told_of_disk(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise filesystem.in_words(error, f"{path} cannot be written") from None


def _write(log: LmdbLog, put: Put, sign: Sign | None) -> m.Manifest:
    """All files of one moment of the pack, the manifest last, since it knows the others."""
    (last, _), loaded = log.load(_TABLES.values())
    digest, stand_ins = m.ChainedDigest(), 0

    def watch(record: LogRecord) -> None:
        nonlocal stand_ins
        digest.add(record)
        stand_ins += is_stand_in(record)

    entries = [_file(put, m.LOG, export_log(log, through=last, watch=watch))]
    for name, table in _TABLES.items():
        entries.append(_file(put, name, _rows(table, loaded[table])))
    manifest = m.Manifest(
        pack=log.pack_id,
        created=format_instant(log.created),
        records=last,
        head=digest.head,
        files=tuple(entries),
        stand_ins=stand_ins,
    )
    raw = m.to_bytes(manifest)
    for name, content in ((m.MANIFEST, raw), *(((m.SIGNATURE, sign(raw)),) if sign else ())):
        with put(name) as file:
            file.write(content)
    return manifest


def _file(put: Put, name: str, lines: Iterable[str]) -> m.FileEntry:
    digest, size = sha256(), 0
    with put(name) as file:
        for line in lines:
            raw = f"{line}\n".encode()
            digest.update(raw)
            size += len(raw)
            file.write(raw)
    return m.FileEntry(name=name, bytes=size, sha256=digest.hexdigest())


def _rows(table: str, chains: Iterable[Chain]) -> Iterator[str]:
    """The present value of every key as a line of JSON, with the key where the value does not hold it."""
    named = _NAMED.get(table, _itself)
    for key, versions in chains:
        value = versions[-1][2]
        if value is not None:
            yield msgspec.json.encode(named(key, wire.to_json(table, value))).decode()


def _itself(key: str, row: Any) -> Any:
    return row


_NAMED: Final[dict[str, Callable[[str, Any], Any]]] = {
    tables.REVIEW: lambda key, row: {"claim": key, **row},
    tables.LINK: lambda key, row: {"claims": key.split("|"), "weight": row},
    tables.DECLINED: lambda key, row: {"claims": key.split("|"), "why": row},
}
