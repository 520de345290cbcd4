"""The log in a folder of its own: one LMDB file, one lock, one writer, any number of readers."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, Self, TypeVar

import lmdb
import msgspec

from core.clocks.clock import SystemClock
from core.clocks.instants import Instant
from core.clocks.study_day import StudyDay
from core.errors import NotAPack, PackHeld, Refused
from core.store import (
    blobs,
    chains,
    creation,
    datafile,
    filesystem,
    layout,
    log_rows,
    meta,
    opening,
    tables,
)
from core.store.blobs import Blob
from core.store.chains import Chain, Place, Version
from core.store.environment import MAP_BYTES, Environment
from core.store.lease import Holder, Lease
from core.store.log_rows import Last
from core.store.record import LogRecord

Mode = Literal["read", "write"]
ALL_TABLES = tuple(tables.VALUE_TYPES)
FEW_RECORDS = 1000
"""So many are read from the log for what is new in them; for more, all keys of a table are looked at."""

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

    def __init__(self, env: Environment) -> None:
        """Use `open` or `create`."""
        self._env = env
        self._lease: Lease | None = None
        self.path = env.folder
        self.epoch = 0
        """Number of the present acquisition of the lease; 0 for a reader."""
        self.audited = False
        """Whether the file was found not closed properly and was verified before it was written."""
        self.kept_copy: Path | None = None
        """Where the pack lies as it was, when it was of an earlier format and was brought up to date."""
        with env.reading() as txn:
            meta.refuse_other_format(env.folder, meta.get(env, txn, meta.FORMAT))
            self.pack_id: str = meta.get(env, txn, meta.PACK)
            """The lineage."""
            self.created: Instant = meta.get(env, txn, meta.CREATED)

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
        holder = holder or opening.this_user()
        moment = SystemClock().now() if created is None else created
        creation.make(Path(path), pack_id or meta.new_pack_id(), moment, holder)
        return cls.open(path, mode="write", holder=holder, map_bytes=map_bytes)

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

        A file of an earlier format is brought up to date then, after a copy of it was put beside it.

        Raises `NotAPack`, `PackDamaged`, or `PackHeld` (mode `write` only), which names the holder.
        """
        folder = Path(path)
        filesystem.refuse_remote(folder)
        if datafile.identity(folder) is None:
            raise NotAPack(f"{folder} holds no pack. Name the folder of a pack, or create one.")
        lease = opening.take(folder, holder or opening.this_user()) if mode == "write" else None
        try:
            env = Environment(folder, writable=lease is not None, map_bytes=map_bytes)
            try:
                if lease is None:
                    return cls(env)
                kept = opening.bring_up_to_date(env, lease)
                log = cls(env)
                log.kept_copy = kept
                return log._write_under(lease)
            except BaseException:
                env.close()
                raise
        except BaseException:
            if lease is not None:
                lease.release(clean=False)
            raise

    def take_lease(self, holder: Holder | None = None) -> int:
        """Become the writer of a pack that is open for reading; returns the epoch. Raises as `open` does."""
        if self._lease is None:
            lease = opening.take(self.path, holder or opening.this_user())
            try:
                self._env.reopen(writable=True)
                self._write_under(lease)
            except BaseException:
                lease.release(clean=False)
                self._env.reopen(writable=False)
                raise
        return self.epoch

    def release_lease(self) -> None:
        """Give the lease back and go on reading."""
        lease, self._lease, self.epoch = self._lease, None, 0
        if lease is not None:
            self._env.reopen(writable=False)
            lease.release(clean=True)

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

    def last(self) -> Last:
        """`(tx, t_tx)` of the last record; `(0, EARLIEST)` when there is none."""
        with self._env.reading() as txn:
            return log_rows.last(self._env, txn)

    def append(self, records: Sequence[LogRecord], epoch: int) -> None:
        """Make the records durable, all or none, together with their projections.

        Raises `PackHeld` when `epoch` is no longer the holder's, `StaleRevision` when `tx` or `t_tx` does not
        follow the last record, `PackFull` when the disk is full, `PackDamaged` when the file was swapped.
        """
        bodies = [log_rows.encode(record) for record in records]
        self.write(lambda txn: log_rows.append(self._env, txn, records, bodies), epoch)

    def adopt(self, pack_id: str, records: Sequence[LogRecord]) -> None:
        """Become the pack of another log, in one transaction. Raises `Refused` unless this one is empty."""
        bodies = [log_rows.encode(record) for record in records]

        def work(txn: lmdb.Transaction[bytes]) -> None:
            if log_rows.last(self._env, txn)[0]:
                raise Refused(f"{self.path.name} is not empty; only an empty pack can adopt a log.")
            meta.put(self._env, txn, meta.PACK, pack_id)
            log_rows.append(self._env, txn, records, bodies)

        self.write(work, self.epoch)
        self.pack_id = pack_id

    def read(self, from_tx: int = 1) -> Iterator[LogRecord]:
        """The records from `from_tx` on, in order. Raises `PackDamaged` for one whose checksum is wrong."""
        while True:
            with self._env.reading() as txn:
                page = log_rows.page(self._env, txn, from_tx)
            if not page:
                return
            yield from page
            from_tx = page[-1].tx + 1

    def digest(self, tx: int) -> str:
        """Digest, in hex, of the log up to a record: two packs that have it in common agree until there.

        Raises `NotFound` or `PackDamaged`.
        """
        with self._env.reading() as txn:
            return log_rows.digest_at(self._env, txn, tx).hex()

    def record(self, tx: int) -> LogRecord:
        """One record. Raises `NotFound` or `PackDamaged`."""
        with self._env.reading() as txn:
            return log_rows.get(self._env, txn, tx)

    # The projections

    def chains(self, table: str) -> Iterator[Chain]:
        """Every key of a table with its versions, oldest first, all of one moment."""
        return iter(self.load((table,))[1][table])

    def load(self, names: Iterable[str] = ALL_TABLES) -> tuple[Last, dict[str, list[Chain]]]:
        """What `last` says and the chains of several tables, of one moment. Raises `PackDamaged`."""
        return self._load(names, tables.decoder)

    def load_stored(self, names: Iterable[str] = ALL_TABLES) -> tuple[Last, dict[str, list[Chain]]]:
        """As `load`, with the stored bytes in place of the values: for who decodes later, or never."""
        return self._load(names, lambda _: bytes)

    def load_beside(
        self, names: Iterable[str], table: str, after: int, take: Callable[[str, Version], None]
    ) -> tuple[Last, dict[str, list[Chain]]]:
        """As `load`; and `take` gets what later transactions than `after` left in another table, in order."""
        with self._env.reading(buffers=True) as txn:
            last = log_rows.last(self._env, txn)[0]
            if last - after <= FEW_RECORDS:
                news = log_rows.versions_after(self._env, txn, table, after)
            else:
                news = chains.rows_after(txn, self._env[layout.CHAIN], table, after)
            for key, version in news:
                take(key, version)
            return self._read(txn, names, tables.decoder)

    def versions_at(self, table: str, places: Sequence[Place]) -> list[Version | None]:
        """The versions of some places, of one moment; None for one that was erased. Raises `PackDamaged`."""
        with self._env.reading() as txn:
            return chains.read_versions(txn, self._env[layout.CHAIN], table, places)

    def chain(self, table: str, key: str) -> list[Version]:
        """The versions of one key, oldest first; empty when it never held anything."""
        with self._env.reading(buffers=True) as txn:
            return chains.read_chain(txn, self._env[layout.CHAIN], table, key, tables.decoder(table))

    def head(self, table: str, key: str, tx: int | None = None) -> Version | None:
        """The last version of a key (up to `tx`), None before any; after a drop its value is None."""
        return self.heads(table, (key,), tx).get(key)

    def heads(self, table: str, keys: Iterable[str], tx: int | None = None) -> dict[str, Version]:
        """The last versions of several keys (up to `tx`), of one moment; missing keys are left out."""
        with self._env.reading() as txn:
            return chains.read_heads(txn, self._env[layout.CHAIN], table, keys, tx)

    def due_until(self, day: StudyDay) -> dict[str, StudyDay]:
        """Claims whose review is due on or before `day`, with their days; the longest overdue first."""
        beyond = layout.DAY.pack(day + 1)
        with self._env.reading() as txn, txn.cursor(db=self._env[layout.DUE]) as cursor:
            found: dict[str, StudyDay] = {}
            for key in cursor.iternext(keys=True, values=False):
                if key >= beyond:
                    break
                due_day, claim_id = layout.split_due_key(key)
                found[claim_id] = due_day
            return found

    # Cached arrays

    def put_blob(self, name: str, content: blobs.Content, *, tx: int, format: int) -> None:
        """Store a cached array under a name. Needs the lease; raises as `append` does."""
        self.write(lambda txn: blobs.put_blob(self._env, txn, name, tx, format, content), self.epoch)

    def get_blob(self, name: str) -> Blob | None:
        """The cached array of a name; None when there is none or its bytes are damaged."""
        with self._env.reading(buffers=True) as txn:
            return blobs.get_blob(self._env, txn, name)

    def blob_names(self, prefix: str = "") -> list[str]:
        """Names of the cached arrays that begin with `prefix`."""
        with self._env.reading() as txn:
            return blobs.blob_names(self._env, txn, prefix)

    def drop_blob(self, name: str) -> bool:
        """Take a cached array away; whether there was one."""
        return self.write(lambda txn: blobs.drop_blob(self._env, txn, name), self.epoch)

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

    def compact(self) -> None:
        """Write the file anew without what was deleted, and swap it in. Needs the lease."""
        if self._lease is None:
            raise Refused(f"{self.path.name} was opened for reading; open it for writing first.")
        self._lease.refuse_if_lost()
        self._env.compact()

    def close(self) -> None:
        """Close the file, mark it as closed properly and give the lease back. Twice is once."""
        self._env.close()
        if self._lease is not None:
            self._lease.release(clean=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def write(self, work: Callable[[lmdb.Transaction[bytes]], T], epoch: int) -> T:
        """Run `work` in one durable transaction of the holder of `epoch`. Raises as `append` does."""
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

    def _write_under(self, lease: Lease) -> Self:
        self.epoch = self._env.write(lambda txn: meta.raise_epoch(self._env, txn))
        self.audited = not lease.left_clean
        self._env.clear_readers()
        self._env.clear_leftovers()
        self._lease = lease
        return self

    def _load(
        self, names: Iterable[str], decoder: Callable[[str], Callable[[memoryview], Any]]
    ) -> tuple[Last, dict[str, list[Chain]]]:
        with self._env.reading(buffers=True) as txn:
            return self._read(txn, names, decoder)

    def _read(
        self,
        txn: lmdb.Transaction[memoryview],
        names: Iterable[str],
        decoder: Callable[[str], Callable[[memoryview], Any]],
    ) -> tuple[Last, dict[str, list[Chain]]]:
        db, found = self._env[layout.CHAIN], {}
        for name in names:
            found[name] = chains.read_table(txn, db, name, decoder(name))
        return log_rows.last(self._env, txn), found
