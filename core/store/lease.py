"""The writer's lease: one process writes a pack, and whoever comes second is told who it is.

A `flock` on our own `pack.lock`. The kernel gives it back when its holder dies; no timer is needed.
"""

from __future__ import annotations

import errno
import fcntl
import os
import time
from pathlib import Path
from typing import Any, Final

import msgspec

from core.clocks.clock import SystemClock
from core.clocks.instants import Instant, format_instant, parse_instant
from core.errors import NotAPack, PackError, PackFull, PackHeld, Refused
from core.store import datafile

LOCK: Final = "pack.lock"

RECORD_BYTES: Final = 2048
"""The record is padded to this and never shortened, so that it can be rewritten on a full disk."""

LONGEST_NAME: Final = 120
"""Signs of a seat that the record keeps, so that it always fits."""

ATTEMPTS: Final = 5
PAUSE: Final = 0.01
"""Seconds between two attempts while a lock is held that nobody has signed: somebody is only looking."""

BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")


class Holder(msgspec.Struct, frozen=True, kw_only=True):
    """Who holds the lease."""

    pid: int
    host: str
    boot_id: str
    seat: str
    client: str
    """Which face: `workbench`, `cli`, …"""
    since: Instant
    socket: str | None = None
    """Path of the unix socket on which the holder takes commands."""

    @classmethod
    def here(
        cls, seat: str, client: str, *, since: Instant | None = None, socket: str | None = None
    ) -> Holder:
        """This process, as the holder to be."""
        return cls(
            pid=os.getpid(),
            host=os.uname().nodename,
            boot_id=_boot_id(),
            seat=seat[:LONGEST_NAME],
            client=client,
            since=SystemClock().now() if since is None else since,
            socket=socket,
        )

    def __str__(self) -> str:
        since = format_instant(self.since)
        since = f"{since[:10]} {since[11:16]} UTC"
        return f"{self.seat} ({self.client}, pid {self.pid} on {self.host}, since {since})"


class LockRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What `pack.lock` says."""

    holder: Holder
    released: bool = False
    file: datafile.State | None = None
    """The LMDB file as the holder left it, when it closed it properly."""


class Lease:
    """The lease, held from `take` to `release`."""

    def __init__(self, folder: Path, descriptor: int, holder: Holder, former: LockRecord | None) -> None:
        self.folder = folder
        self.holder = holder
        self._descriptor = descriptor
        self.left_clean = _untouched(folder, former)
        """Whether the former holder closed the file properly and nothing has touched it since."""

    @classmethod
    def take(cls, folder: Path, holder: Holder) -> Lease:
        """Take the lease. Raises `PackHeld` at once when another open of the pack holds it."""
        descriptor = _lock(folder)
        lease = cls(folder, descriptor, holder, _read(descriptor))
        try:
            lease._sign(LockRecord(holder=holder))
        except BaseException:
            os.close(descriptor)
            raise
        return lease

    def announce(self, socket: str | None) -> None:
        """Tell whoever comes second where to send commands."""
        self.holder = msgspec.structs.replace(self.holder, socket=socket)
        self._sign(LockRecord(holder=self.holder))

    def refuse_if_lost(self) -> None:
        """Raise `PackHeld` when `pack.lock` is no longer the file that is locked."""
        if not _is_at(self._descriptor, self.folder / LOCK):
            raise PackHeld(
                f"{self.folder / LOCK} was replaced while {self.folder.name} was open, so another program "
                "may write it now; nothing was written. Close the pack and open it again."
            )

    def release(self, *, clean: bool) -> None:
        """Give the lease back; `clean` says that the LMDB file was closed properly before."""
        if self._descriptor < 0:
            return
        try:
            if clean and datafile.identity(self.folder) is not None:
                state = datafile.state_of(self.folder)
                self._sign(LockRecord(holder=self.holder, released=True, file=state), durable=False)
        finally:
            # A child that is just being started may still share the descriptor, so closing is not enough.
            fcntl.flock(self._descriptor, fcntl.LOCK_UN)
            os.close(self._descriptor)
            self._descriptor = -1

    def _sign(self, record: LockRecord, *, durable: bool = True) -> None:
        os.pwrite(self._descriptor, _written(record), 0)
        if durable:
            os.fsync(self._descriptor)


def _untouched(folder: Path, former: LockRecord | None) -> bool:
    """Whether the file is as a holder that closed it left it; before there is a file, it is."""
    if datafile.identity(folder) is None:
        return True
    return former is not None and former.released and former.file == datafile.state_of(folder)


def who_holds(folder: Path) -> Holder | None:
    """The present holder of the lease, or None; the lease is not taken."""
    try:
        descriptor = os.open(folder / LOCK, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    try:
        record = _read(descriptor)
        if record is None or record.released:
            return None
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return None
    except BlockingIOError:
        return record.holder if record else None
    finally:
        os.close(descriptor)


def _lock(folder: Path) -> int:
    path = folder / LOCK
    holder = None
    for attempt in range(ATTEMPTS):
        if attempt:
            time.sleep(PAUSE)
        descriptor = _open(path)
        if _locked(descriptor, path):
            if _is_at(descriptor, path):
                return descriptor
            holder = None
        else:
            record = _read(descriptor)
            holder = None if record is None or record.released else record.holder
        os.close(descriptor)
        if holder is not None and _may_live(holder):
            break
    raise _held(folder, holder)


def _locked(descriptor: int, path: Path) -> bool:
    """Whether the lock could be had at once."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        os.close(descriptor)
        raise NotAPack(
            f"{path} cannot be locked ({error.strerror}); keep the pack on a local disk."
        ) from error
    return True


def _open(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except FileNotFoundError:
        raise NotAPack(f"{path.parent} is no pack: there is no such folder. Create one first.") from None
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise PackFull(
                f"the disk is full: {path} cannot be made. Free some space and try again."
            ) from error
        raise Refused(
            f"{path.parent.name} cannot be opened for writing ({error.strerror}); it can still be read."
        ) from error


def _held(folder: Path, holder: Holder | None) -> PackHeld:
    if holder is None:
        return PackHeld(f"{folder.name} is being opened by another program at this moment; try again.")
    advice = f"send commands to {holder.socket}" if holder.socket else "wait until it is done"
    return PackHeld(f"{folder.name} is held by {holder}; close it there, or {advice}.")


def _may_live(holder: Holder) -> bool:
    """False only for a process of this machine and boot that is gone: its record is a leftover."""
    if holder.host != os.uname().nodename:
        return True
    if holder.boot_id != _boot_id():
        return False
    try:
        os.kill(holder.pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _is_at(descriptor: int, path: Path) -> bool:
    held = os.fstat(descriptor)
    try:
        named = os.stat(path)
    except FileNotFoundError:
        return False
    return (held.st_dev, held.st_ino) == (named.st_dev, named.st_ino)


def _written(record: LockRecord) -> bytes:
    fields: dict[str, Any] = msgspec.to_builtins(record)
    fields["holder"]["since"] = format_instant(record.holder.since)
    return msgspec.json.encode(fields).ljust(RECORD_BYTES - 1) + b"\n"


def _read(descriptor: int) -> LockRecord | None:
    """The record, or None where it is missing or torn; what a longer one left behind it does not matter."""
    try:
        fields = msgspec.json.decode(os.pread(descriptor, RECORD_BYTES, 0).partition(b"\n")[0])
        fields["holder"]["since"] = parse_instant(fields["holder"]["since"])
        return msgspec.convert(fields, LockRecord)
    except (msgspec.MsgspecError, PackError, KeyError, TypeError, AttributeError):
        return None


def _boot_id() -> str:
    try:
        return BOOT_ID.read_text(encoding="ascii").strip()
    except OSError:
        return ""
