"""The log in a folder of its own: one LMDB file, one lock, one writer, any number of readers."""

from __future__ import annotations

import getpass
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, Self, TypeVar

import lmdb
import msgspec

from core.clocks.clock import SystemClock
from core.clocks.instants import EARLIEST, Instant
from core.clocks.study_day import StudyDay
from core.errors import NotAPack, NotFound, PackDamaged, PackError, PackHeld, Refused, StaleRevision
from core.store import blobs, chains, datafile, filesystem, layout, meta, projections, tables
from core.store.blobs import Blob
from core.store.chains import Chain, Version
from core.store.environment import MAP_BYTES, Environment
from core.store.lease import Holder, Lease
from core.store.record import LogRecord

Mode = Literal["read", "write"]

PAGE: Final = 512
"""Records that one read transaction fetches, so that a slow reader pins no old pages."""

_ENCODE: Final = msgspec.msgpack.Encoder().encode
_DECODE: Final = msgspec.msgpack.Decoder(LogRecord).decode

T = TypeVar("T")


class StoreStats(msgspec.Struct, frozen=True):
    """Sizes and counts, for the status page."""

    file_bytes: int
    map_bytes: int
    used_bytes: int
    """Bytes of the map in use, free pages inside it included."""
    records: int
    rows: int
    """Values in all chains."""
    due: int
    blobs: int
    readers: int


class LmdbLog:
    """A `Log` in LMDB, with its projections.

    Reads take no lease and never wait for a writer. Writes need the lease, which `open` in mode `write`
    takes and `close` gives back. Safe to use from several threads; not across a fork.
    """

    def __init__(
        self, env: Environment, lease: Lease | None, epoch: int, pack_id: str, created: Instant
    ) -> None:
        """Use `open` or `create`."""
        self._env = env
        self._lease = lease
        self.path = env.folder
        self.epoch = epoch
        """Number of the present acquisition of the lease; 0 for a reader."""
        self.pack_id = pack_id
        """The lineage."""
        self.created = created
        self.audited = False
        """Whether the file was found not closed properly and was verified before use."""

    @classmethod
    def create(
        cls,
        path: str | os.PathLike[str],
        *,
        pack_id: str | None = None,
        holder: Holder | None = None,
        created: Instant | None = None,
        map_bytes: int = MAP_BYTES,
    ) -> Self:
        """Make an empty pack and open it for writing. Raises `Refused` when something is there already."""
        folder = Path(path)
        filesystem.refuse_remote(folder)
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise Refused(f"{folder} is there already; open it, or choose another name.")
        holder = holder or _holder()
        _make(
            folder, pack_id or meta.new_pack_id(), SystemClock().now() if created is None else created, holder
        )
        return cls._open_writer(folder, holder, map_bytes)

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        *,
        mode: Mode = "read",
        holder: Holder | None = None,
        map_bytes: int = MAP_BYTES,
    ) -> Self:
        """Open a pack. In mode `write` the lease is taken, and a file that was not closed is verified first.

        Raises `NotAPack`, `PackDamaged`, or `PackHeld` (mode `write` only), which names the holder.
        """
        folder = Path(path)
        filesystem.refuse_remote(folder)
        if datafile.identity(folder) is None:
            raise NotAPack(f"{folder} holds no pack. Name the folder of a pack, or create one.")
        if mode == "read":
            return cls._open_reader(folder, map_bytes)
        return cls._open_writer(folder, holder or _holder(), map_bytes)

    @property
    def holder(self) -> Holder | None:
        """Who this log writes as; None for a reader."""
        return self._lease.holder if self._lease else None

    @property
    def environment(self) -> Environment:
        """The LMDB environment, for check and backup."""
        return self._env

    def announce(self, socket: str | None) -> None:
        """Name the socket of this holder in the lock, for whoever comes second."""
        if self._lease is not None:
            self._lease.announce(socket)

    # The log

    def last(self) -> tuple[int, Instant]:
        """`(tx, t_tx)` of the last record; `(0, EARLIEST)` when there is none."""
        with self._env.reading() as txn:
            return self._last(txn)

    def append(self, records: Sequence[LogRecord], epoch: int) -> None:
        """Make the records durable, all or none, together with their projections.

        Raises `PackHeld` when `epoch` is no longer the holder's, `StaleRevision` when `tx` or `t_tx` does not
        follow the last record, `PackFull` when the disk is full, `PackDamaged` when the file was swapped.
        """
        encoded = [_ENCODE(record) for record in records]
        self._write(lambda txn: self._append(txn, records, encoded), epoch)

    def read(self, from_tx: int = 1) -> Iterator[LogRecord]:
        """The records from `from_tx` on, in order. Raises `PackDamaged` for one whose checksum is wrong."""
        while page := self._page(from_tx):
            yield from page
            from_tx = page[-1].tx + 1

    def record(self, tx: int) -> LogRecord:
        """One record. Raises `NotFound` or `PackDamaged`."""
        key = layout.log_key(tx) if tx > 0 else b"\x00"
        with self._env.reading() as txn:
            sealed = txn.get(key, db=self._env[layout.LOG])
        if sealed is None:
            raise NotFound(f"{self.path.name} has no transaction {tx}.")
        return decode_record(key, sealed)

    # The projections

    def chains(self, table: str) -> Iterator[Chain]:
        """Every key of a table with its versions, oldest first, all of one moment."""
        return iter(self.load((table,))[1][table])

    def load(self, names: Iterable[str] = tuple(tables.VALUE_TYPES)) -> tuple[int, dict[str, list[Chain]]]:
        """The last `tx` and the chains of several tables, all of the same moment. Raises `PackDamaged`."""
        with self._env.reading(buffers=True) as txn:
            return self._last(txn)[0], {
                name: chains.read_chains(
                    txn, self._env[layout.CHAIN], bytes((layout.TABLE_CODES[name],)), tables.decoder(name)
                )
                for name in names
            }

    def load_stored(
        self, names: Iterable[str] = tuple(tables.VALUE_TYPES)
    ) -> tuple[int, dict[str, list[Chain]]]:
        """As `load`, with the stored bytes in place of the values: for who decodes later, or never."""
        with self._env.reading(buffers=True) as txn:
            return self._last(txn)[0], {
                name: chains.read_chains(
                    txn, self._env[layout.CHAIN], bytes((layout.TABLE_CODES[name],)), bytes
                )
                for name in names
            }

    def chain(self, table: str, key: str) -> list[Version]:
        """The versions of one key, oldest first; empty when it never held anything."""
        prefix = layout.chain_prefix(table, key)
        with self._env.reading(buffers=True) as txn:
            found = chains.read_chains(txn, self._env[layout.CHAIN], prefix, tables.decoder(table))
        return found[0][1] if found else []

    def head(self, table: str, key: str, tx: int | None = None) -> Version | None:
        """The last version of a key (up to `tx`); its value is None after a drop, and it is None before any."""
        return self.heads(table, (key,), tx).get(key)

    def heads(self, table: str, keys: Iterable[str], tx: int | None = None) -> dict[str, Version]:
        """The last versions of several keys (up to `tx`), all of the same moment; missing keys are left out."""
        found: dict[str, Version] = {}
        with self._env.reading() as txn:
            for key in keys:
                row = projections.head_row(self._env, txn, table, key, tx)
                if row is not None:
                    t_tx, stored = layout.split_chain_row(*row)
                    value = None if stored is None else tables.decode(table, stored)
                    found[key] = (layout.TX.unpack_from(row[0], len(row[0]) - 8)[0], t_tx, value)
        return found

    def due_until(self, day: StudyDay) -> list[str]:
        """Ids of the claims whose review is due on or before `day`, the longest overdue first."""
        beyond = layout.DAY.pack(day + 1)
        with self._env.reading() as txn, txn.cursor(db=self._env[layout.DUE]) as cursor:
            found: list[str] = []
            for key in cursor.iternext(keys=True, values=False):
                if key >= beyond:
                    break
                found.append(key[layout.DAY.size :].decode())
            return found

    # Cached arrays

    def put_blob(self, name: str, content: blobs.Content, *, tx: int, format: int) -> None:
        """Store a cached array under a name. Needs the lease; raises as `append` does."""
        self._write(lambda txn: blobs.put_blob(self._env, txn, name, tx, format, content), self.epoch)

    def get_blob(self, name: str) -> Blob | None:
        """The cached array of a name; None when there is none or its bytes are damaged."""
        with self._env.reading() as txn:
            return blobs.get_blob(self._env, txn, name)

    def blob_names(self, prefix: str = "") -> list[str]:
        """Names of the cached arrays that begin with `prefix`."""
        with self._env.reading() as txn:
            return blobs.blob_names(self._env, txn, prefix)

    def drop_blob(self, name: str) -> bool:
        """Take a cached array away; whether there was one."""
        return self._write(lambda txn: blobs.drop_blob(self._env, txn, name), self.epoch)

    # The file

    def generation(self) -> int:
        """A number that rises with every commit, also of another process: has anything changed?"""
        return self._env.generation

    def stats(self) -> StoreStats:
        """Sizes and counts."""
        with self._env.reading() as txn:
            entries = {name: txn.stat(self._env[name])["entries"] for name in layout.SUB_DATABASES}
            return StoreStats(
                file_bytes=os.stat(self.path / datafile.DATA).st_size,
                map_bytes=self._env.map_bytes,
                used_bytes=self._env.used_bytes(),
                records=entries[layout.LOG],
                rows=entries[layout.CHAIN],
                due=entries[layout.DUE],
                blobs=entries[layout.BLOB] // 2,
                readers=self._env.readers(),
            )

    def copy(self, to: str | os.PathLike[str], compact: bool = True) -> None:
        """Write a consistent copy of the LMDB file into the new folder `to`. See also `backup`."""
        folder = Path(to)
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            raise Refused(f"{folder} is there already; choose another name for the copy.") from None
        self._env.copy(folder, compact=compact)

    def close(self) -> None:
        """Close the file, mark it as closed properly and give the lease back. Twice is once."""
        self._env.close()
        if self._lease is not None:
            self._lease.release(clean=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @classmethod
    def _open_reader(cls, folder: Path, map_bytes: int) -> Self:
        env = Environment(folder, writable=False, map_bytes=map_bytes)
        return cls._over(env, None, raise_epoch=False)

    @classmethod
    def _open_writer(cls, folder: Path, holder: Holder, map_bytes: int) -> Self:
        lease = Lease.take(folder, holder)
        try:
            datafile.read_header(folder)
            clean = lease.left_clean
            if not clean:
                datafile.refuse_unsound(folder)
            env = Environment(folder, writable=True, map_bytes=map_bytes)
            log = cls._over(env, lease, raise_epoch=True)
        except BaseException:
            lease.release(clean=False)
            raise
        log.audited = not clean
        return log

    @classmethod
    def _over(cls, env: Environment, lease: Lease | None, *, raise_epoch: bool) -> Self:
        try:
            with env.reading() as txn:
                meta.refuse_newer(env, txn)
                pack_id, created = meta.get(env, txn, meta.PACK), meta.get(env, txn, meta.CREATED)
            epoch = env.write(lambda txn: _raise_epoch(env, txn)) if raise_epoch else 0
            if raise_epoch:
                env.clear_readers()
        except BaseException:
            env.close()
            raise
        return cls(env, lease, epoch, pack_id, created)

    def _write(self, work: Callable[[lmdb.Transaction[bytes]], T], epoch: int) -> T:
        lease = self._lease
        if lease is None:
            raise Refused(f"{self.path.name} was opened for reading; open it for writing first.")

        def fenced(txn: lmdb.Transaction[bytes]) -> T:
            present = meta.get(self._env, txn, meta.EPOCH)
            if epoch != present:
                raise PackHeld(
                    f"{self.path.name} was taken over by another writer (epoch {present}, ours {epoch}); "
                    "nothing was written. Close it and open it again."
                )
            return work(txn)

        return self._env.write(fenced, guard=lease.refuse_if_lost)

    def _append(
        self, txn: lmdb.Transaction[bytes], records: Sequence[LogRecord], encoded: list[bytes]
    ) -> None:
        tx, t_tx = self._last(txn)
        for record, body in zip(records, encoded, strict=True):
            if record.tx != tx + 1 or record.t_tx <= t_tx:
                raise StaleRevision(
                    f"record {record.tx} does not follow record {tx}; the log has moved on. Read again and retry."
                )
            key = layout.log_key(record.tx)
            txn.put(key, layout.seal(key, body), db=self._env[layout.LOG], append=True)
            projections.project(self._env, txn, record)
            tx, t_tx = record.tx, record.t_tx

    def _last(self, txn: lmdb.Transaction[Any]) -> tuple[int, Instant]:
        with txn.cursor(db=self._env[layout.LOG]) as cursor:
            if not cursor.last():
                return 0, EARLIEST
            record = decode_record(bytes(cursor.key()), bytes(cursor.value()))
        return record.tx, record.t_tx

    def _page(self, from_tx: int) -> list[LogRecord]:
        with self._env.reading() as txn, txn.cursor(db=self._env[layout.LOG]) as cursor:
            found: list[LogRecord] = []
            if cursor.set_range(layout.log_key(max(from_tx, 0))):
                for key, sealed in cursor.iternext():
                    found.append(decode_record(key, sealed))
                    if len(found) == PAGE:
                        break
            return found


def decode_record(key: bytes, sealed: bytes) -> LogRecord:
    """The record of a row of the log. Raises `PackDamaged`."""
    tx = layout.TX.unpack(key)[0] if len(key) == layout.TX.size else "?"
    body = layout.unseal(key, sealed, f"record {tx} of the log")
    try:
        return _DECODE(body)
    except msgspec.DecodeError as error:
        raise PackDamaged(f"record {tx} of the log cannot be read ({error}). Restore a backup.") from None


def _make(folder: Path, pack_id: str, created: Instant, holder: Holder) -> None:
    """Build the pack beside its place and move it there whole."""
    building = folder.with_name(f"{folder.name}.new-{os.getpid()}")
    shutil.rmtree(building, ignore_errors=True)
    values = {meta.FORMAT: layout.FORMAT, meta.PACK: pack_id, meta.CREATED: created, meta.EPOCH: 0}
    try:
        building.mkdir(parents=True)
        lease = Lease.take(building, holder)
        env = Environment(building, writable=True)
        try:
            env.write(lambda txn: _put_all(env, txn, values))
        finally:
            env.close()
            lease.release(clean=True)
        os.rename(building, folder)
    except OSError as error:
        shutil.rmtree(building, ignore_errors=True)
        raise PackError(f"{folder} could not be made ({error.strerror}).") from error
    except PackError:
        shutil.rmtree(building, ignore_errors=True)
        raise


def _put_all(env: Environment, txn: lmdb.Transaction[bytes], values: Mapping[str, object]) -> None:
    for name, value in values.items():
        meta.put(env, txn, name, value)


def _raise_epoch(env: Environment, txn: lmdb.Transaction[bytes]) -> int:
    epoch: int = meta.get(env, txn, meta.EPOCH) + 1
    meta.put(env, txn, meta.EPOCH, epoch)
    return epoch


def _holder() -> Holder:
    return Holder.here(seat=getpass.getuser(), client="core")
