"""The LMDB environment of one pack: opened once, grown by itself, its errors put into words.

How LMDB is set up here, and why, was measured (core/README.md, Figures of the store).
"""

from __future__ import annotations

import errno
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, TypeVar, overload

import lmdb

from core.errors import NotAPack, PackDamaged, PackError, PackFull, Refused
from core.store import datafile, filesystem, last_words, layout
from core.store.gate import Gate

MAP_BYTES: Final = 4 << 30 if sys.maxsize > 1 << 32 else 256 << 20
"""Address space asked for at first; it costs nothing until it is used."""
LEAST_MAP_BYTES: Final = 1 << 20
"""Below this an address space is taken to be full."""
FULL_BELOW: Final = 1 << 20
"""Free bytes under which an input/output error is called a full disk."""

MAX_READERS: Final = 126
SPARE: Final = "compacting"
"""Folder inside the pack's, in which its file is written anew."""

_DAMAGE: Final = (
    lmdb.CorruptedError,
    lmdb.PageNotFoundError,
    lmdb.PanicError,
    lmdb.InvalidError,
    lmdb.IncompatibleError,
    lmdb.CursorFullError,
    lmdb.PageFullError,
    lmdb.BadValsizeError,
    lmdb.BadTxnError,
)
"""What LMDB says when its pages make no sense: of trees too deep, of keys too long, and of all that a
transaction reads after such a page, as well."""

T = TypeVar("T")
Work: TypeAlias = "Callable[[lmdb.Transaction[bytes]], T]"
"""What is done inside a write transaction; it may be done again."""


class Environment:
    """One open LMDB environment. Safe for many reading threads beside one that writes."""

    def __init__(self, folder: Path, *, writable: bool, map_bytes: int = MAP_BYTES) -> None:
        """Open the file in `folder`; `writable` also makes what is missing.

        Raises `NotAPack`, `PackDamaged`, `PackFull` (no address space) or `PackError` (open here already).
        """
        self.folder = folder
        self.writable = writable
        self._map_bytes = map_bytes
        self._gate = Gate()
        self._writing = threading.Lock()
        self._pid = os.getpid()
        self._closed = False
        self._identity: datafile.Identity | None = None
        self._past = 0
        """Transactions of the files that lay under the name before this one, as far as they were told."""
        self._told = 0
        self._open()

    @property
    def map_bytes(self) -> int:
        """Bytes of address space in use for the map."""
        return self._env.info()["map_size"]

    @property
    def generation(self) -> int:
        """Transactions so far; the number rises with every commit of any process, and when the file is
        written anew."""
        self._refuse_unusable()
        self._follow_swap()
        self._told = self._env.info()["last_txnid"]
        return self._past + self._told

    def __getitem__(self, name: str) -> Any:
        """The handle of a sub-database; it is valid inside a transaction of `reading` or `write`."""
        return self._handles[name]

    @overload
    def reading(self) -> AbstractContextManager[lmdb.Transaction[bytes]]: ...
    @overload
    def reading(self, *, buffers: Literal[True]) -> AbstractContextManager[lmdb.Transaction[memoryview]]: ...
    def reading(self, *, buffers: bool = False) -> AbstractContextManager[lmdb.Transaction[Any]]:
        """A read transaction for a `with` block; it must be short and must not outlive the block."""
        return self._reading(buffers)

    def write(
        self, work: Callable[[lmdb.Transaction[bytes]], T], *, guard: Callable[[], None] | None = None
    ) -> T:
        """Run `work` in one durable transaction; `guard` is asked right before the commit.

        `work` runs again after the map has grown. Raises `PackFull`, `PackDamaged` or what `work` raises;
        then nothing was changed.
        """
        with self._writing:
            while True:
                try:
                    return self._write_once(work, guard)
                except lmdb.MapFullError:
                    self._grow()
                except lmdb.MapResizedError:
                    self._adopt_map()
                except lmdb.Error as error:
                    raise self._in_words(error) from error

    def refuse_if_swapped(self) -> None:
        """Raise `PackDamaged` when the file under the pack's name is not the one that is open."""
        if datafile.identity(self.folder) != self._identity:
            raise PackDamaged(
                f"{self.folder / datafile.DATA} was replaced or deleted while it was open; nothing was "
                "written. Close the pack, see what took its place (a sync program, a restored backup), "
                "and open it again."
            )

    def reopen(self, *, writable: bool) -> None:
        """Open the file under the pack's name anew; waits for open transactions."""
        with self._writing, self._gate.alone():
            self._refuse_unusable()
            self._reopen(writable=writable)

    def copy(self, to: Path, *, compact: bool) -> None:
        """Write a consistent copy of the file into the empty folder `to`, also while others write."""
        while not self._copied(to, compact):
            (to / datafile.DATA).unlink(missing_ok=True)
            self._adopt_map()

    def _copied(self, to: Path, compact: bool) -> bool:
        """Whether the copy was made; it is not when another process has made the map larger."""
        self._refuse_unusable()
        self._follow_swap()
        self._gate.enter()
        last_words.inside.append(self.folder)
        try:
            self._env.copy(str(to), compact=compact)
        except lmdb.MapResizedError:
            return False
        except lmdb.Error as error:
            raise self._in_words(error, to) from error
        finally:
            last_words.inside.pop()
            self._gate.leave()
        return True

    def compact(self) -> None:
        """Write the file anew without free pages and put it in the place of the old one, for writers only.

        What was deleted is then no longer in the file. Readers in other processes follow at their next read.
        Raises `PackFull` when the disk has no room for both; then the file is as it was.
        """
        with self._writing, self._gate.alone():
            self._refuse_unusable()
            spare = self.folder / SPARE
            filesystem.clear(spare)
            try:
                spare.mkdir()
                self._env.copy(str(spare), compact=True)
                datafile.make_durable(spare)
                self._make_lock(spare)
                self._swap(spare)
            except lmdb.Error as error:
                raise self._in_words(error) from error
            except OSError as error:
                what = f"{self.folder.name} could not be written anew"
                raise filesystem.in_words(error, what) from error
            finally:
                filesystem.clear(spare)

    def _make_lock(self, spare: Path) -> None:
        """The new file's own lock, made while a full disk still changes nothing."""
        lmdb.open(
            str(spare), map_size=LEAST_MAP_BYTES, mode=datafile.MODE, max_readers=MAX_READERS, lib_version=0
        ).close()

    def _swap(self, spare: Path) -> None:
        """Both files change together: a lock of the old data would mislead whoever opens the new."""
        self._env.close()
        try:
            with datafile.folder_locked(self.folder, alone=True):
                for name in (datafile.LOCK, datafile.DATA):
                    os.replace(spare / name, self.folder / name)
            datafile.sync_folder(self.folder)
        finally:
            self._open()

    def clear_leftovers(self) -> None:
        """Remove what a process that was killed while it wrote the file anew has left; for writers only."""
        filesystem.clear(self.folder / SPARE)

    def clear_readers(self) -> int:
        """Free the reader slots of processes that died; returns how many."""
        return self._env.reader_check()

    def readers(self) -> int:
        """Reader slots in use."""
        return self._env.info()["num_readers"]

    def used_bytes(self) -> int:
        """Bytes of the map up to the last page in use."""
        return (self._env.info()["last_pgno"] + 1) * self._env.stat()["psize"]

    def close(self) -> None:
        """Close the file; waits for open transactions."""
        if not self._closed:
            with self._writing, self._gate.alone():
                self._closed = True
                self._env.close()

    @contextmanager
    def _reading(self, buffers: bool) -> Iterator[lmdb.Transaction[Any]]:
        txn = self._begin(buffers)
        last_words.inside.append(self.folder)
        try:
            yield txn
        except lmdb.Error as error:
            raise self._in_words(error) from error
        finally:
            txn.abort()
            last_words.inside.pop()
            self._gate.leave()

    def _begin(self, buffers: bool) -> lmdb.Transaction[Any]:
        self._follow_swap()
        while True:
            self._gate.enter()
            try:
                self._refuse_unusable()
                return self._env.begin(buffers=True) if buffers else self._env.begin()
            except lmdb.MapResizedError:
                self._gate.leave()
                self._adopt_map()
            except lmdb.Error as error:
                self._gate.leave()
                raise self._in_words(error) from error
            except BaseException:
                self._gate.leave()
                raise

    def _follow_swap(self) -> None:
        """A reader takes the file that lies under the pack's name now."""
        if not self.writable and datafile.identity(self.folder) != self._identity:
            self.reopen(writable=False)

    def _write_once(
        self, work: Callable[[lmdb.Transaction[bytes]], T], guard: Callable[[], None] | None
    ) -> T:
        self._gate.enter()
        last_words.inside.append(self.folder)
        try:
            self._refuse_unusable()
            if not self.writable:
                raise Refused(f"{self.folder.name} was opened for reading; open it for writing first.")
            with self._env.begin(write=True) as txn:
                result = work(txn)
                self.refuse_if_swapped()
                if guard is not None:
                    guard()
            return result
        finally:
            last_words.inside.pop()
            self._gate.leave()

    def _refuse_unusable(self) -> None:
        if self._closed:
            raise PackError(f"{self.folder.name} is closed; open it again.")
        if os.getpid() != self._pid:
            raise PackError(
                f"{self.folder.name} was opened before this process was forked off; "
                "open it in a process of its own."
            )

    def _open(self) -> None:
        there = datafile.identity(self.folder) is not None
        if not there and not self.writable:
            raise NotAPack(f"{self.folder} holds no pack (any more). Name the folder of a pack.")
        header = datafile.read_header(self.folder) if there else None
        used = header.used_bytes if header else 0
        size = max(self._map_bytes, used)
        while True:
            try:
                with datafile.folder_locked(self.folder):
                    self._env = self._open_map(size)
                break
            except (lmdb.MemoryError, MemoryError):
                if size // 2 < max(LEAST_MAP_BYTES, used):
                    raise PackFull(
                        f"{self.folder.name} needs {used} bytes of address space and this process may not "
                        "have them; raise its limit (`ulimit -v`)."
                    ) from None
                size //= 2
        last_words.listen()
        last_words.inside.append(self.folder)
        try:
            self._handles = self._open_handles()
        finally:
            last_words.inside.pop()
        former, self._identity = self._identity, datafile.identity(self.folder)
        if former not in (None, self._identity):
            self._past += self._told + 1
            self._told = 0

    def _reopen(self, *, writable: bool) -> None:
        self._env.close()
        former, self.writable = self.writable, writable
        try:
            self._open()
        except BaseException:
            self.writable = former
            self._open()
            raise

    def _open_map(self, size: int) -> lmdb.Environment:
        try:
            return lmdb.open(
                str(self.folder),
                map_size=size,
                subdir=True,
                readonly=not self.writable,
                create=self.writable,
                mode=datafile.MODE,
                max_readers=MAX_READERS,
                max_dbs=len(layout.SUB_DATABASES) + 8,
                lock=self.writable or _can_be_locked(self.folder),
                lib_version=0,
            )
        except lmdb.MemoryError:
            raise
        except lmdb.Error as error:
            raise self._in_words(error) from error

    def _open_handles(self) -> dict[str, Any]:
        try:
            return {
                name: self._env.open_db(name.encode(), create=self.writable) for name in layout.SUB_DATABASES
            }
        except (lmdb.NotFoundError, lmdb.ReadonlyError):
            self._env.close()
            raise NotAPack(
                f"{self.folder} holds an LMDB file that is no pack. Name the folder of a pack."
            ) from None
        except lmdb.Error as error:
            self._env.close()
            raise self._in_words(error) from error

    def _grow(self) -> None:
        """Double the map; where the address space ends, open the file again as it was."""
        self._resize(2 * self.map_bytes)

    def _adopt_map(self) -> None:
        """Take over the size that another process has given the map."""
        self._resize(0)

    def _resize(self, size: int) -> None:
        with self._gate.alone():
            try:
                self._env.set_mapsize(size)
            except (lmdb.Error, MemoryError):
                self._env.close()
                self._open()
                raise PackFull(
                    f"{self.folder.name} needs a larger map and this process may not have the address space; "
                    "nothing was changed. Raise its limit (`ulimit -v`)."
                ) from None

    def _in_words(self, error: lmdb.Error, at: Path | None = None) -> PackError:
        at = self.folder if at is None else at
        if isinstance(error, _DAMAGE):
            return PackDamaged(f"{self.folder} is damaged ({error}). {layout.SAVE_THE_REST}")
        if isinstance(error, lmdb.VersionMismatchError):
            return NotAPack(f"{at} was written with another format of LMDB ({error}).")
        if error.code in (errno.EIO, errno.ENOSPC, errno.EDQUOT) and _disk_is_full(at, error):
            return PackFull(
                f"the disk of {at} is full; nothing was changed and everything committed is still there. "
                "Free some space and send the command again."
            )
        if "already open in this process" in str(error):
            return PackError(f"{at} is open in this process already; use that one, or close it first.")
        return PackError(f"{at} could not be read or written ({error}); nothing was changed.")


def _disk_is_full(at: Path, error: lmdb.Error) -> bool:
    return error.code != errno.EIO or filesystem.free_bytes(at if at.exists() else at.parent) < FULL_BELOW


def _can_be_locked(folder: Path) -> bool:
    """Whether a reader may sign in LMDB's lock: not on a read-only disk or in another's folder."""
    lock = folder / datafile.LOCK
    return os.access(lock if lock.exists() else folder, os.W_OK)
