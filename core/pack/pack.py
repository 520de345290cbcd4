"""The door of a pack: commands go in, receipts come out; reads take a view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import TracebackType
from typing import TYPE_CHECKING, Literal, Self

import msgspec
from msgspec.structs import replace

from core.claims.ids import SECURE
from core.clocks.clock import Clock, SystemClock, next_transaction_time
from core.clocks.instants import Instant
from core.errors import Refused
from core.pack import quick
from core.pack.commands import Command, Configure, PutDeed, verb_of
from core.pack.queue import AS_SET, DueQueue, Sitting
from core.pack.reader import Reader
from core.pack.reads import Reads
from core.pack.receipts import Receipt
from core.pack.settings import SettingValue
from core.pack.status import holder_of
from core.state.view import View
from core.store.lease import Holder
from core.store.lmdb_log import LmdbLog
from core.store.record import LogRecord

if TYPE_CHECKING:  # loaded at the first full read and the first command: a morning begins without them
    from core.pack.capturing import Captured, Progress
    from core.pack.outcome import Outcome
    from core.pack.work import Work
    from core.state.held import Held
    from core.state.write_index import WriteIndex

_ENCODE = msgspec.msgpack.Encoder().encode


class Pack(Reads):
    """One pack, open for reading or for writing.

    A pack open for writing holds the writer's lease until `close`. Commands come from one thread at a time
    (a lock sees to it); reads may come from any thread.
    """

    def __init__(self, log: LmdbLog, *, seat: str, client: str, clock: Clock, workspace: str | None) -> None:
        """Use `open` or `create`."""
        super().__init__(log, clock)
        self.seat = seat
        """The author of what is written here, unless a command says otherwise."""
        self.client = client
        self.chance: Random = SECURE
        """Where the ids of claims and deeds take their randomness from."""
        self._workspace = workspace
        self._held: Held | None = None
        self._reader: Reader | None = None
        self._index: WriteIndex | None = None
        self._batch: list[LogRecord] | None = None

    @classmethod
    def create(
        cls,
        path: str | Path,
        *,
        seat: str,
        client: str = "core",
        clock: Clock | None = None,
        workspace: str | None = None,
        settings: Mapping[str, SettingValue] | None = None,
    ) -> Self:
        """Make an empty pack in a folder that does not exist yet, with its first settings, and open it."""
        clock = clock or SystemClock()
        log = LmdbLog.create(path, holder=Holder.here(seat=seat, client=client), created=clock.now())
        pack = cls(log, seat=seat, client=client, clock=clock, workspace=workspace)
        for name, value in (settings or {}).items():
            pack.submit(Configure(name=name, value=value))
        return pack

    @classmethod
    def open(
        cls,
        path: str | Path,
        *,
        seat: str,
        client: str = "core",
        clock: Clock | None = None,
        workspace: str | None = None,
        mode: Literal["read", "write"] = "read",
    ) -> Self:
        """Open a pack. Raises `NotAPack`, `PackDamaged`, or (mode `write`) `PackHeld`, naming the holder."""
        log = LmdbLog.open(path, mode=mode, holder=Holder.here(seat=seat, client=client))
        return cls(log, seat=seat, client=client, clock=clock or SystemClock(), workspace=workspace)

    @property
    def path(self) -> Path:
        """The pack's folder."""
        return Path(self._log.path)

    @property
    def writes(self) -> bool:
        """Whether this pack holds the writer's lease."""
        return self._log.holder is not None

    def holder(self) -> Holder | None:
        """Who holds the writer's lease at this moment, here or in another process."""
        return holder_of(self._log)

    @property
    def workspace(self) -> str:
        """The workspace in use: the one asked for, else the pack's own."""
        if self._workspace is not None:
            return self._workspace
        if self._held is None:
            return str(quick.setting_in_file(self._log, "workspace"))
        return str(self.reader.setting("workspace"))

    def use_workspace(self, name: str | None) -> None:
        """Change the workspace in use; None is the pack's own."""
        self._workspace = name

    def close(self) -> None:
        """Give the lease back and close the file; what is committed is durable already."""
        with self._lock:
            if self.writes and self._held is not None:
                self.keep_arrays()
                self._keep_shelf()
                self._keep_held()
            self._log.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # what is held

    @property
    def reader(self) -> Reader:
        """The held pack for reads; loaded on first use, and again after `forget`."""
        with self._lock:
            if self._reader is None:
                self._reader = Reader(self._load(), self._clock)
            return self._reader

    def _load(self) -> Held:
        if self._held is None:
            from core.pack.shelving import load_held

            self._held = load_held(self._log)
        return self._held

    def due(self, view: View | None = None, sitting: Sitting = AS_SET) -> DueQueue:
        """The queue of the study day that the view's B falls on.

        This morning's is read straight from the file while nothing else is loaded.
        """
        with self._lock:
            seen = self.view(view)
            if self._held is None and quick.reads(seen, self.workspace):
                queue = quick.due_now(self._log, self._clock, self.workspace, sitting, seen)
                if queue is not None:
                    return queue
            return super().due(view, sitting)

    @property
    def loaded(self) -> bool:
        """Whether the whole pack is held in memory."""
        return self._held is not None

    @property
    def index(self) -> WriteIndex:
        """The index that the write rules look things up in; built at the first write or preview."""
        if self._index is None:
            from core.state.write_index import WriteIndex

            self._index = WriteIndex(self.reader.held)
        return self._index

    def refresh(self) -> bool:
        """For a reader: take in what the writer has committed since; says whether anything was."""
        with self._lock:
            if self._held is None or self._log.last()[0] == self._held.tx:
                return False
            for record in self._log.read(self._held.tx + 1):
                self._held.apply(record)
                self._held.settle()
            return True

    def take_over(self) -> None:
        """Become the writer of a pack that was opened for reading, and take in what was written meanwhile.

        Raises `PackHeld`, naming the holder, while another process writes.
        """
        with self._lock:
            if not self.writes:
                self._log.take_lease(Holder.here(seat=self.seat, client=self.client))
                self.refresh()

    def forget(self) -> None:
        """Drop what is held in memory; the next read loads it anew from the file."""
        with self._lock:
            self._held = self._reader = self._index = None
            self.drop_indexes()

    # commands

    def submit(self, command: Command, *, actor: str | None = None, origin: str = "user-declared") -> Receipt:
        """Carry out a command: one log record, durable before this returns.

        Raises `Refused` (and its kin) when a rule forbids it, `NotFound`, `PackHeld` when the lease is lost,
        `PackFull`. Nothing is half-written.
        """
        with self._lock:
            if not self.writes:
                raise Refused("this pack is open for reading; open it for writing to change it.")
            work, outcome = self._carry_out(command, actor, origin)
            if outcome.receipt.outcome == "noop":
                return outcome.receipt
            record = LogRecord(
                tx=work.tx,
                t_tx=work.now,
                actor=work.actor,
                client=self.client,
                verb=outcome.receipt.verb,
                payload=_ENCODE(command),
                effects=work.effects(),
                summary=outcome.receipt.summary,
                undoes=outcome.undoes,
            )
            self._commit(record)
            return replace(outcome.receipt, tx=record.tx, t_tx=record.t_tx)

    def put_deeds(self, deeds: Iterable[PutDeed], progress: Progress | None = None) -> Captured:
        """Append many deeds, in groups of one commit each; memory does not grow with their number.

        What is no deed is left out and told. If `deeds` or a commit raises, the group at hand is lost and the
        groups before it stay. `progress` gets the number of deeds looked at, after each commit.
        """
        from core.pack.capturing import capture

        if not self.writes:
            raise Refused("this pack is open for reading; open it for writing to change it.")
        told = capture(self, deeds, progress)
        with self._lock:
            self._keep_shelf()
        return told

    def take_in(self, records: Sequence[LogRecord]) -> None:
        """Append records whose outcome is settled, in one flush: a merge runs no rule. Raises as `submit`."""
        with self.batched():
            if not self.writes:
                raise Refused("this pack is open for reading; open it for writing to change it.")
            for record in records:
                self._commit(record)

    @contextmanager
    def batched(self) -> Iterator[None]:
        """Commit the commands of this block together, in one flush; for replays and imports.

        Receipts inside the block are not durable yet; if the block raises or the commit fails, none of them
        happened. A block inside another joins it.
        """
        with self._lock:
            if self._batch is not None:
                yield
                return
            batch: list[LogRecord] = []
            self._batch = batch
            try:
                yield
            except BaseException:
                self.forget()
                raise
            finally:
                self._batch = None
            self._append(batch)

    def preview(
        self, command: Command, *, actor: str | None = None, origin: str = "user-declared"
    ) -> Receipt:
        """What `submit` would answer now, but for id, tx and time; nothing is written."""
        with self._lock:
            return self._carry_out(command, actor, origin)[1].receipt

    def _carry_out(self, command: Command, actor: str | None, origin: str) -> tuple[Work, Outcome]:
        from core.claims.validation import MAX_NAME
        from core.pack.dispatch import carry_out
        from core.pack.work import Work

        held, wall = self.reader.held, self._clock.now()
        work = Work(
            held=held,
            index=self.index,
            successors=self.reader.successors,
            tx=held.tx + 1,
            now=next_transaction_time(wall, held.t_tx),
            actor=(actor or self.seat).strip(),
            record=self._record,
            client=self.client,
            origin=origin,
            chance=self.chance,
            wall=wall,
        )
        if not work.actor:
            raise Refused(f"{verb_of(command)} needs an author; say who you are with PACKBENCH_SEAT.")
        if len(work.actor) > MAX_NAME or not work.actor.isprintable():
            raise Refused(f"an author is a name of 1 to {MAX_NAME} printable signs.")
        return work, carry_out(work, command)

    def _record(self, tx: int) -> LogRecord:
        waiting = self._batch or []
        if waiting and tx >= waiting[0].tx:
            return waiting[tx - waiting[0].tx]
        return self._log.record(tx)

    def _commit(self, record: LogRecord) -> None:
        if self._batch is not None:
            self._batch.append(record)
            self.reader.held.apply(record)
            return
        self._append([record])
        self.reader.held.apply(record)
        self.reader.held.settle()

    def _append(self, records: list[LogRecord]) -> None:
        """Make records durable; what memory holds beyond the file is dropped when that fails."""
        try:
            if records:
                self._log.append(records, self._log.epoch)
        except BaseException:
            self.forget()
            raise
        if self._held is not None:
            self._held.settle()

    def _keep_shelf(self) -> None:
        from core.pack.shelving import keep_shelf

        if self._batch is None:  # else what is held is ahead of the file
            keep_shelf(self._log, self.reader.held)

    def _keep_held(self) -> None:
        from core.pack.shelving import keep_held

        if self._batch is None:
            keep_held(self._log, self.reader.held)

    def last_t_tx(self) -> Instant:
        """System time of the last record."""
        return self._log.last()[1]
